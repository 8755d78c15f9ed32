import Identifiers
import Schema
import Wire

/// A roster as it is kept over restarts: its statements, and what a node remembers beside them.
public struct KeptRoster: Sendable {
  /// A node's memory of the terms that follow one.
  public struct Choice: Sendable, Equatable {
    /// The term that they follow.
    public let previous: Bytes32
    /// The one that the node took first.
    public let first: Bytes32
    /// The people who can make it take another one.
    public let voters: [Author]
    /// The one that the person has chosen; nil where it has not.
    public let chosen: Bytes32?

    /// Puts a choice together.
    public init(previous: Bytes32, first: Bytes32, voters: [Author], chosen: Bytes32?) {
      (self.previous, self.first) = (previous, first)
      (self.voters, self.chosen) = (voters, chosen)
    }
  }

  /// The statements, in any order. Their signatures were checked when they came.
  public var statements: [SignedStatement]
  /// The hash of the present term; nil before the room is opened.
  public var tip: Bytes32?
  /// The standings with which it begins.
  public var base: [RosterStanding]
  /// The terms outside the chain, in the order in which they came.
  public var rivals: [Bytes32]
  /// The people whom the owner has added or removed in this term, in the order in which the node heard of them.
  public var arrivals: [Author]
  /// The choices, in the order of the terms before.
  public var choices: [Choice]

  /// Puts a kept roster together.
  public init(
    statements: [SignedStatement] = [], tip: Bytes32? = nil, base: [RosterStanding] = [],
    rivals: [Bytes32] = [], arrivals: [Author] = [], choices: [Choice] = []
  ) {
    (self.statements, self.tip, self.base) = (statements, tip, base)
    (self.rivals, self.arrivals, self.choices) = (rivals, arrivals, choices)
  }

  /// The terms from the opener's to the present one; nil where one is missing, or the standings of the last are.
  var chain: [SignedTerm]? {
    guard var next = tip else { return [] }
    let terms = Dictionary(
      statements.compactMap { SignedTerm($0) }.map { ($0.hash, $0) }, uniquingKeysWith: { $1 })
    var chain: [SignedTerm] = []
    while let term = terms[next], chain.count < Limits.rosterTerms {
      chain.append(term)
      guard let previous = term.previous else { break }
      next = previous
    }
    guard let last = chain.first, chain.last?.previous == nil,
      last.number == 0 ? base.isEmpty : last.begins(with: base)
    else { return nil }
    return chain.reversed()
  }
}

extension Roster {
  /// The roster as it is kept over restarts.
  public var kept: KeptRoster {
    KeptRoster(
      statements: statements, tip: chain.last?.hash, base: base, rivals: rivals.map(\.hash),
      arrivals: arrivals,
      choices: choices.sorted { $0.key < $1.key }.map { previous, choice in
        KeptRoster.Choice(
          previous: previous, first: choice.first, voters: choice.voters, chosen: choice.chosen)
      })
  }

  /// The roster that was kept. No signature is checked again.
  ///
  /// Without all terms and the standings of the last one nothing but the node's memory is taken: all else comes again.
  ///
  /// - Parameter accounts: the people of this node.
  public init(_ kept: KeptRoster, room: RoomID, accounts: Set<Author> = []) {
    self.init(room: room, accounts: accounts)
    for choice in kept.choices {
      choices[choice.previous] = TermChoice(
        first: choice.first, voters: choice.voters, chosen: choice.chosen)
    }
    guard let chain = kept.chain, !chain.isEmpty else { return }
    self.chain = chain
    setBase(kept.base)
    restoreRivals(kept)
    // An invite goes before the people whom it admits.
    for statement in kept.statements where statement.isInvite { restore(statement) }
    for statement in kept.statements where !statement.isInvite { restore(statement) }
    arrivals = kept.arrivals.filter { owned[$0] != nil }
    let named = Set(arrivals)
    arrivals += owned.keys.filter { !named.contains($0) }.sorted()
    findLastAdmitted()
  }

  private mutating func restoreRivals(_ kept: KeptRoster) {
    let places = Dictionary(
      kept.rivals.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let others = kept.statements.compactMap { SignedTerm($0) }.filter { term in
      !chain.contains(term) && chain.contains { $0.hash == term.previous }
    }
    // One whose place was lost comes last.
    rivals = others.sorted {
      (places[$0.hash] ?? .max, $0.hash) < (places[$1.hash] ?? .max, $1.hash)
    }
  }

  /// Puts a statement where it was.
  private mutating func restore(_ statement: SignedStatement) {
    switch statement.body {
    case .term: break
    case .invite(let invite):
      guard let key = Bytes32(invite.key) else { return }
      invites[key] = Newest(statement, generation: invite.closed ? 2 : 1)
    case .member(let member):
      guard let author = Author(member.author) else { return }
      if let key = Bytes32(member.invite) {
        guard invites[key] != nil else { return }
        admitted[key, default: [:]][author] = Newest(statement, generation: 1)
      } else {
        owned[author] = .restored(statement, member.generation, beside: owned[author])
      }
    case .leave(let leave):
      guard let author = Author(leave.author) else { return }
      leaves[author] = Newest(statement, generation: leave.generation)
    case .cut(let cut):
      guard let author = Author(cut.author) else { return }
      cuts[author] = .restored(statement, cut.generation, beside: cuts[author])
    case .seen(let word):
      guard let author = Author(word.author), let term = Bytes32(word.term),
        let previous = (chain + rivals).first(where: { $0.hash == term })?.previous
      else { return }
      seen[previous, default: [:]][author, default: [:]][term] = statement
    }
  }
}

extension SignedStatement {
  fileprivate var isInvite: Bool {
    if case .invite = body { return true }
    return false
  }
}
