import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// Makes tournaments of files (row T-51): all that a file has, or nothing.
enum TakeCommand {
  private static let formats: [(name: String, value: @Sendable (String) throws -> TournamentFile)] =
    [
      ("json", OwnFile.read), ("brackets", BracketsReader.read), ("trf", RoundFileReader.read),
      ("trf16", RoundFileReader.read), ("trf26", RoundFileReader.read),
    ]

  /// Reads the file of a request, before the turn that writes it.
  static func read(_ request: TakeTournament, _ content: Data) throws -> TournamentFile {
    var text = request.text
    var hint: String?
    if !request.blob.isEmpty { (text, hint) = try decoded(Array(content)) }
    if text.first == "\u{feff}" { text.removeFirst() }
    let format = request.format.isEmpty ? guess(text) : request.format
    let read = try TournamentRules.value(format, of: formats, "format of files")
    var file = try read(text)
    let name = request.name.isEmpty ? file.body.name : request.name
    file.body.name = try TournamentRules.checked(name, "A tournament")
    try EntrantCommands.check(file.entrants, known: [])
    file.settle()
    try file.check()
    if let hint { file.report.change(ImportNote(line: 0, "", hint, isPart: true)) }
    return file
  }

  /// The text of a file, and what to say of its encoding.
  private static func decoded(_ bytes: [UInt8]) throws -> (text: String, hint: String?) {
    guard let (text, isLikely) = Text.decoded(bytes) else {
      throw Refused(.invalid, "\(Text.unknownEncoding) Nothing was imported.")
    }
    return (text, isLikely ? Text.likelyEncoding : nil)
  }

  static func take(
    _ request: TakeTournament, _ file: TournamentFile, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let room = request.room.isEmpty ? home.personalRoom : try home.room(request.room).id
    let record = try make(file, in: room, &draft)
    let report = file.report
    return .record(record, in: room) { $0.report = report }
  }

  /// Returns the format that a text seems to have.
  private static func guess(_ text: String) -> String {
    guard text.first(where: { !$0.isWhitespace && $0 != "\u{feff}" }) == "{" else { return "trf" }
    return text.holds("\"participant\"") && text.holds("\"stage\"") ? "brackets" : "json"
  }

  private static func make(
    _ file: TournamentFile, in room: RoomID, _ draft: inout Draft
  ) throws -> RecordID {
    // The tournament names its entrants, which are made after it: so their ids have to be known before.
    let seed = Bytes16(draft.randomBytes(16)) ?? room
    let nonces = file.entrants.indices.map { DerivedNonce("taken entrant \($0)", seed) }
    let ids = nonces.map { RecordID(by: draft.me, named: $0).data }
    var body = file.body
    body.grouping.groups = file.groups.map { slots in
      .with { $0.slots = slots.map { $0.map { ids[$0] } ?? Data() } }
    }
    if file.groups.isEmpty { body.clearGrouping() }
    let competition = file.competition
    body.knockout.slots = file.slots.map { slot in
      .with {
        switch slot {
        case .bye: $0.bye = true
        case .place, .best, .oneOf: $0.place = Course.name(slot, competition)
        case .entrant(let number): $0.entrant = ids[number]
        }
      }
    }
    if file.slots.isEmpty { body.clearKnockout() }
    body.rounds.rounds = file.rounds.map { pairings in
      .with {
        $0.pairings = pairings.map { pairing in
          .with {
            $0.home = ids[pairing.home]
            $0.away = pairing.away.map { ids[$0] } ?? Data()
            $0.half = pairing.isHalf
          }
        }
      }
    }
    if file.rounds.isEmpty { body.clearRounds() }
    let record = try draft.make(TournamentKinds.tournament, in: room, body)
    for (entrant, nonce) in zip(file.entrants, nonces) {
      try draft.make(
        TournamentKinds.entrant, in: room, parent: record, named: nonce, entrant)
    }
    for (number, out) in file.outs.sorted(by: { $0.key < $1.key }) {
      var out = out
      out.entrant = ids[number]
      try draft.make(TournamentKinds.withdrawal, in: room, parent: record, out)
    }
    for result in file.results {
      var report = result.report
      report.match = result.match
      report.home = ids[result.home]
      report.away = ids[result.away]
      // What two nodes have verified there cannot be checked from a file.
      report.table = Data()
      report.stateHash = Data()
      try draft.make(
        result.isRuling ? TournamentKinds.ruling : TournamentKinds.report, in: room, parent: record,
        report)
    }
    return record
  }
}
