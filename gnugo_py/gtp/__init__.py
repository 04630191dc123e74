"""The GTP server."""
