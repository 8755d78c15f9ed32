"""A link: TLS, frames and the Hello. protocol/links.md sections 2 and 3."""
import datetime
import os
import socket
import threading
import time

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from OpenSSL import SSL

import schema
from hashes import binding_text, sha, verified

RAW = (serialization.Encoding.Raw, serialization.PublicFormat.Raw)
ALPN = b"parlor/1"
VERSION = 2
BEFORE_HELLO, FROM_STRANGER, FROM_PAIRED = 4 << 10, 64 << 10, 1 << 20


class Identity:
    """The key of a node, and the account of its one person."""

    def __init__(self, name, colour="green"):
        self.name, self.colour = name, colour
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.node = node_id(self.key.public_key())
        self.account = Ed25519PrivateKey.generate()
        self.author = self.account.public_key().public_bytes(*RAW)
        subject = x509.Name([])
        now = datetime.datetime.now(datetime.timezone.utc)
        self.certificate = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(subject)
            .public_key(self.key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=3650))
            .sign(self.key, hashes.SHA256()))

    def context(self):
        context = SSL.Context(SSL.TLS_METHOD)
        context.set_min_proto_version(SSL.TLS1_3_VERSION)
        context.use_privatekey(self.key)
        context.use_certificate(self.certificate)
        # Any certificate will do, but there must be one: who it is follows from its key.
        context.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, lambda *_: True)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.set_session_id(os.urandom(16))
        context.set_alpn_protos([ALPN])
        context.set_alpn_select_callback(
            lambda _, offered: ALPN if ALPN in offered else SSL.NO_OVERLAPPING_PROTOCOLS)
        return context

    def hello(self, port):
        hello = schema.Hello(
            lowest_version=VERSION, highest_version=VERSION, node_name=self.name, port=port,
            wall_milliseconds=time.time_ns() // 1_000_000)
        hello.accounts.add(
            author=self.author, name=self.name, colour=self.colour,
            signature=self.account.sign(binding_text(self.node)))
        return hello


def node_id(key):
    return sha(key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo))


class Broken(Exception):
    """The peer broke a rule; the link ends with this reason."""

    def __init__(self, text, reason=None):
        super().__init__(text)
        self.reason = reason or schema.GOODBYE_REASON_PROTOCOL


class Link:
    """One connection. `node` is who uses it; its lock is held while anything here is changed."""

    def __init__(self, node, sock, dialled):
        self.node, self.sock, self.dialled = node, sock, dialled
        self.peer = self.hello = self.goodbye = None
        self.accounts = {}
        # The number of this dial, as the side that dialled counts it, and the run of that count.
        self.dial = 0, 0
        self.closed = False
        # Whether the digests over all rooms were the same when they were last compared.
        self.agreed = None
        self.syncs = {}
        self.heard = self.pinged = time.monotonic()
        self.tls = SSL.Connection(node.identity.context(), None)
        self.tls.set_connect_state() if dialled else self.tls.set_accept_state()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        try:
            self.shake()
            with self.node.lock:
                hello = self.node.identity.hello(self.node.port)
                if self.dialled:
                    self.node.dials += 1
                    hello.dial, hello.run = self.dial = self.node.dials, self.node.run
                self.send(hello=hello)
            self.read()
        except Broken as broken:
            self.close(broken.reason, str(broken))
        except (OSError, SSL.Error):
            self.close()
        except Exception as error:
            self.node.errors.append(error)
            self.close()
            raise

    def shake(self):
        deadline = time.monotonic() + 5
        while True:
            try:
                self.tls.do_handshake()
                break
            except SSL.WantReadError:
                self.flush()
                self.receive(deadline)
        self.flush()
        if self.tls.get_alpn_proto_negotiated() != ALPN:
            raise OSError("the other side does not speak parlor/1")
        self.peer = node_id(self.tls.get_peer_certificate(as_cryptography=True).public_key())
        self.deadline = deadline

    def receive(self, deadline):
        self.sock.settimeout(max(0.01, deadline - time.monotonic()))
        data = self.sock.recv(1 << 16)
        if not data:
            raise OSError("the link ended")
        with self.node.lock:
            self.tls.bio_write(data)

    def flush(self):
        while True:
            try:
                self.sock.sendall(self.tls.bio_read(1 << 16))
            except SSL.WantReadError:
                return

    def read(self):
        """Frames as they come, until the end."""
        waiting, begun = b"", None
        while not self.closed:
            try:
                with self.node.lock:
                    waiting += self.tls.recv(1 << 16)
            except SSL.WantReadError:
                wait = self.deadline if self.hello is None else (begun or time.monotonic()) + (15 if begun else 60)
                self.receive(wait)
                continue
            self.heard = time.monotonic()
            while len(waiting) >= 4:
                size = int.from_bytes(waiting[:4], "big")
                if not 1 <= size <= self.longest():
                    raise Broken("A frame of that length is not taken.")
                if len(waiting) < 4 + size:
                    break
                frame, waiting = waiting[4:4 + size], waiting[4 + size:]
                with self.node.lock:
                    if not self.closed:
                        self.take(frame)
                        self.node.changed.notify_all()
            begun = (begun or time.monotonic()) if waiting else None

    def longest(self):
        if self.hello is None:
            return BEFORE_HELLO
        return FROM_PAIRED if self.peer in self.node.paired else FROM_STRANGER

    def take(self, data):
        try:
            frame = schema.Frame.FromString(data)
        except Exception as error:
            raise Broken("A frame cannot be decoded.") from error
        kind = frame.WhichOneof("body")
        if kind is None:
            if not frame.optional:
                raise Broken("A frame is of an unknown kind.", schema.GOODBYE_REASON_UNSUPPORTED)
        elif kind == "goodbye":
            self.goodbye = frame.goodbye
            self.close()
        elif kind == "hello":
            self.greet(frame.hello)
        elif self.hello is None:
            raise Broken("The first frame must be the Hello.")
        elif kind == "ping":
            self.send(pong=schema.Pong(number=frame.ping.number))
        elif kind != "pong":
            self.node.frame(self, kind, getattr(frame, kind))

    def greet(self, hello):
        if self.hello is not None:
            raise Broken("There was a Hello already.")
        if hello.lowest_version > VERSION or hello.highest_version < VERSION:
            raise Broken(f"Only version {VERSION} is spoken here.", schema.GOODBYE_REASON_VERSION)
        if len(hello.accounts) > 16:
            raise Broken("Too many accounts.")
        for account in hello.accounts:
            if not verified(account.author, account.signature, binding_text(self.peer)):
                raise Broken("An account does not live on that node.")
            self.accounts[account.author] = account.name
        if self.peer == self.node.identity.node:
            raise Broken("This is the node itself.", schema.GOODBYE_REASON_SELF)
        self.hello = hello
        if not self.dialled:
            self.dial = hello.dial, hello.run
        self.node.up(self)

    def displaces(self, older):
        """Whether this link stays of two to one node: both ends must say the same, in any order of the Hellos (section 3)."""
        if self.dialled != older.dialled:
            return self.dialled == (self.node.identity.node < self.peer)
        (number, run), (last, run_before) = self.dial, older.dial
        return number > last if number and last and run == run_before else True

    def send(self, **body):
        """Sends one frame: its body by the name of the field."""
        if self.closed:
            return
        data = schema.Frame(**body).SerializeToString()
        try:
            self.tls.sendall(len(data).to_bytes(4, "big") + data)
            self.flush()
        except (OSError, SSL.Error):
            self.close()

    def tick(self, now):
        """Once a second."""
        if self.hello is None or self.closed:
            return
        if now - self.heard > 45:
            self.close(schema.GOODBYE_REASON_SILENCE, "Nothing was heard for too long.")
        elif now - max(self.heard, self.pinged) > 15:
            self.pinged = now
            self.send(ping=schema.Ping(number=int(now)))

    def close(self, reason=None, text=""):
        with self.node.lock:
            if self.closed:
                return
            if reason is not None and self.peer is not None:
                self.send(goodbye=schema.Goodbye(reason=reason, text=text, lowest_version=VERSION, highest_version=VERSION))
            self.closed = True
            try:
                self.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            self.sock.close()
            self.node.down(self)
            self.node.changed.notify_all()
