import FoundationEssentials
import Identifiers
import Schema
import Wire

/// A node's own memory of the terms that follow one.
struct TermChoice: Sendable {
  /// The term that it took first.
  let first: Bytes32
  /// The voters: the members who have been known for longest when the first term begins. They can make the node take another one.
  let voters: [Author]
  /// The term that the person has chosen: nobody's word counts then. Nil before.
  var chosen: Bytes32?
}

/// Terms that came and whose place is not known yet.
struct TermArrival {
  /// The terms that follow one outside the chain, in the order in which they came.
  var pool: [SignedTerm] = []
  /// The standings that came, by the term that they belong to, until they are looked at.
  private var bases: [Bytes32: [RosterStanding]] = [:]
  private(set) var falseBases: [Bytes32] = []

  init(_ bases: [RosterBase]) {
    for base in bases {
      if let term = Bytes32(base.term) { self.bases[term] = base.standings }
    }
  }

  /// Returns the standings with which a term begins; nil when they are not here or do not fit.
  mutating func base(of term: SignedTerm) -> [RosterStanding]? {
    guard let base = bases[term.hash]?.map(\.plain) else { return nil }
    if term.begins(with: base) { return base }
    bases[term.hash] = nil
    falseBases.append(term.hash)
    return nil
  }
}

/// The terms that follow one, where there are several, and what people say of them.
public struct RivalTerms: Sendable, Equatable {
  /// The term that this node follows.
  public let followed: Bytes32
  /// The term that the person has chosen; its standings may not be here yet. Nil where it has not.
  public let chosen: Bytes32?
  /// The other terms.
  public let others: [Bytes32]
  /// The people who can decide.
  public let voters: [Author]
  /// By term, those who took it first and no other, and still belong to the room.
  public let supporters: [Bytes32: [Author]]

  /// All of them, the one that this node follows first.
  public var all: [Bytes32] { [followed] + others }

  /// Whether most of those who can decide took the followed one first.
  public var isSettled: Bool { isMost(followed) }

  func isMost(_ term: Bytes32) -> Bool {
    2 * (supporters[term, default: []].filter(voters.contains).count) > voters.count
  }
}

extension Roster {
  mutating func takeTerm(_ statement: SignedStatement, _ arrival: inout TermArrival) -> Effect {
    guard let term = SignedTerm(statement) else { return .isFalse }
    guard !(chain + rivals + arrival.pool).contains(term) else { return .old }
    guard let previous = term.previous else {
      // The room id allows one alone.
      guard statement.isSigned(by: term.owner) else { return .isFalse }
      chain = [term]
      return .new
    }
    if let before = chain.first(where: { $0.hash == previous }) {
      guard term.follows(before) else { return .isFalse }
      rivals.append(term)
      return .new
    }
    guard let before = (rivals + arrival.pool).first(where: { $0.hash == previous }) else {
      return .early
    }
    guard term.follows(before) else { return .isFalse }
    arrival.pool.append(term)
    return .new
  }

  mutating func takeSeen(_ statement: SignedStatement, _ seen: RosterSeen) -> Effect {
    guard let author = Author(seen.author), isOwned(author) || author == chain.last?.owner,
      let term = (chain + rivals).first(where: { $0.hash.data == seen.term }),
      let previous = term.previous
    else { return .early }
    let said = self.seen[previous]?[author] ?? [:]
    if let old = said[term.hash], old.hash <= statement.hash { return .old }
    guard statement.isSigned(by: author) else { return .isFalse }
    self.seen[previous, default: [:]][author, default: [:]][term.hash] = statement
    // Two are enough to show that the person's word is worth nothing.
    guard said.count == 2, said[term.hash] == nil,
      let last = (said.keys + [term.hash]).max()
    else { return .new }
    self.seen[previous]?[author]?[last] = nil
    return last == term.hash ? .old : .new
  }

  /// Follows the terms that came first, up to the last one whose standings are here.
  mutating func advance(_ arrival: inout TermArrival) {
    guard let tip = chain.last else { return }
    for term in rivals + arrival.pool where term.previous == tip.hash {
      if let (path, base) = path(from: term, &arrival) { return follow(path, base) }
    }
  }

  /// Returns the terms from one on to the first whose standings came; nil where there is none.
  private func path(
    from term: SignedTerm, _ arrival: inout TermArrival
  ) -> ([SignedTerm], [RosterStanding])? {
    // What follows comes first, so that all that came is followed at once.
    for next in arrival.pool where next.previous == term.hash {
      if let (path, base) = path(from: next, &arrival) { return ([term] + path, base) }
    }
    return arrival.base(of: term).map { ([term], $0) }
  }

  /// Follows terms behind the last one of the chain.
  private mutating func follow(_ path: [SignedTerm], _ base: [RosterStanding]) {
    for term in path {
      guard let before = chain.last else { return }
      if choices[before.hash] == nil {
        choices[before.hash] = TermChoice(
          first: term.hash, voters: Self.voters(base, without: before.owner))
      }
      chain.append(term)
      rivals.removeAll { $0 == term }
    }
    begin(with: base)
  }

  /// The people who belong to the room by these standings, the longest known first, without the one who owned it.
  private static func voters(_ base: [RosterStanding], without owner: Author) -> [Author] {
    Array(
      base.lazy.filter(\.belongs).compactMap { Author($0.author) }.filter { $0 != owner }
        .prefix(Limits.rosterVoters))
  }

  /// The places in the chain where several terms follow one.
  public var rivalTerms: [RivalTerms] {
    chain.indices.dropFirst().compactMap { rivalTerms(at: $0) }
  }

  private func rivalTerms(at index: Int) -> RivalTerms? {
    let others = rivals.filter { $0.previous == chain[index - 1].hash }.map(\.hash)
    guard !others.isEmpty, let choice = choices[chain[index - 1].hash] else { return nil }
    var supporters: [Bytes32: [Author]] = [:]
    for (author, said) in seen[chain[index - 1].hash] ?? [:] where speaks(author, said) {
      for term in said.keys { supporters[term, default: []].append(author) }
    }
    return RivalTerms(
      followed: chain[index].hash, chosen: choice.chosen, others: others, voters: choice.voters,
      supporters: supporters.mapValues { $0.sorted() })
  }

  /// Whether the word of somebody counts who took these terms first: one alone, and it still belongs to the room.
  private func speaks(_ author: Author, _ said: [Bytes32: SignedStatement]) -> Bool {
    #if DEBUG
      if planted == .hearsRemovedVoters { return said.count == 1 }
    #endif
    return said.count == 1 && isMember(author)
  }

  /// Goes over to the terms that most voters took first; without those, to the one that this node's own people did, as before
  /// a backup was restored.
  mutating func followVoters(_ arrival: inout TermArrival) {
    for _ in 0..<Limits.rosterTerms {
      guard let (index, path, base) = betterPath(&arrival) else { return }
      goOver(at: index, to: path, base)
    }
  }

  private func betterPath(
    _ arrival: inout TermArrival
  ) -> (Int, [SignedTerm], [RosterStanding])? {
    for index in chain.indices.dropFirst() {
      guard let rivals = rivalTerms(at: index), let better = better(rivals, at: index),
        let term = self.rivals.first(where: { $0.hash == better }),
        let (path, base) = path(from: term, &arrival)
      else { continue }
      return (index, path, base)
    }
    return nil
  }

  private func better(_ terms: RivalTerms, at index: Int) -> Bytes32? {
    if let chosen = terms.chosen { return terms.others.first { $0 == chosen } }
    guard !terms.isSettled else { return nil }
    #if DEBUG
      if planted == .staysWithFirst { return nil }
      if planted == .anyMajority {
        return terms.others.first {
          terms.supporters[$0, default: []].count
            > terms.supporters[terms.followed, default: []].count
        }
      }
    #endif
    if let most = terms.others.first(where: terms.isMost) { return most }
    let own = terms.supporters.filter { !accounts.isDisjoint(with: $0.value) }.map(\.key)
    return own.count == 1 ? terms.others.first { own.contains($0) } : nil
  }

  private mutating func goOver(at index: Int, to path: [SignedTerm], _ base: [RosterStanding]) {
    let left = chain[index...]
    chain.removeSubrange(index...)
    for term in left {
      choices[term.hash] = nil
      seen[term.hash] = nil
      rivals.removeAll { $0.previous == term.hash }
    }
    if let rival = left.first { rivals.append(rival) }
    follow(path, base)
  }

  /// Stays with a term, or goes over to another one as soon as its standings are here, because the person says so: for good.
  ///
  /// - Returns: whether it is a term that follows one in the chain.
  public mutating func choose(_ term: Bytes32) -> Bool {
    guard let previous = (chain + rivals).first(where: { $0.hash == term })?.previous,
      choices[previous] != nil
    else { return false }
    choices[previous]?.chosen = term
    return true
  }

  /// Terms outside the chain that this node would follow, if the standings of one of them, or of one behind it, were here.
  public var awaited: [Bytes32] {
    let next = rivals.filter { $0.previous == chain.last?.hash }.map(\.hash)
    return next
      + chain.indices.dropFirst().compactMap { index in
        rivalTerms(at: index).flatMap { better($0, at: index) }
      }
  }

  /// The terms that this node's people have to sign for: where several follow one, the one that they took first.
  public var owed: [RosterSeen] {
    chain.indices.dropFirst().flatMap { index -> [RosterSeen] in
      let previous = chain[index - 1].hash
      guard rivalTerms(at: index) != nil, let choice = choices[previous] else { return [] }
      return accounts.sorted().filter { isMember($0) && seen[previous]?[$0] == nil }.map {
        account in
        .with {
          $0.term = choice.first.data
          $0.author = account.data
        }
      }
    }
  }

  /// Lets go of what nobody needs: rivals beside a few for which nobody has signed, and words of those who are gone.
  mutating func dropUnsupported() {
    for (previous, said) in seen {
      seen[previous] = said.filter { isOwned($0.key) || $0.key == chain.last?.owner }
    }
    for (previous, others) in Dictionary(grouping: rivals, by: \.previous)
    where others.count > Limits.rosterRivals {
      var kept = Set(others.map(\.hash).sorted().prefix(Limits.rosterRivals))
      if let previous {
        kept.formUnion(seen[previous, default: [:]].values.flatMap(\.keys))
        if let chosen = choices[previous]?.chosen { kept.insert(chosen) }
      }
      rivals.removeAll { $0.previous == previous && !kept.contains($0.hash) }
    }
  }
}
