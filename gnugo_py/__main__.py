"""`python -m gnugo_py`: the same as the command `gnugo-py`."""

from gnugo_py.cli import main

if __name__ == "__main__":
    main()
