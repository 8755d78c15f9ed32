import Identifiers
import Replication
import Schema
import Wire

/// A true hand-over and a second one of the same owner.
struct TwoTerms {
  let truth: SignedStatement
  let lie: SignedStatement
  /// All that the liars have.
  var evil: Roster
  /// Whether people are left out of the second one, or made up.
  let isDoctored: Bool
  /// By person, the one that it took first.
  var first: [Int: Bytes32] = [:]
  /// People who restored a backup since.
  var restored: Set<Int> = []
  /// Those who can decide by the true one, and by the other.
  let voters: [Author]
  let lyingVoters: [Author]
}

extension SimulatedRosters {
  /// Plays what evil there is, where one owner is known to all.
  func play() throws {
    guard let owner, tips.count == 1, !isDisputed else { return dead = [:] }
    switch plot {
    case .peace: break
    case .secondHandOver: try secondHandOver(by: owner)
    case .faction: try faction(by: owner)
    case .restoredVoters: try restoredVoters(by: owner)
    case .restoredFormerOwner: try restoredFormerOwner(owner)
    case .leakedInvite: try leakedInvite(of: owner)
    case .returnByInvite: try returnByInvite(owner)
    case .forgery: try forgery(owner)
    }
  }

  private var isDisputed: Bool { honest.contains { !homes[$0].roster.rivalTerms.isEmpty } }

  private func members(without owner: Int) -> [Int] {
    honest.filter { $0 != owner && homes[owner].roster.isMember(homes[$0].author) }
  }

  // MARK: two terms that follow one

  /// The owner signs two hand-overs: a true one, and one for itself or somebody who helps it.
  private func twoTerms(by owner: Int, liars count: Int) throws -> TwoTerms? {
    let others = members(without: owner).shuffled(using: &random)
    guard others.count > count, let next = others.last else { return nil }
    liars = Set(others.prefix(count) + [owner])
    for number in honest { homes[number].save() }
    var evil = homes[owner].roster
    let before = evil
    let truth = try handOver(to: next, by: owner, heir: nil)
    let friend = count > 0 && random.below(4) > 0 ? others[0] : owner
    var (term, base) = try before.nextTerm(owner: homes[friend].author, until: [])
    let isDoctored = random.below(2) == 0
    if isDoctored { doctor(&base, for: homes[friend].author) }
    (term.base, term.baseCount) = (base.root.data, UInt32(base.count))
    let keys = friend == owner ? [homes[owner].key] : [homes[owner].key, homes[friend].key]
    let lie = try SignedStatement(.term(term), in: room, signedBy: keys)
    _ = evil.take([lie], bases: [lie.base(base)])
    try support(lie, against: truth, in: &evil)
    return TwoTerms(
      truth: truth, lie: lie, evil: evil, isDoctored: isDoctored, first: [next: truth.hash],
      voters: voters(homes[next].roster.bases[0].standings, without: owner),
      lyingVoters: voters(base, without: owner))
  }

  /// Puts people who are nobody first, and may leave out those who are honest.
  private func doctor(_ base: inout [RosterStanding], for owner: Author) {
    if random.below(2) == 0 {
      base.removeAll { standing in
        standing.author != owner.data
          && honest.contains { homes[$0].author.data == standing.author }
      }
    }
    let strangers = Self.strangers.map { key in
      RosterStanding.with {
        $0.author = key.author.data
        $0.generation = 1
      }
    }
    base = Array(strangers.prefix(random.below(strangers.count))) + base
  }

  private func voters(_ base: [RosterStanding], without owner: Int) -> [Author] {
    let names = base.filter { $0.generation % 2 == 1 && !$0.left }.compactMap { Author($0.author) }
    return Array(names.filter { $0 != homes[owner].author }.prefix(15))
  }

  /// Everybody who lies, and everybody who is made up, signs for the second hand-over; some for both.
  private func support(
    _ lie: SignedStatement, against truth: SignedStatement, in evil: inout Roster
  ) throws {
    _ = evil.take([truth])
    for key in liars.sorted().map({ homes[$0].key }) + Self.strangers
    where evil.isMember(key.author) {
      let both = random.below(6) == 0 ? [lie, truth] : [lie]
      let words = try both.map { term in
        try SignedStatement(
          .seen(
            .with {
              $0.term = term.hash.data
              $0.author = key.author.data
            }), in: room, signedBy: [key])
      }
      _ = evil.take(words)
    }
  }

  /// Shows somebody what the liars have, or what an honest person has.
  private func show(_ terms: inout TwoTerms, to number: Int, from other: Int? = nil) throws {
    if let other {
      let home = homes[other]
      try homes[number].hear(home.roster.statements, home.roster.bases, home.newest)
    } else {
      try homes[number].hear(terms.evil.statements, terms.evil.bases, [:])
    }
    try restart(number, oneIn: 3)
    let taken = homes[number].roster.chain.map(\.hash)
    if terms.first[number] == nil {
      terms.first[number] = [terms.truth.hash, terms.lie.hash].first(where: taken.contains)
    }
  }

  private func showAll(_ terms: inout TwoTerms) throws {
    for _ in 0..<3 {
      for number in honest.shuffled(using: &random) { try show(&terms, to: number) }
      try settle()
    }
  }

  private func secondHandOver(by owner: Int) throws {
    guard var terms = try twoTerms(by: owner, liars: random.below(homes.count / 2 + 1)),
      let next = terms.first.keys.first
    else { return }
    for number in honest.shuffled(using: &random) where number != next {
      if random.below(3) == 0 { try show(&terms, to: number) }
      if random.below(2) == 0 { try show(&terms, to: number, from: random.pick(honest)) }
      if random.below(2) == 0 { try show(&terms, to: number, from: next) }
    }
    try showAll(&terms)
    try checkTwoTerms(terms, liars: liars)
  }

  private func faction(by owner: Int) throws {
    let others = members(without: owner).count
    guard others > 2, var terms = try twoTerms(by: owner, liars: others - 1 - random.below(2)),
      let next = terms.first.keys.first
    else { return }
    for number in honest where number != next { try show(&terms, to: number, from: next) }
    for number in liars.sorted() { try remove(number, by: next) }
    try settle()
    try showAll(&terms)
    try checkTwoTerms(terms, liars: [])
  }

  private func restoredVoters(by owner: Int) throws {
    guard var terms = try twoTerms(by: owner, liars: random.below(homes.count / 2 + 1)),
      let next = terms.first.keys.first
    else { return }
    for number in honest where number != next { try show(&terms, to: number, from: next) }
    try showAll(&terms)
    for number in honest where number != next && random.below(2) == 0 {
      restore(number)
      terms.restored.insert(number)
      try show(&terms, to: number)
    }
    try showAll(&terms)
    try checkTwoTerms(terms, liars: liars)
  }

  /// A former owner never gets the room back from those who took the true hand-over, unless more than half of those who can
  /// decide took the other one first or help it, and still belong to the room. Where most of them took the true one first, all
  /// come to it.
  private func checkTwoTerms(_ terms: TwoTerms, liars: Set<Int>) throws {
    let loyal = honest.filter {
      terms.first[$0] == terms.truth.hash && !terms.restored.contains($0)
    }
    let misled = honest.filter { terms.first[$0] == terms.lie.hash }
    let against = Set((misled + liars).map { homes[$0].author })
    let isSafe = 2 * terms.voters.count(where: against.contains) <= terms.voters.count
    let friends = Set(loyal.map { homes[$0].author })
    let isKnown =
      !terms.isDoctored
      && 2 * terms.lyingVoters.count(where: friends.contains) > terms.lyingVoters.count
    let lost = honest.filter { number in
      !homes[number].roster.chain.contains { $0.hash == terms.truth.hash }
    }
    if isSafe, let number = lost.first(where: loyal.contains) {
      throw fail("person \(number) gave up the true hand-over")
    }
    if isKnown, let number = lost.first {
      throw fail("person \(number) never found the true hand-over")
    }
  }

  // MARK: people who are nobody

  private func restoredFormerOwner(_ owner: Int) throws {
    guard let next = members(without: owner).randomElement(using: &random) else { return }
    var old = homes[owner].roster
    try handOver(to: next, by: owner, heir: nil)
    var authors = Self.strangers.map(\.author)
    authors += banned.map { homes[$0].author }
    let words = try authors.map { author in
      try SignedStatement(
        .member(old.admission(of: author, newest: [])), in: room, signedBy: [homes[owner].key])
    }
    _ = old.take(words)
    for number in honest.shuffled(using: &random) {
      post(from: next, to: number, within: 5)
      if number != next, random.below(2) == 0 {
        try homes[number].hear(old.statements, old.bases, [:])
      }
    }
    try settle()
    for number in honest { try homes[number].hear(words, [], [:]) }
  }

  private func invite(_ key: SigningKey, of owner: Int, isClosed: Bool) throws {
    let invite = RosterInvite.with {
      $0.term = homes[owner].roster.chain.last?.hash.data ?? .init()
      $0.key = key.author.data
      $0.closed = isClosed
    }
    try say(.invite(invite), by: [homes[owner].key], at: owner)
  }

  /// Admits somebody by the secret of an invite; a random person hears it.
  private func admit(_ author: Author, by key: SigningKey, of owner: Int) throws {
    let term = homes[owner].roster.chain.last
    let member = RosterMember.with {
      $0.term = term?.hash.data ?? .init()
      $0.author = author.data
      $0.generation = (term?.number ?? 0) << 32 + 1
      $0.invite = key.author.data
    }
    let statement = try SignedStatement(.member(member), in: room, signedBy: [key])
    let home = homes[owner]
    try homes[random.pick(honest)].hear(
      home.roster.statements + [statement], home.roster.bases, [:])
  }

  private func leakedInvite(of owner: Int) throws {
    let keys = Self.invites.prefix(1 + random.below(3))
    for key in keys { try invite(key, of: owner, isClosed: false) }
    for stranger in Self.strangers where random.below(2) == 0 {
      try admit(stranger.author, by: random.pick(Array(keys)), of: owner)
    }
    if random.below(2) == 0 { try settle() }
    for key in keys { try invite(key, of: owner, isClosed: true) }
  }

  private func returnByInvite(_ owner: Int) throws {
    guard let number = members(without: owner).randomElement(using: &random) else { return }
    if random.below(4) > 0 { try remove(number, by: owner) }
    let next =
      random.below(2) == 0 ? owner : members(without: owner).randomElement(using: &random) ?? owner
    try handOver(to: next, by: owner, heir: nil)
    try settle()
    try invite(Self.invites[0], of: next, isClosed: false)
    for other in banned.sorted() {
      write(other)
      try admit(homes[other].author, by: Self.invites[0], of: next)
    }
  }

  /// Strangers and members say what only the owner may, or somebody else of itself.
  private func forgery(_ owner: Int) throws {
    let roster = homes[owner].roster
    let stranger = Self.strangers[0].author
    let victim = random.pick(homes.indices.filter { $0 != owner })
    let term = roster.chain.last?.hash.data ?? .init()
    let bodies: [SignedStatement.Body] = [
      .member(roster.admission(of: stranger, newest: [])),
      .member(roster.admission(of: stranger, newest: [])),
      .member(roster.removal(of: homes[victim].author, newest: [])),
      .invite(
        .with {
          $0.term = term
          $0.key = Self.invites[3].author.data
        }), .term(try roster.nextTerm(owner: stranger, until: []).0),
    ]
    let liars = Self.strangers + homes.indices.filter { $0 != owner }.map { homes[$0].key }
    for body in bodies {
      let key = random.pick(liars)
      let statement = try SignedStatement(body, in: room, signedBy: [key])
      try homes[random.pick(honest)].hear([statement], [], [:])
    }
    try admit(stranger, by: Self.invites[3], of: owner)
  }

  // MARK: promises

  /// Those who follow one chain agree; nobody outside is a member; what was written after a removal does not count.
  func check() throws {
    for (_, group) in Dictionary(grouping: honest, by: { homes[$0].roster.chain.last?.hash }) {
      guard let first = group.first else { continue }
      for number in group where homes[number].roster.hash != homes[first].roster.hash {
        throw fail("persons \(first) and \(number) have other statements")
      }
      for number in group { try compare(number, first) }
    }
    guard let owner else { return }
    let tip = homes[owner].roster.chain.last
    for number in honest where homes[number].roster.chain.last == tip { try checkPeople(number) }
  }

  private func compare(_ number: Int, _ first: Int) throws {
    let (roster, other) = (homes[number].roster, homes[first].roster)
    for author in homes.map(\.author) + Self.strangers.map(\.author)
    where roster.standing(of: author) != other.standing(of: author) {
      throw fail("persons \(first) and \(number) see somebody differently")
    }
    for log in homes[number].newest.keys {
      for sequence in 1...20 as ClosedRange<UInt64>
      where roster.counts(log, sequence) != other.counts(log, sequence) {
        throw fail("persons \(first) and \(number) count other entries")
      }
    }
  }

  private func checkPeople(_ number: Int) throws {
    let roster = homes[number].roster
    if Self.strangers.contains(where: { roster.isMember($0.author) }) {
      throw fail("person \(number) takes a stranger for a member")
    }
    if banned.contains(where: { roster.isMember(homes[$0].author) }) {
      throw fail("person \(number) takes somebody for a member who was removed")
    }
    for (log, entries) in dead where entries.contains(where: { roster.counts(log, $0) }) {
      throw fail("for person \(number) an entry counts that was written after a removal")
    }
  }
}
