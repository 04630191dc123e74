"""GNU Go 1.1, the free Go program of 1989: one file per idea of the original.

Read `genmove` first; it asks `attack`, `defend` and `shapes` (with `book`), and falls back on `fallback`.
"""
