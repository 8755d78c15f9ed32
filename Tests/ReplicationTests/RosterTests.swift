import FoundationEssentials
import Identifiers
import Replication
import Schema
import TestKit
import Testing
import Wire

/// The rules of a roster, one by one.
@Suite struct RosterTests {
  private func stage(with people: Int = 3) throws -> RosterStage {
    var stage = try RosterStage(seed: 1)
    for index in 1...people {
      let member = stage.whole.admission(of: stage.people[index], newest: [])
      try stage.say(.member(member), by: [stage.keys[0]])
    }
    return stage
  }

  private func cut(_ incarnation: UInt64, _ sequence: UInt64) -> LogCut {
    .with {
      $0.incarnation = incarnation
      $0.sequence = sequence
    }
  }

  /// The entries of somebody's first log that count, of the first twelve.
  private func counted(_ stage: RosterStage, _ index: Int, incarnation: UInt64 = 0) -> [UInt64] {
    let log = LogKey(author: stage.people[index], incarnation: incarnation)
    return (1...12).filter { stage.whole.counts(log, $0) }
  }

  @Test("standings that come after their term have it followed, and that is a change")
  func standingsAlone() throws {
    let stage = try stage()
    let before = stage.whole
    let owner = stage.keys[0]
    let (term, standings) = try before.nextTerm(
      owner: owner.author, until: [], heir: stage.people[1])
    let statement = try SignedStatement(.term(term), in: stage.room, signedBy: [owner])
    var roster = before
    #expect(roster.take([statement]).isChanged && roster.kept.tip == before.kept.tip)
    let base = RosterBase.with {
      $0.term = statement.hash.data
      $0.standings = standings
    }
    #expect(roster.take([], bases: [base]).isChanged && roster.kept.tip == statement.hash)
    #expect(!roster.take([], bases: [base]).isChanged)
  }

  @Test("whoever is added again keeps what it wrote before, and what it wrote meanwhile stays out")
  func addedAgain() throws {
    var stage = try stage()
    for (newest, isIn) in [(3, false), (5, true), (8, false), (9, true)] as [(UInt64, Bool)] {
      let author = stage.people[1]
      let member =
        isIn
        ? stage.whole.admission(of: author, newest: [cut(0, newest)])
        : stage.whole.removal(of: author, newest: [cut(0, newest)])
      try stage.say(.member(member), by: [stage.keys[0]])
      #expect(stage.whole.isMember(author) == isIn)
    }
    #expect(counted(stage, 1) == [1, 2, 3, 6, 7, 8, 10, 11, 12])
    #expect(counted(stage, 1, incarnation: 1).count == 12)
    // The same after the room has changed hands.
    let (term, base) = try stage.whole.nextTerm(owner: stage.people[2], until: [cut(0, 7)])
    try stage.say(.term(term), by: [stage.keys[0], stage.keys[2]], base: base)
    #expect(counted(stage, 1) == [1, 2, 3, 6, 7, 8, 10, 11, 12])
    let removal = stage.whole.removal(of: stage.people[1], newest: [cut(0, 11)])
    #expect(removal.generation == 1 << 32 + 2)
    try stage.say(.member(removal), by: [stage.keys[2]])
    #expect(counted(stage, 1) == [1, 2, 3, 6, 7, 8, 10, 11])
    #expect(counted(stage, 1, incarnation: 1) == [])
  }

  @Test("a generation as high as can be binds its own term alone")
  func highestGeneration() throws {
    var stage = try stage()
    let friend = RosterMember.with {
      $0.term = stage.term.data
      $0.author = stage.people[3].data
      $0.generation = 1 << 32 - 1
    }
    try stage.say(.member(friend), by: [stage.keys[0]])
    let (term, base) = try stage.whole.nextTerm(owner: stage.people[1], until: [])
    try stage.say(.term(term), by: [stage.keys[0], stage.keys[1]], base: base)
    let removal = stage.whole.removal(of: stage.people[3], newest: [])
    try stage.say(.member(removal), by: [stage.keys[1]])
    #expect(!stage.whole.isMember(stage.people[3]))
  }

  @Test("an owner cannot leave; what it said holds once it owns the room no more")
  func ownerLeaves() throws {
    var stage = try stage()
    let leave = RosterLeave.with {
      $0.author = stage.people[0].data
      $0.generation = 1
    }
    try stage.say(.leave(leave), by: [stage.keys[0]])
    #expect(stage.whole.isMember(stage.people[0]))
    let (term, base) = try stage.whole.nextTerm(owner: stage.people[1], until: [])
    try stage.say(.term(term), by: [stage.keys[0], stage.keys[1]], base: base)
    #expect(!stage.whole.isMember(stage.people[0]) && counted(stage, 0).count == 12)
  }

  @Test("entries of an owner are those of its term that stand below its end")
  func ownersEntries() throws {
    var stage = try stage()
    let first = stage.term
    let (term, base) = try stage.whole.nextTerm(owner: stage.people[1], until: [cut(0, 7)])
    try stage.say(.term(term), by: [stage.keys[0], stage.keys[1]], base: base)
    let log = LogKey(author: stage.people[0], incarnation: 0)
    let other = LogKey(author: stage.people[0], incarnation: 1)
    let next = LogKey(author: stage.people[1], incarnation: 0)
    func isOwners(_ log: LogKey, _ sequence: UInt64, _ term: Bytes32) -> Bool {
      stage.whole.isOwners(log, sequence, term: term.data.prefix(8))
    }
    #expect(isOwners(log, 7, first) && !isOwners(log, 8, first) && !isOwners(other, 1, first))
    #expect(isOwners(next, 99, stage.term) && !isOwners(next, 1, first))
    #expect(!isOwners(log, 1, stage.term) && !stage.whole.isOwners(log, 1, term: Data()))
  }

  @Test("the heir takes the room over alone, and nobody else does")
  func heir() throws {
    var stage = try stage()
    let (named, base) = try stage.whole.nextTerm(
      owner: stage.people[0], until: [], heir: stage.people[2])
    try stage.say(.term(named), by: [stage.keys[0]], base: base)
    #expect(stage.whole.heir == stage.people[2])
    let (term, next) = try stage.whole.nextTerm(owner: stage.people[2], until: [])
    try stage.say(.term(term), by: [stage.keys[2]], base: next)
    #expect(stage.whole.owner == stage.people[2] && stage.whole.heir == nil)
  }

  // MARK: two terms that follow one

  /// A room that its owner hands to the second person and, a second time, to the third.
  private func handedTwice() throws -> (RosterStage, truth: SignedStatement, lie: SignedStatement) {
    var stage = try stage(with: 4)
    let before = stage.whole
    let terms = try [1, 2].map { index in
      let (term, base) = try before.nextTerm(owner: stage.people[index], until: [])
      return try stage.say(.term(term), by: [stage.keys[0], stage.keys[index]], base: base)
    }
    return (stage, terms[0], terms[1])
  }

  private func seen(
    _ index: Int, _ term: SignedStatement, _ stage: RosterStage
  ) throws -> SignedStatement {
    let seen = RosterSeen.with {
      $0.term = term.hash.data
      $0.author = stage.people[index].data
    }
    return try SignedStatement(.seen(seen), in: stage.room, signedBy: [stage.keys[index]])
  }

  @Test("a term is left for another only when more than half of the voters took that one first")
  func voters() throws {
    let (stage, truth, lie) = try handedTwice()
    #expect(stage.whole.rivalTerms.first?.voters == Array(stage.people[1...4]))
    for (words, isTaken) in [
      ([2], false), ([2, 3], false), ([2, 3, 4], true), ([0, 2, 3], false),
    ] {
      var roster = stage.whole
      _ = roster.take(try words.map { try seen($0, lie, stage) }, bases: stage.bases)
      #expect(roster.owner == stage.people[isTaken ? 2 : 1], "\(words)")
      let rivals = try #require(roster.rivalTerms.first)
      #expect(rivals.followed == (isTaken ? lie : truth).hash && rivals.isSettled == isTaken)
    }
    // Whoever signs for both counts for neither.
    var roster = stage.whole
    let words = try [2, 3, 4].map { try seen($0, lie, stage) } + [seen(4, truth, stage)]
    _ = roster.take(words, bases: stage.bases)
    #expect(roster.owner == stage.people[1] && roster.rivalTerms.first?.isSettled == false)
    // A voter whom the owner has removed counts for neither as well.
    roster = stage.whole
    let removal = roster.removal(of: stage.people[4], newest: [])
    let removed = try SignedStatement(
      .member(removal), in: stage.room, signedBy: [stage.keys[1]])
    _ = roster.take([removed] + words.prefix(3), bases: stage.bases)
    #expect(roster.owner == stage.people[1])
  }

  @Test(
    "a node signs once for the term that it took first, and follows its own word after a restore")
  func ownWord() throws {
    let (stage, truth, lie) = try handedTwice()
    var roster = Roster(room: stage.room, accounts: [stage.people[3]])
    let terms = [truth, lie].map(\.hash)
    let others = stage.genuine.map(\.statement).filter { !terms.contains($0.hash) }
    _ = roster.take(others, bases: stage.bases)
    _ = roster.take([truth], bases: stage.bases)
    #expect(roster.owed.isEmpty)
    _ = roster.take([lie], bases: stage.bases)
    #expect(roster.owed.map(\.term) == [truth.hash.data])
    let word = try seen(3, truth, stage)
    _ = roster.take([word])
    #expect(roster.owed.isEmpty)
    var restored = Roster(room: stage.room, accounts: [stage.people[3]])
    _ = restored.take(others + [lie], bases: stage.bases)
    #expect(restored.owner == stage.people[2])
    _ = restored.take([truth, word], bases: stage.bases)
    #expect(restored.owner == stage.people[1] && restored.owed.isEmpty)
  }

  @Test("a person's choice holds whatever others sign")
  func choice() throws {
    let (stage, truth, lie) = try handedTwice()
    var roster = stage.whole
    var isDone = roster.choose(lie.hash)
    // Its standings are not here yet.
    _ = roster.take([])
    #expect(isDone && roster.owner == stage.people[1] && roster.awaited == [lie.hash])
    _ = roster.take([], bases: stage.bases)
    #expect(roster.owner == stage.people[2] && roster.awaited.isEmpty)
    let words = try [1, 3, 4].map { try seen($0, truth, stage) }
    _ = roster.take(words, bases: stage.bases)
    #expect(roster.owner == stage.people[2] && roster.rivalTerms.first?.isSettled == false)
    // It can be chosen otherwise.
    var again = roster
    isDone = again.choose(truth.hash)
    _ = again.take([], bases: stage.bases)
    #expect(isDone && again.owner == stage.people[1])
    isDone = again.choose(.zero)
    #expect(!isDone)
    // Somebody else stays with the other one.
    var other = stage.whole
    isDone = other.choose(truth.hash)
    _ = other.take(try [2, 3, 4].map { try seen($0, lie, stage) }, bases: stage.bases)
    #expect(isDone && other.owner == stage.people[1])
  }
}
