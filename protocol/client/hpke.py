"""HPKE, RFC 9180, base mode: X25519, HKDF-SHA256, ChaCha20-Poly1305; one message for each key."""
import hmac
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KEM = b"KEM" + (0x20).to_bytes(2, "big")
SUITE = b"HPKE" + b"".join(number.to_bytes(2, "big") for number in (0x20, 1, 3))


def extract(salt, label, content, suite):
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + content, "sha256")


def expand(key, label, info, size, suite):
    # One block is enough: nothing here is longer than 32 bytes.
    text = size.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.digest(key, text + b"\1", "sha256")[:size]


def public(secret):
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def keyed(shared, encapsulated, receiver, info):
    """The cipher and the nonce of the first message."""
    prk = extract(b"", b"eae_prk", shared, KEM)
    secret = expand(prk, b"shared_secret", encapsulated + receiver, 32, KEM)
    context = b"\0" + extract(b"", b"psk_id_hash", b"", SUITE) + extract(b"", b"info_hash", info, SUITE)
    prk = extract(secret, b"secret", b"", SUITE)
    return ChaCha20Poly1305(expand(prk, b"key", context, 32, SUITE)), expand(prk, b"base_nonce", context, 12, SUITE)


def opened(secret, encapsulated, info, text):
    """The content of a message for the owner of a secret; ValueError where it is none."""
    shared = X25519PrivateKey.from_private_bytes(secret).exchange(X25519PublicKey.from_public_bytes(encapsulated))
    cipher, nonce = keyed(shared, encapsulated, public(secret), info)
    try:
        return cipher.decrypt(nonce, text, b"")
    except InvalidTag as error:
        raise ValueError("The box cannot be opened.") from error


def sealed(receiver, info, content):
    """The encapsulated key and the text for a receiver's key."""
    secret = os.urandom(32)
    shared = X25519PrivateKey.from_private_bytes(secret).exchange(X25519PublicKey.from_public_bytes(receiver))
    cipher, nonce = keyed(shared, public(secret), receiver, info)
    return public(secret) + cipher.encrypt(nonce, content, b"")
