import DuelSchema
import Feature
import FoundationEssentials
import Schema
import Testing

@testable import Duel

/// Bounds of what one step may bring about, and steps that name what is not there.
@Suite struct DuelLimitTests {
  private func begun(_ cards: Int = 9) throws -> TwoTables {
    try TwoTables(
      lists: [(TwoTables.names(cards, "Deer"), []), (TwoTables.names(cards, "Elf"), [])])
  }

  @Test("A line of the log names cards of at most 1,000 bytes, and counts the others")
  func longLines() throws {
    var two = try begun()
    for number in 0..<DuelLimits.objectsPerPick {
      let name = String(repeating: "x", count: 197) + "\(100 + number)"
      try two.move(.host) { $0.tokens.name = name }
    }
    try two.move(.joiner) {
      ($0.pick.zone, $0.pick.of) = (.battlefield, .host)
      $0.pick.count = UInt32(DuelLimits.objectsPerPick)
    }
    let lines = two.view(.host).log.suffix(2).map(\.text)
    #expect(lines.allSatisfy { $0.contains("and 295 other cards") }, "\(lines)")
    #expect(lines.allSatisfy { $0.utf8.count < DuelPhrase.nameBytes + 200 })
    #expect(two.refused.isEmpty)
  }

  @Test("Cards of one line are counted by their names, whichever step they come from")
  func joined() throws {
    let one = DuelPhrase(.card, "taps", ["Elf", "Bear", DuelLog.hidden])
    let two = DuelPhrase(
      .card, "taps", ["Elf", DuelLog.hidden, String(repeating: "x", count: 999)])
    #expect(one.sentence("Ada") == "Ada taps Elf, Bear and a card.")
    #expect(one.joined(with: two)?.sentence("Ada") == "Ada taps Elf (2), Bear and 3 other cards.")
  }

  @Test("V-16: nobody may search a library that cannot be shuffled again, and no duty is repeated")
  func lastShuffle() throws {
    var people = try TwoPeople(seed: 6, cards: 4)
    people.begin()
    while people.views[0][1].shufflesLeft > 1 { people.act(1) { $0.shuffle(in: $1) } }
    var draft = DuelDraft(people.views[0], people.own[0], DuelLog(names: ["Ada", "Bob"]))
    let refusal = #expect(throws: DuelRefusal.self) {
      try draft.make(.with { $0.letSearch = .joiner })
    }
    #expect(refusal?.sentence.contains("used up but for one") == true)
    // A node without that rule has let somebody search all the same.
    people.act(1) { $0.shuffle(in: $1) }
    people.act(1) { own, match in
      own.step(in: match) {
        $0.search.grant = .with { ($0.seat, $0.part, $0.parts) = (2, 1, 1) }
        $0.search.grant.box = Data(repeating: 1, count: 32)
      }
    }
    people.act(2) { own, match in
      own.step(in: match) { $0.search.chosen = .with { ($0.seat, $0.labels) = (1, [3]) } }
    }
    #expect(people.views[0][1].pocket.hand.count == 1 && people.refused.isEmpty)
    #expect(people.own[0].due(in: people.views[0]).isEmpty)
  }

  @Test("V-16: at most as many cards are chosen in a library as a hand can be sealed with")
  func chosen() throws {
    var people = try TwoPeople(seed: 7, cards: 60)
    people.begin()
    people.act(1) { $0.shuffle(in: $1) }
    people.act(1) { own, match in
      own.step(in: match) {
        $0.search.grant = .with { ($0.seat, $0.part, $0.parts) = (2, 1, 1) }
        $0.search.grant.box = Data(repeating: 1, count: 32)
      }
    }
    func choose(_ count: UInt32) -> DuelStep {
      people.own[1].step(in: people.views[1]) {
        $0.search.chosen = .with { ($0.seat, $0.labels) = (1, Array(0..<count)) }
      }
    }
    #expect(people.reason(2, choose(41)) == .notThere && people.allows(2, choose(40)))
    var draft = DuelDraft(people.views[1], people.own[1], DuelLog(names: ["Ada", "Bob"]))
    let refusal = #expect(throws: DuelRefusal.self) {
      try draft.make(.with { $0.chosen.labels = Array(0..<41) })
    }
    #expect(refusal?.sentence == "Choose at most 40 cards of a library.")
    #expect(DuelLimits.chosenCards == DuelLimits.sealsPerStep)
  }

  @Test("V-12: a card of the other player goes back to them, beside cards in an order of chance")
  func randomBesideOthers() throws {
    var two = try begun()
    try two.move(.joiner) { $0.draw.count = 1 }
    let elf = two.handle(.joiner)
    try two.move(.joiner) {
      $0.place.cards = [.with { $0.handle = elf }]
      $0.place.to.spot.zone = .battlefield
    }
    let object = try #require(two.view(.joiner).objects.first?.number)
    try two.move(.joiner) { ($0.give.objects, $0.give.seat) = ([object], .host) }
    try two.move(.host) { $0.draw.count = 2 }
    let hand = two.view(.host).own.hand
    for isRandom in [true, false] {
      var copy = two
      try copy.move(.host) {
        $0.place.cards =
          [.with { $0.object = object }] + hand.map { card in .with { $0.handle = card.handle } }
        ($0.place.to.top, $0.place.to.random) = (0, isRandom)
      }
      let view = copy.view(.host)
      #expect(view.objects.map(\.controller) == [.joiner] && view.seats[0].library == 9)
      #expect(Set(view.seats[0].known.map(\.place)) == [] && copy.refused.isEmpty)
      let mixed = view.log.contains { $0.text.contains("mixes 2 cards at the top") }
      #expect(mixed == isRandom)
      try copy.move(.host) { $0.draw.count = 2 }
      let drawn = copy.view(.host).own.hand.map(\.name)
      #expect(Set(drawn) == Set(hand.map(\.name)))
      #expect(isRandom || drawn == hand.map(\.name))
    }
  }

  @Test("A seat that is none is refused, and not taken for another one")
  func noSeat() throws {
    var two = try begun()
    try two.move(.host) { $0.draw.count = 2 }
    try two.move(.host) { $0.sealHand = true }
    try two.move(.host) { $0.tokens.name = "Goblin" }
    let token = try #require(two.view(.host).objects.first?.number)
    // Nine ends in the same three bits as the host's one.
    let none = try #require(Seat(rawValue: 9))
    let said = "Name the other player."
    #expect(two.refusal(.joiner) { $0.choose.seat = none } == said)
    #expect(two.refusal(.joiner) { ($0.pick.zone, $0.pick.of) = (.battlefield, none) } == said)
    #expect(two.refusal(.host) { ($0.give.objects, $0.give.seat) = ([token], none) } == said)
    #expect(two.refusal(.joiner) { $0.choose.seat = .host } == nil)
    #expect(DuelLog(names: ["Ada", "Bob"]).name(ofSeat: 9) == "Somebody")
    #expect(DuelLog(names: ["Ada", "Bob"]).name(ofSeat: 2) == "Bob")
  }

  @Test("A fork before its seat knew of the end breaks the log, whenever the proof of it comes")
  func lateProof() throws {
    var two = try begun()
    try two.move(.host) { $0.draw.count = 1 }
    // The joiner concedes the match; the host writes an entry that has not seen it, and one that has.
    two.write(.joiner) { $0.concede = Concede() }
    let forked = UInt64(two.logs[0].count + 1)
    try two.tap(.host, .with { $0.say = "well?" })
    _ = two.deliver(to: .host)
    two.write(.host) { $0.left = LeaveTable() }
    let results = [false, true].map { isKnownFirst -> MatchResult? in
      var table = DuelMatch(hostKey: TwoTables.keys[0])
      if isKnownFirst { table.applyFork(by: .host, from: forked) }
      for entry in two.order() {
        for step in entry.steps { _ = table.take(step, by: entry.seat, at: entry.position) }
      }
      if !isKnownFirst { table.applyFork(by: .host, from: forked) }
      return table.result
    }
    #expect(results[0] == results[1] && results[0]?.winner == .joiner, "\(results)")
    #expect(results[0]?.ending == .broken)
  }
}
