#!/bin/sh
# Makes a virtual environment: tools/venv.sh FOLDER [compiling]
# Needs Python 3.11 or newer (PYTHON=… chooses one). What Debian keeps in packages of its own is installed if we are root.
set -eu
folder=$1
use=${2:-}

fail() {
    echo "ferrovia: $*" >&2
    exit 1
}

has_venv() { "$python" -c 'import ensurepip, venv' 2>/dev/null; }
has_headers() { [ -e "$header" ]; }

need() { # CHECK PACKAGE WHAT
    "$1" && return
    echo "ferrovia: $3 is missing"
    sh "$(dirname "$0")/debian.sh" "$2"
    "$1" || fail "$3 is still missing. Install it (Debian: apt-get install $2) and run make again."
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
need has_venv "$package-venv" "Python's venv module"
if [ "$use" = compiling ]; then
    header=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
    need has_headers "$package-dev" "$header"
fi
"$python" -m venv "$folder"
