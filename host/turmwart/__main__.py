"""``python -m turmwart``."""

import sys

from turmwart.cli.main import main

sys.exit(main())
