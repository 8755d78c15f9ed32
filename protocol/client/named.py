"""Whether every test and check that protocol/attacks.md names is there."""
import pathlib
import re

root = pathlib.Path(__file__).resolve().parents[2]


def missing():
    """The names in attacks.md behind which there is nothing, and how many were looked up."""
    text = (root / "protocol/attacks.md").read_text()
    tests = [path.read_text() for path in sorted(root.glob("Tests/**/*.swift"))]
    found = {"hostile": functions("attacks"), "second": functions(".")}
    wrong, seen = [], 0
    for line in text.splitlines():
        suite = script = None
        for word in re.findall(r"`([^`]+)`", line):
            if match := re.fullmatch(r"scripts/(hostile|second): ([a-z_]+)", word):
                suite, script, name = None, match[1], match[2]
            elif match := re.fullmatch(r"([A-Z]\w+Tests)(?:\.(\w+))?", word):
                suite, script, name = match[1], None, match[2]
            elif suite and (match := re.fullmatch(r"\.(\w+)", word)):
                name = match[1]
            elif script and re.fullmatch(r"[a-z_]+", word):
                name = word
            else:
                continue
            seen += 1
            holds = name in found[script] if script else any(
                re.search(rf"\b{suite}\b", test) and (name is None or re.search(rf"func {name}\b", test)) for test in tests)
            if not holds:
                wrong.append(word if script or not word.startswith(".") else suite + word)
    return wrong, seen


def functions(folder):
    files = sorted((root / "protocol/client" / folder).glob("*.py"))
    return {name for path in files for name in re.findall(r"^def (\w+)\(", path.read_text(), re.M)}
