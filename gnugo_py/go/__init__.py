"""The rules of Go: no engine, no screen, no files."""
