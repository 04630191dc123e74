"""The Go Text Protocol, version 2: lines and ids, commands, and a server for any GUI or arbiter."""
