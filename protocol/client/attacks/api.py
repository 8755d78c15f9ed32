"""The local API of a daemon (protocol/api.yaml) over the socket in its home."""
import http.client
import json
import socket
import threading


class Refused(Exception):
    pass


class _Connection(http.client.HTTPConnection):
    def __init__(self, path, timeout):
        super().__init__("parlor", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class API:
    """Requests to one home; each thread has a connection of its own. Numbers of 64 bits come as strings."""

    def __init__(self, home, patience=60):
        self.path, self.patience = f"{home}/api.sock", patience
        self.own = threading.local()

    def call(self, method, **request):
        """Returns the answer of a method, as in call("chat/post", room="lobby", text="hello")."""
        for last in (False, True):
            connection = getattr(self.own, "connection", None) or _Connection(self.path, self.patience)
            self.own.connection = connection
            try:
                connection.request("POST", "/v1/" + method, json.dumps(request), {"Content-Type": "application/json"})
                answer = connection.getresponse()
                data = answer.read()
                break
            except (http.client.HTTPException, ConnectionError):
                # A connection that was idle for too long is closed by the other side.
                connection.close()
                self.own.connection = None
                if last:
                    raise
        if answer.status >= 400:
            raise Refused(json.loads(data).get("message", data))
        return json.loads(data)

    def follow(self, route, take):
        """Gives each change of a stream to `take` until it says false; returns what ends it sooner."""
        connection = _Connection(self.path, None)
        connection.request("GET", "/v1" + route)
        answer = connection.getresponse()

        def read():
            try:
                for line in answer:
                    if line.startswith(b"data:") and take(json.loads(line[5:])) is False:
                        break
            except (OSError, ValueError, http.client.HTTPException):
                pass
            finally:
                connection.close()
        threading.Thread(target=read, daemon=True).start()

        def end():
            try:
                connection.sock and connection.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        return end
