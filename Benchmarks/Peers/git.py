"""Pushes commits of one small file each into an empty repository beside it, and prints how many a second.

git.py FOLDER COMMITS
"""
import subprocess
import sys
import time

folder, commits = sys.argv[1], int(sys.argv[2])


def git(*words, text=None):
    return subprocess.run(
        ["git", *words], input=text, check=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)


git("init", "--quiet", folder + "/from")
git("init", "--quiet", "--bare", folder + "/to")
lines = []
for number in range(commits):
    body = ("%08d" % number) + "x" * 188
    lines.append(
        "commit refs/heads/main\ncommitter Ada <ada@example.org> %d +0000\ndata 1\nm\n"
        "M 100644 inline record\ndata 196\n%s\n" % (1_700_000_000 + number, body))
git("-C", folder + "/from", "fast-import", text="".join(lines).encode())
start = time.perf_counter()
git("-C", folder + "/from", "push", "--quiet", folder + "/to", "main")
print("rate", commits / (time.perf_counter() - start))
