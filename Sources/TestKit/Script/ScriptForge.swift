import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import War
import Wire

/// Signs a lie with somebody's own key, in the store of a node that is down.
///
/// An honest node never writes such an entry; a changed program could.
struct ScriptForge {
  let seat: Seat
  let lie: ScriptStep.Lie

  /// Appends one entry to the author's log.
  ///
  /// - Parameters:
  ///   - store: the liar's.
  ///   - entries: what the other side holds; the liar gets it first, as if it had come over a link.
  /// - Throws: `CheckViolation` when the lie cannot be told at this point of the match.
  func write(in store: Store, table id: RoomID, knowing entries: [VerifiedEntry]) throws {
    try store.turn { transaction in
      try take(entries, id, transaction)
      guard let table = try StoredTable(id, transaction.reader),
        let account = try transaction.reader.accounts().first,
        let room = try transaction.reader.room(id)
      else { throw CheckViolation("script", "there is no table to lie at") }
      let own = LogKey(author: account.author, incarnation: account.incarnation)
      guard let log = try transaction.reader.logs(room).first(where: { $0.state.key == own }) else {
        throw CheckViolation("script", "the liar has not written anything yet")
      }
      let secret = try transaction.reader.chainSecret(id) ?? []
      let steps = try steps(table.replayed(), secret: secret)
      let (citations, order) = Self.uncited(table, by: own)
      let payload = Payload.with { payload in
        payload.operations = steps.map { step in .with { $0.step = step } }
      }
      var entry = try EntryWriter.write(
        payload, room: id, state: log.state, dependencies: citations, dependencyOrder: order,
        wallMilliseconds: 0)
      entry.signature = try SigningKey(secret: account.secret).signHeads([entry.hash]).first
      try transaction.append(entry, log: log.number, position: room.position + 1)
    }
  }

  /// Stores what is missing of the other's entries.
  private func take(
    _ entries: [VerifiedEntry], _ id: RoomID, _ transaction: Transaction
  ) throws {
    for entry in entries {
      guard let room = try transaction.reader.room(id) else { return }
      let logs = try transaction.reader.logs(room)
      let log =
        try logs.first { $0.state.key == entry.place.log }
        ?? transaction.addLog(entry.place.log, in: room)
      guard entry.place.sequence == log.state.next else { continue }
      try transaction.append(entry, log: log.number, position: room.position + 1)
    }
  }

  private static func uncited(
    _ table: StoredTable, by own: LogKey
  ) -> (citations: [Citation], order: UInt64) {
    var cited: [LogKey: UInt64] = [:]
    for entry in table.entries where entry.place.log == own {
      for citation in entry.dependencies {
        if let log = LogKey(citation.log) { cited[log] = citation.sequence }
      }
    }
    var heads: [LogKey: VerifiedEntry] = [:]
    for entry in table.entries where entry.place.log != own { heads[entry.place.log] = entry }
    let new = heads.values.filter { $0.place.sequence > cited[$0.place.log] ?? 0 }
    let citations = new.sorted { $0.place.log < $1.place.log }.map { entry in
      Citation.with {
        $0.log = entry.place.log.message
        $0.sequence = entry.place.sequence
        $0.hash = entry.hash.data
      }
    }
    return (citations, new.map(\.order).max() ?? 0)
  }

  private func steps(_ match: Match, secret: [UInt8]) throws -> [TableStep] {
    switch lie {
    case .card: return [reveal(match.round, [UInt8](repeating: 7, count: 32)), play(match)]
    case .claim:
      guard match.mayTap(seat), !match.hasPlayed(seat.other) || match.decidingSeat != seat else {
        throw CheckViolation("script", "there is no card to play, or nothing that the other owes")
      }
      let link = ChainLink.link(secret: secret, of: seat, round: match.round) ?? []
      let needsLink = match.tapSteps(for: seat).count > 1
      let claim = TableStep.with {
        $0.claim.kind = .win
        $0.claim.round = match.round
        $0.claim.battle = match.battle
      }
      return (needsLink ? [reveal(match.round, link)] : []) + [play(match), claim]
    case .twice:
      let link = ChainLink.link(secret: secret, of: seat, round: match.round) ?? []
      let plays = [play(match), play(match)]
      return match.hasPlayed(seat) || !match.layout.needsLinks
        ? plays : [reveal(match.round, link)] + plays
    case .winner, .state:
      guard case .decide(var decide)? = match.duties(of: seat).first else {
        throw CheckViolation("script", "there is nothing to decide, so nothing to lie about")
      }
      if lie == .state {
        decide.stateHash = Data(repeating: 7, count: 32)
      } else {
        decide.result = decide.result == .hostWins ? .joinerWins : .hostWins
      }
      return [.with { $0.decide = decide }]
    }
  }

  private func reveal(_ round: UInt32, _ link: [UInt8]) -> TableStep {
    .with {
      $0.reveal.round = round
      $0.reveal.link = Data(link)
    }
  }

  private func play(_ match: Match) -> TableStep {
    .with {
      $0.play.round = match.round
      $0.play.battle = match.battle
    }
  }
}

extension ScriptRunner {
  /// Lets somebody whose node is down sign a lie.
  func forge(_ lie: ScriptStep.Lie, by person: Person) throws {
    guard let id = Base32.decode(table).flatMap({ RoomID($0) }) else {
      throw failure(expected: "a table to lie at", found: "none")
    }
    let other: Person = person == .host ? .joiner : .host
    var entries: [VerifiedEntry] = []
    try stage.withStore(of: other) { store in
      entries = try store.read { try StoredTable(id, $0)?.entries } ?? []
    }
    let forge = ScriptForge(seat: person == .host ? .host : .joiner, lie: lie)
    try stage.withStore(of: person) { try forge.write(in: $0, table: id, knowing: entries) }
  }
}
