"""Hashes, ids and signatures: protocol/rooms.md sections 4, 14 and 17; protocol/links.md section 16."""
import base64
import hashlib
import hmac

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

import schema

CHUNK = 32 << 10
LEVELS = 16


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def be32(number):
    return number.to_bytes(4, "big")


def be64(number):
    return number.to_bytes(8, "big")


def base32(data):
    """As people see ids: section 1."""
    return base64.b32encode(data).decode().rstrip("=").lower()


def unbase32(text):
    return base64.b32decode(text.upper() + "=" * (-len(text) % 8))


LOBBY = sha(b"parlor.room.lobby.v1\0")[:16]


def table_id(host, nonce):
    return sha(b"parlor.room.table.v1\0", host, nonce)[:16]


def private_id(opener, nonce):
    return sha(b"parlor.room.private.v1\0", opener, nonce)[:16]


def direct_id(one, other):
    return sha(b"parlor.room.direct.v1\0", *sorted([one, other]))[:16]


def record_id(author, nonce):
    return sha(b"parlor.record.v1\0", author, nonce)[:16]


def derived_nonce(purpose, *ids):
    """The nonce of a record that follows from other ids, so that there is one."""
    return sha(b"parlor.derived.v1\0", purpose.encode(), b"\0", *ids)[:16]


def content_hash(room, record, kind, parent, body):
    """By what one record names another one: section 14. The body is taken in the order of its fields."""
    fields = schema.fields(body)
    return sha(b"parlor.content.v1\0", room, record, be64(kind), parent or bytes(16),
               b"".join(fields[number] for number in sorted(fields)))


def payload_hash(payload):
    return sha(b"parlor.payload.v1\0", payload)


def entry_hash(room, author, incarnation, sequence, previous, payload, header):
    """The hash of an entry; `payload` is the hash of its payload."""
    return sha(b"parlor.entry.v1\0", room, author, be64(incarnation), be64(sequence), previous, payload, header)


def room_digest(room, logs):
    """`logs`: (author, incarnation, sequence, its hash, False), or (…, first forked sequence, hash before it, True)."""
    parts = [b"parlor.digest.v1\0", room]
    for author, incarnation, sequence, head, is_forked in sorted(logs, key=lambda log: log[:2]):
        parts += [author, be64(incarnation), b"\1" if is_forked else b"\0", be64(sequence), head]
    return sha(*parts)


def rooms_digest(rooms):
    """`rooms`: room id to room digest, of the shared rooms that have entries."""
    return sha(b"parlor.rooms.v1\0", *(part for pair in sorted(rooms.items()) for part in pair))


def verified(author, signature, text):
    try:
        Ed25519PublicKey.from_public_bytes(author).verify(signature, text)
        return True
    except (InvalidSignature, ValueError):
        return False


def head_verified(author, head, signature):
    """Whether a head signature, a word and a path, holds for an entry hash."""
    word, path = signature[:64], signature[64:]
    if len(path) % 33 or len(path) > 33 * LEVELS:
        return False
    for at in range(0, len(path), 33):
        beside = path[at + 1:at + 33]
        if path[at] == 0:
            head = sha(b"parlor.heads.v1\0", head, beside)
        elif path[at] == 1:
            head = sha(b"parlor.heads.v1\0", beside, head)
        else:
            return False
    return verified(author, word, b"parlor.head.v1\0" + head)


def head_signed(key, head):
    return key.sign(b"parlor.head.v1\0" + head)


def binding_text(node):
    return b"parlor.binding.v1\0" + node


def pair_commitment(asker, answerer, nonce):
    return sha(b"parlor.pair.commit.v1\0", asker, answerer, nonce)


def pair_code(asker, answerer, asked, answered):
    """The digits and the words that both people compare."""
    code = sha(b"parlor.pair.code.v1\0", asker, answerer, asked, answered)
    text = (schema.folder / "links.md").read_text().split("## 16. Pairing")[1]
    words = text.split("```")[1].split()
    digits = int.from_bytes(code[:8], "big") % 1_000_000
    return f"{digits:06}", "-".join(words[byte] for byte in code[8:12])


def ticket_proof(secret, maker, user):
    return hmac.new(secret, b"parlor.pair.ticket.v1\0" + maker + user, hashlib.sha256).digest()


def ticket_text(maker, secret, addresses):
    return "parlor:" + "/".join([base32(maker), base32(secret), *addresses])


def ticket_parts(text):
    """Node id of the maker, secret, addresses."""
    maker, secret, *addresses = text.strip().removeprefix("parlor:").split("/")
    return unbase32(maker), unbase32(secret), addresses


def chunk_hashes(content):
    return [sha(content[at:at + CHUNK]) for at in range(0, len(content), CHUNK)]


def blob_id(size, chunks):
    return sha(b"parlor.blob.v1\0", be64(size), *chunks)
