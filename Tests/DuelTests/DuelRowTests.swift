import DuelSchema
import Feature
import FoundationEssentials
import Schema
import Testing

@testable import Duel

/// What a node does by itself for its person: it asks until a card comes, and for the top card.
@Suite struct DuelRowTests {
  private func begun(_ choosing: (inout DuelChoice) -> Void = { _ in }) throws -> TwoTables {
    try TwoTables(
      lists: [(TwoTables.names(12, "Deer"), []), (TwoTables.names(10, "Elf"), [])],
      choosing: choosing)
  }

  private static func until(
    _ name: String, left: UInt32 = 0, type: String = "", goal: DuelStep.Goal = .mill
  ) -> DuelMove {
    .with {
      $0.draw.goal = goal
      $0.draw.until.left = left
      if type.isEmpty { $0.draw.until.card = .init(name.utf8) } else { $0.draw.until.type = type }
    }
  }

  private static func graveyard(_ view: DuelView) -> [String] {
    view.objects.filter { $0.zone == .graveyard }.map(\.name)
  }

  /// The order in which the host's cards come when each is asked for by hand.
  private func order() throws -> [String] {
    var two = try begun()
    for _ in 0..<12 {
      try two.move(.host) { ($0.draw.count, $0.draw.goal) = (1, .mill) }
    }
    return Self.graveyard(two.view(.joiner))
  }

  @Test("V-13: cards are milled one by one until the named one comes, at most so many")
  func untilCard() throws {
    let order = try order()
    #expect(Set(order).count == 12)
    for (left, count) in [(UInt32(0), 6), (3, 3), (6, 6)] {
      var two = try begun()
      try two.tap(.host, Self.until(order[5], left: left))
      #expect(two.view(.host).own.until == order[5])
      two.settle()
      for seat in Seat.chairs {
        #expect(Self.graveyard(two.view(seat)) == Array(order.prefix(count)), "\(left)")
      }
      #expect(two.view(.host).own.until.isEmpty && two.view(.host).own.looked.isEmpty)
      #expect(two.refused.isEmpty)
      let told = two.sentences.filter { $0.contains("until") }
      let most = left == 0 ? 12 : left
      #expect(told == ["Ada mills cards until \(order[5]) comes, at most \(most) cards."])
    }
  }

  @Test("V-13: any other act ends it, and a killed node goes on with it")
  func ended() throws {
    let order = try order()
    var two = try begun()
    try two.tap(.host, Self.until(order[5]))
    try two.tap(.host, .with { $0.say = "enough" })
    two.settle()
    #expect(Self.graveyard(two.view(.joiner)) == [order[0]])
    two = try begun()
    try two.tap(.host, Self.until(order[5]))
    two.restart(.host)
    two.settle()
    #expect(Self.graveyard(two.view(.joiner)) == Array(order[...5]) && two.refused.isEmpty)
  }

  @Test("V-13: a type of the card database ends it, and what is not there is refused")
  func untilType() throws {
    let order = try order()
    var two = try begun { choice in
      choice.types = order.enumerated().map { index, name in
        .with { ($0.name, $0.type) = (name, index < 4 ? "Creature — Deer" : "Basic Land — Wood") }
      }
    }
    #expect(
      two.refusal(.host) { $0 = Self.until("", type: "Saga") }
        == "Your library has no card of the type Saga: nothing would end it.")
    #expect(
      two.refusal(.host) { $0 = Self.until("Elk") }
        == "Your library has no Elk: nothing would end it.")
    // Cards that are turned over stay among the looked-at ones, to be placed.
    try two.move(.host) { $0 = Self.until("", type: "basic land", goal: .open) }
    #expect(two.view(.host).own.looked.map(\.name) == Array(order[...4]))
    #expect(two.view(.host).own.looked.allSatisfy(\.public) && two.refused.isEmpty)
  }

  @Test(
    "V-13: more cards than the table has room for are refused before the first one is asked for")
  func room() throws {
    var people = try TwoPeople(seed: 3, cards: 8)
    people.begin()
    // So many tokens were made before.
    for node in 0...1 { people.views[node][1].objects = 995 }
    let (match, own) = people.now(1)
    for goal in [DuelStep.Goal.mill, .down] {
      #expect(people.reason(1, own.draw(6, to: goal, in: match)) == .tooManyObjects)
    }
    let mill = try #require(own.draw(5, to: .mill, in: match))
    people.write(1, [mill])
    // The places are taken from then on.
    let token = own.step(in: match) {
      ($0.play.token, $0.play.name) = (true, .init("Goat".utf8))
      $0.play.to.zone = .battlefield
    }
    #expect(people.reason(1, token) == .tooManyObjects)
    people.settle()
    #expect(people.refused.isEmpty)
    #expect(people.views[1].table(of: 1).objects(in: .graveyard).count == 5)
  }

  @Test("V-14: the top card is always shown, or always looked at, also after the node was killed")
  func top() throws {
    var two = try begun()
    try two.move(.host) { $0.top = .show }
    for _ in 0..<3 {
      let known = two.view(.joiner).seats[0].known
      #expect(known.count == 1 && known.first?.place == 0)
      two.restart(.host)
      try two.move(.host) { $0.draw.count = 1 }
      #expect(two.view(.host).own.hand.last?.name == known.first?.name)
    }
    try two.move(.host) { $0.top = .look }
    try two.move(.host) { $0.draw.count = 1 }
    #expect(two.view(.joiner).seats[0].known.isEmpty)
    #expect(two.view(.host).own.slots.map(\.place) == [0])
    try two.move(.host) { $0.top = .unspecified }
    try two.move(.host) { $0.draw.count = 1 }
    #expect(two.view(.host).own.slots.isEmpty && two.view(.host).own.hand.count == 5)
    #expect(two.refused.isEmpty)
    // The node says once that it does so, and not each time.
    #expect(Set(two.sentences).count { $0.contains("top card of the library") } == 3)
    #expect(!two.sentences.contains { $0.contains("moves nothing") })
  }

  @Test(
    "V-12: the rest goes to the bottom in an order that both links make, and the owner alone sees")
  func mixed() throws {
    var two = try begun()
    try two.move(.host) { ($0.draw.count, $0.draw.goal) = (4, .look) }
    let looked = two.view(.host).own.looked
    try two.move(.host) {
      $0.place.cards = looked.map { card in .with { $0.handle = card.handle } }
      ($0.place.to.bottom, $0.place.to.random) = (0, true)
    }
    let slots = two.view(.host).own.slots
    #expect(slots.map(\.place) == [8, 9, 10, 11])
    #expect(Set(slots.map(\.name)) == Set(looked.map(\.name)))
    #expect(two.view(.joiner).seats[0].known.isEmpty && two.refused.isEmpty)
    // From the bottom up the cards lay in the order of their handles, the last one lowest.
    let steps = two.logs.flatMap { $0 }.flatMap(\.steps)
      .compactMap { try? DuelStep(serializedBytes: $0.move) }
    let ask = try #require(steps.last { $0.ask.pick.count == 4 }).ask
    let answer = try #require(steps.last { $0.answer.number == ask.number }).answer
    var stream = DuelStream(
      seed: DuelAsk.seed(
        gameID: two.tables[0].gameID, owner: 1, number: ask.number,
        links: [Array(ask.link), Array(answer.link)]))
    var handles = Array(slots.map(\.handle).sorted().reversed())
    for last in [3, 2, 1] { handles.swapAt(last, stream.pick(below: last + 1)) }
    #expect(slots.reversed().map(\.handle) == handles)
    // Taken back, it could be tried again.
    let line = try #require(two.view(.host).log.last { $0.text.contains("puts") })
    #expect(two.refusal(.host) { $0.askUndo.line = line.number } == DuelReason.badUndo.rawValue)
  }
}
