import DuelSchema
import Feature
import FoundationEssentials
import Schema
import Testing

@testable import Duel

/// Boxes: cards that are shown to one player alone, and searches of another player's library.
@Suite struct DuelBoxTests {
  private func begun() throws -> TwoTables {
    try TwoTables(
      lists: [(TwoTables.names(9, "Deer"), []), (TwoTables.names(9, "Elf"), [])])
  }

  @Test("The length of a box tells nothing below 256 bytes", arguments: [0, 1, 100, 200])
  func padding(bytes: Int) throws {
    for more in 0..<256 {
      let content = DuelBox.with { $0.cards = [Data(repeating: 65, count: bytes + more)] }
      let padded = try #require(DuelBoxes.padded(content))
      let read = try DuelBox(serializedBytes: padded)
      #expect(padded.count % 256 == 0 && padded.count < bytes + more + 520)
      #expect(read.cards == content.cards)
    }
  }

  @Test("A box opens for its receiver at its place alone")
  func places() throws {
    let secret = [UInt8](repeating: 5, count: 32)
    let info = DuelBoxes.info(gameID: secret, from: 1, to: 2, number: 3)
    let content = DuelBox.with { $0.cards = [Data("Elf".utf8)] }
    let box = try #require(DuelBoxes.seal(content, for: DuelBoxes.publicKey(of: secret), info))
    #expect(DuelBoxes.open(box, with: secret, info)?.cards == content.cards)
    let other = DuelBoxes.info(gameID: secret, from: 1, to: 2, number: 4)
    #expect(DuelBoxes.open(box, with: secret, other) == nil)
    #expect(DuelBoxes.open(box, with: [UInt8](repeating: 6, count: 32), info) == nil)
    for index in box.indices {
      var spoiled = box
      spoiled[index] ^= 1
      #expect(DuelBoxes.open(spoiled, with: secret, info) == nil)
    }
    #expect(DuelBoxes.open([], with: secret, info) == nil)
  }

  @Test("V-14: cards of the hand are shown to one player, and others learn how many")
  func shown() throws {
    var two = try begun()
    try two.move(.host) { $0.draw.count = 4 }
    let hand = two.view(.host).own.hand
    try two.move(.host) {
      $0.show = .with {
        $0.hand = true
        $0.to = .joiner
      }
    }
    #expect(two.view(.joiner).own.shown.map(\.names) == [hand.map(\.name)])
    #expect(two.sentences.last == "Ada shows Bob 4 cards.")
    #expect(two.view(.joiner).own.faults.isEmpty)
    try two.move(.joiner) { $0.end = .concede }
    let audit = try #require(two.tables[0].audit())
    #expect(audit.counts && audit.step == 0)
    #expect(two.refused.isEmpty)
  }

  @Test("A box with other cards is found at the opening, one that cannot be read at once")
  func lies() throws {
    for isUnreadable in [false, true] {
      var two = try begun()
      try two.move(.host) { $0.draw.count = 2 }
      let handle = two.handle(.host)
      let match = try #require(two.tables[0].duel)
      let info = DuelBoxes.info(gameID: match.gameID, from: 1, to: 2, number: 1)
      let box = try #require(
        DuelBoxes.seal(
          .with { $0.cards = [Data("Dragon".utf8)] }, for: match[2].setup.boxKey,
          isUnreadable ? [] : info))
      let step =
        try DuelStep.with {
          $0.game = 1
          $0.showTo = .with {
            ($0.seat, $0.part, $0.parts, $0.handles) = (2, 1, 1, [handle])
            $0.box = Data(box)
          }
        }.serializedBytes() as Data
      two.write(.host) { $0.move = step }
      two.settle()
      let own = two.view(.joiner).own
      #expect(own.shown.map(\.names) == (isUnreadable ? [] : [["Dragon"]]))
      #expect(own.faults.map(\.shown) == (isUnreadable ? [1] : []))
      if isUnreadable {
        try two.move(.joiner) { $0.complain.shown = 1 }
        #expect(two.view(.joiner).own.faults.isEmpty)
      }
      try two.move(.joiner) { $0.end = .concede }
      let audit = try #require(two.tables[1].audit())
      #expect(!audit.counts && audit.step > 0)
      #expect(audit.sentence.contains(DuelFault.otherBox.rawValue))
    }
  }

  @Test("A seat that commits to another key than its own cannot make boxes look false")
  func otherKey() throws {
    let list = try TwoPeople.list(4)
    let (match, own) = try TwoPeople.start(seed: 8, lists: [list, list])
    let setups = own.map { own in
      DuelSeatSetup(
        tips: own.tips,
        commitment: own.commitment(boxKey: [UInt8](repeating: own.seat, count: HashInput.size)))
    }
    var other = try #require(
      Duel(
        gameID: match.gameID, terms: .with { ($0.games, $0.life) = (1, 20) },
        seats: setups.compactMap { $0 }))
    let place = DuelPlace(sequence: 1, seen: 0, isEnded: true)
    for step in own[0].opening(in: other) { _ = other.apply(step, by: 1, at: place) }
    #expect(throws: DuelFault.otherKey) { try DuelAudit.opened(1, other) }
  }

  @Test("V-16: another player searches the library; its owner's node takes the card and shuffles")
  func search() throws {
    var two = try begun()
    try two.move(.host) { $0.draw.count = 3 }
    let hand = Set(two.view(.host).own.hand.map(\.name))
    try two.move(.host) { $0.letSearch = .joiner }
    let search = two.view(.joiner).own.search
    #expect(search.seat == .host)
    #expect(Set(search.cards.map(\.name)).union(hand) == Set(TwoTables.names(9, "Deer")))
    #expect(Set(search.cards.map(\.name)).isDisjoint(with: hand))
    #expect(
      two.refusal(.host) { $0.draw.count = 1 }?.contains("Shuffle your library first") == true)
    let wanted = search.cards[2]
    try two.move(.joiner) { $0.chosen.labels = [wanted.label] }
    let view = two.view(.host)
    #expect(view.own.hand.map(\.name).contains(wanted.name) && view.seats[0].searched == false)
    #expect(!two.view(.joiner).own.hasSearch)
    try two.move(.host) { $0.draw.count = 1 }
    try two.move(.joiner) { $0.end = .concede }
    let audit = try #require(two.tables[0].audit())
    #expect(audit.counts && audit.step == 0, "\(audit.sentence)")
    #expect(two.refused.isEmpty)
  }

  @Test("V-36: a concession of the match is taken back until somebody opens")
  func takeBack() throws {
    var two = try begun()
    try two.move(.host) { $0.draw.count = 2 }
    two.write(.host) { $0.concede = Concede() }
    two.settle()
    #expect(two.tables[1].result?.text == "Bob won. Ada conceded the match.")
    #expect(two.view(.joiner).own.mayOpen == true && two.tables[0].mayAskTakeBack(.host))
    #expect(two.refusal(.host) { $0.draw.count = 1 } == "The match is over.")
    two.write(.host) { $0.requestTakeBack = RequestTakeBack() }
    two.settle()
    #expect(two.tables[1].takeBackAsked == .host)
    two.write(.joiner) { $0.grantTakeBack = GrantTakeBack() }
    two.settle()
    #expect(two.tables[0].result == nil && two.tables[1].phase == .playing)
    try two.move(.host) { $0.draw.count = 1 }
    #expect(two.view(.host).own.hand.count == 3)
    // Who opens ends that: the other node opens at once.
    two.write(.host) { $0.concede = Concede() }
    two.settle()
    try two.move(.joiner) { $0.openMatch = true }
    #expect(two.view(.host).seats.allSatisfy { $0.opened })
    #expect(!two.tables[0].mayAskTakeBack(.host))
    #expect(two.tables[0].audit()?.counts == true)
    #expect(two.refused.isEmpty)
  }
}
