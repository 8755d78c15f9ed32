import DuelSchema
import TestKit
import Testing

@testable import Duel

#if DEBUG
  /// Faults on purpose, each found by a property that holds without it.
  @Suite struct DuelBugTests {
    typealias Grinding = DuelGrindingTests

    @Test("Each planted fault is found", arguments: DuelBug.allCases)
    func found(_ bug: DuelBug) throws {
      #expect(try isFound(bug, planted: bug), "\(bug) is not found")
      #expect(try !isFound(bug, planted: nil), "\(bug) is found where there is none")
    }

    /// Whether the property that a fault breaks does not hold.
    private func isFound(_ bug: DuelBug, planted: DuelBug?) throws -> Bool {
      switch bug {
      case .shuffleWhileAskIsOpen: try shufflesLate(planted)
      case .undoReturnsOpenSlots: try !isFair(planted, Grinding.undo)
      case .handNotLocked: try !isFair(planted, Grinding.unseal)
      case .numberReusedAfterUndo: try !isFair(planted, Self.reuse)
      case .picksFromRest: try !isFair(planted, Self.predict)
      case .answerToUnseenAsk: try dependsOnArrival(planted) { self.answerBlindly(&$0) }
      case .concessionByArrival: try dependsOnArrival(planted) { self.concede(&$0) }
      case .newestRootOnly: try !opensOldCards(planted)
      case .undoAcrossShuffle: try undoesShuffle(planted)
      case .objectsKeptOnReturn: try !isConserved(planted)
      case .opensBeforeEnd: try opensEarly(planted)
      case .freeEpochSecrets: try !followsFromOpening(planted)
      }
    }

    private func isFair(_ bug: DuelBug?, _ attack: (inout TwoPeople) -> Bool) throws -> Bool {
      let share = try Grinding.share(bug, runs: DuelRuns.ofFault, attack)
      return DuelRuns.quarter(in: DuelRuns.ofFault).contains(share)
    }

    /// Asks again under a number whose links are known, once the labels are so that it brings the wished card.
    static func reuse(_ people: inout TwoPeople) -> Bool {
      people.act(1) { $0.draw(1, in: $1) }
      guard !Grinding.isWished(people),
        var ask = people.logs[0].last(where: { entry in
          if case .ask? = entry.steps.first?.step { true } else { false }
        })?.steps.first
      else { return Grinding.isWished(people) }
      for _ in 0..<4 {
        people.act(1) { $0.shuffle(wholeHand: true, in: $1) }
        ask.ask.cards.goal = .hand
        var trial = people
        guard trial.allows(1, ask) else { break }
        trial.write(1, [ask])
        trial.settle()
        if Grinding.isWished(trial) {
          people = trial
          return true
        }
      }
      return false
    }

    /// Shuffles until the last label is the wished card, as if that were the one to be picked.
    static func predict(_ people: inout TwoPeople) -> Bool {
      for _ in 0..<4 {
        let cards = people.now(1).own.cards
        guard let last = cards.epoch?.cards.last, last != 2 else { break }
        people.act(1) { $0.shuffle(in: $1) }
      }
      people.act(1) { $0.draw(1, in: $1) }
      return Grinding.isWished(people)
    }

    /// Whether two orders of arrival give two states.
    private func dependsOnArrival(_ bug: DuelBug?, _ change: (inout TwoPeople) -> Void) throws
      -> Bool
    {
      var people = try TwoPeople(seed: 3, cards: 6, games: 3)
      people.begin()
      change(&people)
      let list = try TwoPeople.list(6)
      let states = [true, false].map { hostFirst -> Duel? in
        var match = try? TwoPeople.start(seed: 3, games: 3, lists: [list, list]).0
        if let bug { match?.bugs.insert(bug) }
        for entry in people.order({ hostFirst }) {
          for step in entry.steps { _ = match?.apply(step, by: entry.seat, at: entry.place) }
        }
        return match
      }
      return states[0] != states[1]
    }

    /// An ask, and an answer whose log has not seen it.
    private func answerBlindly(_ people: inout TwoPeople) {
      let (match, own) = people.now(1)
      if let draw = own.draw(1, in: match) { people.write(1, [draw]) }
      let place = people.place(2)
      _ = people.deliver(to: 2)
      let due = people.own[1].due(in: people.views[1])
      people.logs[1].append(DuelEntry(seat: 2, place: place, steps: due))
    }

    /// Two concessions that have not seen each other.
    private func concede(_ people: inout TwoPeople) {
      for seat in [1, 2] as [SeatNumber] {
        let (match, own) = people.now(seat)
        people.write(seat, [own.step(in: match) { $0.endGame.how = .concede }])
      }
    }

    /// Whether a card of an earlier epoch can be opened.
    private func opensOldCards(_ bug: DuelBug?) throws -> Bool {
      var people = try TwoPeople(seed: 3, cards: 6)
      if let bug { people.plant(bug) }
      people.begin()
      people.act(1) { $0.draw(2, in: $1) }
      people.act(1) { $0.shuffle(in: $1) }
      let (match, own) = people.now(1)
      return people.allows(1, own.open(own.cards.hand[1], in: match))
    }

    /// Whether a match may be opened while it goes on.
    private func opensEarly(_ bug: DuelBug?) throws -> Bool {
      var people = try TwoPeople(seed: 3, cards: 6)
      if let bug { people.plant(bug) }
      people.begin()
      let (match, own) = people.now(1)
      return people.allows(1, own.opening(in: match).first)
    }

    /// Whether each root follows from what its seat opens at the end.
    private func followsFromOpening(_ bug: DuelBug?) throws -> Bool {
      var people = try TwoPeople(seed: 3, cards: 6)
      if let bug { people.own[0].plant([bug]) }
      people.begin()
      people.act(1) { $0.draw(2, in: $1) }
      people.act(1) { own, match in own.step(in: match) { $0.endGame.how = .concede } }
      for seat in [1, 2] as [SeatNumber] {
        let (match, own) = people.now(seat)
        people.write(seat, own.opening(in: match))
        people.settle()
      }
      let list = try TwoPeople.list(6)
      let start = try TwoPeople.start(seed: 3, lists: [list, list]).0
      let report = DuelAudit.verify(start, people.order { true })
      #expect(report.failure == nil || report.failure?.sentence == DuelFault.otherRoot.rawValue)
      return report.failure == nil
    }

    /// Whether a library may be shuffled while its owner waits for an answer.
    private func shufflesLate(_ bug: DuelBug?) throws -> Bool {
      var people = try TwoPeople(seed: 3, cards: 6)
      if let bug { people.plant(bug) }
      people.begin()
      Grinding.ask(&people)
      return people.allows(1, people.own[0].shuffle(in: people.views[0]))
    }

    /// Whether an undo may go behind a shuffle.
    private func undoesShuffle(_ bug: DuelBug?) throws -> Bool {
      var people = try TwoPeople(seed: 3, cards: 6)
      if let bug { people.plant(bug) }
      people.begin()
      people.act(1) { $0.draw(2, in: $1) }
      let kept = people.lengths
      people.act(1) { $0.shuffle(wholeHand: true, in: $1) }
      let (match, own) = people.now(1)
      return people.allows(1, own.step(in: match) { $0.askUndo.kept = kept })
    }

    /// Whether each card stays in one place while cards return from the table.
    private func isConserved(_ bug: DuelBug?) throws -> Bool {
      var people = try TwoPeople(seed: 3, cards: 6)
      if let bug { people.plant(bug) }
      people.begin()
      people.act(1) { $0.draw(2, in: $1) }
      people.act(1) { own, match in own.play(own.cards.hand[0], in: match) }
      people.act(1) { own, match in own.step(in: match) { $0.take.object = 1 << 3 | 1 } }
      return people.isConserved(1)
    }
  }
#endif
