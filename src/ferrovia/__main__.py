"""`python -m ferrovia`: the command where no script is installed."""

from ferrovia.cli import main

if __name__ == "__main__":
    main()
