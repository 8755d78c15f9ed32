import FoundationEssentials
import Identifiers
import Schema
import Wire

/// The roster of a private room: the signed statements about who owns it and who belongs to it (specification section 26).
///
/// A set that only grows: statements may come in any order and any number of times. Two nodes with one chain of terms and the
/// same statements have the same roster. Of two terms that follow one, a node takes the first and remembers that.
public struct Roster: Sendable {
  /// The effect of statements that came.
  public struct Taken: Sendable {
    /// Whether anything was new.
    public internal(set) var isChanged = false
    /// The statements that speak of something that is not here yet; to be asked for and taken again.
    public internal(set) var early: [SignedStatement] = []
    /// False statements: a node that sends one lies.
    public internal(set) var isFalse: [SignedStatement] = []
    /// The terms whose standings do not fit.
    public internal(set) var falseBases: [Bytes32] = []
  }

  /// A statement's own effect.
  enum Effect { case new, old, early, isFalse }

  /// The room.
  public let room: RoomID
  /// The people of this node.
  public var accounts: Set<Author>
  /// The terms in force, from the opener's to the present one.
  public internal(set) var chain: [SignedTerm] = []
  /// Other terms that follow one in the chain, in the order in which they came.
  var rivals: [SignedTerm] = []
  /// The node's memory of each term that others follow, by its hash.
  var choices: [Bytes32: TermChoice] = [:]
  /// By the hash of a term, what people took first of those that follow it: by person and term.
  var seen: [Bytes32: [Author: [Bytes32: SignedStatement]]] = [:]
  /// The standings with which the present term began, and their places.
  var base: [RosterStanding] = []
  var places: [Author: Int] = [:]
  /// The owner's words about people in the present term.
  var owned: [Author: Newest] = [:]
  /// The people whom the owner has added or removed in this term, in the order in which this node heard of them.
  var arrivals: [Author] = []
  /// The invites of the present term, by key.
  var invites: [Bytes32: Newest] = [:]
  /// The people that each invite has admitted.
  var admitted: [Bytes32: [Author: Newest]] = [:]
  var leaves: [Author: Newest] = [:]
  var cuts: [Author: Newest] = [:]
  /// The highest author that has a place by an invite; nil while there is place for all.
  var lastAdmitted: Author?
  #if DEBUG
    /// A bug that is put in on purpose; nil for none.
    public var planted: RosterBug?
  #endif

  /// An empty roster.
  ///
  /// - Parameter accounts: the people of this node.
  public init(room: RoomID, accounts: Set<Author> = []) {
    self.room = room
    self.accounts = accounts
  }

  /// Takes statements, in any order. They may name each other.
  ///
  /// - Parameter bases: the standings with which terms among them begin, as far as they came along.
  public mutating func take(
    _ statements: [SignedStatement], bases: [RosterBase] = []
  ) -> Taken {
    var taken = Taken()
    var arrival = TermArrival(bases)
    let begun = chain.last?.hash
    // Sorting keeps the order of those of one rank, by which terms are taken.
    taken.early = statements.sorted { $0.rank < $1.rank }
    var isAgain = true
    while isAgain {
      let (before, tip) = (taken.early.count, chain.last?.hash)
      var early: [SignedStatement] = []
      for statement in taken.early {
        switch take(statement, &arrival) {
        case .new: taken.isChanged = true
        case .old: break
        case .early: early.append(statement)
        case .isFalse: taken.isFalse.append(statement)
        }
      }
      taken.early = early
      advance(&arrival)
      followVoters(&arrival)
      isAgain = taken.early.count < before || chain.last?.hash != tip
    }
    taken.falseBases = arrival.falseBases
    // Standings alone have a term followed whose statement is here already.
    if chain.last?.hash != begun { taken.isChanged = true }
    dropUnsupported()
    findLastAdmitted()
    return taken
  }

  /// Takes what another roster of the room has.
  @discardableResult
  public mutating func merge(_ other: Roster) -> Taken {
    take(other.statements, bases: other.bases)
  }

  private mutating func take(
    _ statement: SignedStatement, _ arrival: inout TermArrival
  ) -> Effect {
    switch statement.body {
    case .term: takeTerm(statement, &arrival)
    case .invite(let invite): takeInvite(statement, invite)
    case .member(let member): takeMember(statement, member)
    case .leave(let leave): takeLeave(statement, leave)
    case .cut(let cut): takeCut(statement, cut)
    case .seen(let seen): takeSeen(statement, seen)
    }
  }

  /// The present term, where a statement speaks of it; otherwise what becomes of the statement. Those of an earlier term mean
  /// nothing any more.
  private func present(_ term: Data) -> (SignedTerm?, Effect) {
    if let last = chain.last, last.hash.data == term { return (last, .new) }
    return (nil, chain.contains { $0.hash.data == term } ? .old : .early)
  }

  private mutating func takeInvite(_ statement: SignedStatement, _ invite: RosterInvite) -> Effect {
    let (term, otherwise) = present(invite.term)
    guard let term, let key = Bytes32(invite.key) else { return otherwise }
    guard
      let newest = Newest.adding(statement, invite.closed ? 2 : 1, to: invites[key], most: 1)
    else { return .old }
    guard statement.isSigned(by: term.owner) else { return .isFalse }
    invites[key] = newest
    if let gone = invites.shrink(to: Limits.rosterInvites) {
      admitted[gone] = nil
      return gone == key ? .old : .new
    }
    return .new
  }

  private mutating func takeMember(_ statement: SignedStatement, _ member: RosterMember) -> Effect {
    var (term, otherwise) = present(member.term)
    #if DEBUG
      if planted == .hearsFormerOwners, otherwise == .old {
        term = chain.first { $0.hash.data == member.term }
      }
    #endif
    guard let term, let author = Author(member.author) else { return otherwise }
    guard member.generation >> 32 == term.number, author != term.owner else { return .isFalse }
    guard !member.invite.isEmpty else { return takeOwned(statement, member, author, term) }
    guard let key = Bytes32(member.invite), invites[key] != nil else { return .early }
    guard
      let newest = Newest.adding(statement, 1, to: admitted[key]?[author], most: 1)
    else { return .old }
    guard statement.isSigned(by: key) else { return .isFalse }
    admitted[key, default: [:]][author] = newest
    return admitted[key]?.shrink(to: Limits.rosterMembers) == author ? .old : .new
  }

  private mutating func takeOwned(
    _ statement: SignedStatement, _ member: RosterMember, _ author: Author, _ term: SignedTerm
  ) -> Effect {
    var newest = Newest.adding(
      statement, member.generation, to: owned[author], most: Limits.rosterVersions)
    #if DEBUG
      if planted == .lastArrivalWins, member.generation == owned[author]?.generation {
        newest = Newest(statement, generation: member.generation)
      }
    #endif
    guard let newest else { return .old }
    guard statement.isSigned(by: term.owner) else { return .isFalse }
    if owned.updateValue(newest, forKey: author) == nil { arrivals.append(author) }
    guard
      let gone = owned.shrink(
        to: Limits.rosterMembers - standingCount, counting: { places[$0] == nil })
    else { return .new }
    arrivals.removeAll { $0 == gone }
    return gone == author ? .old : .new
  }

  private mutating func takeLeave(_ statement: SignedStatement, _ leave: RosterLeave) -> Effect {
    guard let term = chain.last, let author = Author(leave.author),
      leave.generation >> 32 <= term.number
    else { return .early }
    let known = places[author].map { base[$0].generation } ?? .max
    if leave.generation >> 32 < term.number {
      guard known <= leave.generation else { return .old }
    } else if !isKnown(author) {
      return .early
    }
    guard let newest = Newest.adding(statement, leave.generation, to: leaves[author], most: 1)
    else { return .old }
    guard statement.isSigned(by: author) else { return .isFalse }
    leaves[author] = newest
    return .new
  }

  private mutating func takeCut(_ statement: SignedStatement, _ cut: RosterCut) -> Effect {
    guard let author = Author(cut.author), isKnown(author) else { return .early }
    guard
      let newest = Newest.adding(
        statement, cut.generation, to: cuts[author], most: Limits.rosterVersions)
    else { return .old }
    guard statement.isSigned(by: author) else { return .isFalse }
    cuts[author] = newest
    return .new
  }

  /// Whether the owner has said something of an author, now or before.
  func isOwned(_ author: Author) -> Bool { places[author] != nil || owned[author] != nil }

  /// Whether any statement here admits an author, whether it counts or not.
  func isKnown(_ author: Author) -> Bool {
    isOwned(author) || author == chain.last?.owner || admitted.values.contains { $0[author] != nil }
  }

  /// The people with a standing of which nobody speaks: those with whom the term began, or the opener.
  private var standingCount: Int { max(1, base.count) }

  /// Begins the present term with its standings. What was said of people in another term means nothing any more.
  mutating func begin(with standings: [RosterStanding]) {
    setBase(standings)
    (owned, arrivals, invites, admitted) = ([:], [], [:], [:])
    leaves = leaves.filter { author, leave in
      places[author].map { base[$0].generation <= leave.generation } ?? false
    }
    cuts = cuts.filter { places[$0.key] != nil }
  }

  /// Notes the standings of the present term, and where each of them is.
  mutating func setBase(_ standings: [RosterStanding]) {
    base = standings
    places = [:]
    for (index, standing) in base.enumerated() {
      if let author = Author(standing.author) { places[author] = index }
    }
  }

  /// Finds out who still has a place where invites admit more people than there are.
  mutating func findLastAdmitted() {
    lastAdmitted = nil
    let left = Limits.rosterMembers - standingCount - owned.keys.count { places[$0] == nil }
    let open = admitted.filter { isOpen($0.key) }
    guard open.values.reduce(0, { $0 + $1.count }) > left else { return }
    let people = Set(open.values.flatMap(\.keys)).filter { !isOwned($0) }
    guard people.count > left else { return }
    lastAdmitted = left > 0 ? people.sorted()[left - 1] : .zero
  }
}
