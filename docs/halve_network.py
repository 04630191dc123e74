"""Write a network of KataGo again with 16-bit numbers: `python docs/halve_network.py NETWORK.bin.gz OUT.gz`.

The two networks in the package were made in this way, which halves their size.
"""

import gzip
import sys
from typing import Any

from gnugo_py.engines.network import np
from gnugo_py.engines.network.forward_pass import ForwardPass
from gnugo_py.engines.network.network_file import NetworkFile

source, target = sys.argv[1:]
arrays: list[Any] = []
read = NetworkFile.array
NetworkFile.array = lambda self, *shape: arrays.append(read(self, *shape)) or arrays[-1]  # type: ignore
with open(source, "rb") as file:
    ForwardPass(NetworkFile(file))
with gzip.open(source) as unpacked:
    content, at = unpacked.read(), 0
with gzip.GzipFile(target, "wb", mtime=0) as out:
    for array in arrays:
        start = content.index(b"@BIN@", at)
        out.write(content[at:start] + b"@F16@" + array.astype(np.dtype("<f2")).tobytes())
        at = start + 5 + 4 * array.size
    out.write(content[at:])
