"""Entry point of `python -m gnugo_py`, which is the same as the command `gnugo-py`."""

import gc

gc.disable()  # enabled again in `cli.main` after the imports, which leave no garbage

from gnugo_py.cli.main import main  # noqa: E402

if __name__ == "__main__":
    main()
