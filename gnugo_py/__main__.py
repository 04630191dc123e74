"""Entry point for `python -m gnugo_py`, which runs the same program as the command `gnugo-py`."""

import gc

gc.disable()  # `cli.main` enables it again after the imports, which create no garbage

from gnugo_py.cli.main import main  # noqa: E402

if __name__ == "__main__":
    main()
