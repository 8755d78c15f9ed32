"""The files of the page as the daemon serves them: modules bundled into few files, the styles in one, both without what only people read.

esbuild does it. What the first screen needs is one file; each area that is fetched when it is opened has one more, and what some of
them have in common. The daemon serves all of them below a hash of the whole, so their names need not say which version they are.
"""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

#: The common style sheet, and the folder of those of the areas.
SHEET, SHEETS = "style.css", "css"
#: The module that a browser runs first, and the one of the stream's worker, which runs by itself.
FIRST, WORKER = "js/main.js", "js/stream-worker.js"
#: Both releases of a browser that the page is written for run these words as they are.
OPTIONS = ["--minify", "--charset=utf8", "--log-level=error"]
MODULES = ["--bundle", "--format=esm", "--target=es2022", *OPTIONS]


def esbuild(folder, *words, given=None):
    """What esbuild prints, run in a folder: it writes paths as seen from there, and these must be the same on all machines."""
    done = subprocess.run(["esbuild", *words], cwd=folder, input=given, stdout=subprocess.PIPE, check=True)
    return done.stdout


def version():
    return esbuild(".", "--version").decode().strip()


def sheets(page):
    """All styles as one text, in the order in which the daemon joins those of a folder."""
    return b"".join(path.read_bytes() for path in [page / SHEET, *sorted((page / SHEETS).glob("*.css"))])


def modules(page, into):
    """Bundles the modules; returns the name of the file with all that the first screen needs.

    A bundler puts what two files need into a third one, which the browser then fetches as well, and there would be thirty. So each
    area is told to need the first module as a whole: all that is in common with it is one file then.
    """
    with tempfile.TemporaryDirectory() as place:
        scratch = pathlib.Path(place) / "page"
        shutil.copytree(page / "js", scratch / "js")
        (scratch / "js/all.js").write_text("import './main.js';\n")
        esbuild(scratch, FIRST, *MODULES, "--splitting", "--inject:js/all.js", "--outbase=.", "--outdir=out", "--entry-names=[dir]/[name]",
                "--chunk-names=js/[name]-[hash]", "--metafile=out/meta.json")
        esbuild(scratch, WORKER, *MODULES, f"--outfile=out/{WORKER}")
        made = json.loads((scratch / "out/meta.json").read_text())["outputs"]
        (scratch / "out/meta.json").unlink()
        shutil.copytree(scratch / "out/js", into / "js")
    [first] = (name for name, about in made.items() if FIRST in about["inputs"])
    return first.removeprefix("out/")


def bundle(page, into, others):
    """Writes the served files below a folder; `others` are the names of those that are taken as they are."""
    into.mkdir(parents=True)
    for name in others:
        shutil.copyfile(page / name, into / name)
    (into / SHEET).write_bytes(esbuild(page, "--loader=css", *OPTIONS, given=sheets(page)))
    first = modules(page, into)
    index = (page / "index.html").read_text()
    # Comments are not for browsers.
    index = re.sub(r"<!--.*?-->\n", "", index)
    (into / "index.html").write_text(index.replace(f"/{FIRST}", f"/{first}"))


def total(page, names):
    """A hash of the files from which the bundle is made."""
    hasher = hashlib.sha256()
    for name in names:
        content = (page / name).read_bytes()
        hasher.update(f"{name}\0{len(content)}\0".encode() + content)
    return hasher.hexdigest()
