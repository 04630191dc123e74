"""Reader and writer for SGF files."""
