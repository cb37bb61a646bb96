"""First on the board: room for the report of an error raised where nothing can be allocated."""

import micropython

micropython.alloc_emergency_exception_buf(100)
