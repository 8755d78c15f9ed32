import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import War
import Wire

/// Signs a lie about a match of War with somebody's own key, in the store of a node that is down.
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
    try EntryForge.write(in: store, table: id, knowing: entries) { table, reader in
      try steps(table.replayed(), secret: reader.chainSecret(id) ?? [])
    }
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
  /// Lets somebody whose node is down sign a lie about a match of War.
  func forge(_ lie: ScriptStep.Lie, by person: Person) throws {
    let forge = ScriptForge(seat: person == .host ? .host : .joiner, lie: lie)
    try self.lie(at: person) { try forge.write(in: $0, table: $1, knowing: $2) }
  }

  /// Opens the store of somebody whose node is down, with what the other side holds of the table.
  func lie(
    at person: Person, _ body: (Store, RoomID, [VerifiedEntry]) throws -> Void
  ) throws {
    guard let id = Base32.decode(table).flatMap({ RoomID($0) }) else {
      throw failure(expected: "a table to lie at", found: "none")
    }
    let other: Person = person == .host ? .joiner : .host
    var entries: [VerifiedEntry] = []
    try stage.withStore(of: other) { store in
      entries = try store.read { try StoredTable(id, $0)?.entries } ?? []
    }
    try stage.withStore(of: person) { try body($0, id, entries) }
  }
}
