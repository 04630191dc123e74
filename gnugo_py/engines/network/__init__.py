"""The network that judges positions of Go.

This module imports numpy with one thread for matrix products, and other packages import numpy from here.
More threads gain nothing on small matrices, and they would slow down processes that play at the same time.
"""

from __future__ import annotations

import os

from gnugo_py.engines.engine import NetworkError

__all__ = ["np"]

_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
_BEFORE = {name: os.environ.get(name) for name in _THREADS}
os.environ.update(dict.fromkeys(_THREADS, "1"))
try:
    import numpy as np  # reads the variables when it is first imported
except ImportError as error:
    _reason = " ".join(str(error).split())[:200]
    raise NetworkError(f"numpy cannot be imported ({_reason}); install it with pip install numpy") from error
finally:
    for _name, _value in _BEFORE.items():
        if _value is None:
            del os.environ[_name]
        else:
            os.environ[_name] = _value
