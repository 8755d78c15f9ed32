"""The time at which each message is shown at each node: from the streams of changes, all read by one thread."""
import re
import selectors
import socket
import threading
import time

# All of our messages have such a text; the number is that of the message.
TEXT = "crowd message {}."
SHOWN = re.compile(rb'"text":"crowd message (\d+)\."')
# An event may come in two pieces; no text of ours is longer than this.
OVERLAP = 64


class Arrivals:
    """Follows the lobby at every node until it is closed."""

    def __init__(self, members):
        self.size = len(members)
        # For each message the time at which each node showed it first.
        self.seen = {}
        self.selector = selectors.DefaultSelector()
        self.is_closed = False
        for member in members:
            stream = socket.socket(socket.AF_UNIX)
            stream.settimeout(20)
            stream.connect(member.daemon.home + "/api.sock")
            stream.sendall(b"GET /v1/stream?room=lobby HTTP/1.1\r\nHost: parlor\r\n\r\n")
            begun = b""
            while b"event: ready" not in begun:
                piece = stream.recv(1 << 16)
                if not piece:
                    raise OSError(f"{member.daemon.name} ends its stream")
                begun += piece
            stream.setblocking(False)
            self.selector.register(stream, selectors.EVENT_READ, [member.number, b""])
        self.thread = threading.Thread(target=self.follow, daemon=True)
        self.thread.start()

    def follow(self):
        while not self.is_closed:
            for key, _ in self.selector.select(0.2):
                piece = key.fileobj.recv(1 << 18)
                if not piece:
                    self.selector.unregister(key.fileobj)
                    continue
                number, rest = key.data
                for found in SHOWN.finditer(rest + piece):
                    self.seen.setdefault(int(found[1]), {}).setdefault(number, time.monotonic())
                key.data[1] = (rest + piece)[-OVERLAP:]

    def shown_at(self, message):
        """Returns the number of nodes that show a message."""
        return len(self.seen.get(message, {}))

    def last(self, message):
        """Returns the time at which the last node showed a message."""
        return max(self.seen[message].values())

    def close(self):
        self.is_closed = True
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.selector.close()
