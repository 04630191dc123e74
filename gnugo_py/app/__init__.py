"""The program behind both interfaces."""
