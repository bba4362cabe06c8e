#!/bin/sh
# Makes the virtual environment: tools/venv.sh FOLDER compiled|pure
# Needs Python 3.11 or newer (PYTHON=… chooses one). What Debian keeps in packages of its own is installed if we are root.
set -eu
folder=$1
mode=$2

fail() {
    echo "ferrovia: $*" >&2
    exit 1
}

install() { # PACKAGE WHAT
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        fail "$2 is missing. Install it (Debian: apt-get install $1) and run make again."
    fi
    echo "ferrovia: $2 is missing, installing $1"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "$1" >/dev/null
}

python=
for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$name
        break
    fi
done
[ "$python" ] || fail "Python 3.11 or newer is missing (${PYTHON:-python3} is $("${PYTHON:-python3}" --version 2>&1 || true))." \
    "Install it, or name it: make PYTHON=/path/to/python3.12"

package=$(basename "$python")
"$python" -c 'import ensurepip, venv' 2>/dev/null || install "$package-venv" "Python's venv module"
if [ "$mode" = compiled ]; then
    header=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
    [ -e "$header" ] || install "$package-dev" "$header"
fi
"$python" -m venv "$folder"
