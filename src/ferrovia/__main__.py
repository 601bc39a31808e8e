"""`python -m ferrovia`: the command line, for environments without the installed script."""

from ferrovia.cli import main

if __name__ == "__main__":
    main()
