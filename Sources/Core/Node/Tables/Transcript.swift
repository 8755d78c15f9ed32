import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// A table in a file: the bytes of `war export`, and what `war verify` says of them (specification section 11).
public enum Transcript {
  static let magic = RoomFile.matchMagic
  static let checksumSize = 32

  /// The file of a table that is stored here; nil where there is none.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  public static func export(_ id: RoomID, _ reader: Reader) throws -> [UInt8]? {
    guard let room = try Room.load(id, reader), room.stored.position > 0 else { return nil }
    var bundle = Schema.Bundle()
    bundle.room = id.data
    var builder = BatchBuilder(position: 0, peerNext: [:], limit: .max)
    try reader.entries(in: id, of: Array(room.logs.values)) { builder.add($1, at: $0) }
    bundle.slices = builder.slices
    bundle.forks = room.forkedLogs.compactMap(\.forkProof)
    let body = magic + (try Coding.encode(bundle))
    return body + Hashing.digest(.file, body).bytes
  }

  /// Returns the events at a table that is stored here, numbered from 1; nil for a room that is no table here.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  public static func events(_ id: RoomID, _ reader: Reader) throws -> [TableEvent]? {
    try replay(id, reader, keepsEvents: true)?.events
  }

  /// Returns the match at a table that is stored here; nil for a room that is no table here.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  public static func match(_ id: RoomID, _ reader: Reader) throws -> (any Session)? {
    try replay(id, reader, keepsEvents: false)?.match
  }

  /// Replays a table that is stored here; nil for a room that is no table here.
  static func replay(
    _ id: RoomID, _ reader: Reader, keepsEvents: Bool
  ) throws -> TranscriptReplay? {
    guard let room = try Room.load(id, reader), room.stored.kind == .table else { return nil }
    var replay = TranscriptReplay(
      id: id, host: room.stored.opener, reader.registry.games, keepsEvents: keepsEvents)
    for log in room.logs.values {
      if let from = log.state.forkedFrom { replay.fork(log.state.key, from: from) }
    }
    try reader.entries(in: id, of: Array(room.logs.values)) { _, entry in
      replay.apply(entry)
      return true
    }
    return replay
  }

  /// Reads a file, checks every hash, signature, link and step, and says what it found.
  ///
  /// Needs no network and no home. Never throws: damage is a finding.
  ///
  /// - Parameter games: those whose matches can be checked.
  public static func verify(
    _ bytes: [UInt8], _ games: Games
  ) -> (report: VerifyReport, events: [TableEvent]) {
    var check = TranscriptCheck(games)
    check.take(bytes)
    return check.finish()
  }

  static func damaged(_ text: String) -> VerifyReport {
    VerifyReport.with {
      $0.setDefaults()
      $0.text = text
    }
  }
}

/// Replays a table without a store.
struct TranscriptReplay {
  private let table: Table
  private var logs: [LogKey: LogState] = [:]
  private var known: [LogKey: [KnownEntry]] = [:]
  private var heads = HeadVerifier()
  private(set) var events: [TableEvent] = []
  /// Whether what happened is kept; a check needs none of it.
  private let keepsEvents: Bool
  private(set) var firstProblem: (step: UInt64, text: String)?
  /// The first step that does not follow and changes nothing, because the match was over before it. Its writer cannot take the
  /// proof of the result from the other player.
  private var firstAfterEnd: (step: UInt64, text: String)?
  /// The result after the last step; nil while the match goes on.
  private var result: MatchResult?
  /// The entry that brought it, and by author the first entry that knew.
  private var end: (place: LogPlace, known: [Author: UInt64])?
  private let id: RoomID

  init(id: RoomID, host: Author, _ games: Games, keepsEvents: Bool = true) {
    self.id = id
    self.keepsEvents = keepsEvents
    table = Table(id: id, host: host, created: 0, person: nil, games)
  }

  /// The match as it stands, and the name of its game.
  var match: any Session { table.match }
  var game: String { table.game }

  mutating func fork(_ log: LogKey, from: UInt64) {
    table.applyFork(by: log.author, from: from)
  }

  mutating func apply(_ entry: VerifiedEntry) {
    let before = result
    defer { noteEnd(entry, before) }
    table.replay(entry) { verdict in
      let brought = table.events(of: verdict)
      if keepsEvents { events += brought }
      let result = table.match.result
      if case .refused(_, let sentence) = verdict {
        if result != nil, result == self.result {
          firstAfterEnd = firstAfterEnd ?? (table.steps, sentence)
        } else {
          firstProblem = firstProblem ?? (table.steps, sentence)
        }
      }
      self.result = result
    }
  }

  /// Notes who knew of the end, and from which entry on.
  private mutating func noteEnd(_ entry: VerifiedEntry, _ before: MatchResult?) {
    let (author, sequence) = (entry.place.log.author, entry.place.sequence)
    if result != before { end = result.map { _ in (entry.place, [author: sequence]) } }
    guard let place = end?.place, end?.known[author] == nil else { return }
    let cites = entry.dependencies.contains {
      LogKey($0.log) == place.log && $0.sequence >= place.sequence
    }
    if cites { end?.known[author] = sequence }
  }

  /// Takes the next slice of a file; after the first problem nothing more is replayed.
  mutating func check(_ slice: Slice) {
    guard firstProblem == nil else { return }
    do {
      try take(slice)
    } catch {
      note(error)
    }
  }

  /// Takes a proof of a fork from a file: no history of a table with one by a player can be valid, unless the match was over before.
  mutating func check(_ proof: ForkProof) {
    do {
      let (room, log, sequence) = try SliceVerifier.verify(proof)
      guard room == id else { throw WireError.malformed("a fork proof of another table") }
      guard table.seat(of: log.author) != .unspecified else { return }
      let sentence = "An author signed two histories of this table."
      // Who did not know the end forked while the match went on.
      if let known = end?.known[log.author], sequence > known {
        firstAfterEnd = firstAfterEnd ?? (0, sentence)
      } else {
        firstProblem = (0, sentence)
      }
    } catch {
      note(error)
    }
  }

  private mutating func note(_ error: any Error) {
    firstProblem = firstProblem ?? (table.steps + 1, "\(error)".capitalizedFirst + ".")
  }

  private mutating func take(_ slice: Slice) throws {
    guard let key = LogKey(slice.log) else { throw WireError.malformed("a log without author") }
    let state = logs[key] ?? LogState(key: key)
    let result = try SliceVerifier.verify(
      slice, room: id, state: state,
      known: { key, sequence in
        let entries = known[key] ?? []
        return sequence > 0 && sequence <= UInt64(entries.count) ? entries[Int(sequence) - 1] : nil
      }, stored: { _ in nil }, heads: &heads)
    guard case .entries(let entries) = result, slice.first == state.next else {
      throw WireError.malformed("entries are missing or out of order")
    }
    for entry in entries {
      known[key, default: []].append(KnownEntry(hash: entry.hash, order: entry.order))
      var next = logs[key] ?? LogState(key: key)
      next.append(entry)
      logs[key] = next
      if table.steps == 0 { try checkRoom(entry) }
      apply(entry)
      if firstProblem != nil { return }
    }
  }

  private func checkRoom(_ entry: VerifiedEntry) throws {
    guard let nonce = entry.openingNonce,
      RoomID(table: entry.place.log.author, nonce: nonce) == id
    else { throw WireError.unproven("the table's id does not follow from its first step") }
  }

  /// The audit of what was opened, where every step follows.
  func audit() -> SessionAudit? { firstProblem == nil ? table.match.audit() : nil }

  func report(_ audit: SessionAudit?) -> VerifyReport {
    var report = VerifyReport()
    report.setDefaults()
    report.steps = table.steps
    report.host = table.match.distinctName(of: .host)
    report.joiner = table.match.distinctName(of: .joiner)
    report.rounds = table.match.roundsDecided
    if let result = table.match.result { report.result = result }
    if let firstProblem {
      report.step = firstProblem.step
      report.text = "Step \(firstProblem.step) does not follow: \(firstProblem.text)"
    } else if let audit {
      report.valid = audit.step == 0
      (report.step, report.text) = (audit.step, audit.sentence)
    } else {
      report.valid = true
      report.claims = table.match.claims
      report.text =
        !report.claims.isEmpty
        ? "Every step follows; the match is claimed, not confirmed."
        : table.match.result == nil
          ? "Every step follows; the match is not over." : "Every step follows."
    }
    if report.valid, let firstAfterEnd {
      report.text += " After the end, and without effect: \(firstAfterEnd.text)"
    }
    return report
  }
}

extension String {
  /// The text with a capital first letter.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
