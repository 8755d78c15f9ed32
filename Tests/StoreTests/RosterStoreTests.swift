import FoundationEssentials
import Identifiers
import Replication
import Schema
import TestKit
import Testing
import Wire

@testable import Store

/// Rosters come back from the store as they were kept.
@Suite struct RosterStoreTests {
  private let store: Store

  init() throws { store = try Store(.empty) }

  private func keep(_ roster: Roster) throws { try store.turn { try $0.setRoster(roster) } }

  private func kept(_ room: RoomID, _ accounts: Set<Author> = []) throws -> StoredRoster {
    try #require(try store.read { try $0.roster(of: room, accounts: accounts) })
  }

  /// A room of a few people, some of whom the owner has added after it handed the room over, and their keys.
  private func world() throws -> (roster: Roster, keys: [SigningKey]) {
    let keys = try (0..<5).map { number in
      try SigningKey(secret: Hashing.digest(.seed, UInt64(number).bigEndianBytes).bytes)
    }
    let nonce = Data(repeating: 7, count: 16)
    let room = RoomID(privateOf: keys[0].author, nonce: nonce)
    var roster = Roster(room: room)
    func say(_ body: SignedStatement.Body, _ by: [SigningKey], _ base: [RosterStanding] = []) throws
    {
      let statement = try SignedStatement(body, in: room, signedBy: by)
      let bases = [
        RosterBase.with {
          $0.term = statement.hash.data
          $0.standings = base
        }
      ]
      #expect(roster.take([statement], bases: bases).isChanged)
    }
    try say(
      .term(
        .with {
          $0.owner = keys[0].author.data
          $0.nonce = nonce
        }), [keys[0]])
    for key in keys[1...2] {
      try say(.member(roster.admission(of: key.author, newest: [])), [keys[0]])
    }
    let (term, base) = try roster.nextTerm(owner: keys[1].author, until: [])
    try say(.term(term), [keys[0], keys[1]], base)
    for key in keys[3...4] {
      try say(.member(roster.admission(of: key.author, newest: [])), [keys[1]])
    }
    return (roster, keys)
  }

  private func expectSame(_ found: Roster, _ roster: Roster, _ seed: UInt64 = 0) {
    let (one, other) = (found.kept, roster.kept)
    let messages = { (roster: Roster) in
      roster.statements.sorted { $0.hash < $1.hash }.map(\.message)
    }
    #expect(messages(found) == messages(roster), "seed \(seed): statements")
    #expect(one.tip == other.tip && one.base == other.base, "seed \(seed): the present term")
    #expect(one.rivals == other.rivals, "seed \(seed): the order of rivals")
    #expect(one.arrivals == other.arrivals, "seed \(seed): the order of people")
    #expect(one.choices == other.choices, "seed \(seed): choices")
    #expect(found.hash == roster.hash && found.people == roster.people, "seed \(seed)")
    #expect(found.rivalTerms == roster.rivalTerms, "seed \(seed): rivals")
    #expect(found.owed == roster.owed && found.awaited == roster.awaited, "seed \(seed)")
  }

  @Test("each roster of worlds with liars comes back, and goes on as if nothing had happened")
  func worlds() throws {
    var rivals = 0
    for seed in 41..<66 as Range<UInt64> {
      let world = try SimulatedRosters(seed: seed)
      _ = try world.run()
      for (roster, person) in world.rosters {
        rivals += roster.kept.rivals.count
        // Written over what another person has kept of the same room.
        try keep(roster)
        let found = try kept(roster.room, [person])
        #expect(found.lost == [], "seed \(seed)")
        expectSame(found.roster, roster, seed)
        var (one, other) = (found.roster, roster)
        for (next, _) in world.rosters {
          one.merge(next)
          other.merge(next)
        }
        expectSame(one, other, seed)
      }
    }
    #expect(rivals > 2)
  }

  @Test("what a person has chosen and which term came first are known after a restart")
  func choice() throws {
    let (before, keys) = try world()
    var roster = before
    #expect(roster.choose(try #require(roster.chain.last?.hash)))
    #expect(roster.kept.choices.map(\.chosen) == [roster.chain.last?.hash])
    try keep(roster)
    expectSame(try kept(roster.room, [keys[0].author]).roster, roster)
  }

  @Test("one more statement in a roster of 5,000 is one row more")
  func fewRows() throws {
    let (before, keys) = try world()
    var roster = before
    func word(_ number: UInt64, _ count: UInt64) throws -> SignedStatement {
      let author = Hashing.digest(.seed, (1_000 + number).bigEndianBytes)
      let member = RosterMember.with {
        $0.term = roster.kept.tip?.data ?? Data()
        $0.author = author.data
        $0.generation = 1 << 32 + count
      }
      return try SignedStatement(.member(member), in: roster.room, signedBy: [keys[1]])
    }
    _ = roster.take(try (0..<5_000).map { try word($0, 1) })
    try keep(roster)
    func changed(_ statement: SignedStatement) throws -> Int {
      _ = roster.take([statement])
      return try store.turn { transaction in
        let before: Int = try transaction.db.value("SELECT total_changes()") ?? 0
        try transaction.setRoster(roster)
        return try (transaction.db.value("SELECT total_changes()") ?? 0) - before
      }
    }
    // Somebody new has a place as well; another word about somebody takes the place of the one before.
    #expect(try changed(word(5_000, 1)) == 2)
    #expect(try changed(word(17, 3)) == 2)
    #expect(try changed(word(17, 1)) == 0)
    expectSame(try kept(roster.room).roster, roster)
  }

  @Test("a damaged row is told, and lost alone")
  func damage() throws {
    let (roster, keys) = try world()
    let damages = [
      "UPDATE roster_statement SET body = CAST(x'00' || body AS BLOB) WHERE hash = ?1",
      "UPDATE roster_statement SET signatures = zeroblob(64) WHERE hash = ?1",
      "UPDATE roster_statement SET kind = 9 WHERE hash = ?1",
      "UPDATE roster_statement SET kind = 300 WHERE hash = ?1",
      "UPDATE roster_statement SET sum = zeroblob(32) WHERE hash = ?1",
      "UPDATE roster_statement SET hash = zeroblob(32) WHERE hash = ?1",
    ]
    let lost = try #require(
      roster.statements.first {
        if case .member(let member) = $0.body {
          member.author == keys[4].author.data
        } else {
          false
        }
      })
    for damage in damages {
      try keep(roster)
      try store.turn { _ = try $0.run(damage, lost.hash) }
      let found = try kept(roster.room)
      #expect(found.lost == ["a statement of a roster"], "\(damage)")
      #expect(
        Set(found.roster.statements.map(\.hash))
          == Set(roster.statements.map(\.hash)).subtracting([lost.hash]), "\(damage)")
      #expect(found.roster.isMember(keys[3].author) && !found.roster.isMember(keys[4].author))
      // It comes again, and all is written anew.
      var again = found.roster
      again.merge(roster)
      try store.turn { try $0.setRoster(again, isAnew: true) }
      #expect(try kept(roster.room).lost == [])
    }
  }

  @Test("without the terms nothing counts, and which one came first is known still")
  func damagedTerms() throws {
    let (roster, keys) = try world()
    for damage in [
      "DELETE FROM roster_statement WHERE kind = 1 AND hash = ?", "UPDATE roster SET tip = ?",
      "UPDATE roster SET base = x'ff' WHERE tip = ?", "UPDATE roster SET base = x'' WHERE tip = ?",
    ] {
      try store.turn { try $0.setRoster(roster, isAnew: true) }
      let hash = damage.contains("SET tip") ? .zero : try #require(roster.kept.tip)
      try store.turn { _ = try $0.run(damage, hash) }
      let found = try kept(roster.room)
      #expect(!found.lost.isEmpty && found.roster.chain.isEmpty, "\(damage)")
      #expect(keys.allSatisfy { !found.roster.isMember($0.author) })
      #expect(found.roster.kept.choices == roster.kept.choices)
      var again = found.roster
      again.merge(roster)
      #expect(again.hash == roster.hash && again.kept.choices == roster.kept.choices)
    }
  }

  @Test("a damaged memory of a choice is told and lost alone")
  func damagedChoice() throws {
    let (roster, _) = try world()
    try keep(roster)
    try store.turn { _ = try $0.run("UPDATE roster_choice SET first = zeroblob(32)") }
    let found = try kept(roster.room)
    #expect(found.lost == ["the memory of which term came first"])
    #expect(found.roster.hash == roster.hash && found.roster.kept.choices.isEmpty)
  }

  @Test("nothing that a sender puts beside what was signed is kept or passed on")
  func junk() throws {
    let (roster, _) = try world()
    let junk: [UInt8] = [0xfa, 0x3f, 3, 1, 2, 3]
    var found = Roster(room: roster.room)
    let statements = try roster.statements.map {
      let spoilt = try Coding.decode(
        RosterStatement.self, from: Coding.encode($0.message) + junk)
      #expect(spoilt != $0.message)
      return try SignedStatement(spoilt, in: roster.room)
    }
    var base = try #require(roster.bases.first)
    base.standings = try base.standings.map {
      try Coding.decode(RosterStanding.self, from: Coding.encode($0) + junk)
    }
    #expect(base.standings != roster.bases.first?.standings)
    _ = found.take(statements, bases: [base])
    #expect(found.hash == roster.hash)
    #expect(found.bases == roster.bases)
    #expect(Set(found.statements.map(\.message)) == Set(roster.statements.map(\.message)))
    try keep(found)
    expectSame(try kept(roster.room).roster, found)
  }

  @Test("a mended database has the rosters, and a deleted room has none")
  func mended() throws {
    let (roster, _) = try world()
    try keep(roster)
    let (old, new) = try (Store.connection(), Store(.empty))
    try Migrations.run(old)
    try store.connections.read { found in
      try old.transaction(.immediate) { try Sifting.sift(found, into: old) }
    }
    let copy: Int? = try old.value("SELECT count(*) FROM roster_statement")
    #expect(copy == roster.statements.count)
    try store.read { reader in try new.turn { try $0.takeDetails(from: reader) } }
    let found = try #require(try new.read { try $0.roster(of: roster.room) })
    expectSame(found.roster, roster)
    try new.turn { transaction in
      _ = try transaction.addRoom(roster.room, kind: .private, opener: roster.owner)
      try transaction.deleteRoom(roster.room)
    }
    #expect(try new.read { try $0.roster(of: roster.room) } == nil)
  }
}
