"""The routes of the local API that no method describes: they carry bytes, many calls at once, or a stream of changes."""

#: Messages that these routes use.
MESSAGES = ["MethodCalls", "MethodResults", "BlobView", "BundleView", "CardsView", "Change", "DuelChoice", "DuelMove", "DuelTerms", "DuelView", "HandsView", "Refusal", "WarView"]
TAGS = [{"name": "Bytes", "description": "Routes that carry bytes, many calls at once, or a stream of changes."}]
OCTETS = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
RESPONSES = {
    "Refusal": {
        "description": (
            "Not done. 400 invalid, 404 not found, 405 another HTTP method, 409 ambiguous or not now, 413 too long, 415 another "
            "content type, 429 busy, 500 a defect or a store that cannot be read, 503 unavailable, 507 storage."
        ),
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
    }
}


def json_of(message):
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{message}"}}}


def answered_with(message, content=None):
    return {
        "200": {"description": "Done.", "content": content or json_of(message)},
        "default": {"$ref": "#/components/responses/Refusal"},
    }


def query(name, text, required=False, kind="string"):
    return {"name": name, "in": "query", "required": required, "description": text, "schema": {"type": kind}}


def route(name, summary, responses, body=None, parameters=None):
    result = {"operationId": name, "tags": ["Bytes"], "summary": summary}
    if parameters:
        result["parameters"] = parameters
    if body:
        result["requestBody"] = {"required": True, "content": body}
    return result | {"responses": responses}


PATHS = {
    "/v1/batch": {
        "post": route(
            "batch", "Makes many calls, each by itself: one that is refused changes nothing for the others.",
            answered_with("MethodResults"), json_of("MethodCalls"),
        )
    },
    "/v1/blobs": {
        "put": route(
            "putBlob", "Keeps bytes for ten minutes, until a command names them; at most 4 MiB.", answered_with("BlobView"), OCTETS
        )
    },
    "/v1/blobs/{blob}": {
        "get": route(
            "getBlob", "The bytes that a record points at which our person may see, once all of them are here.",
            answered_with("", OCTETS),
            parameters=[{
                "name": "blob", "in": "path", "required": True, "description": "The id of the bytes, as views show it.",
                "schema": {"type": "string"},
            }],
        )
    },
    "/v1/pictures/{blob}": {
        "get": route(
            "getPicture", "A picture that our person may see, as a PNG that holds its pixels alone.", answered_with("", {"image/png": {"schema": {"type": "string", "format": "binary"}}}),
            parameters=[
                {
                    "name": "blob", "in": "path", "required": True, "description": "The id of the bytes, as views show it.",
                    "schema": {"type": "string"},
                },
                query("width", "Its width as it is shown, from 1 to 4096 pixels; 512 without it."),
            ],
        )
    },
    "/v1/card-pictures": {
        "get": route(
            "getCardPicture",
            "The picture of a card from the folder that the setting card-picture-folder names, as a PNG that holds its pixels alone. It has an "
            "ETag, and 304 says that it is the same.",
            answered_with("", {"image/png": {"schema": {"type": "string", "format": "binary"}}}),
            parameters=[
                query("name", "The name of the card, both of its faces with ` // ` between them.", True),
                query("set", "The code of its set; its pictures come first."),
                query("number", "Its number in the set."),
                query("width", "Its width as it is shown, from 1 to 1024 pixels; 256 without it."),
            ],
        )
    },
    "/v1/bundle": {
        "get": route(
            "getBundle", "The file of a room, with all its entries and files.", answered_with("", OCTETS),
            parameters=[query("room", "Id, any unique beginning of one, or name; the lobby without it.")],
        ),
        "put": route("putBundle", "Takes the file of a room.", answered_with("BundleView"), OCTETS),
    },
    "/v1/cards": {
        "put": route(
            "putCards",
            "Makes the card database of a file of all cards, of Scryfall, MTGJSON or Cockatrice; what was imported before is replaced "
            "once the whole file was read.",
            answered_with("CardsView"), OCTETS,
        )
    },
    "/v1/backup": {"get": route("getBackup", "A backup of this home as it is now.", answered_with("", OCTETS))},
    "/v1/transcript": {
        "get": route(
            "getTranscript", "The file of a match, as `parlor war verify` reads it.", answered_with("", OCTETS),
            parameters=[query("table", "Id or any unique beginning of one.", True)],
        )
    },
    "/v1/stream": {
        "get": route(
            "stream",
            "The changes from now on as server-sent events, each a Change: first the present state with the number 0, then an event "
            "`ready`. A reader that is too slow gets an event `gap` and the state again; `stopping` says that the daemon ends.",
            {
                "200": {"description": "The stream.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
                "default": {"$ref": "#/components/responses/Refusal"},
            },
            parameters=[
                query("table", "Only what concerns this table."),
                query("room", "Only what concerns this room."),
                query("attend", "Our person is there while the stream is open.", kind="boolean"),
                query("auto", "The node plays by itself meanwhile.", kind="boolean"),
                query("hold", "Everything that the client has opened ends with the stream: its table before the match, its question for a chair; without a table its pairing.", kind="boolean"),
                query("beat", "An event `beat` says every second that the daemon is alive; only the page's streams have it.", kind="boolean"),
            ],
        )
    },
}
