"""Attacks on identities: certificates, names, crowds of strangers, somebody in between. protocol/links.md sections 2, 3 and 16."""
import datetime
import socket
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import NameOID

import schema
from attacks import attack
from attacks.api import API
from attacks.ground import ENDS
from link import Identity, node_id
from raw import Raw


def certified(key, days=(-1, 3650), name="parlor", more=None, signer=None):
    """An identity with another certificate; `more` is the size of an extension."""
    identity = Identity.__new__(Identity)
    fresh = Identity("Mallory")
    identity.__dict__.update(fresh.__dict__)
    now = datetime.datetime.now(datetime.timezone.utc)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = (x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(now + datetime.timedelta(days=days[0]))
            .not_valid_after(now + datetime.timedelta(days=days[1])))
    if more:
        made = made.add_extension(x509.UnrecognizedExtension(x509.ObjectIdentifier("1.3.6.1.4.1.1"), bytes(more)), False)
    plain = isinstance(key, ed25519.Ed25519PrivateKey)
    identity.key = key
    identity.certificate = made.sign(signer or key, None if plain else hashes.SHA256())
    identity.node = node_id(key.public_key())
    return identity


@attack()
def certificates(ground):
    """certificates of other kinds: RSA, Ed25519, other curves, out of date, signed by somebody else, of 60 KB"""
    def curve(kind=ec.SECP256R1):
        return ec.generate_private_key(kind())
    weak = rsa.generate_private_key(65_537, 2_048)
    kinds = {
        "RSA": certified(weak), "Ed25519": certified(ed25519.Ed25519PrivateKey.generate()),
        "P-384": certified(curve(ec.SECP384R1)), "P-521": certified(curve(ec.SECP521R1)), "secp256k1": certified(curve(ec.SECP256K1)),
        "out of date": certified(curve(), (-20, -10)), "not valid yet": certified(curve(), (10, 20)),
        "signed by another key": certified(curve(), signer=curve()), "60 KB": certified(curve(), more=60_000),
        "markup in its name": certified(curve(), name="<b>\x1b[31mAda")}
    taken, refused = set(), set()
    while ground.goes_on():
        for name, identity in kinds.items():
            raw = None
            try:
                raw = Raw(ground.address, ground.place(), identity).hello()
                (taken if raw.alive() else refused).add(name)
            except ENDS:
                refused.add(name)
            finally:
                if raw:
                    raw.end()
    assert not taken & {"Ed25519", "secp256k1", "60 KB"}, f"taken: {', '.join(sorted(taken))}"
    return f"taken: {', '.join(sorted(taken)) or 'none'}; refused: {', '.join(sorted(refused))}"


@attack(disk=6)
def strangers(ground):
    """ever new strangers with names, more than are remembered"""
    count, api = 0, API(ground.facts["home"])
    while ground.goes_on() or count < 400 and ground.rest() > -60:
        raw = ground.link(Identity(f"Mallory {count}"))
        if raw:
            count += 1
            raw.end()
    known = len(api.call("peers/list").get("peers", []))
    assert known <= 257 + 16, f"{known} peers are remembered"
    return f"{count} strangers, {known} peers remembered"


@attack()
def names(ground):
    """a stolen name, and names with markup, escapes, right-to-left marks and a thousand letters"""
    api, seen = API(ground.facts["home"]), 0
    wild = ["Bob", "B\u200bob", "\x1b[2J\x1b[31mBob", "<script>alert(1)</script>", "\u202eboB", "B" * 1000, "\0Bob\n\r\t", "", " Bob "]
    while ground.goes_on():
        for name in wild:
            raw = ground.link(Identity(name))
            if raw is None:
                continue
            peer = next((peer for peer in api.call("peers/list").get("peers", []) if peer.get("online") and not peer.get("paired")), {})
            shown = peer.get("name", "")
            seen += 1
            assert shown.isprintable() and len(shown.encode()) <= 63, f"the name {shown!r} is shown"
            assert shown != "Bob" or peer.get("name_is_taken"), f"a stranger is called Bob and nobody is told ({name!r})"
            raw.send(profile=schema.Profile(author=raw.identity.author, name="Bob\x07", colour="\x1b[0m"))
            raw.alive()
            raw.end()
    return f"{seen} names"


@attack()
def between(ground):
    """bytes between two nodes turned over, left out and sent twice"""
    server = socket.create_server(("127.0.0.1", 0))
    address, count, harm = "127.0.0.1:%d" % server.getsockname()[1], [0], ["turned", "left out", "twice"]

    def carry(one, other, lie):
        passed = 0
        try:
            while data := one.recv(1 << 14):
                passed += 1
                if lie and passed == 3:
                    at = len(data) // 2
                    data = {"turned": data[:at] + bytes([data[at] ^ 1]) + data[at + 1:], "left out": data[:at] + data[at + 1:],
                            "twice": data + data}[lie]
                other.sendall(data)
        except OSError:
            pass
        finally:
            for end in (one, other):
                end.close()

    def serve():
        while True:
            one, _ = server.accept()
            try:
                other = ground.socket()
            except OSError:
                one.close()
                continue
            for end in (one, other):
                end.settimeout(5)
            threading.Thread(target=carry, args=(one, other, harm[count[0] % 3]), daemon=True).start()
            threading.Thread(target=carry, args=(other, one, None), daemon=True).start()
    threading.Thread(target=serve, daemon=True).start()
    while ground.goes_on():
        try:
            raw = Raw(address, "127.0.0.1").hello()
            for number in range(5):
                raw.send(ping=schema.Ping(number=number))
                raw.until("pong")
            lives = raw.alive()
        except ENDS:
            lives = False
        assert not lives, "a link goes on although its bytes were changed"
        count[0] += 1
    return f"{count[0]} links, all of them ended"
