"""What holds for all tests."""

from __future__ import annotations

import signal

# A shell starts what it runs in the background with interrupts ignored, and children inherit that: the
# commands that the tests interrupt would never notice.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
