"""The program with a curses library without mouse support: `python -m tests.support.no_mouse`."""

import _curses
import curses

GONE = ("mousemask", "mouseinterval", "getmouse", "ungetmouse")

if __name__ == "__main__":
    for module in (_curses, curses):
        for name in list(vars(module)):
            if name in GONE or name.startswith(("BUTTON", "KEY_MOUSE", "REPORT_MOUSE")):
                delattr(module, name)
    from gnugo_py.cli.main import main

    main()
