"""Measures what reading hostile files costs: scripts/files."""
import concurrent.futures
import os
import re
import subprocess
import sys

#: Bytes of junk. The larger ones differ only in what a byte costs; twice the bytes may cost so much more than twice.
SIZE, SLACK = 6_000, 1.35
#: Of a large file: its bytes, memory above it, and seconds for each MiB.
LARGE, MEMORY, SECONDS = 4 << 20, 64 << 20, 2.0


def instructions(program, *words):
    """Returns the cost of a run, as callgrind counts it."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *map(str, words)],
                          capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]), done.stdout.strip()


def grown(program, form, junk):
    """Whether n, 2n and 4n bytes cost as much more as there are more of them."""
    costs, said = [], ""
    for size in (SIZE, 2 * SIZE, 4 * SIZE):
        read, said = instructions(program, form, junk, size, 1)
        costs.append(read - instructions(program, "no-" + form, junk, size, 1)[0])
    # A cost that is the same for a file of any length stands in all three.
    first, second = costs[1] - costs[0], costs[2] - costs[1]
    factor = second / max(first, 100_000)
    return factor <= 2 * SLACK, f"{form} {junk}: {' '.join(f'{cost / 1e6:.1f}' for cost in costs)} M, {factor:.1f} for 2 ({said[:60]})"


def large(program, form, junk):
    """Whether a large file costs no more memory and time than it may."""
    def run(name):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(writing, 1)
            os.execv(program, [program, name, junk, str(LARGE), "1"])
        os.close(writing)
        with os.fdopen(reading) as said:
            words = said.read().strip()
        _, code, used = os.wait4(child, 0)
        return code, used.ru_maxrss << 10, used.ru_utime + used.ru_stime, words
    _, before, made, _ = run("no-" + form)
    code, most, took, said = run(form)
    memory, seconds = most - before, (took - made) / (LARGE >> 20)
    return (code == 0 and memory <= MEMORY and seconds <= SECONDS,
            f"{form} {junk}: +{memory >> 20} MiB, {seconds:.2f} s a MiB, ends with {code} ({said[:60]})")


def main():
    words = sys.argv[1:]
    measure, words = (large, words[1:]) if words[0] == "--large" else (grown, words)
    program, chosen = words[0], words[1:]
    forms, junks = (line.split() for line in subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines())
    pairs = [(form, junk) for form in forms if not chosen or form in chosen for junk in junks]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(1 if measure is large else 2) as pool:
        for fine, line in pool.map(lambda pair: measure(program, *pair), pairs):
            wrong += not fine
            print(("ok     " if fine else "OVER   ") + line, flush=True)
    print(f"{len(pairs)} files, {wrong} over")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
