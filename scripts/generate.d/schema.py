"""The messages, enums and services of protocol/*.proto, as `protoc --descriptor_set_out` gives them."""
import pathlib
import re

from google.protobuf import descriptor_pb2, unknown_fields

Field = descriptor_pb2.FieldDescriptorProto
#: The number of the option in protocol/options.proto.
SOCKET_ONLY = 50001


def read(path):
    """The schema of a file that `protoc --include_imports --include_source_info --descriptor_set_out` wrote."""
    return Schema(descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(path).read_bytes()).file)


def modules(path):
    """The module of each file, as protocol/modules.asciipb says it."""
    mappings = re.findall(r"mapping \{(.*?)\}", pathlib.Path(path).read_text(), re.DOTALL)
    named = [(re.search(r'module_name: "(\w+)"', text)[1], re.findall(r'proto_file_path: "([\w.]+)"', text)) for text in mappings]
    return {file: module for module, files in named for file in files}


class Schema:
    """The messages, enums and services of a set of descriptors, each with its comment."""

    def __init__(self, files):
        self.messages, self.enums, self.services = {}, {}, []
        # Those that are declared within a message, which are named after it: "DuelMove.Draw".
        self.inner_messages, self.inner_enums = {}, {}
        for file in sorted(files, key=lambda file: file.name):
            if file.package != "parlor":
                continue
            comments = {tuple(place.path): place.leading_comments.strip() for place in file.source_code_info.location}
            for number, message in enumerate(file.message_type):
                self.add(message, comments, (4, number), file.name)
            for number, enum in enumerate(file.enum_type):
                self.add_enum(enum, comments, (5, number))
            for number, service in enumerate(file.service):
                self.services.append(Service(service, comments, (6, number), file.name))
        self.services.sort(key=lambda service: service.name)

    def add(self, message, comments, path, file, outer=""):
        """Adds a message and what is declared within it."""
        name = outer + message.name
        (self.inner_messages if outer else self.messages)[name] = Message(message, comments, path, file)
        for number, inner in enumerate(message.nested_type):
            self.add(inner, comments, (*path, 3, number), file, name + ".")
        for number, enum in enumerate(message.enum_type):
            self.add_enum(enum, comments, (*path, 4, number), name + ".")

    def add_enum(self, enum, comments, path, outer=""):
        values = [(value.name, comments.get((*path, 2, index), "")) for index, value in enumerate(enum.value)]
        (self.inner_enums if outer else self.enums)[outer + enum.name] = (comments.get(path, ""), values)


class Message:
    """One message: its comment, the file that declares it, and each field with its comment."""

    def __init__(self, message, comments, path, file):
        self.name, self.comment, self.file = message.name, comments.get(path, ""), file
        self.fields = [(field, comments.get((*path, 2, index), "")) for index, field in enumerate(message.field)]

    def query(self):
        """The fields that a query may give: those that hold a text, a number, a truth value or an enum."""
        return [(field, comment) for field, comment in self.fields if field.type not in (Field.TYPE_MESSAGE, Field.TYPE_BYTES)]


class Service:
    """One service, the file that declares it, and its methods."""

    def __init__(self, service, comments, path, file):
        self.name, self.comment, self.file = service.name, comments.get(path, ""), file
        self.methods = [Method(method, self, comments.get((*path, 2, index), "")) for index, method in enumerate(service.method)]


class Method:
    """One method: `path` is service/method with hyphens."""

    def __init__(self, method, service, comment):
        self.name, self.comment, self.service = method.name, comment, service
        self.path = f"{hyphens(service.name)}/{hyphens(method.name)}"
        self.request, self.response = (last(kind) for kind in (method.input_type, method.output_type))
        self.is_read = method.options.idempotency_level == descriptor_pb2.MethodOptions.NO_SIDE_EFFECTS
        self.socket_only = any(
            field.field_number == SOCKET_ONLY and field.data for field in unknown_fields.UnknownFieldSet(method.options))


def last(name):
    return name.split(".")[-1]


def hyphens(name):
    return re.sub(r"(?<=.)([A-Z])", r"-\1", name).lower()
