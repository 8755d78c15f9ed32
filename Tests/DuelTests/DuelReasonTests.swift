import DuelSchema
import TestKit
import Testing

@testable import Duel

/// Each step where it is valid, and each reason for which it is not.
@Suite struct DuelReasonTests {
  typealias Make = (DuelPrivate, Duel) -> DuelStep?
  static let some = HashInput("test").hash()

  /// A game in which the host holds four cards, looks at one, has one face up and one face down on the table, and a fixed slot.
  private func people(begins: Bool = true) throws -> TwoPeople {
    var people = try TwoPeople(seed: 9, cards: 12, side: 1, games: 3)
    guard begins else { return people }
    people.begin()
    people.act(1) { $0.draw(6, in: $1) }
    people.act(2) { $0.draw(2, in: $1) }
    people.act(1) { $0.draw(1, to: .look, in: $1) }
    people.act(1) { own, match in own.play(own.cards.hand[0], in: match) }
    people.act(1) { own, match in own.play(own.cards.hand[0], faceDown: true, in: match) }
    people.act(1) { $0.draw(1, to: .stay, in: $1) }
    #expect(people.refused.isEmpty)
    return people
  }

  private func step(_ fill: @escaping (inout DuelStep) -> Void) -> Make {
    { own, match in own.step(in: match, fill) }
  }

  /// Changes a step that would be valid.
  private func changed(_ make: @escaping Make, _ change: @escaping (inout DuelStep) -> Void) -> Make
  {
    { own, match in
      var step = make(own, match)
      if step != nil { change(&step!) }
      return step
    }
  }

  private func reason(_ people: TwoPeople, _ make: Make) -> DuelReason? {
    let (match, own) = people.now(1)
    return people.reason(1, make(own, match))
  }

  @Test("Steps of hidden cards: valid, and each reason")
  func hidden() throws {
    let people = try people()
    let draw: Make = { $0.draw(1, in: $1) }
    let play: Make = { own, match in own.play(own.cards.hand[0], in: match) }
    let put: Make = { own, match in own.put(own.cards.hand[0], at: .top, in: match) }
    let open: Make = { own, match in own.open(own.cards.hand[0], in: match) }
    let shuffle: Make = { own, match in own.shuffle(hand: [own.cards.hand[0]], in: match) }
    let whole: Make = { $0.shuffle(wholeHand: true, in: $1) }
    let sealed: Make = { own, match in own.sealHand(own.cards.hand, in: match) }
    let cases: [(Make, DuelReason?)] = [
      (draw, nil), (play, nil), (put, nil), (open, nil), (shuffle, nil), (whole, nil),
      (sealed, nil),
      (changed(draw) { $0.ask.number += 1 }, .wrongNumber),
      (changed(draw) { $0.ask.link = .init(Self.some) }, .wrongLink),
      (changed(draw) { $0.ask.cards.count = 7 }, .notThere),
      (changed(draw) { $0.ask.cards.count = 0 }, .outOfRange),
      (changed(draw) { $0.ask.cards.goal = .unspecified }, .outOfRange),
      (changed(draw) { $0.ask.dice = .with { ($0.count, $0.sides) = (1, 1) } }, .outOfRange),
      (changed(draw) { $0.ask.pick = .with { ($0.sealedHand, $0.count) = (1, 1) } }, .notSealed),
      (changed(draw) { $0.game = 2 }, .wrongGame), (changed(draw) { $0.game = 0 }, .wrongGame),
      (changed(play) { $0.play.seal = .init([1]) }, .wrongBytes),
      (changed(play) { $0.play.name = .init([7]) }, .wrongBytes),
      (changed(play) { $0.play.to.zone = .unspecified }, .outOfRange),
      (changed(play) { $0.play.to.x = 10_001 }, .outOfRange),
      (changed(play) { $0.play.handle = 99 }, .notThere),
      (changed(put) { $0.put.place.end = .unspecified }, .outOfRange),
      (changed(put) { $0.put.place.skip = 6 }, .notThere),
      (changed(open) { $0.open.card = .init("Other".utf8) }, .wrongProof),
      (changed(open) { $0.open.path.removeLast() }, .wrongProof),
      (changed(open) { $0.open.salt = .init() }, .wrongBytes),
      (changed(open) { $0.open.handle = 99 }, .notThere),
      (changed(shuffle) { $0.shuffle.count += 1 }, .wrongCount),
      (changed(shuffle) { $0.shuffle.root = .init() }, .wrongBytes),
      (changed(shuffle) { $0.shuffle.looked = 2 }, .outOfRange),
      (changed(shuffle) { $0.shuffle.wholeHand = true }, .wrongCount),
      (changed(whole) { $0.game = 2 }, .gameGoesOn),
      (changed(sealed) { $0.sealHand.seals.removeLast() }, .wrongCount),
      (step { $0.take.label = 99 }, .notThere), (step { $0.take.slot = 1 }, .notThere),
      (step { $0.take.slot = 0 }, nil), (step { $0.take.object = 8 }, .notThere),
      (step { $0.take.side = .init(Self.some) }, nil),
      (step { $0.take.looked = .init(Self.some) }, nil),
      (step { $0.answer = .with { ($0.asker, $0.number) = (2, 9) } }, .noSuchAsk),
      (step { $0.answer = .with { ($0.asker, $0.number) = (2, 1) } }, .noSuchAsk),
      (step { $0.choose.seat = 2 }, .notSealed),
      (step { $0.showTo.seat = 1 }, .notSeated),
      (step { $0.showTo = .with { ($0.seat, $0.part, $0.parts) = (2, 1, 1) } }, .outOfRange),
      (step { $0.search.grant = .with { ($0.seat, $0.part, $0.parts) = (2, 1, 1) } }, .outOfRange),
      (step { $0.search.chosen.seat = 2 }, .notGranted),
    ]
    for (index, (make, wanted)) in cases.enumerated() {
      #expect(reason(people, make) == wanted, "case \(index)")
    }
  }

  @Test("Steps of the table: valid, and each reason")
  func table() throws {
    var people = try people()
    // The first and the second object of the host.
    let (up, down): (UInt32, UInt32) = (1 << 3 | 1, 2 << 3 | 1)
    let pass = step { $0.pass = .with { ($0.object, $0.seat) = (up, 2) } }
    let name = people.now(1).own.cards.card(ofObject: down) ?? []
    let battlefield = DuelStep.Spot.with { $0.zone = .battlefield }
    let cases: [(Make, DuelReason?)] = [
      (pass, nil), (step { $0.pass = .with { ($0.object, $0.seat) = (up, 1) } }, .notSeated),
      (step { $0.pass = .with { ($0.object, $0.seat) = (99, 2) } }, .notThere),
      (step { $0.pass = .with { ($0.marker, $0.seat) = (true, 2) } }, nil),
      (step { $0.move = .with { ($0.object, $0.to) = (up, battlefield) } }, nil),
      (step { $0.move.object = up }, .outOfRange),
      (step { $0.turn = .with { ($0.object, $0.card) = (down, .init(name)) } }, nil),
      (step { $0.turn.object = down }, .wrongBytes), (step { $0.turn.object = up }, .outOfRange),
      (step { $0.turn = .with { ($0.object, $0.down) = (up, true) } }, nil),
      (step { $0.note = .with { ($0.object, $0.text) = (up, "!") } }, nil),
      (step { $0.note.text = String(repeating: "a", count: 281) }, .outOfRange),
      (step { $0.note.opens = 1 }, .notSealed), (step { $0.note.seal = .init([1]) }, .wrongBytes),
      (step { $0.mark.phase = 3 }, nil), (step { $0.mark.phase = 10_001 }, .outOfRange),
      (step { $0.mark.counter = .with { ($0.name, $0.value) = ("a", 100_000) } }, .outOfRange),
      (step { $0.mark.arrow = .with { ($0.from, $0.to) = (up, down) } }, nil),
      (step { $0.answerUndo.granted = true }, .noQuestion),
      (step { $0.askUndo.kept = [0, 0] }, .badUndo), (step { $0.askUndo.kept = [1] }, .wrongPlace),
      (step { $0.askUndo.kept = [99, 0] }, .wrongPlace),
      (step { $0.endGame.how = .acceptDraw }, .noDrawOffered),
      (step { $0.openMatch = .with { ($0.part, $0.parts) = (1, 1) } }, .notOver),
      (step { $0.complain.shown = 1 }, .notThere),
    ]
    for (index, (make, wanted)) in cases.enumerated() {
      #expect(reason(people, make) == wanted, "case \(index)")
    }
    // What is passed is the other's; a token goes to no hand.
    people.act(1, pass)
    for change in [step { $0.move = .with { ($0.object, $0.to) = (up, battlefield) } }, pass] {
      #expect(reason(people, change) == .notControlled)
    }
    people.act(1) { own, match in
      own.step(in: match) {
        $0.play = .with { ($0.token, $0.name, $0.to) = (true, .init("Goat".utf8), battlefield) }
      }
    }
    #expect(reason(people, step { $0.take.object = 3 << 3 | 1 }) == .isToken)
    #expect(people.refused.isEmpty)
  }

  @Test("While an ask is open its library stays as it is, and only one is asked")
  func openAsk() throws {
    var people = try people()
    let draw: Make = { $0.draw(1, in: $1) }
    let (match, own) = people.now(1)
    people.write(1, [try #require(draw(own, match))])
    let steps: [Make] = [
      draw, { $0.shuffle(in: $1) }, step { $0.take.slot = 0 },
      { own, match in own.put(own.cards.hand[0], at: .top, in: match) },
      step { $0.askUndo.kept = [0, 0] },
    ]
    for (index, step) in steps.enumerated() {
      #expect(people.reason(1, step(own, people.views[0])) == .askIsOpen, "case \(index)")
    }
    // Somebody who has not seen the ask answers nothing.
    var answer = DuelStep.with { $0.game = 1 }
    answer.answer = .with { ($0.asker, $0.number) = (1, 4) }
    #expect(people.reason(2, answer) == .noSuchAsk)
    _ = people.deliver(to: 2)
    #expect(people.reason(2, answer) == .wrongLink)
    let due = people.own[1].due(in: people.views[1])
    #expect(due.count == 1 && people.allows(2, due.first))
    people.write(2, due)
    #expect(people.reason(2, due.first) == .noSuchAsk)
    // The answer counts for the asker once its log has seen it.
    #expect(people.reason(1, steps[1](own, people.views[0])) == .askIsOpen)
    people.settle()
    #expect(people.refused.isEmpty && people.hand(1).count == 5)
  }

  @Test("V-36: an offer of a draw that is made twice is accepted once, whatever comes first")
  func offeredTwice() throws {
    var people = try people()
    func end(_ how: DuelStep.EndGame.How, _ seat: SeatNumber) -> DuelStep {
      people.own[Int(seat) - 1].step(in: people.views[Int(seat) - 1]) { $0.endGame.how = how }
    }
    people.write(1, [end(.offerDraw, 1)])
    people.settle()
    people.write(2, [end(.acceptDraw, 2)])
    people.write(1, [end(.offerDraw, 1)])
    people.settle()
    #expect(people.refused.isEmpty)
    #expect(people.views.allSatisfy { $0.outcome(of: 1) == .draw })
    // A node to which the second offer comes before the acceptance says the same.
    for hostFirst in [true, false] {
      var match = try self.people(begins: false).views[0]
      for entry in people.order({ hostFirst }) {
        for step in entry.steps {
          if case .refused(let reason) = match.apply(step, by: entry.seat, at: entry.place) {
            Issue.record("\(reason)")
          }
        }
      }
      #expect(match.outcome(of: 1) == .draw)
    }
  }

  @Test("The hand stays as it is while a card of it is picked at random")
  func lockedHand() throws {
    var people = try people()
    people.act(1) { own, match in own.sealHand(own.cards.hand, in: match) }
    let first = people.views[0][1].pocket.sealedHand
    let (match, own) = people.now(1)
    let pick = own.ask(in: match) { $0.pick = .with { ($0.sealedHand, $0.count) = (first, 1) } }
    people.write(1, [try #require(pick)])
    let play = own.play(own.cards.hand[0], in: people.views[0])
    #expect(people.reason(1, play) == .handIsLocked)
    people.settle()
    // Its node takes the answer by itself, and everybody can compute the pick.
    let picked = people.events[1].filter { if case .picked = $0 { true } else { false } }
    #expect(picked.count == 1)
    guard case .picked(1, let seals)? = picked.first else { return }
    #expect(seals.count == 1 && (first..<first + 4).contains(seals[0]))
    #expect(people.own[0].cards.handle(sealed: seals[0]) != nil)
    #expect(people.refused.isEmpty)
  }

  @Test("Another seat searches the library: nothing is asked before it is shuffled")
  func search() throws {
    var people = try people()
    let grant = DuelStep.with {
      $0.game = 1
      $0.search.grant = .with {
        ($0.seat, $0.box, $0.part, $0.parts) = (2, .init([1]), 1, 1)
      }
    }
    #expect(people.reason(1, grant) == .noShuffleBefore)
    let (match, own) = people.now(1)
    people.write(1, [own.shuffle(in: match), grant])
    let draw = own.draw(1, in: people.views[0])
    #expect(people.reason(1, draw) == .labelsKnown)
    people.settle()
    let count = people.views[0][1].pocket.hand.count
    people.act(2) { own, match in
      own.step(in: match) { $0.search.chosen = .with { ($0.seat, $0.labels) = (1, [3, 1]) } }
    }
    // The owner's node has taken both cards and shuffled.
    #expect(people.views[1][1].pocket.hand.count == count + 2)
    #expect(people.views[1][1].pocket.library.isSearched == false)
    #expect(people.allows(1, people.now(1).own.draw(1, in: people.now(1).match)))
    #expect(people.refused.isEmpty, "\(people.refused)")
  }
}
