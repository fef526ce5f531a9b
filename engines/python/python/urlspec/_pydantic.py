"""The types of this package as fields of pydantic's models."""

from . import _urlspec


def schema_of_url(cls, source, handler):
    from pydantic_core import core_schema

    def read(value):
        return value if isinstance(value, cls) else cls(value)

    from_text = core_schema.no_info_after_validator_function(read, core_schema.str_schema())
    return core_schema.json_or_python_schema(
        json_schema=from_text,
        python_schema=core_schema.union_schema([core_schema.is_instance_schema(cls), from_text]),
        serialization=core_schema.to_string_ser_schema(),
    )


class AsGiven:
    """Marks a string that must be a URL, and stays as it was given: `Annotated[str, urlspec.AsGiven()]`.

    No slash is added, and nothing is escaped.
    """

    def __init__(self, *, profile=None):
        self.profile = profile
        _urlspec.can_parse("", profile=profile)  # Raises ValueError for an unknown profile.

    def __repr__(self):
        return f"AsGiven(profile={self.profile!r})"

    def __get_pydantic_core_schema__(self, source, handler):
        from pydantic_core import core_schema

        def check(text):
            _urlspec.parse(text, profile=self.profile)
            return text

        return core_schema.no_info_after_validator_function(check, handler(source))
