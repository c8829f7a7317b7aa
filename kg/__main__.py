"""Run the command line as ``python -m kg``."""

import sys

from kg.cli import main

if __name__ == "__main__":
    sys.exit(main())
