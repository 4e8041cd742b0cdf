"""``python -m railbird``: the same as the command ``railbird``."""

from railbird.cli.main import main

if __name__ == "__main__":
    main()
