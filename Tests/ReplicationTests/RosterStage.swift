import Identifiers
import Replication
import Schema
import TestKit
import Wire

/// People with keys, and random statements of theirs, for tests of rosters.
struct RosterStage {
  var random: SeededGenerator
  let keys: [SigningKey]
  /// Keys of invites.
  let inviteKeys: [SigningKey]
  let room: RoomID
  /// All that was signed as it should be.
  var genuine: [Signed] = []
  /// All that somebody signed who may not say so.
  var forged: [SignedStatement] = []
  var bases: [RosterBase] = []
  /// A roster that has everything.
  var whole: Roster

  /// A statement and who signed it.
  struct Signed {
    let statement: SignedStatement
    let signers: [Author]
  }

  init(seed: UInt64, people: Int = 6) throws {
    random = SeededGenerator(seed: seed)
    keys = try (0..<people).map { try SigningKey(secret: Self.secret($0)) }
    inviteKeys = try (0..<3).map { try SigningKey(secret: Self.secret(100 + $0)) }
    let nonce = Bytes16((0..<16).map { UInt8($0) })?.data ?? .init()
    room = RoomID(privateOf: keys[0].author, nonce: nonce)
    whole = Roster(room: room)
    let opening = RosterTerm.with {
      $0.owner = keys[0].author.data
      $0.nonce = nonce
    }
    try say(.term(opening), by: [keys[0]])
  }

  static func secret(_ number: Int) -> [UInt8] {
    Hashing.digest(.seed, UInt64(number).bigEndianBytes).bytes
  }

  var people: [Author] { keys.map(\.author) }
  var term: Bytes32 { whole.chain.last?.hash ?? .zero }
  var number: UInt64 { whole.chain.last?.number ?? 0 }
  func key(of author: Author) -> SigningKey { keys.first { $0.author == author } ?? keys[0] }

  /// Signs a statement and notes it.
  @discardableResult
  mutating func say(
    _ body: SignedStatement.Body, by signers: [SigningKey], base: [RosterStanding]? = nil
  ) throws -> SignedStatement {
    let statement = try SignedStatement(body, in: room, signedBy: signers)
    genuine.append(Signed(statement: statement, signers: signers.map(\.author)))
    if let base {
      bases.append(
        .with {
          $0.term = statement.hash.data
          $0.standings = base
        })
    }
    _ = whole.take([statement], bases: bases)
    return statement
  }

  /// A random thing that the owner says of somebody.
  mutating func member(_ author: Author, generation: Int) -> RosterMember {
    .with {
      $0.term = term.data
      $0.author = author.data
      $0.generation = number << 32 + UInt64(generation)
      if generation.isMultiple(of: 2) { $0.cut = cuts() }
      $0.holes = holes()
    }
  }

  mutating func cuts() -> [LogCut] {
    (0..<3 as Range<UInt64>).compactMap { incarnation in
      guard random.below(2) == 0 else { return nil }
      return .with {
        $0.incarnation = incarnation
        $0.sequence = UInt64(1 + random.below(9))
      }
    }
  }

  mutating func holes() -> [LogHole] {
    var holes: [LogHole] = []
    for incarnation in 0..<3 as Range<UInt64> {
      var at: UInt64 = 0
      while random.below(3) == 0, at < 8 {
        let above = at + UInt64(random.below(3)) + (at > 0 ? 1 : 0)
        let last = above + 1 + UInt64(random.below(3))
        holes.append(
          .with {
            $0.incarnation = incarnation
            $0.above = above
            $0.last = last
          })
        at = last
      }
    }
    return holes
  }

  /// Plays a world: one to four terms, each with things that are said of people.
  mutating func play() throws {
    // These two stay, so that their own words are never forgotten.
    for author in people[1...2] { try owner(says: member(author, generation: 1)) }
    for term in 0...random.below(4) {
      if term > 0 { try handOver() }
      for _ in 0..<random.below(14) { try act() }
    }
    // Words that came before those that they need.
    _ = whole.take(genuine.map(\.statement), bases: bases)
  }

  private mutating func owner(says member: RosterMember) throws {
    try say(.member(member), by: [key(of: whole.owner)])
  }

  private mutating func act() throws {
    let author = random.pick(people)
    switch random.below(10) {
    case 0..<4 where author != whole.owner:
      try owner(says: member(author, generation: 1 + random.below(5)))
    case 4:
      let invite = invite(random.pick(inviteKeys), isClosed: random.below(4) == 0)
      try say(.invite(invite), by: [key(of: whole.owner)])
    case 5 where author != whole.owner:
      let key = random.pick(inviteKeys)
      try say(.member(admission(author, key)), by: [key])
    case 6:
      let leave = RosterLeave.with {
        $0.author = author.data
        $0.generation =
          UInt64(random.below(Int(number) + 1)) << 32 + UInt64(1 + 2 * random.below(3))
      }
      try say(.leave(leave), by: [key(of: author)])
    case 7:
      let author = random.pick(Array(people[1...2]))
      let last = cuts()
      guard !last.isEmpty else { return }
      let cut = RosterCut.with {
        $0.author = author.data
        $0.generation = UInt64(1 + random.below(3))
        $0.last = last
      }
      try say(.cut(cut), by: [key(of: author)])
    case 8: try forge(author)
    default: break
    }
  }

  /// The owner's words that so many people who do nothing belong to the room.
  func crowd(_ count: Int) throws -> [SignedStatement] {
    try (0..<count).map { index in
      let member = RosterMember.with {
        $0.term = term.data
        $0.author = Hashing.digest(.seed, UInt64(1_000_000 + index).bigEndianBytes).data
        $0.generation = number << 32 + 1
      }
      return try SignedStatement(.member(member), in: room, signedBy: [key(of: whole.owner)])
    }
  }

  func invite(_ key: SigningKey, isClosed: Bool) -> RosterInvite {
    .with {
      $0.term = term.data
      $0.key = key.author.data
      $0.closed = isClosed
    }
  }

  func admission(_ author: Author, _ key: SigningKey) -> RosterMember {
    .with {
      $0.term = term.data
      $0.author = author.data
      $0.generation = number << 32 + 1
      $0.invite = key.author.data
    }
  }

  /// Somebody says what only somebody else may.
  private mutating func forge(_ author: Author) throws {
    let liar = random.pick(keys.filter { $0.author != whole.owner && $0.author != author })
    guard author != whole.owner else { return }
    let bodies: [SignedStatement.Body] = [
      .member(member(author, generation: 7)), .member(admission(author, inviteKeys[0])),
      .invite(invite(inviteKeys[1], isClosed: true)),
      .leave(
        .with {
          $0.author = author.data
          $0.generation = number << 32 + 9
        }),
      .term(try whole.nextTerm(owner: liar.author, until: []).0),
    ]
    forged.append(try SignedStatement(random.pick(bodies), in: room, signedBy: [liar]))
  }

  /// The owner hands over to a member, knowing perhaps not all that was said.
  private mutating func handOver() throws {
    let members = people.filter { whole.isMember($0) && $0 != whole.owner }
    guard let next = members.isEmpty ? nil : random.pick(members) else { return }
    let isLate = random.below(2) == 0
    let known = genuine.map(\.statement).enumerated().filter { index, statement in
      guard case .member(let member) = statement.body, isLate, index > 3 else { return true }
      return member.author == next.data || random.below(3) > 0
    }
    var roster = Roster(room: room)
    _ = roster.take(known.map(\.element), bases: bases)
    guard roster.isMember(next) else { return }
    let (term, base) = try roster.nextTerm(owner: next, until: cuts())
    try say(.term(term), by: [key(of: whole.owner), key(of: next)], base: base)
  }
}
