"""`python -m gnugo_py`: the same as the command `gnugo-py`."""

import gc

gc.disable()  # until the program is loaded (see `cli`): nothing of it is garbage

from gnugo_py.cli.main import main  # noqa: E402

if __name__ == "__main__":
    main()
