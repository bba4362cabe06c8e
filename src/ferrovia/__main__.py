"""`python -m ferrovia` is the `ferrovia` command."""

from ferrovia.cli import main

if __name__ == "__main__":
    main()
