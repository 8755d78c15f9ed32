"""Files of drawings in programs of others: librsvg, Chromium, Poppler, Pillow, and Excalidraw's published types (W-29, W-30)."""
import json
import random
import subprocess

from PIL import Image, ImageChops, ImageStat

from api import call
from people import check
from test_drawings import begin, drawn, ink

#: The mean difference of all pixels is less, of 255: programs may draw the edge of a line otherwise.
most = 1.5


def picture(person):
    """A drawing with brushes, an eraser, a dot, pressure and a pause; its id."""
    paper = begin(person, "Files & <lines>")
    steps = [(x, 500 + 300 * (x % 200 - 100) / 100) for x in range(50, 951, 50)]
    call(person, "drawings/draw", {"paper": paper, "strokes": [
        ink((620, 300), (760, 300), (760, 450), (690, 380), (620, 450), tool="STROKE_TOOL_FILL", colour=0xFFCC00),
        ink(*steps, colour=0x1E5ADC, width=1200), ink((200, 200), (800, 200), (800, 800), colour=0x00A03C, width=4000),
        ink((100, 100), (900, 900), tool="STROKE_TOOL_ERASER", width=6000), ink((300, 700), colour=0xDC281E, width=9000),
        ink((100, 900), (300, 850), (500, 900), (700, 850), (900, 900), width=3000, pressure=[100, 300, 600, 900, 1000])]})
    return paper


def export(person, drawing, name, *words):
    path = person.home.parent / name
    person.parlor("drawing", "export", drawing, path, "--force", *words)
    return path


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60)
    check(f"{words[0]} takes it without a word", done.returncode == 0 and not done.stderr, done.stderr)
    return done.stdout


def alike(what, one, other, most=most):
    """Two pictures show the same."""
    one, other = (image.convert("RGB").resize((500, 500), Image.Resampling.LANCZOS) for image in (one, other))
    differs = max(ImageStat.Stat(ImageChops.difference(one, other)).mean)
    check(what, differs < most, f"differs by {differs:.2f}")


def test_drawing_files_as_pictures(browser, ada, bob, cyd):
    """SVG in librsvg and Chromium, PNG in Pillow, PDF in Poppler: all show the same picture (W-10, W-16, W-18, W-29, W-34)"""
    id = picture(ada)
    png = Image.open(export(ada, id, "files.png"))
    png.load()
    check("the PNG is 1,000 pixels wide and high", png.size == (1000, 1000), png.size)
    check("one may say how large", Image.open(export(ada, id, "small.png", "--size", "64")).size == (64, 64))
    clear = Image.open(export(ada, id, "clear.png", "--clear")).convert("RGBA")
    check("without the paper, what is not drawn on is clear", clear.getpixel((20, 20))[3] == 0)
    check("so is what was erased, and ink is not", clear.getpixel((795, 795))[3] == 0 and clear.getpixel((300, 700)) == (220, 40, 30, 255))
    svg = export(ada, id, "files.svg")
    run("rsvg-convert", "--width", 1000, "--output", svg.with_suffix(".rsvg.png"), svg)
    alike("librsvg shows the same", Image.open(svg.with_suffix(".rsvg.png")), png)
    page = browser.program.new_context(viewport={"width": 1000, "height": 1000}).new_page()
    shown = svg.with_suffix(".chromium.png")
    page.goto(svg.as_uri())
    page.screenshot(path=shown)
    alike("Chromium shows the same", Image.open(shown), png)
    page.goto(export(ada, id, "film.svg", "--format", "film").as_uri())
    at = lambda seconds: page.evaluate("seconds => { document.documentElement.pauseAnimations(); document.documentElement.setCurrentTime(seconds); }", seconds)
    at(0)
    page.screenshot(path=shown)
    check("the film begins with a paper", Image.open(shown).convert("RGB").getpixel((300, 700)) == (255, 255, 255))
    at(call(ada, "drawings/show", {"drawing": id})["replay_milliseconds"] and int(call(ada, "drawings/show", {"drawing": id})["replay_milliseconds"]) / 1000 + 0.1)
    page.screenshot(path=shown)
    alike("and ends with the picture", Image.open(shown), png)
    page.context.close()
    moving = Image.open(export(ada, id, "film.png", "--format", "film", "--size", "300"))
    check("the animated PNG has frames that Pillow decodes", moving.is_animated and moving.n_frames > 3 and moving.size == (300, 300), getattr(moving, "n_frames", 1))
    frames, times = [], []
    for number in range(moving.n_frames):
        moving.seek(number)
        frames.append(moving.convert("RGB"))
        times.append(moving.info["duration"])
    check("it begins without what is drawn last", frames[0].getpixel((90, 210)) == (255, 255, 255), frames[0].getpixel((90, 210)))
    alike("and ends with the picture", frames[-1], Image.open(export(ada, id, "last.png", "--size", "300")))
    length = int(call(ada, "drawings/show", {"drawing": id})["replay_milliseconds"])
    check("it takes as long as the replay, and then shows the picture for three seconds", abs(sum(times) - 3000 - length) <= 200, (sum(times), length))
    pdf = export(ada, id, "page.pdf")
    facts = dict(line.split(":", 1) for line in run("pdfinfo", pdf).splitlines())
    check("the PDF has one page, as wide as high", facts["Pages"].strip() == "1" and len(set(facts["Page size"].split()[0:3:2])) == 1, facts)
    run("pdftotext", pdf, "-")
    check("it has lines and no pixels, also where something was erased", len(run("pdfimages", "-list", pdf).splitlines()) == 2)
    run("pdftoppm", "-r", "72", "-scale-to", "1000", "-png", "-singlefile", pdf, pdf.with_suffix(""))
    # Poppler draws all edges a little wider.
    alike("Poppler shows the same", Image.open(pdf.with_suffix(".png")), png, 2 * most)
    call(ada, "drawings/delete", {"drawings": [id]})


def test_drawing_files_of_many_strokes(browser, ada, bob, cyd):
    """43: each picture of an animated PNG holds only what is new in it, so a film of many strokes is a file that one can send"""
    chance = random.Random(7)
    paper = begin(ada, "Scribble")
    for _ in range(10):
        ends = [(chance.randrange(50, 950), chance.randrange(50, 950)) for _ in range(80)]
        call(ada, "drawings/draw", {"paper": paper, "strokes": [ink(one, other, width=1500) for one, other in zip(ends[::2], ends[1::2])]})
    film, last = export(ada, paper, "many.png", "--format", "film", "--size", "500"), export(ada, paper, "end.png", "--size", "500")
    moving = Image.open(film)
    moving.seek(moving.n_frames - 1)
    alike("it ends with the picture", moving, Image.open(last))
    check("it has many pictures, and is not much larger than all of its ink", moving.n_frames > 50 and film.stat().st_size < 10 * last.stat().st_size, (moving.n_frames, film.stat().st_size, last.stat().st_size))
    call(ada, "drawings/delete", {"drawings": [paper]})


#: A file of Excalidraw (docs.excalidraw.com/docs/codebase/json-schema), and the fields of `ExcalidrawFreeDrawElement` with those of
#: `_ExcalidrawElementBase` (github.com/excalidraw/excalidraw, element/types.ts): all of them must be there.
number, nothing = (int, float), type(None)
fields = {
    "id": str, "x": number, "y": number, "strokeColor": str, "backgroundColor": str, "fillStyle": str, "strokeWidth": number, "strokeStyle": str,
    "roundness": (dict, nothing), "roughness": number, "opacity": number, "width": number, "height": number, "angle": number, "seed": int,
    "version": int, "versionNonce": int, "isDeleted": bool, "groupIds": list, "frameId": (str, nothing), "boundElements": (list, nothing),
    "updated": number, "link": (str, nothing), "locked": bool, "type": str, "points": list, "pressures": list, "simulatePressure": bool,
    "lastCommittedPoint": (list, nothing),
}


def test_drawing_files_of_excalidraw(browser, ada, bob, cyd):
    """A .excalidraw file is as Excalidraw's types say (W-30)"""
    id = picture(ada)
    scene = json.loads(export(ada, id, "files.excalidraw").read_text())
    check("the file says what it is", scene["type"] == "excalidraw" and scene["version"] == 2 and scene["source"].startswith("https://"), scene)
    check("it has its parts and no others", set(scene) == {"type", "version", "source", "elements", "appState", "files"}, set(scene))
    check("the paper is white", scene["appState"]["viewBackgroundColor"] == "#ffffff" and scene["files"] == {})
    check("each stroke is an element", len(scene["elements"]) == 6)
    check("ids are told apart", len({one["id"] for one in scene["elements"]}) == 6)
    for one in scene["elements"]:
        check("no field is missing or unknown", set(one) == set(fields), set(one) ^ set(fields))
        for field, kind in fields.items():
            check(f"{field} has its type", isinstance(one[field], kind) and (kind is bool or not isinstance(one[field], bool)), one[field])
        check("it is drawn freely", one["type"] == "freedraw" and one["fillStyle"] in ("hachure", "cross-hatch", "solid", "zigzag") and one["strokeStyle"] in ("solid", "dashed", "dotted"))
        check("each point has two numbers, and a pressure from 0 to 1", all(len(point) == 2 for point in one["points"])
              and len(one["pressures"]) == len(one["points"]) and all(0 <= value <= 1 for value in one["pressures"]))
        check("points are from its corner", one["points"][0] == [0, 0])
        for side, place in (("width", 0), ("height", 1)):
            values = [point[place] for point in one["points"]]
            check(f"its {side} is what it takes", abs(one[side] - (max(values) - min(values))) < 0.11, one[side])
    call(ada, "drawings/delete", {"drawings": [id]})


def test_drawing_files_come_back(browser, ada, bob, cyd):
    """Files are read again on another node: JSON with every stroke as it was, Drawpile's recording with each of them (W-29, W-30)"""
    id = picture(ada)
    whole = drawn(ada, id)
    # Drawpile fills by what is on its canvas: a filled area is named as lost.
    for name, isWhole, lost in (("files.json", True, 0), ("files.dptxt", False, 1), ("files.excalidraw", False, 0)):
        taken = json.loads(bob.parlor("drawing", "import", export(ada, id, name), "--json"))["drawing"]["id"]
        back = drawn(bob, taken)
        check(f"{name}: as many strokes", len(back) == len(whole) - lost, len(back))
        check(f"{name}: as they were", not isWhole or back == whole)
        call(bob, "drawings/delete", {"drawings": [taken]})
    # A line of an SVG has one width, so a stroke with pressure is several of them.
    taken = json.loads(bob.parlor("drawing", "import", export(ada, id, "files.svg"), "--json"))["drawing"]["id"]
    check("files.svg: at least as many lines", len(drawn(bob, taken)) >= len(whole), len(drawn(bob, taken)))
    call(bob, "drawings/delete", {"drawings": [taken]})
    text = export(ada, id, "files.dptxt").read_text()
    check("the recording says its version", text.startswith("!version="), text[:80])
    call(ada, "drawings/delete", {"drawings": [id]})


def foreign(random):
    """An SVG as other programs write them: shapes, paths, groups with transforms, classes, and what is used twice."""
    def colour():
        return random.choice(["navy", "#f80", "#1e90ff", "rgb(10,120,40)", "teal", "hsl(300,80%,40%)", "crimson", "#804000ff"])

    def n(least=50, most=350):
        return f"{random.uniform(least, most):.2f}"

    def path():
        d = f"M{n()},{n()}"
        for _ in range(random.randrange(1, 5)):
            kind = random.choice("LlHhVvCcSsQqTtAa")
            small = lambda: f"{random.uniform(-60, 60):.1f}" if kind.islower() else n()
            if kind in "Aa":
                d += f"{kind}{n(20, 90)} {n(20, 90)} {random.randrange(0, 180)} {random.randrange(2)}{random.randrange(2)}{small()} {small()}"
            else:
                d += kind + " ".join(small() for _ in range({"l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2}[kind.lower()]))
        return f"<path d='{d}{random.choice(['', 'z'])}' {paint()}/>"

    def paint():
        words = random.choice([
            f"stroke='{colour()}' stroke-width='{n(4, 16)}' fill='none'", f"fill='{colour()}'", "class='a'", "class='b c'",
            f"style='fill:none;stroke:{colour()};stroke-width:{n(4, 16)}px'", f"style='fill:{colour()};fill-rule:evenodd'"])
        return words + " stroke-linecap='round' stroke-linejoin='round'"

    def shape():
        return random.choice([
            path, path, path,
            lambda: f"<rect x='{n()}' y='{n()}' width='{n()}' height='{n()}' rx='{n(0, 40)}' {paint()}/>",
            lambda: f"<circle cx='{n()}' cy='{n()}' r='{n(20, 120)}' {paint()}/>",
            lambda: f"<ellipse cx='{n()}' cy='{n()}' rx='{n(20, 120)}' ry='{n(20, 120)}' {paint()}/>",
            lambda: f"<polygon points='{n()},{n()} {n()},{n()} {n()},{n()}' {paint()}/>",
            lambda: f"<polyline points='{n()},{n()} {n()} {n()},{n()},{n()}' {paint()}/>",
            lambda: f"<line x1='{n()}' y1='{n()}' x2='{n()}' y2='{n()}' {paint()}/>"])()

    def transform():
        return random.choice([
            f"translate({n(-50, 50)} {n(-50, 50)})", f"rotate({n(-40, 40)} 200 200)", f"scale({n(0.6, 1.4)})", f"rotate({n(-20, 20)})",
            f"translate({n(-20, 20)}),scale(.8)", f"skewX({n(-15, 15)})", "matrix(.9 .1 -.1 .9 5 10)"])

    inner = "".join(f"<g transform='{transform()}'>{shape()}<g transform='{transform()}'>{shape()}</g></g>" for _ in range(3))
    box = random.choice(["0 0 400 400", "-20 10 420 380", "0 0 500 300"])
    return (
        f"<?xml version='1.0'?>\n<!-- <path d='M0 0L400 400' stroke='red'/> -->\n<svg xmlns='http://www.w3.org/2000/svg' "
        f"xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='{box}'><style>.a{{fill:{colour()};stroke:none}} .b{{fill:none}}\n"
        f".c{{stroke:{colour()};stroke-width:7}} /* .a{{fill:red}} */</style><defs><g id='d'>{shape()}</g></defs>"
        f"{shape()}{inner}<use xlink:href='#d' x='30'/><use href='#d' transform='{transform()}'/></svg>\n")


def test_drawing_files_of_others(browser, ada, bob, cyd):
    """60 SVGs as other programs write them: taken in, each looks as in librsvg (W-30)"""
    worst = (0, "")
    for seed in range(60):
        path = ada.home.parent / f"other-{seed}.svg"
        path.write_text(foreign(random.Random(seed)))
        id = json.loads(ada.parlor("drawing", "import", path, "--json"))["drawing"]["id"]
        taken = export(ada, id, f"taken-{seed}.svg")
        for svg in (path, taken):
            run("rsvg-convert", "--width", 500, "--height", 500, "--keep-aspect-ratio", "--background-color", "white",
                "--output", svg.with_suffix(".png"), svg)
        one, other = Image.open(path.with_suffix(".png")).convert("RGB"), Image.open(taken.with_suffix(".png")).convert("RGB")
        # The paper is square: what is not is in its middle.
        square = Image.new("RGB", other.size, "white")
        square.paste(one, ((other.width - one.width) // 2, (other.height - one.height) // 2))
        differs = max(ImageStat.Stat(ImageChops.difference(square, other)).mean)
        worst = max(worst, (differs, f"seed {seed}: {path}"))
    check("60 SVGs of other programs look as they do in librsvg", worst[0] < 3, f"differs by {worst[0]:.2f}, {worst[1]}")
