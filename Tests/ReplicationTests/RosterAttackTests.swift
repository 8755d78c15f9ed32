import FoundationEssentials
import Identifiers
import Replication
import Schema
import TestKit
import Testing
import Wire

/// Statements that nobody may make, and too many of those that somebody may (protocol/attacks.md).
@Suite struct RosterAttackTests {
  let stage: RosterStage
  var owner: SigningKey { stage.keys[0] }

  init() throws { stage = try RosterStage(seed: 1) }

  private func sign(
    _ body: SignedStatement.Body, _ signers: SigningKey...
  ) throws -> SignedStatement {
    try SignedStatement(body, in: stage.room, signedBy: signers)
  }

  private func member(
    _ index: Int, _ generation: UInt64, _ change: (inout RosterMember) -> Void = { _ in }
  ) -> RosterMember {
    .with {
      $0.term = stage.term.data
      $0.author = stage.people[index].data
      $0.generation = generation
      change(&$0)
    }
  }

  private func cuts(_ count: Int) -> [LogCut] {
    (0..<count).map { number in
      .with {
        $0.incarnation = UInt64(number)
        $0.sequence = 1
      }
    }
  }

  /// Expects that a statement is false and changes nothing.
  private func expectFalse(
    _ statement: SignedStatement, in roster: Roster, bases: [RosterBase] = [],
    _ place: SourceLocation = #_sourceLocation
  ) {
    var other = roster
    let taken = other.take([statement], bases: bases)
    #expect(taken.isFalse == [statement] && !taken.isChanged, sourceLocation: place)
    #expect(other.hash == roster.hash, sourceLocation: place)
  }

  /// A room whose owner hands it to the next person, with everybody in it.
  private func handedOver(
    _ change: (inout RosterTerm, inout [RosterStanding]) -> Void = { _, _ in }
  ) throws -> (before: Roster, statement: SignedStatement, base: RosterBase) {
    var roster = stage.whole
    for index in 1...3 { _ = roster.take([try sign(.member(member(index, 1)), owner)]) }
    var (term, base) = try roster.nextTerm(owner: stage.people[1], until: [])
    change(&term, &base)
    let statement = try sign(.term(term), owner, stage.keys[1])
    let message = RosterBase.with {
      $0.term = statement.hash.data
      $0.standings = base
    }
    return (roster, statement, message)
  }

  @Test("a statement that somebody else has signed is false, whatever it says")
  func wrongSignatures() throws {
    let (roster, term, _) = try handedOver()
    let liar = stage.keys[3]
    let invite = stage.invite(stage.inviteKeys[0], isClosed: false)
    var open = roster
    _ = open.take([try sign(.invite(invite), owner)])
    let admission = stage.admission(stage.people[4], stage.inviteKeys[0])
    let leave = RosterLeave.with {
      $0.author = stage.people[2].data
      $0.generation = 1
    }
    let seen = RosterSeen.with {
      $0.term = term.hash.data
      $0.author = stage.people[2].data
    }
    var bodies: [SignedStatement.Body] = [
      .member(member(4, 1)), .member(admission), .leave(leave),
      .invite(stage.invite(stage.inviteKeys[1], isClosed: false)),
      .cut(
        .with {
          $0.author = stage.people[2].data
          $0.generation = 1
          $0.last = cuts(1)
        }), term.body,
    ]
    for body in bodies { expectFalse(try sign(body, liar), in: open) }
    _ = open.take([term])
    bodies = [.seen(seen)]
    for body in bodies {
      expectFalse(try sign(body, liar), in: open)
      expectFalse(try sign(body, stage.keys[2], liar), in: open)
      expectFalse(try sign(body), in: open)
    }
  }

  @Test("a term takes the old owner and the new one, in this order, or the heir alone")
  func signersOfTerms() throws {
    let (roster, term, base) = try handedOver()
    let (one, two, three) = (owner, stage.keys[1], stage.keys[2])
    for signers in [[one], [two], [two, one], [one, three], [one, two, three], [one, one], []] {
      let other = try SignedStatement(term.body, in: stage.room, signedBy: signers)
      expectFalse(other, in: roster, bases: [base])
    }
    var after = roster
    #expect(after.take([term], bases: [base]).isChanged && after.owner == two.author)
    // The former owner signs a term of its own again, and one with somebody who is no heir.
    var again = try after.nextTerm(owner: one.author, until: []).0
    expectFalse(try sign(.term(again), one), in: after)
    again.owner = three.author.data
    expectFalse(try sign(.term(again), three), in: after)
    again.number = 3
    expectFalse(try sign(.term(again), two, three), in: after)
  }

  @Test("the shape of a statement is checked before anything else")
  func shapes() throws {
    let hole = LogHole.with {
      $0.above = 3
      $0.last = 3
    }
    let touching = ([1, 2] as [UInt64]).map { above in
      LogHole.with {
        $0.above = above
        $0.last = above + 1
      }
    }
    let bodies: [SignedStatement.Body] = [
      .member(member(1, 0)), .member(member(1, 1 << 32)),
      .member(member(1, 2) { $0.cut = cuts(65) }),
      .member(member(1, 2) { $0.cut = cuts(2).reversed() }),
      .member(member(1, 2) { $0.cut = cuts(1) + cuts(1) }),
      .member(member(1, 1) { $0.cut = cuts(1) }),
      .member(member(1, 1) { $0.holes = [hole] }), .member(member(1, 1) { $0.holes = touching }),
      .member(member(1, 2) { $0.invite = stage.people[2].data }),
      .member(member(1, 1) { $0.author = Data([1]) }),
      .leave(.with { $0.author = stage.people[1].data }),
      .cut(
        .with {
          $0.author = stage.people[1].data
          $0.generation = 1 << 32
          $0.last = cuts(1)
        }),
      .term(
        .with {
          $0.owner = stage.people[0].data
          $0.nonce = Data(count: 16)
        }),
    ]
    for body in bodies {
      #expect(throws: WireError.self) { try sign(body, owner) }
    }
    #expect(throws: WireError.self) { try SignedStatement(RosterStatement(), in: stage.room) }
    var large = try sign(.member(member(1, 1)), owner).message
    large.signatures = Array(repeating: Data(count: 64), count: 128)
    #expect(throws: WireError.self) {
      try SignedStatement(large, in: stage.room)
    }
  }

  @Test("the opener can sign one opening alone: it names no heir, and nothing else is in it")
  func oneOpening() throws {
    for change in [
      { $0.heir = stage.people[1].data }, { $0.base = Data(count: 32) }, { $0.baseCount = 1 },
      { $0.until = cuts(1) }, { $0.owner = stage.people[1].data },
    ] as [(inout RosterTerm) -> Void] {
      guard case .term(var term) = stage.genuine[0].statement.body else { return }
      change(&term)
      #expect(throws: WireError.self) { try sign(.term(term), owner) }
    }
  }

  @Test("no term follows itself or an earlier one, and a chain has 64")
  func loops() throws {
    var stage = stage
    for number in 1..<Limits.rosterTerms {
      let (term, base) = try stage.whole.nextTerm(owner: owner.author, until: [])
      try stage.say(.term(term), by: [owner], base: base)
      #expect(stage.whole.chain.count == number + 1)
    }
    #expect(throws: WireError.self) { try stage.whole.nextTerm(owner: owner.author, until: []) }
    guard case .term(var term) = stage.genuine[7].statement.body else { return }
    for previous in [stage.genuine[7].statement.hash, stage.whole.chain[3].hash] {
      term.previous = previous.data
      let loop = try sign(.term(term), owner)
      #expect(stage.whole.take([loop]).isFalse == [loop])
    }
    term.previous = Data(repeating: 9, count: 32)
    let early = try sign(.term(term), owner)
    #expect(stage.whole.take([early]).early == [early])
    // All at once, the last one first, with the standings of the last one alone.
    var roster = Roster(room: stage.room)
    _ = roster.take(stage.genuine.map(\.statement).reversed(), bases: stage.bases.suffix(1))
    #expect(roster.hash == stage.whole.hash && roster.chain == stage.whole.chain)
  }

  @Test("standings that do not fit their term are refused, and so the term is not followed")
  func falseBases() throws {
    let changes: [(inout [RosterStanding]) -> Void] = [
      { $0.removeLast() }, { $0.swapAt(0, 1) }, { $0[2].generation = 3 }, { $0[2].left = true },
      { $0[2].holes = [.with { $0.last = 1 }] }, { $0 = [] },
    ]
    for change in changes {
      var (roster, term, base) = try handedOver()
      change(&base.standings)
      let taken = roster.take([term], bases: [base])
      #expect(taken.falseBases == [term.hash] && roster.owner == owner.author)
    }
    // Signed by both, and still nothing that can be.
    let signed: [(inout [RosterStanding]) -> Void] = [
      { $0[2].generation = 1 << 32 }, { $0[2] = $0[3] }, { $0[1].generation = 2 },
      { $0.remove(at: 1) }, { $0[3].author = Data([1]) },
    ]
    for change in signed {
      var (roster, term, base) = try handedOver { term, base in
        change(&base)
        (term.base, term.baseCount) = (base.root.data, UInt32(base.count))
      }
      #expect(roster.take([term], bases: [base]).falseBases == [term.hash])
      #expect(roster.owner == owner.author)
    }
  }

  @Test("a term is followed once its standings are here, whenever they come")
  func lateBase() throws {
    var (roster, term, base) = try handedOver()
    #expect(roster.take([term]).isChanged && roster.owner == owner.author)
    _ = roster.take([], bases: [base])
    #expect(roster.owner == stage.people[1] && roster.people.count == 4)
  }
}
