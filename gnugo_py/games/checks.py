"""The check of the arguments of public functions, methods and constructors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from types import FunctionType, NoneType, SimpleNamespace, UnionType
from typing import Any, ForwardRef, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

_ParamsT = ParamSpec("_ParamsT")
_ResultT = TypeVar("_ResultT")
_ClassT = TypeVar("_ClassT", bound=type)
_WORDS = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bytes: "bytes",
    bool: "True or False",
    NoneType: "None",
}


def checked(function: Callable[_ParamsT, _ResultT]) -> Callable[_ParamsT, _ResultT]:
    """Make a function check the types of its arguments, which are those of its annotations.

    Calls raise TypeError with the name of the argument. The items of collections are not checked, nor are
    arguments with annotations that are known to type checkers only.
    """
    names = getattr(function, "__globals__")  # noqa: B009 - not every callable has it
    return _checking(function, names)


def checked_methods(*unchecked: str) -> Callable[[_ClassT], _ClassT]:
    """Make the public methods and the constructor of a class check the types of their arguments.

    unchecked -- methods that check their arguments themselves, or that are too fast for it.
    """

    def with_checks(kind: _ClassT) -> _ClassT:
        names = vars(import_module(kind.__module__))
        constructor = "__new__" if hasattr(kind, "_fields") else "__init__"
        for name, each in list(vars(kind).items()):
            if (name[0] == "_" and name != constructor) or name in unchecked:
                continue
            if name == "__new__":
                setattr(kind, name, staticmethod(_checking(each.__func__, names)))
            elif isinstance(each, FunctionType) and _has_arguments(each):
                setattr(kind, name, _checking(each, names))
            elif isinstance(each, classmethod) and _has_arguments(each.__func__):
                setattr(kind, name, classmethod(_checking(each.__func__, names)))
            elif isinstance(each, property) and each.fset is not None:
                setattr(kind, name, property(each.fget, _checking(each.fset, names), doc=each.__doc__))
        return kind

    return with_checks


def _has_arguments(method: Any) -> bool:
    return bool(method.__code__.co_argcount + method.__code__.co_kwonlyargcount > 1)


def _checking(
    function: Callable[_ParamsT, _ResultT], names: Mapping[str, Any]
) -> Callable[_ParamsT, _ResultT]:
    """Return a function that checks its arguments; `names` are those that its annotations contain."""
    kinds: dict[str, tuple[type, ...]] = {}

    @wraps(function)
    def checking(*args: _ParamsT.args, **kwargs: _ParamsT.kwargs) -> _ResultT:
        if not kinds:
            kinds.update(_kinds(function, names))
        for name, value in zip(kinds, args):  # noqa: B905 - `strict` would cost a fifth of the time
            if (kind := kinds[name]) and type(value) not in kind:
                require_type(name, value, kind)
                kinds[name] = (*kind, type(value))  # a subclass, which is known from now on
        for name, value in kwargs.items():
            require_type(name, value, kinds.get(name, ()))
        return function(*args, **kwargs)

    return checking


def require_type(
    name: str,
    value: object,
    kind: type | UnionType | tuple[type, ...],
    expected: str = "",
    error: type[TypeError] = TypeError,
) -> None:
    """Raise TypeError if the value of an argument does not have a type; True and False are no numbers here.

    kind     -- the type, or several; an empty tuple for any.
    expected -- the values that the argument accepts, in words; empty for words about the types.
    error    -- the class of the error.
    """
    kinds = kind if isinstance(kind, tuple) else get_args(kind) or (kind,)
    if kinds and (not isinstance(value, kinds) or (type(value) is bool and bool not in kinds)):
        words = [
            _WORDS.get(each) or f"a{'n' * (each.__name__[0] in 'AEIOU')} {each.__name__}"
            for each in kinds
            if each is not int or float not in kinds  # whole numbers are numbers
        ]
        expected = expected or " or ".join(dict.fromkeys(words))
        raise error(f"{name} must be {expected}, not {type(value).__name__}")


def _kinds(function: Any, names: Mapping[str, Any]) -> dict[str, tuple[type, ...]]:
    """Return the types of the parameters of a function; an empty tuple for any type, and for `self`."""
    code = function.__code__
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    kinds = {name: _types_of(function.__annotations__.get(name, Any), names) for name in parameters}
    return kinds | {name: () for name in parameters[:1] if name in ("self", "cls")}


def _types_of(annotation: object, names: Mapping[str, Any]) -> tuple[type, ...]:
    """Return the types that an annotation allows; an empty tuple for any type."""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        try:
            annotation = get_type_hints(SimpleNamespace(__annotations__={"": annotation}), dict(names))[""]
        except NameError:
            return ()
    if annotation is None:
        return (NoneType,)
    if isinstance(annotation, TypeVar):
        return () if annotation.__bound__ is None else _types_of(annotation.__bound__, names)
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        parts = [_types_of(each, names) for each in get_args(annotation)]
        return tuple(each for part in parts for each in part) if all(parts) else ()
    if origin is Literal:
        return tuple({type(value) for value in get_args(annotation)})
    found = origin or annotation
    if found is float:
        return (float, int)
    if not isinstance(found, type) or found in (object, Any) or getattr(found, "_is_protocol", False):
        return ()
    return (found,)
