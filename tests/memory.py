"""The most memory that this process has held.

`ru_maxrss` outlives `fork` and `exec` on Linux: a child starts with what its parent held, so a test worker
that has grown would be measured instead of the command that it runs. The kernel's own high-water mark
belongs to the program alone.
"""

import resource
import sys
from pathlib import Path


def peak_megabytes() -> float:
    """Megabytes (2**20 bytes), of this process since it began to run its program."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
