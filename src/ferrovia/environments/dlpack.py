"""Shares an array with other frameworks without a copy, by DLPack or the CUDA array interface, on GPU or CPU.

This module only exchanges memory; it never reads it.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final

import numpy as np

_CPU: Final = 1
_CUDA: Final = 2
_KINDS: Final = {"i": 0, "u": 1, "f": 2}
_NAME: Final = b"dltensor"


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("id", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _DELETER)]

_alive: dict[int, Any] = {}  # still used by other frameworks, by the address of the description


def _forget(managed: Any, alive: Any = _alive, address_of: Any = ctypes.addressof) -> None:
    """Takes globals as defaults: a framework may call this at interpreter exit, when modules are gone."""
    alive.pop(address_of(managed.contents), None)


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_capsule = ctypes.pythonapi.PyCapsule_IsValid
_is_capsule.restype = ctypes.c_int
_is_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def _drop_capsule(capsule: int) -> None:
    """Frees the memory of an unconsumed capsule; consumers rename it."""
    if _is_capsule(capsule, _NAME):
        _alive.pop(int(_pointer_of(capsule, _NAME)), None)


_deleter = _DELETER(_forget)  # kept alive, because frameworks call them later
_destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_drop_capsule)


class DeviceTensor:
    """A GPU (or NumPy) array that `torch.from_dlpack`, `jax.dlpack.from_dlpack` and others accept directly."""

    def __init__(self, array: Any, *, turned: bool = False) -> None:
        self.array = array
        self.turned = turned
        self.dtype = np.dtype(array.dtype)
        self.shape: tuple[int, ...] = tuple(array.shape[::-1] if turned else array.shape)
        self.strides: tuple[int, ...] = tuple(array.strides[::-1] if turned else array.strides)

    def transposed(self) -> DeviceTensor:
        """The same memory with its axes reversed."""
        return DeviceTensor(self.array, turned=not self.turned)

    @property
    def _on_gpu(self) -> bool:
        return hasattr(self.array, "__cuda_array_interface__")

    @property
    def __cuda_array_interface__(self) -> Any:
        told = self.array.__cuda_array_interface__  # AttributeError for CPU memory, as the protocol requires
        return {**told, "shape": self.shape, "strides": self.strides}

    def numpy(self) -> Any:
        """A copy in CPU memory."""
        copy = self.array.copy_to_host() if self._on_gpu else np.array(self.array)
        return copy.T if self.turned else copy

    def __dlpack_device__(self) -> tuple[int, int]:
        return (_CUDA, 0) if self._on_gpu else (_CPU, 0)

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """A capsule with this memory. All our work runs on the GPU's default stream, which other streams wait for."""
        array, size = self.array, self.dtype.itemsize
        address = array.__cuda_array_interface__["data"][0] if self._on_gpu else array.ctypes.data
        dimensions = len(self.shape)
        lengths = ctypes.c_int64 * dimensions
        shape, strides = lengths(*self.shape), lengths(*(step // size for step in self.strides))
        managed = _Managed()
        managed.tensor.data = address
        managed.tensor.device = _Device(*self.__dlpack_device__())
        managed.tensor.ndim = dimensions
        managed.tensor.dtype = _Type(_KINDS[self.dtype.kind], 8 * size, 1)
        managed.tensor.shape, managed.tensor.strides = shape, strides
        managed.tensor.byte_offset = 0
        managed.deleter = _deleter
        address = ctypes.addressof(managed)
        _alive[address] = (managed, array, shape, strides)
        return _new_capsule(address, _NAME, ctypes.cast(_destructor, ctypes.c_void_p))
