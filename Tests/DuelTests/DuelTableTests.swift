import DuelSchema
import Feature
import FoundationEssentials
import Schema
import Testing

@testable import Duel

/// A duel at a table: what two nodes write and what their people see.
@Suite struct DuelTableTests {
  private func begun(games: UInt32 = 1) throws -> TwoTables {
    try TwoTables(
      games: games,
      lists: [
        (TwoTables.names(12, "Deer"), TwoTables.names(2, "Spare")),
        (TwoTables.names(10, "Elf"), []),
      ])
  }

  @Test(
    "V-01, V-05: a duel goes from the first step of its table to the opening, and its file proves it"
  )
  func whole() throws {
    var two = try begun()
    #expect(two.tables[0].phase == .playing && two.tables[1].phase == .playing)
    #expect(two.view(.host).game == 1 && two.view(.joiner).game == 1)
    try two.move(.host) { $0.begin.draw = 7 }
    try two.move(.joiner) { $0.draw.count = 7 }
    let view = two.view(.host)
    #expect(view.seats.map(\.library) == [5, 3] && view.seats.map(\.hand) == [7, 7])
    #expect(view.own.hand.count == 7 && view.own.cards.count == 5)
    #expect(view.own.library == "Red Deer" && view.seats.map(\.life) == [20, 20])
    let hashes = two.view(.joiner).seats.map(\.listHash)
    #expect(view.seats.map(\.listHash) == hashes && hashes.allSatisfy { $0.count == 64 })
    let card = view.own.hand[2]
    try two.move(.host) {
      $0.place.cards = [.with { $0.handle = card.handle }]
      $0.place.to.spot.zone = .battlefield
    }
    #expect(two.view(.joiner).objects.map(\.name) == [card.name])
    #expect(two.sentences.last == "Ada plays \(card.name).")
    try two.move(.joiner) { $0.end = .concede }
    for node in 0...1 {
      let result = two.tables[node].result
      #expect(result?.winner == .host && result?.text == "Ada won. The games stand 1 to 0.")
      #expect(two.tables[node].phase == .finished)
    }
    // Both have opened by themselves: everybody sees the last hands and the lists.
    let seats = two.view(.joiner).seats
    #expect(seats.allSatisfy { $0.opened })
    #expect(Set(seats[0].openedHand) == Set(view.own.hand.map(\.name)).subtracting([card.name]))
    #expect(seats[1].openedMain.map(\.name) == TwoTables.names(10, "Elf"))
    #expect(!two.tables[0].keepsSecret(.host) && !two.tables[1].keepsSecret(.joiner))
    let audit = try #require(two.tables[0].audit())
    #expect(audit.step == 0 && audit.counts && audit.sentence.contains("both players have opened"))
    #expect(two.refused.isEmpty)
  }

  @Test("V-40: a node that has lost all but its store shows the same at every step")
  func restart() throws {
    var two = try begun(games: 3)
    let moves: [(Seat, DuelMove)] = [
      (.host, .with { $0.draw.count = 5 }), (.joiner, .with { $0.draw.count = 4 }),
      (.host, .with { $0.draw = .with { ($0.count, $0.goal) = (2, .look) } }),
      (.joiner, .with { $0.mulligan.draw = 3 }),
      (.host, .with { $0.dice = .with { ($0.count, $0.sides) = (2, 6) } }),
      (.joiner, .with { $0.draw = .with { ($0.count, $0.goal) = (2, .mill) } }),
      (.host, .with { $0.pick = .with { ($0.hand, $0.count) = (true, 1) } }),
    ]
    for (seat, move) in moves {
      try two.tap(seat, move)
      two.settle()
      var other = two
      for seat in Seat.chairs {
        other.restart(seat)
        let (before, after) = (two.view(seat), other.view(seat))
        // The lines stand in the order of arrival.
        #expect(Set(before.log.map(\.text)) == Set(after.log.map(\.text)))
        #expect(Self.unnumbered(before.own) == Self.unnumbered(after.own))
        #expect(before.seats == after.seats)
        #expect(before.objects == after.objects)
      }
    }
    #expect(two.view(.host).own.picked.count == 1)
    #expect(two.refused.isEmpty)
  }

  /// A view without numbers of lines: those go by the order of arrival.
  private static func unnumbered(_ view: DuelOwnView) -> DuelOwnView {
    var view = view
    view.undoFrom = 0
    return view
  }

  @Test("V-10: nobody else's view depends on hidden cards, and no line has a hidden name")
  func hidden() throws {
    let mains = [TwoTables.names(12, "Deer"), TwoTables.names(12, "A much longer name of a card")]
    var matches = try mains.map { main in
      try TwoTables(
        lists: [(main, TwoTables.names(2, "Spare")), (TwoTables.names(10, "Elf"), [])])
    }
    for index in matches.indices {
      try matches[index].move(.host) { $0.draw.count = 6 }
      let hand = matches[index].view(.host).own.hand.map(\.handle)
      func card(_ place: Int) -> DuelMove.Card { .with { $0.handle = hand[place] } }
      try matches[index].move(.host) {
        $0.place = .with {
          $0.cards = [card(0), card(1)]
          $0.to.bottom = 0
        }
      }
      try matches[index].move(.host) {
        $0.place.cards = [card(2)]
        $0.place.to = .with {
          $0.spot.zone = .battlefield
          $0.down = true
        }
      }
      try matches[index].move(.host) {
        $0.show = .with {
          $0.cards = [card(3)]
          $0.to = .joiner
        }
      }
      try matches[index].move(.host) { $0.draw = .with { ($0.count, $0.goal) = (2, .look) } }
      try matches[index].move(.host, choosing: .with { $0.secret = "left" }) { $0.secret = true }
      try matches[index].move(.host) { $0.mulligan.draw = 5 }
    }
    let views = try matches.map { match -> [UInt8] in
      var view = match.view(.joiner)
      // Only its hash depends on the list, and the card that Bob alone was shown.
      for index in view.seats.indices { view.seats[index].listHash = "" }
      #expect(view.own.shown.map(\.names.count) == [1])
      view.own.shown = []
      return try view.serializedBytes()
    }
    #expect(views[0] == views[1])
    for (match, main) in zip(matches, mains) {
      let text = match.sentences.joined() + match.view(.joiner).log.map(\.text).joined()
      #expect(!main.contains { text.contains($0) })
    }
  }

  @Test("Each card of the list is in one place of its owner's view after each move")
  func conservation() throws {
    var two = try begun()
    func check(_ what: String) {
      let view = two.view(.host)
      let own = view.objects.filter { $0.owner == .host && $0.token != true }
      let count =
        view.own.hand.count + view.own.looked.count + own.count
        + view.own.cards.reduce(0) { $0 + Int($1.count) }
        + view.own.side.reduce(0) { $0 + Int($1.count) }
      #expect(count == 14, "\(what)")
      let seat = view.seats[0]
      #expect(Int(seat.hand) == view.own.hand.count && Int(seat.looked) == view.own.looked.count)
    }
    func place(_ fill: @escaping (inout DuelMove.Place) -> Void) -> DuelMove {
      .with { $0.place = .with(fill) }
    }
    try two.move(.host) { $0.draw.count = 6 }
    check("draw")
    let hand = two.view(.host).own.hand
    let moves: [DuelMove] = [
      place {
        $0.cards = [.with { $0.handle = hand[0].handle }]
        $0.to.spot.zone = .battlefield
      },
      place {
        $0.cards = [.with { $0.handle = hand[1].handle }]
        ($0.to.top, $0.show) = (1, true)
      },
      place {
        $0.cards = [.with { $0.side = "Spare 101" }]
        $0.to.spot.zone = .command
      },
      place {
        $0.cards = [.with { $0.library = two.view(.host).own.cards[0].name }]
        ($0.to.hand, $0.shuffle) = (true, true)
      },
      .with { $0.draw = .with { ($0.count, $0.goal) = (2, .down) } },
      .with { $0.draw = .with { ($0.count, $0.goal) = (2, .look) } },
      .with { $0.draw = .with { ($0.count, $0.bottom, $0.goal) = (1, true, .stay) } },
      .with { $0.tokens = .with { ($0.name, $0.count) = ("Goblin", 2) } },
      .with { $0.shuffle = true },
    ]
    for (index, move) in moves.enumerated() {
      try two.tap(.host, move)
      two.settle()
      check("move \(index)")
    }
    let view = two.view(.host)
    #expect(view.own.looked.count == 2 && view.objects.count { $0.token == true } == 2)
    try two.tap(
      .host,
      place {
        $0.cards = view.own.looked.map { card in .with { $0.handle = card.handle } }
        ($0.to.bottom, $0.to.random) = (0, true)
      })
    two.settle()
    check("rest to the bottom")
    let token = try #require(view.objects.first { $0.token == true })
    try two.tap(
      .host,
      place {
        $0.cards = [.with { $0.object = token.number }]
        $0.to.spot.zone = .graveyard
      })
    two.settle()
    check("a token is gone")
    #expect(two.view(.host).objects.count { $0.token == true } == 1)
    #expect(two.refused.isEmpty)
  }

  @Test("V-15: a card that was searched for lies where it was put after the shuffle")
  func searchedToTop() throws {
    for seed in 1...4 as ClosedRange<UInt8> {
      var two = try TwoTables(
        seed: seed, lists: [(TwoTables.names(12, "Deer"), []), (TwoTables.names(10, "Elf"), [])])
      try two.move(.host) {
        $0.place.cards = [.with { $0.library = "Deer 105" }]
        ($0.place.to.top, $0.place.shuffle) = (0, true)
      }
      try two.move(.host) { $0.draw.count = 1 }
      #expect(two.view(.host).own.hand.map(\.name) == ["Deer 105"], "seed \(seed)")
      #expect(two.refused.isEmpty)
    }
  }

  @Test("V-38: the longest list is opened in seventeen parts where a card changed places")
  func longestList() throws {
    // 80 names of 200 bytes are 16,324 bytes with their counts and lengths: sixteen parts of 1,024 bytes, and one of the swap.
    func long(_ name: String) -> String { name + String(repeating: "x", count: 200 - name.count) }
    let main = TwoTables.names(79, "Deer").map(long)
    var two = try TwoTables(
      games: 3, lists: [(main, [long("Spare")]), (TwoTables.names(10, "Elf"), [])])
    try two.move(.host) { $0.begin.draw = 1 }
    try two.move(.joiner) { $0.end = .concede }
    let swap = DuelChoice.with { ($0.game, $0.out, $0.in) = (2, [main[0]], [long("Spare")]) }
    try two.move(.host, choosing: swap) { $0.begin.draw = 1 }
    try two.move(.joiner) { $0.begin.draw = 1 }
    try two.move(.joiner) { $0.end = .concede }
    let parts = two.tables[1].entries.filter {
      if case .openMatch? = $0.steps[0].step { return $0.seat == 1 }
      return false
    }
    #expect(parts.count == 17 && two.view(.joiner).seats[0].opened && two.refused.isEmpty)
    let audit = try #require(two.tables[1].audit())
    #expect(audit.step == 0 && audit.counts, "\(audit.sentence)")
  }

  @Test(
    "A game that the other seat has begun is waited for, and so is the answer to an undo"
  )
  func withheldBeginning() throws {
    var two = try begun(games: 3)
    #expect(two.tables[0].withholding == nil)
    try two.move(.joiner) { $0.end = .concede }
    #expect(two.tables[0].withholding == nil && !two.tables[0].canClaim(.host))
    try two.move(.host) { $0.begin.draw = 1 }
    #expect(two.tables.allSatisfy { $0.withholding == .joiner && $0.canClaim(.host) })
    #expect(!two.tables[0].canClaim(.joiner))
    try two.move(.joiner) { $0.begin.draw = 1 }
    #expect(two.tables.allSatisfy { $0.withholding == nil })
    // The answer to an undo is the person's, and its node's after a while.
    try two.move(.host) { $0.draw.count = 1 }
    try two.move(.host) { $0.counter = .with { ($0.name, $0.by) = ("life", -2) } }
    let line = try #require(two.view(.host).log.last)
    try two.move(.host) { $0.askUndo.line = line.number }
    #expect(two.tables.allSatisfy { $0.withholding == .joiner && $0.canClaim(.host) })
    try two.move(.joiner) { $0.answerUndo = false }
    #expect(two.tables.allSatisfy { $0.withholding == nil })
  }

  @Test("V-37: cards change places with the sideboard before the next game, also after a restart")
  func swap() throws {
    var two = try begun(games: 3)
    try two.move(.joiner) { $0.end = .concede }
    #expect(two.view(.host).own.mayBegin == true)
    #expect(two.view(.host).gameOver == "Ada wins game 1: Ada 1, Bob 0.")
    let swap = DuelChoice.with {
      ($0.game, $0.out, $0.in) = (2, ["Deer 100", "Deer 101"], ["Spare 100"])
    }
    try two.move(.host, choosing: swap) { $0.begin.draw = 11 }
    try two.move(.joiner) { $0.begin.draw = 2 }
    two.restart(.host)
    let hand = Set(two.view(.host).own.hand.map(\.name))
    #expect(hand.count == 11 && hand.contains("Spare 100") && !hand.contains("Deer 100"))
    #expect(two.view(.joiner).seats[0].side == 3)
    try two.move(.joiner) { $0.end = .concede }
    let audit = try #require(two.tables[1].audit())
    #expect(audit.counts && audit.step == 0, "\(audit.sentence)")
    #expect(two.view(.joiner).seats[0].openedSide.map(\.name) == ["Spare 100", "Spare 101"])
    #expect(two.refused.isEmpty)
  }

  @Test("V-35: an undo from a line of the log takes the lines behind it back, with consent")
  func undo() throws {
    var two = try begun()
    try two.move(.host) { $0.draw.count = 3 }
    let card = two.view(.host).own.hand[0]
    try two.move(.host) {
      $0.place.cards = [.with { $0.handle = card.handle }]
      $0.place.to.spot.zone = .battlefield
    }
    let line = try #require(two.view(.host).log.last { $0.text == "Ada plays \(card.name)." })
    #expect(two.view(.host).own.undoFrom <= line.number)
    try two.move(.host) { $0.askUndo.line = line.number }
    #expect(two.view(.joiner).own.askedUndo == true && two.view(.joiner).undo.seat == .host)
    #expect(two.refusal(.host) { $0.draw.count = 1 }?.contains("wait for the answer") == true)
    try two.move(.joiner) { $0.answerUndo = true }
    let view = two.view(.host)
    #expect(view.objects.isEmpty && Set(view.own.hand.map(\.name)).contains(card.name))
    #expect(view.own.hand.count == 3)
    #expect(view.log.first { $0.text == line.text }?.undone == true)
    // Nothing goes behind an undo again. A move of one's own refuses the question of the other side.
    #expect(two.refusal(.host) { $0.askUndo.line = line.number } != nil)
    try two.move(.host) { $0.say = "again" }
    try two.move(.host) { $0.counter = .with { ($0.name, $0.by) = ("life", -2) } }
    let life = try #require(two.view(.host).log.last)
    #expect(life.text == "Ada changes life from 20 to 18." && life.kind == .life)
    try two.move(.host) { $0.askUndo.line = life.number }
    try two.move(.joiner) { $0.draw.count = 1 }
    #expect(two.view(.host).own.held.isEmpty)
    #expect(two.sentences.contains("Bob refuses the undo."))
    #expect(two.refused.isEmpty)
  }
}
