"""Access to files and signals of the operating system that is safe from interruption and damage."""
