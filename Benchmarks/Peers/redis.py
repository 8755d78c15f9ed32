"""Adds records to a Redis stream that is on disk before each answer, and prints how many a second.

redis.py FOLDER RECORDS WINDOW: WINDOW records wait for their answers at most; 1 is one after the other.
"""
import socket
import subprocess
import sys
import time

folder, records, window = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
path = folder + "/redis.sock"
server = subprocess.Popen(
    ["redis-server", "--port", "0", "--unixsocket", path, "--dir", folder, "--save", "",
     "--appendonly", "yes", "--appendfsync", "always"],
    stdout=subprocess.DEVNULL)
try:
    link = socket.socket(socket.AF_UNIX)
    for _ in range(1000):
        try:
            link.connect(path)
            break
        except OSError:
            time.sleep(0.01)
    command = b"*5\r\n$4\r\nXADD\r\n$1\r\ns\r\n$1\r\n*\r\n$1\r\nb\r\n$196\r\n" + b"x" * 196 + b"\r\n"
    start, sent, lines = time.perf_counter(), 0, 0
    while lines < 2 * records:
        # An answer has two lines; the window is filled again when half of it is answered.
        waiting = sent - lines // 2
        if sent < records and waiting <= window // 2:
            count = min(window - waiting, records - sent)
            link.sendall(command * count)
            sent += count
        part = link.recv(1 << 20)
        if not part or part.startswith(b"-"):
            sys.exit("redis-server refused: " + part.decode(errors="replace"))
        lines += part.count(b"\n")
    print("rate", records / (time.perf_counter() - start))
finally:
    server.kill()
    server.wait()
