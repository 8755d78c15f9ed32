import FoundationEssentials
import Identifiers
import Replication
import Schema
import TestKit
import Testing
import Wire

/// Many statements: what is kept has a bound, and everybody keeps the same.
@Suite struct RosterFloodTests {
  let stage: RosterStage
  var owner: SigningKey { stage.keys[0] }

  init() throws { stage = try RosterStage(seed: 1) }

  private func sign(_ body: SignedStatement.Body, _ key: SigningKey) throws -> SignedStatement {
    try SignedStatement(body, in: stage.room, signedBy: [key])
  }

  private func member(_ author: Author, _ generation: UInt64) -> RosterMember {
    .with {
      $0.term = stage.term.data
      $0.author = author.data
      $0.generation = generation
    }
  }

  @Test("of 10,000 generations one is kept")
  func generations() throws {
    var roster = stage.whole
    let statements = try (1...10_000).map {
      try sign(.member(member(stage.people[1], UInt64($0))), owner)
    }
    let begun = ContinuousClock.now
    for start in stride(from: 0, to: statements.count, by: 256) {
      _ = roster.take(Array(statements[start..<min(start + 256, statements.count)]))
    }
    #expect(roster.statements.count == 2)
    #expect(roster.standing(of: stage.people[1])?.generation == 10_000)
    #expect(ContinuousClock.now - begun < .seconds(60))
    // Those below the highest are not even checked.
    let hash = roster.hash
    let again = ContinuousClock.now
    #expect(!roster.take(statements).isChanged && roster.hash == hash)
    #expect(ContinuousClock.now - again < .seconds(10))
  }

  @Test("an owner that says hundreds of different things in one generation fills no disk")
  func versions() throws {
    let statements = try (1...200).map { number in
      var member = member(stage.people[1], 2)
      member.cut = [.with { $0.sequence = UInt64(number) }]
      return try sign(.member(member), owner)
    }
    var (one, two) = (stage.whole, stage.whole)
    for statement in statements { _ = one.take([statement]) }
    _ = two.take(statements.reversed())
    #expect(one.statements.count == 1 + Limits.rosterVersions && one.hash == two.hash)
  }

  @Test(
    "one body that is signed twice is one statement, and a false signature does not take its place")
  func signedTwice() throws {
    let statement = try sign(.member(member(stage.people[1], 1)), owner)
    let other = try sign(.member(member(stage.people[1], 1)), stage.keys[2])
    #expect(statement == other && statement.message != other.message)
    var roster = stage.whole
    #expect(roster.take([other]).isFalse == [other])
    #expect(roster.take([statement]).isChanged && !roster.take([other]).isChanged)
    #expect(roster.statements.contains { $0.message == statement.message })
  }

  @Test("an invite admits as many as there are places, the same ones whatever the order")
  func madeUpAuthors() throws {
    let key = stage.inviteKeys[0]
    let open = try sign(.invite(stage.invite(key, isClosed: false)), owner)
    let friend = try sign(.member(member(stage.people[1], 1)), owner)
    let crowd = try (0..<10_000).map { number in
      let author = Hashing.digest(.seed, UInt64(number).bigEndianBytes)
      return try sign(.member(stage.admission(author, key)), key)
    }
    var (one, two) = (stage.whole, stage.whole)
    _ = one.take([open, friend] + crowd)
    _ = two.take([open] + crowd.reversed())
    #expect(one.people.count == Limits.rosterMembers)
    _ = two.take([friend])
    #expect(one.hash == two.hash && one.people == two.people && one.isMember(stage.people[1]))
    #expect(one.statements.count == 3 + Limits.rosterMembers)
    // Once it is closed all are out but the one whom the owner has signed for.
    _ = one.take([try sign(.invite(stage.invite(key, isClosed: true)), owner)])
    #expect(one.people == [owner.author, stage.people[1]])
    #expect(one.take([open] + crowd.prefix(9)).isFalse.isEmpty && one.people.count == 2)
  }

  @Test("invites of one term are 256, and with an invite goes whom it admitted")
  func invites() throws {
    let keys = try (0..<300).map { try SigningKey(secret: RosterStage.secret(200 + $0)) }
    let open = try keys.map { try sign(.invite(stage.invite($0, isClosed: false)), owner) }
    let order = keys.indices.sorted { keys[$0].author < keys[$1].author }
    let last = keys[order[299]]
    let admission = try sign(.member(stage.admission(stage.people[5], last)), last)
    var roster = stage.whole
    _ = roster.take([open[order[299]], admission])
    #expect(roster.isMember(stage.people[5]))
    _ = roster.take(open)
    #expect(roster.statements.count == 1 + Limits.rosterInvites)
    #expect(!roster.isMember(stage.people[5]))
    #expect(roster.take([admission]).early == [admission])
  }

  @Test(
    "a former owner that signs hundreds of hand-overs fills no disk, and none of them is followed")
  func rivals() throws {
    var stage = stage
    for index in 1...3 { try stage.say(.member(member(stage.people[index], 1)), by: [owner]) }
    let before = stage.whole
    let (term, base) = try before.nextTerm(owner: stage.people[1], until: [])
    try stage.say(.term(term), by: [owner, stage.keys[1]], base: base)
    let others = try (1...100).map { number in
      var (term, _) = try before.nextTerm(owner: stage.people[2], until: [])
      term.until = [.with { $0.sequence = UInt64(number) }]
      return try SignedStatement(
        .term(term), in: stage.room, signedBy: [owner, stage.keys[2]])
    }
    var (one, two) = (stage.whole, stage.whole)
    _ = one.take(others)
    for other in others.reversed() { _ = two.take([other]) }
    let terms = { (roster: Roster) in
      roster.statements.filter { if case .term = $0.body { true } else { false } }.count
    }
    #expect(terms(one) == 2 + Limits.rosterRivals && one.hash == two.hash)
    #expect(one.owner == stage.people[1] && two.owner == stage.people[1])
    // One for which somebody has signed is kept beside them.
    let last = try #require(others.max { $0.hash < $1.hash })
    let seen = RosterSeen.with {
      $0.term = last.hash.data
      $0.author = stage.people[2].data
    }
    _ = one.take([try sign(.seen(seen), stage.keys[2]), last])
    #expect(terms(one) == 3 + Limits.rosterRivals && one.statements.contains(last))
  }
}
