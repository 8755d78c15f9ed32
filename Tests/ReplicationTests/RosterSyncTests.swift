import FoundationEssentials
import Identifiers
import Replication
import Schema
import TestKit
import Testing
import Wire

/// The work that a peer can have done by comparing rosters has bounds.
@Suite struct RosterSyncTests {
  let stage: RosterStage
  private var room: RoomID { stage.room }
  private var term: Data { stage.term.data }

  init() throws {
    var stage = try RosterStage(seed: 5)
    for author in stage.people[1...3] {
      try stage.say(.member(stage.member(author, generation: 1)), by: [stage.keys[0]])
    }
    self.stage = stage
  }

  private func wrapped(_ body: RosterExchange.OneOf_Body) -> RosterExchange {
    .with {
      $0.room = room.data
      $0.body = body
    }
  }

  private func size(_ messages: [RosterExchange]) throws -> Int {
    try messages.reduce(0) { try $0 + Coding.encode($1).count }
  }

  /// The next term, of another person, and its standings.
  private func handOver() throws -> (SignedStatement, [RosterStanding]) {
    let (term, base) = try stage.whole.nextTerm(owner: stage.people[1], until: [])
    let statement = try SignedStatement(.term(term), in: room, signedBy: Array(stage.keys[0...1]))
    return (statement, base)
  }

  @Test("what has the same hash is answered with nothing")
  func equal() throws {
    var (one, other) = (RosterSync(), RosterSync())
    var roster = stage.whole
    #expect(try other.receive(one.begin(roster), &roster).answers.isEmpty)
  }

  @Test("a peer gets so many answers, and more when it is renewed")
  func answers() throws {
    var (sync, roster) = (RosterSync(), stage.whole)
    let summary = wrapped(.summary(.with { $0.hash = Data(repeating: 1, count: 32) }))
    var count = 0
    for _ in 0..<1_000 where try !sync.receive(summary, &roster).answers.isEmpty { count += 1 }
    #expect(count == Limits.rosterAnswers)
    sync.renew()
    #expect(try !sync.receive(summary, &roster).answers.isEmpty)
  }

  @Test("a peer gets so many bytes of statements, whatever it says that it lacks")
  func bytes() throws {
    var (sync, roster) = (RosterSync(), stage.whole)
    _ = roster.take(try stage.crowd(2_000))
    let lists = wrapped(
      .lists(
        .with {
          $0.term = term
          $0.buckets = (0..<257).map { number in .with { $0.number = UInt32(number) } }
        }))
    var bytes = 0
    for _ in 0..<Limits.rosterAnswers { bytes += try size(sync.receive(lists, &roster).answers) }
    #expect((Limits.rosterBytes / 2..<Limits.rosterBytes + Limits.frameStranger).contains(bytes))
  }

  @Test("frames that bring nothing new are soon not even looked at")
  func useless() throws {
    var (sync, roster) = (RosterSync(), stage.whole)
    let old = wrapped(.part(.with { $0.statements = stage.whole.statements.map(\.message) }))
    for _ in 0..<Limits.rosterUselessParts { _ = try sync.receive(old, &roster) }
    let new = try stage.crowd(1)
    let news = wrapped(.part(.with { $0.statements = new.map(\.message) }))
    _ = try sync.receive(news, &roster)
    #expect(roster.hash == stage.whole.hash)
    sync.renew()
    _ = try sync.receive(news, &roster)
    #expect(roster.statements.contains(new[0]))
  }

  @Test("terms whose standings never come are useless, and not kept without end")
  func terms() throws {
    var (sync, roster) = (RosterSync(), stage.whole)
    let (next, _) = try handOver()
    _ = try sync.receive(wrapped(.part(.with { $0.statements = [next.message] })), &roster)
    var useful = 0
    for number in 1...200 {
      let after = RosterTerm.with {
        $0.number = 2
        $0.previous = next.hash.data
        $0.owner = stage.people[1].data
        $0.base = Data(repeating: 2, count: 32)
        $0.baseCount = UInt32(number)
      }
      let statement = try SignedStatement(.term(after), in: room, signedBy: [stage.keys[1]])
      let part = wrapped(.part(.with { $0.statements = [statement.message] }))
      if try sync.receive(part, &roster).taken.isChanged { useful += 1 }
    }
    #expect(useful == Limits.rosterUselessParts)
  }

  @Test("no more statements come in one frame than may be checked")
  func statementsInFrame() throws {
    var (sync, roster) = (RosterSync(), stage.whole)
    let many = try stage.crowd(Limits.rosterPart + 1).map(\.message)
    #expect(throws: WireError.self) {
      try sync.receive(wrapped(.part(.with { $0.statements = many })), &roster)
    }
    #expect(roster.hash == stage.whole.hash)
    _ = try sync.receive(wrapped(.part(.with { $0.statements = many.dropLast() })), &roster)
    #expect(roster.people.count == 4 + Limits.rosterPart)
  }

  @Test("standings come in parts, each behind the one before, and no more than the term has")
  func standings() throws {
    let (next, base) = try handOver()
    func part(_ first: Int, _ standings: some Sequence<RosterStanding>) -> RosterExchange {
      wrapped(
        .part(
          .with {
            $0.base.term = next.hash.data
            $0.base.first = UInt32(first)
            $0.base.standings = Array(standings)
          }))
    }
    var (sync, roster) = (RosterSync(), stage.whole)
    // Of a term that is not known nothing is kept.
    _ = try sync.receive(part(0, base), &roster)
    _ = try sync.receive(wrapped(.part(.with { $0.statements = [next.message] })), &roster)
    #expect(roster.awaited == [next.hash])
    _ = try sync.receive(part(2, base[2...]), &roster)
    _ = try sync.receive(part(0, base[..<2]), &roster)
    _ = try sync.receive(part(3, base[3...]), &roster)
    #expect(roster.owner == stage.people[0])
    var greedy = sync
    let tooMany = part(2, base[2...] + base[..<1])
    #expect(throws: WireError.self) { try greedy.receive(tooMany, &roster) }
    // Those that were here already are no harm.
    #expect(try !sync.receive(part(1, base[1...]), &roster).isFalse)
    #expect(roster.owner == stage.people[1] && roster.bases.first?.standings == base)
    // Others than were signed for are a lie.
    var (other, victim) = (RosterSync(), stage.whole)
    _ = try other.receive(wrapped(.part(.with { $0.statements = [next.message] })), &victim)
    #expect(try other.receive(part(0, base.reversed()), &victim).isFalse)
    #expect(victim.owner == stage.people[0])
  }

  @Test("standings of more bytes than there may be are refused")
  func largeStandings() throws {
    var (sync, roster) = (RosterSync(), stage.whole)
    let (next, base) = try handOver()
    _ = try sync.receive(wrapped(.part(.with { $0.statements = [next.message] })), &roster)
    let large = RosterStanding.with {
      $0 = base[0]
      $0.holes = (0..<100_000 as Range<UInt64>).map { number in
        .with {
          $0.above = 1 << 60 + 3 * number
          $0.last = 1 << 60 + 3 * number + 1
        }
      }
    }
    let part = wrapped(
      .part(
        .with {
          $0.base.term = next.hash.data
          $0.base.standings = [large]
        }))
    #expect(throws: WireError.self) { try sync.receive(part, &roster) }
  }

  @Test("a bucket is not looked at twice for one message")
  func order() throws {
    let bucket = { (number: UInt32, after: UInt8?, hashes: [UInt8], more: Bool) in
      RosterBucket.with {
        $0.number = number
        $0.after = after.map { Data(repeating: $0, count: 16) } ?? Data()
        $0.hashes = hashes.reduce(into: Data()) { $0 += Data(repeating: $1, count: 16) }
        $0.more = more
      }
    }
    func isTaken(_ buckets: [RosterBucket]) throws -> Bool {
      var (sync, roster) = (RosterSync(), stage.whole)
      do {
        _ = try sync.receive(wrapped(.lists(.with { $0.buckets = buckets })), &roster)
        return true
      } catch is WireError {
        return false
      }
    }
    #expect(
      try isTaken([
        bucket(3, nil, [1, 2], true), bucket(3, 2, [4], true), bucket(3, 4, [], false),
        bucket(256, nil, [], false),
      ]))
    for wrong in [
      [bucket(257, nil, [], false)], [bucket(3, nil, [2, 1], false)],
      [bucket(3, nil, [1, 1], false)], [bucket(3, 4, [4], false)], [bucket(3, nil, [], true)],
      [bucket(3, nil, [], false), bucket(3, nil, [], false)],
      [bucket(3, nil, [1], false), bucket(3, 2, [3], false)],
      [bucket(3, nil, [1, 3], true), bucket(3, 2, [4], false)],
      [bucket(3, nil, [1], false), bucket(2, nil, [1], false)],
    ] { #expect(try !isTaken(wrong)) }
  }

  @Test("messages of a wrong form, and of another room, are refused")
  func shapes() throws {
    let hash = Data(repeating: 1, count: 32)
    var summaries = [RosterSummary(), .with { $0.hash = hash.dropLast() }]
    summaries.append(
      .with {
        $0.hash = hash
        $0.terms = [Data([1])]
      })
    summaries.append(
      .with {
        $0.hash = hash
        $0.terms = (0...Limits.rosterTerms).map { _ in hash }
      })
    summaries.append(
      .with {
        $0.hash = hash
        $0.awaited = (0...Limits.rosterTerms).map { _ in hash }
      })
    var wrong = summaries.map { wrapped(.summary($0)) }
    wrong.append(
      wrapped(
        .table(
          .with {
            $0.summary.hash = hash
            $0.buckets = Data(repeating: 0, count: 16)
          })))
    wrong.append(
      wrapped(
        .lists(
          .with {
            $0.term = Data([1])
          })))
    wrong.append(wrapped(.lists(.with { $0.whole = true })))
    wrong.append(wrapped(.wanted(.with { $0.hashes = Data([1]) })))
    wrong.append(.with { $0.summary.hash = hash })
    for message in wrong {
      var (sync, roster) = (RosterSync(), stage.whole)
      #expect(throws: WireError.self, "\(message)") { try sync.receive(message, &roster) }
    }
  }

  @Test("whoever sends a false statement is told apart")
  func lies() throws {
    var (sync, roster) = (RosterSync(), stage.whole)
    let lie = try SignedStatement(
      .member(stage.whole.removal(of: stage.people[2], newest: [])), in: room,
      signedBy: [stage.keys[3]])
    let reaction = try sync.receive(
      wrapped(
        .part(
          .with {
            $0.statements = [lie.message]
            $0.hash = Data(repeating: 1, count: 32)
          })), &roster)
    #expect(reaction.isFalse && reaction.answers.isEmpty && roster.isMember(stage.people[2]))
  }
}
