import DuelSchema
import TestKit
import Testing

@testable import Duel

/// The opening of a match, and lies that it shows.
@Suite struct DuelAuditTests {
  /// A game with hidden and shown cards that the joiner concedes.
  private func played(_ change: (inout TwoPeople) -> Void = { _ in }) throws -> TwoPeople {
    var people = try TwoPeople(seed: 5, cards: 10, side: 2)
    people.begin()
    for seat in [1, 2] as [SeatNumber] { people.act(seat) { $0.draw(4, in: $1) } }
    people.act(1) { own, match in own.play(own.cards.hand[2], in: match) }
    people.act(1) { own, match in own.play(own.cards.hand[0], faceDown: true, in: match) }
    people.act(1) { own, match in own.put(own.cards.hand[0], at: .bottom, in: match) }
    change(&people)
    people.act(1) { $0.draw(1, from: .bottom, in: $1) }
    people.act(2) { own, match in own.step(in: match) { $0.endGame.how = .concede } }
    return people
  }

  private func report(_ people: TwoPeople) throws -> DuelReport {
    let list = try TwoPeople.list(10, side: 2)
    let (start, _) = try TwoPeople.start(seed: 5, lists: [list, list])
    return DuelAudit.verify(start, people.order { true })
  }

  private func open(_ people: inout TwoPeople, _ seats: [SeatNumber]) {
    for seat in seats {
      let (match, own) = people.now(seat)
      for step in own.opening(in: match) { people.write(seat, [step]) }
      people.settle()
    }
  }

  @Test("The level of a match follows from who has opened it")
  func levels() throws {
    var people = try played()
    #expect(try report(people).level == .notOpened)
    open(&people, [2])
    #expect(try report(people).level == .notOpened)
    open(&people, [1])
    let opened = try report(people)
    #expect(opened.level == .opened && opened.failure == nil && opened.result == .won(1))
    var other = try played()
    open(&other, [1])
    #expect(try report(other).level == .winnerOpened)
    #expect(people.refused.isEmpty && other.refused.isEmpty)
  }

  @Test("Random matches are valid once they are opened", arguments: 0..<20)
  func random(seed: UInt64) throws {
    var duel = try RandomDuel(seed: seed)
    duel.run(70)
    if duel.people.views[0].result == nil {
      duel.people.act(2) { own, match in own.step(in: match) { $0.endGame.how = .concede } }
    }
    open(&duel.people, [1, 2])
    let list = try TwoPeople.list(12, side: 2)
    let (start, _) = try TwoPeople.start(seed: seed, lists: [list, list])
    let report = DuelAudit.verify(start, duel.people.order { false })
    #expect(report.level == .opened, "\(report)")
  }

  /// Writes a step that lies in its own node's name, without what it would do there.
  private func lie(_ people: inout TwoPeople, _ make: (DuelPrivate, Duel) -> DuelStep?) {
    people.act(1, make)
  }

  @Test("The audit names the step of each lie", arguments: ["card", "seal", "root", "list"])
  func lies(kind: String) throws {
    var lied = 0
    var people = try played { people in
      lied = Int(people.lengths[0]) + 1
      self.lie(&people) { own, match in
        switch kind {
        case "card":
          var step = own.play(own.cards.hand[0], in: match)
          step?.play.name = .init("Better Card".utf8)
          return step
        case "seal":
          var step = own.play(own.cards.hand[0], in: match)
          step?.play.seal = .init(HashInput("test").hash())
          return step
        case "root":
          var step = own.shuffle(in: match)
          step.shuffle.root = .init(HashInput("test").hash())
          return step
        default: return own.play(own.cards.hand[0], in: match)
        }
      }
    }
    var (match, own) = people.now(1)
    if kind == "list" {
      let (_, others) = try TwoPeople.start(
        seed: 5, lists: [TwoPeople.list(10, side: 2, prefix: "Better"), TwoPeople.list(10)])
      own = others[0]
      match = people.views[0]
    }
    for step in own.opening(in: match) { people.write(1, [step]) }
    people.settle()
    #expect(people.refused.isEmpty, "\(people.refused)")
    let report = try report(people)
    #expect(report.level == .broken && report.failure?.seat == 1 && report.result == .won(2))
    let order = people.order { true }
    let entry = kind == "list" ? people.logs[0].count : lied
    let index = order.firstIndex { $0.seat == 1 && $0.place.sequence == UInt64(entry) }
    #expect(report.failure?.step == index.map { $0 + 1 }, "\(report)")
  }

  @Test("A swap with the sideboard is told at the opening, and the next game has its cards")
  func swap() throws {
    var people = try TwoPeople(seed: 5, cards: 4, side: 2, games: 3)
    people.begin()
    people.act(2) { own, match in own.step(in: match) { $0.endGame.how = .concede } }
    let isChosen = people.own[0].choose([0, 1, 4, 5], for: 2)
    #expect(isChosen)
    people.begin()
    people.act(1) { $0.draw(4, in: $1) }
    #expect(people.hand(1).sorted() == ["Card 1000", "Card 1001", "Card 1004", "Card 1005"])
    people.act(2) { own, match in own.step(in: match) { $0.endGame.how = .concede } }
    open(&people, [1, 2])
    #expect(people.refused.isEmpty, "\(people.refused)")
    let list = try TwoPeople.list(4, side: 2)
    let (start, _) = try TwoPeople.start(seed: 5, games: 3, lists: [list, list])
    let report = DuelAudit.verify(start, people.order { true })
    #expect(report.level == .opened && report.result == .won(1), "\(report)")
  }
}
