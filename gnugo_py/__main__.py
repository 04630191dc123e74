"""Entry point for `python -m gnugo_py`, which runs the same program as the command `gnugo-py`."""

import gc
import sys

gc.disable()  # `cli.main` enables it again after the imports, which create no garbage

try:
    from gnugo_py.cli.main import main
except KeyboardInterrupt:
    sys.exit(130)

if __name__ == "__main__":
    main()
