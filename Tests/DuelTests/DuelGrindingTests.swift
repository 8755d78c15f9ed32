import DuelSchema
import TestKit
import Testing

@testable import Duel

/// Attacks on chance, each a program that wants one of four cards on the top. Fair is a quarter.
@Suite(.serialized) struct DuelGrindingTests {
  static let wished = "Card 1002"

  /// Runs an attack many times and returns the share that it wins. A game has 32 questions for an undo, so a match has 30 runs.
  static func share(
    _ bug: DuelBug? = nil, runs: Int = DuelRuns.count, each: Int = 30,
    _ attack: (inout TwoPeople) -> Bool
  ) throws -> Double {
    var (won, done, number) = (0, 0, UInt64(0))
    while done < runs {
      number += 1
      var people = try TwoPeople(seed: 77_000 + number, cards: 4)
      #if DEBUG
        if let bug { people.plant(bug) }
      #endif
      people.begin()
      people.act(1) { $0.draw(4, in: $1) }
      for _ in 0..<min(each, runs - done) {
        people.act(1) { $0.shuffle(wholeHand: true, in: $1) }
        if attack(&people) { won += 1 }
        done += 1
        let rest = people.now(1).match[1].pocket.library.slots.count
        if rest > 0 { people.act(1) { $0.draw(rest, in: $1) } }
        people.events = [[], []]
      }
    }
    return Double(won) / Double(runs)
  }

  /// Whether the card on the top of a hand is the wished one.
  static func isWished(_ people: TwoPeople) -> Bool { people.hand(1).first == wished }

  /// Asks for a card, and looks at it before its own log cites the answer.
  static func ask(_ people: inout TwoPeople) {
    let (match, own) = people.now(1)
    if let step = own.draw(1, in: match) { people.write(1, [step]) }
    _ = people.deliver(to: 2)
    for step in people.own[1].due(in: people.views[1]) { people.write(2, [step]) }
  }

  /// Shuffles and asks again where the answer, which its log has not cited, does not please.
  static func shuffleLate(_ people: inout TwoPeople) -> Bool {
    ask(&people)
    var seen = people
    while seen.deliver(to: 1) {}
    if isWished(seen) {
      people.settle()
      return isWished(people)
    }
    let again = people.own[0].shuffle(in: people.views[0])
    guard people.allows(1, again) else {
      people.settle()
      return isWished(people)
    }
    people.write(1, [again])
    people.settle()
    return isWished(people)
  }

  /// Draws, and takes the draw back where it does not please. The other side always grants.
  static func undo(_ people: inout TwoPeople) -> Bool {
    let kept = people.lengths
    people.act(1) { $0.draw(1, in: $1) }
    if isWished(people) { return true }
    people.undo(1, to: kept)
    people.act(1) { $0.draw(1, in: $1) }
    return isWished(people)
  }

  /// Takes cards that it does not wish out of the library, draws, and takes the search back.
  static func searchAndUndo(_ people: inout TwoPeople) -> Bool {
    let kept = people.lengths
    for number in [1000, 1001] {
      people.act(1) { $0.search(for: Array("Card \(number)".utf8), in: $1) }
    }
    let question = DuelStep.with {
      $0.game = 1
      $0.askUndo.kept = kept
    }
    guard people.allows(1, question) else {
      // Nothing is gained by the search: its cards are what it holds.
      people.act(1) { $0.shuffle(wholeHand: true, in: $1) }
      people.act(1) { $0.draw(1, in: $1) }
      return isWished(people)
    }
    people.act(1) { $0.draw(1, in: $1) }
    people.undo(1, to: kept)
    people.act(1) { $0.draw(1, in: $1) }
    return isWished(people)
  }

  /// Lets the game end where the answer does not please, and tries the same number again.
  static func askAgain(_ people: inout TwoPeople) -> Bool {
    ask(&people)
    var seen = people
    while seen.deliver(to: 1) {}
    guard !isWished(seen), let first = people.logs[0].last?.steps.first else {
      people.settle()
      return isWished(people)
    }
    // A second ask under the number of the first, and one for other slots.
    var other = first
    other.ask.cards.place.skip = 1
    for step in [first, other] where people.allows(1, step) { people.write(1, [step]) }
    people.settle()
    return isWished(people)
  }

  /// Seals four cards, lets one be discarded at random, and changes the hand where the pick hits the wished one.
  static func unseal(_ people: inout TwoPeople) -> Bool {
    people.act(1) { $0.draw(4, in: $1) }
    people.act(1) { own, match in own.sealHand(own.cards.hand, in: match) }
    let (match, own) = people.now(1)
    let first = match[1].pocket.sealedHand
    let pick = own.ask(in: match) {
      $0.pick.sealedHand = first
      $0.pick.count = 1
    }
    if let pick { people.write(1, [pick]) }
    _ = people.deliver(to: 2)
    for step in people.own[1].due(in: people.views[1]) { people.write(2, [step]) }
    let index = people.own[0].cards.hand.firstIndex {
      people.own[0].cards.card(of: $0) == Array(wished.utf8)
    }
    guard let index else { return false }
    var seen = people
    while seen.deliver(to: 1) {}
    let picked = seen.views[0].settled(for: 1).events.compactMap { event -> UInt32? in
      if case .picked(1, let seals) = event { return seals.first }
      return nil
    }.first
    let isHit = picked == first + UInt32(index)
    let escape = people.own[0].put(people.own[0].cards.hand[index], at: .top, in: people.views[0])
    let flees = people.own[0].play(people.own[0].cards.hand[index], in: people.views[0])
    if isHit, people.allows(1, escape) || people.allows(1, flees) {
      if let flees { people.write(1, [flees]) }
      people.settle()
      // The card is on the table; it goes back for the next run.
      let objects = people.views[0].table(of: 1).objects.keys.sorted()
      for object in objects {
        people.act(1) { own, match in own.step(in: match) { $0.take.object = object } }
      }
      return false
    }
    people.settle()
    return isHit
  }

  @Test("No attack on chance changes it", arguments: 0..<5)
  func attacks(number: Int) throws {
    let attacks: [(inout TwoPeople) -> Bool] = [
      Self.shuffleLate, Self.undo, Self.searchAndUndo, Self.askAgain, Self.unseal,
    ]
    let share = try Self.share(nil, attacks[number])
    #expect(DuelRuns.quarter(in: DuelRuns.count).contains(share), "attack \(number) wins \(share)")
  }

  @Test("The secret of a seat cannot be chosen for its cards")
  func chosenSecret() throws {
    // The best of eight secrets for what its owner can know: where the wished card is among the labels.
    var (won, runs) = (0, 0)
    let list = try TwoPeople.list(4)
    for round in 0..<UInt32(max(DuelRuns.count / 16, 30)) {
      let secrets = (0..<8 as Range<UInt32>).map { tried in
        DuelSecrets(
          secret: HashInput("test").adding(round).adding(tried).hash(), gameID: TwoPeople.gameID,
          seat: 1)
      }
      let best = secrets.first { DuelEpoch(1, of: [0, 1, 2, 3], in: list, $0).cards[0] == 2 }
      let epoch = DuelEpoch(1, of: [0, 1, 2, 3], in: list, best ?? secrets[0])
      // Each link of the other seat is a hash that nobody could know then.
      for number in 0..<16 as Range<UInt32> {
        let links = [HashInput("own").adding(number), HashInput("other").adding(number)].map {
          $0.adding(round).hash()
        }
        var stream = DuelStream(
          seed: DuelAsk.seed(gameID: TwoPeople.gameID, owner: 1, number: number, links: links))
        if epoch.cards[stream.pick(below: 4)] == 2 { won += 1 }
        runs += 1
      }
    }
    let share = Double(won) / Double(runs)
    #expect(DuelRuns.quarter(in: runs).contains(share), "\(share)")
  }
}
