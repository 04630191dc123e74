"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("project", deadline=None)
settings.load_profile("project")
