"""The description of the local API in OpenAPI 3.1, from the schema and from the few routes that carry bytes or a stream."""
import json

from google.protobuf import descriptor_pb2

import routes

Field = descriptor_pb2.FieldDescriptorProto

ABOUT = """\
HTTP/1.1 on the Unix socket `api.sock` in the home (mode 0600). Each method of a service of protocol/*.proto is
`POST /v1/service/method`. Its body is the request in the protobuf JSON mapping with the field names of the schema: fields
at their default are left out unless the schema marks them `optional` (settings, states and counts are always there), and
numbers of 64 bits are strings. No body is the empty request. A body may have 64 KiB. A field that the schema does not know
is refused. A body with the content type `application/x-protobuf` is the request in the protobuf encoding; any other content
type than these two is refused with the status 415. A request that accepts `application/x-protobuf` is answered in it:
long lists are read several times as fast.

A method that only reads can be called with `GET` as well; the query then gives the fields of the request that hold a text,
a number or a truth value. Ids may be any unique beginning. Everything that is not done is answered with a Refusal; a wrong
HTTP method with the status 405 and the field `Allow`.
"""

NUMBERS = {
    Field.TYPE_UINT32: {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
    Field.TYPE_INT32: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    Field.TYPE_SINT32: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    Field.TYPE_UINT64: {"type": "string", "pattern": "^[0-9]{1,20}$"},
    Field.TYPE_INT64: {"type": "string", "pattern": "^-?[0-9]{1,19}$"},
    Field.TYPE_SINT64: {"type": "string", "pattern": "^-?[0-9]{1,19}$"},
}


def description(schema):
    """The whole description as YAML."""
    paths = {}
    for service in schema.services:
        for method in service.methods:
            paths[f"/v1/{method.path}"] = path(method, schema)
    paths |= routes.PATHS
    return yaml({
        "openapi": "3.1.0",
        "info": {"title": "The local API of a Parlor home", "version": "2", "description": ABOUT},
        "servers": [{"url": "http://parlor", "description": "The host name is not looked at on the socket."}],
        "tags": [{"name": service.name, "description": service.comment} for service in schema.services] + routes.TAGS,
        "paths": paths,
        "components": {"responses": routes.RESPONSES, "schemas": schemas(schema)},
    })


def path(method, schema):
    tag = method.service.name
    result = {
        "post": {
            "operationId": f"{method.service.name}.{method.name}",
            "tags": [tag],
            "summary": method.comment.replace("\n", " ") + (" On the socket only." if method.socket_only else ""),
            "requestBody": {"content": routes.json_of(method.request)},
            "responses": routes.answered_with(method.response),
        }
    }
    if method.is_read:
        result["get"] = {
            "operationId": f"{method.service.name}.{method.name}.get",
            "tags": [tag],
            "summary": method.comment.replace("\n", " "),
            "parameters": [parameter(field, comment) for field, comment in schema.messages[method.request].query()],
            "responses": routes.answered_with(method.response),
        }
        if not result["get"]["parameters"]:
            del result["get"]["parameters"]
    return result


def parameter(field, comment):
    return {"name": field.name, "in": "query", **described(comment), "schema": of(field)}


def described(comment):
    return {"description": comment.replace("\n", " ")} if comment else {}


def schemas(schema):
    """The JSON schema of every message that a method takes or answers with, and of what these hold."""
    wanted, found = list(routes.MESSAGES), {}
    messages = schema.messages | schema.inner_messages
    for service in schema.services:
        wanted += [name for method in service.methods for name in (method.request, method.response)]
    while wanted:
        name = wanted.pop()
        if name in found or name not in messages:
            continue
        message = messages[name]
        fields = {field.name: {**of(field), **described(comment)} for field, comment in message.fields}
        found[name] = {"type": "object", **described(message.comment), "additionalProperties": False}
        if fields:
            found[name]["properties"] = fields
        wanted += [named(field) for field, _ in message.fields if field.type == Field.TYPE_MESSAGE]
    for name, (comment, values) in (schema.enums | schema.inner_enums).items():
        meanings = " ".join(f"{value}: {meaning}" for value, meaning in values if meaning)
        text = f"{comment} {meanings}".replace("\n", " ").strip()
        found[name] = {"type": "string", **described(text), "enum": [value for value, _ in values]}
    found["Any"] = {
        "type": "object",
        "description": "A message of the schema with its type: the other fields are those of the message.",
        "required": ["@type"],
        "properties": {"@type": {"type": "string", "examples": ["type.googleapis.com/parlor.MessageView"]}},
        "additionalProperties": True,
    }
    return dict(sorted(found.items()))


def of(field):
    """The JSON schema of a field."""
    one = single(field)
    return {"type": "array", "items": one} if field.label == Field.LABEL_REPEATED else one


def named(field):
    """The name of the type of a field, with the messages that it is declared in."""
    kind = field.type_name.removeprefix(".parlor.")
    return kind.split(".")[-1] if kind.startswith(".") else kind


def single(field):
    if field.type in (Field.TYPE_MESSAGE, Field.TYPE_ENUM):
        return {"$ref": f"#/components/schemas/{named(field)}"}
    if field.type == Field.TYPE_STRING:
        return {"type": "string"}
    if field.type == Field.TYPE_BOOL:
        return {"type": "boolean"}
    if field.type == Field.TYPE_BYTES:
        return {"type": "string", "contentEncoding": "base64"}
    return dict(NUMBERS[field.type])


def yaml(value, indent=0):
    """A value as YAML: texts of several lines as blocks, all other texts in double quotes."""
    pad = "  " * indent
    lines = []
    for key, item in value.items():
        name = key if key.replace("-", "").replace("_", "").isalnum() and not key.isdigit() else json.dumps(key)
        lines += entry(f"{pad}{name}:", item, indent)
    return "\n".join(lines) + ("\n" if indent == 0 else "")


def entry(begin, item, indent):
    if isinstance(item, dict):
        return [begin, yaml(item, indent + 1)] if item else [f"{begin} {{}}"]
    if isinstance(item, list):
        if all(not isinstance(one, (dict, list)) for one in item):
            return [f"{begin} {json.dumps(item)}"]
        lines = [begin]
        for one in item:
            first, *rest = yaml(one, indent + 2).split("\n")
            lines += ["  " * (indent + 1) + "- " + first.lstrip(), *rest]
        return lines
    if isinstance(item, str) and "\n" in item:
        pad = "  " * (indent + 1)
        return [f"{begin} |", *(f"{pad}{line}".rstrip() for line in item.rstrip().split("\n"))]
    return [f"{begin} {json.dumps(item)}"]
