"""The messages of protocol/*.proto, made by protoc into a temporary directory at start."""
import importlib
import pathlib
import subprocess
import sys
import tempfile

folder = pathlib.Path(__file__).resolve().parent.parent
kinds = {}


def _load():
    with tempfile.TemporaryDirectory() as made:
        files = sorted(path.name for path in folder.glob("*.proto"))
        subprocess.run(["protoc", f"--proto_path={folder}", f"--python_out={made}", *files], check=True)
        sys.path.insert(0, made)
        try:
            for name in files:
                module = importlib.import_module(name.replace(".proto", "_pb2"))
                for kind in module.DESCRIPTOR.message_types_by_name:
                    kinds[kind] = globals()[kind] = getattr(module, kind)
                for name, enum in module.DESCRIPTOR.enum_types_by_name.items():
                    globals()[name] = getattr(module, name)
                    for value in enum.values:
                        globals()[value.name] = value.number
        finally:
            sys.path.remove(made)


def fields(data):
    """The top-level fields of an encoded message: number to its bytes with all their tags, in the order found."""
    found, at = {}, 0
    while at < len(data):
        start = at
        tag, at = _varint(data, at)
        wire = tag & 7
        if wire == 0:
            _, at = _varint(data, at)
        elif wire == 1:
            at += 8
        elif wire == 2:
            size, at = _varint(data, at)
            at += size
        elif wire == 5:
            at += 4
        else:
            raise ValueError("a wire type that is not used")
        if at > len(data) or not 0 < tag >> 3 < 1 << 29:
            raise ValueError("a field that is not whole")
        found[tag >> 3] = found.get(tag >> 3, b"") + data[start:at]
    return found


def _varint(data, at):
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError("a number that is not whole")
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value & (1 << 64) - 1, at


_load()
