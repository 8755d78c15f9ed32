"""The commands that the pages show, and whether the program takes them: each command, its options, and as many words as there may be."""
import json
import re
import shlex
import subprocess

#: Options that the library for arguments adds to every program.
BUILT_IN = [{"kind": "option", "names": [{"kind": "long", "name": "generate-completion-script"}]}]


def commands(program):
    """Every command of the program with its options, as it describes them."""
    dump = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout
    return json.loads(dump)["command"]


def examples(page):
    """Every example of a page: its line and its text from the word `parlor` on."""
    fenced = False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            # With a prompt or without; two people beside each other stand two spaces or more apart.
            for part in re.split(r"\s{2,}", line):
                found = re.match(r"(?:\S*\$ +)?(?:\w+=\S+ )*(parlor(?: .*)?)$", part)
                # An answer that begins with the name of the program is no example.
                if found and not re.match(r"parlor:", found[1]) and "·" not in found[1]:
                    yield number, found[1]
        else:
            for span in re.findall(r"`([^`]+)`", line):
                if re.match(r"parlor( |$)", span):
                    yield number, span


def words(text):
    """The words that the program gets: up to a comment, a pipe or a redirection."""
    text = re.split(r"\s(?:\d?[<>|&]|#\s)", text)[0]
    return shlex.split(text)[1:]


def wrong(text, command):
    """Returns the first mistake in an example, or None."""
    # Brackets show words that may be left out: then options are looked at and words are not counted.
    rest, counted = words(text.replace("[", " ").replace("]", " ")), "[" not in text
    arguments, places = [*command["arguments"], *BUILT_IN], 0
    while rest:
        word = rest.pop(0)
        below = {one["commandName"]: one for one in command.get("subcommands", [])}
        if not places and (word in below or word.startswith("-") and not known(word, arguments) and command.get("defaultSubcommand")):
            if word not in below:
                rest.insert(0, word)
                word = command["defaultSubcommand"]
            command = below[word]
            arguments += command.get("arguments", [])
        elif word == "--":
            places += len(rest)
            break
        elif word.startswith("-") and len(word) > 1 and not word[1].isdigit():
            name, option = word.split("=")[0], known(word, arguments)
            if option is None:
                return f"{called(command)} takes no {name}"
            if option["kind"] == "option" and "=" not in word:
                if not rest:
                    return f"{name} needs a value"
                rest.pop(0)
        elif word.endswith(("…", "...")):
            return None
        else:
            places += 1
    slots = [one for one in command.get("arguments", []) if one["kind"] == "positional"]
    if counted and places > len(slots) and not any(one["isRepeating"] for one in slots):
        return f"{called(command)} takes {len(slots)} words, and not {places}" if slots else f"{called(command)} has no such subcommand"
    return None


def known(word, arguments):
    """The option with the name that a word begins with, or None."""
    name = word.split("=")[0]
    return next((one for one in arguments for its in one.get("names", []) if name == ("--" if its["kind"] == "long" else "-") + its["name"]), None)


def called(command):
    return "`" + " ".join([*command.get("superCommands", []), command["commandName"]]) + "`"
