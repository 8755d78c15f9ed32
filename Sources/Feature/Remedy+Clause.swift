import Schema

// The terminal's words for each remedy; the page has its own, in Sources/Page/js/remedies.js.
extension Remedy {
  /// A reason and the command that does something about it, as a terminal says both.
  ///
  /// - Parameter reason: sentences; the last one is continued where it has no colon yet.
  func sentence(after reason: String) -> String {
    let clause = clause
    guard !clause.isEmpty else { return reason }
    let last = reason.split(separator: ".").last ?? ""
    guard reason.hasSuffix("."), !last.contains(": "), !last.contains("; ") else {
      return "\(reason) \(clause.prefix(1).uppercased())\(clause.dropFirst())."
    }
    return "\(reason.dropLast()): \(clause)."
  }

  /// The clause with the command; empty for a code of another version.
  public var clause: String {
    let form =
      code == .see
      ? "`parlor {list}` \(Self.shown[list] ?? "shows them")" : Self.clauses[code] ?? ""
    // Eight letters of an id, as people see it everywhere. A name may say anything: it is put in last.
    let fields = [
      ("list", list), ("key", key), ("value", value), ("node", String(node.prefix(8))),
      ("name", name),
    ]
    return fields.reduce(form) { clause, field in
      clause.replacing(field.1.isEmpty ? " {\(field.0)}" : "{\(field.0)}", with: field.1)
    }
  }

  /// The ends of the clauses about lists, where "shows them" does not say it.
  private static let shown = [
    "card list --all": "lists your cards",
    "conflict list": "shows both while nobody has chosen",
    "drawing list --mine": "shows yours",
    "drawing stats": "lists who draws",
    "event list --from": "lists its dates",
    "event todo": "changes the to-dos of events",
    "library show": "lists its cards",
    "page list": "shows those that may",
    "peer list": "shows those that are known",
    "room list": "shows those that you are in",
    "room show": "lists who is in a room",
    "settings": "shows the people you ignore",
    "status": "shows the shares",
    "trade show": "shows what it says",
    "war list": "shows those that are known",
    "war show": "lists those who watch",
  ]

  private static let clauses = people.merging(things) { first, _ in first }

  private static let people: [RemedyCode: String] = [
    .pair: "pair first with `parlor peer pair {node}`",
    .pairAgain: "pair again with `parlor peer pair {name}`",
    .unblockAndPair: "unblock and pair first",
    .askAndCompare: "ask that person, and compare words with `parlor peer pair {node}`",
    .compareWords: "`parlor peer pair {node}` shows them",
    .finishPairing: "say yes or no to that one first, with `parlor peer pair {node}`",
    .startPairing: "`parlor peer pair {node}` starts one",
    .unblock: "`parlor peer unblock {node}` first",
    .printTicketThere:
      "copy the whole line that `parlor peer pair --ticket` prints on the other machine",
    .readStatusThere: "`parlor status` shows it on the other machine",
    .offerRematchThere: "ask them to run `parlor war hosting`",
    .takeRematchThere: "{name} takes it with `parlor war hosting --take`",
    .unlock: "`parlor profile unlock` opens it",
    .setPassword: "`parlor profile change-password` sets one",
    .resetByWords: "`parlor profile reset --words` takes them",
    .editProfile:
      "`parlor profile edit` changes what is said of them, and another --home is another person",
    .changeSetting: "change that with `parlor settings set {key} {value}`",
    .doctor: "`parlor doctor` looks for the reason",
    .undo: "`parlor undo` takes it back where that was your last command",
    .openPage: "run `parlor page` in a terminal to open it",
    .renewPageLink: "run `parlor page` in a terminal for a new one",
    .choosePagePort: "end that, or choose another one with `parlor page --port NUMBER`",
    .renewBrowsers: "remove it, and run `parlor page` again",
    .setInTerminal: "run `parlor settings set {key} VALUE` in a terminal",
    .backUp: "run `parlor backup` in a terminal",
    .stop: "use it, or end it with `parlor stop` first",
    .mend: "run `parlor mend`, or restore a backup with `parlor restore`",
    .restore:
      "restore a backup with `parlor restore`; without one move this home away and begin as a new person",
    .bringHomeBack: "bring a home back with `parlor restore`, not by copying it",
    .chooseBackup: "name one that `parlor backup` wrote",
    .handRoomOver: "hand it over with `parlor room owner` first",
    .leaveRoom: "leave it with `parlor room leave`, or remove them first",
    .deleteRoom: "delete it with `parlor room delete`",
    .chooseRoomFile: "name one that `parlor bundle export` wrote",
  ]

  private static let things: [RemedyCode: String] = [
    .acceptAsk: "accept one player first, with `parlor war accept`",
    .cancelTable: "close one with `parlor war cancel`",
    .resumeMatch: "continue with `parlor war resume`",
    .verifyMatch: "`parlor war verify` checks it",
    .chooseCarriedFile: "name one that `parlor war carry` wrote",
    .importCards: "`parlor card import` makes one of a file",
    .importCardTexts:
      "import a file with the texts of cards with `parlor card import` to check it",
    .importCardsAgain: "import its file again with `parlor card import` to check them",
    .importCollection: "`parlor card import` adds its cards",
    .importDeck: "`parlor library import` takes it",
    .addCard: "`parlor card add` adds one",
    .addMoreCards: "add more with `parlor card add`",
    .requestCard: "`parlor card request` asks others for it, `--anyway` adds it as you typed it",
    .giveLands: "`parlor library lands` gives them to a library",
    .takeCards: "`parlor library take` brings cards back to the Card Box",
    .namePart: "name that part, as in `--zone {value}`",
    .manageLibrary: "`parlor library manage` begins, so that it can be taken back",
    .chooseCardsToGive: "`parlor trade answer --accept --give` says which",
    .takeTradeBack: "`parlor trade take-back` ends a trade that is not done",
    .addPicture: "`parlor event picture set` gives it one",
    .hideDrawing: "`parlor drawing hide` takes it out of your own gallery",
    .undoStrokes: "take some strokes back with `parlor drawing undo`",
    .returnToSetup:
      "`parlor tournament start --back` goes back to it as long as there is no score",
    .startTournament: "`parlor tournament start` starts it",
    .enter: "`parlor tournament enter` adds them",
    .removeEntrant: "`parlor tournament remove` takes {name} out of the set-up",
    .nameEntrant: "`parlor tournament entrant --person` says who an entrant is",
    .chooseGroups: "`parlor tournament edit --format groups` gives it some",
    .drawGroups: "`parlor tournament groups` draws them",
    .drawGroupsAgain: "`parlor tournament groups --again` draws them all again",
    .proposeKnockout: "`parlor tournament knockout` proposes it",
    .fillKnockout: "`parlor tournament knockout --proposed` takes all",
    .rule: "an organiser decides with `parlor tournament rule`",
    .drawLots: "`parlor tournament draw --lots` decides between them",
    .chooseQualifiers:
      "choose fewer with `parlor tournament edit --qualifiers`, or fewer groups",
    .chooseScorers: "its organiser says who may, with `parlor tournament edit --scorers`",
  ]
}
