"""Publishes records to a NATS JetStream stream that is kept in files, and prints how many a second are acknowledged.

nats.py FOLDER RECORDS WINDOW: WINDOW records wait for their acknowledgement at most.
"""
import socket
import subprocess
import sys
import time

folder, records, window = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
finder = socket.socket()
finder.bind(("127.0.0.1", 0))
port = finder.getsockname()[1]
finder.close()
server = subprocess.Popen(
    ["nats-server", "-js", "-sd", folder, "-a", "127.0.0.1", "-p", str(port)],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    for _ in range(1000):
        try:
            link = socket.create_connection(("127.0.0.1", port))
            break
        except OSError:
            time.sleep(0.01)
    stream = b'{"name":"s","subjects":["r"],"storage":"file"}'
    link.sendall(
        b'CONNECT {"verbose":false}\r\nSUB made 1\r\nSUB done 2\r\n'
        b"PUB $JS.API.STREAM.CREATE.s made %d\r\n%s\r\n" % (len(stream), stream))
    answer = b""
    while b"MSG made" not in answer or not answer.endswith(b"}\r\n"):
        answer += link.recv(1 << 16)
    if b'"error"' in answer:
        sys.exit("nats-server refused: " + answer.decode(errors="replace"))
    command = b"PUB r done 196\r\n" + b"x" * 196 + b"\r\n"
    start, sent, lines = time.perf_counter(), 0, 0
    while lines < 2 * records:
        waiting = sent - lines // 2
        if sent < records and waiting <= window // 2:
            count = min(window - waiting, records - sent)
            link.sendall(command * count)
            sent += count
        part = link.recv(1 << 20)
        if not part:
            sys.exit("nats-server closed the connection")
        if part.startswith(b"PING"):
            link.sendall(b"PONG\r\n")
            continue
        lines += part.count(b"\n")
    print("rate", records / (time.perf_counter() - start))
finally:
    server.kill()
    server.wait()
