"""Reading and writing SGF files."""
