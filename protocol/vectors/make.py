#!/usr/bin/env python3
"""Writes the vectors of this folder with code that shares nothing with Parlor's.

messages/NAME.json   every message of the schema with every field set: its bytes and its JSON
hashes.json          the hashes and signatures of protocol/rooms.md section 4; protocol/war.md section 9; protocol/links.md section 16

Needs protoc and the Python packages protobuf and cryptography. The files are frozen: a change of
an existing one is a change of the protocol.
"""
import base64
import hashlib
import hmac
import importlib
import json
import pathlib
import subprocess
import sys
import tempfile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor as Field

here = pathlib.Path(__file__).parent
schema = here.parent


def filled(message, depth=0):
    """Sets every field; of a oneof the last one, so that each is set in some vector of its own."""
    for number, field in enumerate(message.DESCRIPTOR.fields):
        value = sample(field, number, depth)
        if value is None:
            continue
        target = getattr(message, field.name)
        if field.type == Field.TYPE_MESSAGE and field.message_type.full_name == "google.protobuf.Any":
            target.Pack(any_message())
        elif field.label == Field.LABEL_REPEATED:
            if field.type == Field.TYPE_MESSAGE:
                filled(target.add(), depth + 1)
            else:
                target.extend([value, value])
        elif field.type == Field.TYPE_MESSAGE:
            target.SetInParent()
            filled(target, depth + 1)
        else:
            setattr(message, field.name, value)
    return message


def any_message():
    """Returns a message for a place that takes any message."""
    return filled(importlib.import_module("event_pb2").Money())


def sample(field, number, depth):
    if field.type == Field.TYPE_MESSAGE:
        return True if depth < 3 else None
    if field.type == Field.TYPE_BYTES:
        return bytes((7 * number + index) % 256 for index in range(32))
    if field.type == Field.TYPE_STRING:
        return f"{field.name} \u2660 {number}"
    if field.type == Field.TYPE_BOOL:
        return True
    if field.type == Field.TYPE_ENUM:
        return field.enum_type.values[-1].number
    return 300 + number


def messages():
    with tempfile.TemporaryDirectory() as folder:
        files = sorted(path.name for path in schema.glob("*.proto"))
        subprocess.run(
            ["protoc", f"--proto_path={schema}", f"--python_out={folder}", *files], check=True)
        sys.path.insert(0, folder)
        for name in files:
            module = importlib.import_module(name.replace(".proto", "_pb2"))
            for kind in module.DESCRIPTOR.message_types_by_name:
                message = filled(getattr(module, kind)())
                text = json_format.MessageToJson(message, preserving_proto_field_name=True)
                yield kind, {
                    "bytes": message.SerializeToString(deterministic=True).hex(),
                    "json": json.loads(text),
                }


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def hashes():
    secret = bytes(range(32))
    key = Ed25519PrivateKey.from_private_bytes(secret)
    author = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    nonce = bytes(range(100, 116))
    room = sha(b"parlor.room.table.v1\0", author, nonce)[:16]
    payload, header = b"a payload", b"a header"
    payload_hash = sha(b"parlor.payload.v1\0", payload)
    first = sha(b"parlor.entry.v1\0", room, author, (0).to_bytes(8, "big"), (1).to_bytes(8, "big"),
                bytes(32), payload_hash, header)
    second = sha(b"parlor.entry.v1\0", room, author, (0).to_bytes(8, "big"), (2).to_bytes(8, "big"),
                 first, payload_hash, header)
    node = sha(b"a node")
    digest = sha(b"parlor.digest.v1\0", room, author, (0).to_bytes(8, "big"), b"\0",
                 (2).to_bytes(8, "big"), second)
    forked = sha(b"parlor.digest.v1\0", room, author, (0).to_bytes(8, "big"), b"\1",
                 (2).to_bytes(8, "big"), first)
    # Three heads signed at once: the second stands to the right of the first, the third goes up alone.
    root = sha(b"parlor.heads.v1\0", sha(b"parlor.heads.v1\0", first, second), payload_hash)
    second_of_three = key.sign(b"parlor.head.v1\0" + root) + b"\1" + first + b"\0" + payload_hash
    # Pairing, section 16: the first node asks, the second answers.
    other = sha(b"another node")
    commitment = sha(b"parlor.pair.commit.v1\0", node, other, payload_hash)
    code = sha(b"parlor.pair.code.v1\0", node, other, payload_hash, first)
    proof = hmac.new(nonce, b"parlor.pair.ticket.v1\0" + node + other, hashlib.sha256).digest()
    ticket = "/".join([base32(node), base32(nonce), "192.168.1.20:7711", "[fd00::1]:7711"])
    # A blob of two chunks, section 17: 40,000 bytes that count up.
    content = bytes(byte % 251 for byte in range(40_000))
    chunks = [sha(content[:32 << 10]), sha(content[32 << 10:])]
    blob = sha(b"parlor.blob.v1\0", len(content).to_bytes(8, "big"), *chunks)
    return {
        "blob": blob.hex(), "blob_hashes": b"".join(chunks).hex(),
        "other_node": other.hex(), "pair_commitment": commitment.hex(),
        "pair_digits": f"{int.from_bytes(code[:8], 'big') % 1_000_000:06}",
        "pair_words": "-".join(words()[byte] for byte in code[8:12]),
        "ticket": "parlor:" + ticket, "ticket_proof": proof.hex(),
        "secret": secret.hex(), "author": author.hex(), "nonce": nonce.hex(), "room": room.hex(),
        "payload": payload.hex(), "header": header.hex(), "payload_hash": payload_hash.hex(),
        "first_entry": first.hex(), "second_entry": second.hex(),
        "head_signature": key.sign(b"parlor.head.v1\0" + second).hex(),
        "second_of_three_signature": second_of_three.hex(),
        "node": node.hex(), "binding": key.sign(b"parlor.binding.v1\0" + node).hex(),
        "digest": digest.hex(), "digest_forked_at_2": forked.hex(),
    }


def base32(data):
    return base64.b32encode(data).decode().rstrip("=").lower()


def words():
    """The list of section 16."""
    text = (schema / "links.md").read_text().split("## 16. Pairing")[1]
    return text.split("```")[1].split()


def write(path, content):
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


for name, content in messages():
    write(here / "messages" / f"{name}.json", content)
write(here / "hashes.json", hashes())
