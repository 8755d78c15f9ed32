import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

/// A world of 3 to 8 people who share one room and pass its roster on, late and in any order, while some of them lie.
///
/// Everything follows from the seed. In the end those who do not lie hear everything from each other, and the promises are checked.
public final class SimulatedRosters {
  /// A promise that was broken.
  public struct Failure: Error, CustomStringConvertible {
    let seed: UInt64
    let plot: RosterPlot
    let sentence: String
    /// The sentence with the seed that shows it again.
    public var description: String { "seed \(seed), \(plot.rawValue): \(sentence)" }
  }

  private struct Mail {
    let due: Int
    let to: Int
    let statements: [SignedStatement]
    let bases: [RosterBase]
    let newest: [LogKey: UInt64]
  }

  let seed: UInt64
  let plot: RosterPlot
  var random: SeededGenerator
  /// Restarts and comparisons have numbers of their own.
  var faults: SeededGenerator
  /// The most statements that go whole: in some worlds buckets are always compared.
  let mostWhole: Int
  let room: RoomID
  var homes: [RosterHome]
  /// The people who lie.
  var liars: Set<Int> = []
  /// By number of the person, whom the owner wants out.
  var banned: Set<Int> = []
  /// Entries that were written while their author did not belong to the room.
  var dead: [LogKey: Set<UInt64>] = [:]
  var incarnations: UInt64 = 0
  private var mails: [Mail] = []
  private var time = 0

  /// Keys of people who are nobody, and of invites.
  static let strangers = (100..<112).compactMap { try? SigningKey(secret: secret($0)) }
  static let invites = (200..<204).compactMap { try? SigningKey(secret: secret($0)) }
  private static let keys = (0..<8).compactMap { try? SigningKey(secret: secret($0)) }

  private static func secret(_ number: UInt64) -> [UInt8] {
    Hashing.digest(.seed, number.bigEndianBytes).bytes
  }

  /// Prepares a world; `run` plays it.
  public init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    faults = SeededGenerator(seed: ~seed)
    mostWhole = faults.below(2) == 0 ? 0 : Limits.rosterWhole
    plot = random.pick(RosterPlot.allCases)
    let nonce = Data(Hashing.digest(.seed, seed.bigEndianBytes).bytes.prefix(16))
    let room = RoomID(privateOf: Self.keys[0].author, nonce: nonce)
    self.room = room
    homes = Self.keys.prefix(3 + random.below(6)).map { RosterHome($0, room) }
    let opening = RosterTerm.with {
      $0.owner = homes[0].author.data
      $0.nonce = nonce
    }
    try say(.term(opening), by: [homes[0].key], at: 0)
  }

  #if DEBUG
    /// Plants a bug in half of the homes.
    public func plant(_ bug: RosterBug) {
      for number in homes.indices where (UInt64(number) + seed).isMultiple(of: 2) {
        homes[number].roster.planted = bug
        homes[number].save()
      }
    }
  #endif

  /// Plays the world and checks what was promised.
  ///
  /// - Returns: what happened in it.
  /// - Throws: a `Failure` with the first promise that was broken.
  public func run() throws -> RosterTally {
    for number in homes.indices.dropFirst() where number < 3 || random.below(4) > 0 {
      try admit(number, by: 0)
    }
    for _ in 0..<10 + random.below(40) { try step() }
    try settle()
    try play()
    try settle()
    try check()
    return RosterTally(plot: plot, steps: time, isSplit: tips.count > 1)
  }

  /// The terms that those who do not lie follow in the end.
  var tips: Set<Bytes32> { Set(honest.compactMap { homes[$0].roster.chain.last?.hash }) }
  var honest: [Int] { homes.indices.filter { !liars.contains($0) } }
  /// The honest person who owns the room, by the longest chain of those who think so; nil for none.
  var owner: Int? {
    honest.filter { homes[$0].ownsRoom }.max {
      homes[$0].roster.chain.count < homes[$1].roster.chain.count
    }
  }

  @discardableResult
  func say(
    _ body: SignedStatement.Body, by keys: [SigningKey], at number: Int,
    base: [RosterStanding]? = nil
  ) throws -> SignedStatement {
    let statement = try SignedStatement(body, in: room, signedBy: keys)
    _ = homes[number].roster.take([statement], bases: base.map { [statement.base($0)] } ?? [])
    return statement
  }

  func fail(_ sentence: String) -> Failure { Failure(seed: seed, plot: plot, sentence: sentence) }

  // MARK: time

  private func step() throws {
    time += 1
    try act()
    for _ in 0..<random.below(3) {
      post(from: random.below(homes.count), to: random.below(homes.count), within: 12)
    }
    try deliver()
  }

  /// Sends what one home has to another one.
  func post(from: Int, to: Int, within delay: Int) {
    let home = homes[from]
    mails.append(
      Mail(
        due: time + random.below(delay), to: to, statements: home.roster.statements,
        bases: home.roster.bases, newest: home.newest))
  }

  private func deliver() throws {
    let due = mails.filter { $0.due <= time }
    mails.removeAll { $0.due <= time }
    for mail in due.shuffled(using: &random) {
      try homes[mail.to].hear(mail.statements, mail.bases, mail.newest)
    }
  }

  /// Lets everybody who does not lie compare with everybody else, until nothing is new, while nodes restart, and owners say again
  /// what they meant.
  func settle() throws {
    time += 100
    try deliver()
    for _ in 0..<8 {
      let before = honest.map { homes[$0].roster.hash }
      for from in honest.shuffled(using: &random) {
        try restart(from, oneIn: 4)
        for to in honest where to != from { try compareHomes(from, to) }
      }
      if let owner {
        for number in banned where homes[owner].roster.isMember(homes[number].author) {
          try remove(number, by: owner)
        }
      }
      if honest.map({ homes[$0].roster.hash }) == before { return }
    }
  }

  /// The rosters of all people, also of those who lie.
  public var rosters: [(roster: Roster, person: Author)] {
    homes.map { ($0.roster, $0.author) }
  }

  // MARK: people

  private func act() throws {
    let number = random.below(homes.count)
    switch random.below(12) {
    case 0..<4: write(number)
    case 4: homes[number].save()
    case 5 where !homes[number].ownsRoom: restore(number)
    case 6: try leave(number)
    case 7: try handOver()
    case 8: try takeOver(number)
    default: try own(number)
    }
  }

  /// The owner does something to somebody.
  private func own(_ number: Int) throws {
    guard let owner, owner != number else { return }
    switch random.below(4) {
    case 0, 1: try remove(number, by: owner)
    case 2: try admit(number, by: owner)
    default: try removeTwice(number, by: owner)
    }
  }

  func write(_ number: Int) {
    let log = LogKey(author: homes[number].author, incarnation: homes[number].incarnation)
    let sequence = homes[number].newest[log, default: 0] + 1
    homes[number].newest[log] = sequence
    if banned.contains(number) { dead[log, default: []].insert(sequence) }
  }

  func restore(_ number: Int) {
    incarnations += 1
    homes[number].restore(incarnation: incarnations)
  }

  func admit(_ number: Int, by owner: Int) throws {
    let author = homes[number].author
    guard !homes[owner].roster.isMember(author) else { return }
    let newest = homes[owner].cuts(of: author)
    let member = homes[owner].roster.admission(of: author, newest: newest)
    try say(.member(member), by: [homes[owner].key], at: owner)
    banned.remove(number)
    // Of what the owner has not heard nobody can tell when it was written.
    for (log, entries) in dead where log.author == author {
      dead[log] = entries.filter { $0 <= homes[owner].newest[log] ?? 0 }
    }
  }

  func remove(_ number: Int, by owner: Int) throws {
    let author = homes[number].author
    guard homes[owner].roster.isMember(author) else { return }
    let member = homes[owner].roster.removal(of: author, newest: homes[owner].cuts(of: author))
    try say(.member(member), by: [homes[owner].key], at: owner)
    banned.insert(number)
  }

  /// Two devices of the owner remove one person at once; one of them has heard less.
  private func removeTwice(_ number: Int, by owner: Int) throws {
    let author = homes[number].author
    guard homes[owner].roster.isMember(author) else { return }
    let newest = homes[owner].cuts(of: author)
    let earlier = newest.map { cut in
      LogCut.with {
        $0.incarnation = cut.incarnation
        $0.sequence = max(1, cut.sequence - UInt64(random.below(2)))
      }
    }
    let first = homes[owner].roster.removal(of: author, newest: newest)
    let second = homes[owner].roster.removal(of: author, newest: earlier)
    let statements = try [first, second].map {
      try SignedStatement(.member($0), in: room, signedBy: [homes[owner].key])
    }
    banned.insert(number)
    for (index, statement) in statements.shuffled(using: &random).enumerated() {
      let other = random.pick(honest)
      _ = homes[index == 0 ? owner : other].roster.take([statement])
    }
    _ = homes[owner].roster.take(statements.shuffled(using: &random))
  }

  private func leave(_ number: Int) throws {
    let home = homes[number]
    guard !home.ownsRoom, let standing = home.roster.standing(of: home.author), standing.belongs
    else { return }
    let leave = RosterLeave.with {
      $0.author = standing.author
      $0.generation = standing.generation
    }
    try say(.leave(leave), by: [home.key], at: number)
  }

  /// The owner hands over to a member, or stays and names an heir.
  private func handOver() throws {
    guard let owner, random.below(2) == 0 else { return }
    let roster = homes[owner].roster
    let members = honest.filter { roster.isMember(homes[$0].author) }
    let heir = random.pick(members)
    let next = random.below(2) == 0 ? owner : random.pick(members)
    try handOver(to: next, by: owner, heir: heir == next ? nil : heir)
  }

  /// The owner and the next one sign a term, and the next one has it at once.
  @discardableResult
  func handOver(to next: Int, by owner: Int, heir: Int?) throws -> SignedStatement {
    let home = homes[owner]
    let (term, base) = try home.roster.nextTerm(
      owner: homes[next].author, until: home.cuts(of: home.author),
      heir: heir.map { homes[$0].author })
    let keys = next == owner ? [home.key] : [home.key, homes[next].key]
    let statement = try say(.term(term), by: keys, at: owner, base: base)
    try homes[next].hear(homes[owner].roster.statements, homes[owner].roster.bases, home.newest)
    return statement
  }

  /// The heir takes over, whether the owner is there or not.
  private func takeOver(_ number: Int) throws {
    let home = homes[number]
    guard random.below(4) == 0, home.roster.heir == home.author, !home.ownsRoom,
      home.roster.isMember(home.author)
    else { return }
    let (term, base) = try home.roster.nextTerm(owner: home.author, until: [])
    try say(.term(term), by: [home.key], at: number, base: base)
    // The room goes on with those whom the heir knows.
    for other in banned where home.roster.isMember(homes[other].author) {
      banned.remove(other)
      dead = dead.filter { $0.key.author != homes[other].author }
    }
  }
}

extension SignedStatement {
  /// Standings as they travel beside this term.
  func base(_ standings: [RosterStanding]) -> RosterBase {
    .with {
      $0.term = hash.data
      $0.standings = standings
    }
  }
}
