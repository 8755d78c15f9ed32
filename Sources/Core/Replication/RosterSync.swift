import FoundationEssentials
import Identifiers
import Schema
import Wire

/// The comparison of one roster over one link (specification section 26).
///
/// A pure machine. Each message that comes returns what to send. Nothing is remembered of the other node: what is lost comes
/// again with the next comparison. What a peer can have done by it is bounded; `renew` allows as much again.
public struct RosterSync: Sendable {
  /// The effect of a message.
  public struct Reaction: Sendable {
    /// The messages to send, in order.
    public internal(set) var answers: [RosterExchange] = []
    /// The effect of statements that came, which are in the roster already.
    public internal(set) var taken = Roster.Taken()

    /// Whether the sender lies: no honest node passes such statements on, so the link is to be closed.
    public var isFalse: Bool { !taken.isFalse.isEmpty || !taken.falseBases.isEmpty }
  }

  private let mostWhole: Int
  private let frame: Int
  private var intake = RosterIntake()
  /// The hash of our roster of which the peer was told last.
  private var told: Bytes32?
  private var answersLeft = Limits.rosterAnswers
  private var bytesLeft = Limits.rosterBytes
  private var uselessLeft = Limits.rosterUselessParts

  /// A comparison that has not begun.
  ///
  /// - Parameters:
  ///   - mostWhole: the most statements that go whole.
  ///   - frame: the size at which each message aims; a statement more must fit into a frame.
  public init(mostWhole: Int = Limits.rosterWhole, frame: Int = Limits.batchStranger) {
    (self.mostWhole, self.frame) = (mostWhole, frame)
  }

  /// Allows the peer as much again; to be called once in the time of `Limits.digestMilliseconds`.
  public mutating func renew() {
    answersLeft = Limits.rosterAnswers
    bytesLeft = Limits.rosterBytes
    uselessLeft = Limits.rosterUselessParts
  }

  /// Begins a comparison.
  ///
  /// - Returns: what to send.
  public mutating func begin(_ roster: Roster) -> RosterExchange {
    let summary = RosterSummary(of: roster)
    told = Bytes32(summary.hash)
    return .with {
      $0.room = roster.room.data
      $0.summary = summary
    }
  }

  /// Takes what the peer sent.
  ///
  /// - Throws: `WireError` for what no honest node sends: the link is to be closed. The roster is as before then.
  public mutating func receive(
    _ message: RosterExchange, _ roster: inout Roster
  ) throws -> Reaction {
    guard message.room == roster.room.data else {
      throw WireError.malformed("a roster of another room")
    }
    if case .part(let part) = message.body { return try receive(part, &roster) }
    guard answersLeft > 0 else { return Reaction() }
    answersLeft -= 1
    let bodies: [RosterExchange.OneOf_Body] =
      switch message.body {
      case .summary(let summary): try answer(summary, roster)
      case .table(let table): try answer(table, roster)
      case .lists(let lists): try answer(lists, roster)
      case .wanted(let wanted): try answer(wanted, roster)
      case .part, nil: []
      }
    return Reaction(answers: wrapped(bodies, roster.room))
  }

  private func wrapped(
    _ bodies: [RosterExchange.OneOf_Body], _ room: RoomID
  ) -> [RosterExchange] {
    bodies.map { body in
      .with {
        $0.room = room.data
        $0.body = body
      }
    }
  }

  /// Tells a peer of statements that are new here.
  ///
  /// - Returns: what to send, in order.
  public mutating func tell(_ statements: [SignedStatement], of roster: Roster) -> [RosterExchange]
  {
    let isTerm = statements.contains { $0.hash == roster.chain.last?.hash }
    return wrapped(parts(statements, isTerm ? roster.bases.first : nil, roster), roster.room)
  }

  /// All of a roster, for a file.
  ///
  /// - Parameter frame: the size at which each message aims.
  public static func everything(in roster: Roster, frame: Int) -> [RosterExchange] {
    var sync = RosterSync(frame: frame)
    sync.bytesLeft = .max
    return sync.wrapped(sync.parts(roster.statements, roster.bases.first, roster), roster.room)
  }

  // MARK: what comes

  private mutating func receive(_ part: RosterPart, _ roster: inout Roster) throws -> Reaction {
    guard uselessLeft > 0 else { return Reaction() }
    let (taken, isUseful) = try intake.take(part, into: &roster)
    if !isUseful { uselessLeft -= 1 }
    var reaction = Reaction(taken: taken)
    // More may be able to follow now.
    guard let theirs = Bytes32(part.hash), !reaction.isFalse, answersLeft > 0 else {
      return reaction
    }
    let hash = roster.hash
    // With the same statements we may wait for the standings of a term that the peer follows.
    let isAwaiting = taken.isChanged && !roster.awaited.isEmpty
    guard hash != theirs ? hash != told : isAwaiting else { return reaction }
    answersLeft -= 1
    reaction.answers = [begin(roster)]
    return reaction
  }

  private mutating func answer(
    _ summary: RosterSummary, _ roster: Roster
  ) throws -> [RosterExchange.OneOf_Body] {
    let peer = try PeerRoster(summary)
    let own = RosterSummary(of: roster)
    told = Bytes32(own.hash)
    guard summary.hash != own.hash else {
      // Two with the same statements may follow different terms, until the standings are here that one of them waits for.
      return push(to: peer, roster) + (peer.canHelp(roster) ? [.summary(own)] : [])
    }
    let term = peer.terms.last == roster.chain.last?.hash ? peer.terms.last : nil
    let inventory = RosterInventory(roster, isInTerm: term != nil)
    guard inventory.count <= mostWhole else {
      let table = RosterTable.with {
        $0.summary = own
        $0.term = term?.data ?? Data()
        $0.buckets = inventory.table
      }
      return [.table(table)] + push(to: peer, roster)
    }
    let lists = RosterLists.with {
      $0.summary = own
      $0.term = term?.data ?? Data()
      $0.whole = true
      $0.buckets = inventory.named
    }
    let base = peer.dueBase(roster)
    let all = base == nil ? inventory.buckets.flatMap(\.self) : roster.statements
    return [.lists(lists)] + parts(all, base, roster)
  }

  private mutating func answer(
    _ table: RosterTable, _ roster: Roster
  ) throws -> [RosterExchange.OneOf_Body] {
    let peer = try PeerRoster(table.summary)
    guard try isOfNow(table.term, roster) else { return [.summary(begin(roster).summary)] }
    let inventory = RosterInventory(roster, isInTerm: !table.term.isEmpty)
    var differing = try inventory.differing(from: table.buckets)
    #if DEBUG
      if roster.planted == .leavesOutBucket { differing = Array(differing.dropFirst()) }
    #endif
    let lists = inventory.lists(of: differing, most: frame).map { buckets in
      RosterLists.with {
        $0.term = table.term
        $0.buckets = buckets
      }
    }
    return lists.map { .lists($0) } + push(to: peer, roster)
  }

  private mutating func answer(
    _ lists: RosterLists, _ roster: Roster
  ) throws -> [RosterExchange.OneOf_Body] {
    let peer = lists.whole ? try PeerRoster(lists.summary) : nil
    guard try isOfNow(lists.term, roster) else { return [.summary(begin(roster).summary)] }
    let inventory = RosterInventory(roster, isInTerm: !lists.term.isEmpty)
    var named = lists.buckets
    #if DEBUG
      if roster.planted == .leavesOutBucket, !lists.whole { named = Array(named.dropFirst()) }
    #endif
    let (theyLack, weLack) = try inventory.compare(named, isWhole: lists.whole)
    let sent = parts(theyLack, peer?.dueBase(roster), roster)
    guard !lists.whole, !weLack.isEmpty else { return sent }
    let wanted = RosterWanted.with {
      $0.hashes = weLack.sorted().prefix(frame / StatementPrefix.size)
        .reduce(into: Data()) { $0.append($1.data) }
    }
    return sent + [.wanted(wanted)]
  }

  private mutating func answer(
    _ wanted: RosterWanted, _ roster: Roster
  ) throws -> [RosterExchange.OneOf_Body] {
    guard let hashes = wanted.hashes.statementPrefixes else {
      throw WireError.malformed("wanted statements that are not in order")
    }
    return parts(
      RosterInventory(roster, isInTerm: true).statements(Set(hashes)), nil, roster)
  }

  /// Whether the term of which a peer compares invites and members is the present one still. Where none is named the two differ.
  private func isOfNow(_ term: Data, _ roster: Roster) throws -> Bool {
    guard term.isEmpty || term.count == 32 else {
      throw WireError.malformed("a term of \(term.count) bytes")
    }
    return term.isEmpty || term == roster.chain.last?.hash.data
  }

  // MARK: what is sent

  /// The terms that a peer lacks and the standings of the last one, where it needs them to follow.
  private mutating func push(
    to peer: PeerRoster, _ roster: Roster
  ) -> [RosterExchange.OneOf_Body] {
    guard let base = peer.dueBase(roster) else { return [] }
    let terms = roster.chain.filter { !peer.terms.contains($0.hash) }
    return parts(terms.map(\.statement), base, roster)
  }

  /// Statements and standings in the order in which they can be taken, as far as the peer may have any more.
  private mutating func parts(
    _ statements: [SignedStatement], _ base: RosterBase?, _ roster: Roster
  ) -> [RosterExchange.OneOf_Body] {
    var packer = RosterPacker(frame: frame, left: bytesLeft)
    let places = Dictionary(
      (roster.chain + roster.rivals).enumerated().map { ($1.hash, $0) }, uniquingKeysWith: { $1 })
    let terms = statements.filter(\.isTerm).sorted {
      (places[$0.hash] ?? .max) < (places[$1.hash] ?? .max)
    }
    for term in terms { packer.add(term) }
    if let base { packer.add(base) }
    for statement in statements.filter({ !$0.isTerm }).sorted(by: { $0.rank < $1.rank }) {
      packer.add(statement)
    }
    bytesLeft = packer.left
    return packer.finish(roster.hash).map { .part($0) }
  }
}
