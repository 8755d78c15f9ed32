"""A link that breaks rules: whole frames, or what is none, over TLS. protocol/links.md sections 2 and 3."""
import socket

from OpenSSL import SSL

import schema
from link import Identity


class Raw:
    """A link without rules: TLS and whole frames, nothing else. `patience` is how long a word of the daemon may take, in seconds."""

    def __init__(self, address, source, identity=None, alpn=b"parlor/1", certificate=True, newest=SSL.TLS1_3_VERSION,
                 patience=8):
        self.identity = identity or Identity("Mallory")
        context = self.identity.context() if certificate else SSL.Context(SSL.TLS_METHOD)
        context.set_max_proto_version(newest)
        if newest != SSL.TLS1_3_VERSION:
            context.set_min_proto_version(newest)
        context.set_alpn_protos([alpn])
        host, port = address.split(":")
        self.sock = socket.create_connection((host, int(port)), 5, (source, 0))
        self.sock.settimeout(None)
        # A blocking socket with a time limit of its own: pyOpenSSL wants no timeout of Python's.
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            self.sock.setsockopt(socket.SOL_SOCKET, option, patience.to_bytes(8, "little") + bytes(8))
        self.tls = SSL.Connection(context, self.sock)
        self.tls.set_connect_state()
        self.waiting = b""
        try:
            self.tls.do_handshake()
        except BaseException:
            self.sock.close()
            raise

    def send(self, **body):
        self.frame(schema.Frame(**body).SerializeToString())

    def frame(self, data):
        self.raw(len(data).to_bytes(4, "big") + data)

    def raw(self, data):
        self.tls.sendall(data)

    def hello(self):
        self.send(hello=self.identity.hello(0))
        return self

    def read(self):
        """The next frame, or None at the end."""
        try:
            while len(self.waiting) < 4 or len(self.waiting) < 4 + int.from_bytes(self.waiting[:4], "big"):
                self.waiting += self.tls.recv(1 << 16)
        except SSL.WantReadError:
            raise TimeoutError("the daemon says nothing and stays") from None
        except (SSL.Error, OSError):
            return None
        size = int.from_bytes(self.waiting[:4], "big")
        frame, self.waiting = schema.Frame.FromString(self.waiting[4:4 + size]), self.waiting[4 + size:]
        return frame

    def until(self, kind):
        """The next frame of a kind, or None at the end."""
        while (frame := self.read()) is not None:
            if frame.WhichOneof("body") == kind:
                return getattr(frame, kind)
        return None

    def reason(self):
        """The reason of the goodbye with which the daemon closes."""
        word = self.until("goodbye")
        return schema.GoodbyeReason.Name(word.reason)[15:] if word else "closed"

    def end(self):
        """Without a word, as a cut would."""
        self.sock.close()

    def alive(self):
        self.send(ping=schema.Ping(number=77))
        word = self.until("pong")
        return word is not None and word.number == 77
