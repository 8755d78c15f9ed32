import DuelSchema
import Schema
import Testing

@testable import Terminal

/// Words by which a person acts at a duel, and the moves that they make.
@Suite struct DuelWordTests {
  /// The moves of a line.
  private func moves(_ line: String, _ view: TableView = DuelExamples.view()) throws -> [DuelMove] {
    var face = DuelFace()
    #expect(face.knows(line), "\(line) is not known")
    let act = face.read(line, at: view)
    #expect(act.texts.isEmpty, "\(line): \(act.texts)")
    return try act.moves.map { try DuelMove(serializedBytes: $0.bytes) }
  }

  /// The sentence that a line is refused with.
  private func refusal(_ line: String, _ view: TableView = DuelExamples.view()) -> String {
    var face = DuelFace()
    let act = face.read(line, at: view)
    #expect(act.moves.isEmpty, "\(line) makes a move")
    return act.texts.joined(separator: " ")
  }

  /// A move of hidden cards to a place.
  private func place(_ handles: [UInt32], _ fill: (inout DuelMove.Place) -> Void) -> DuelMove {
    .with {
      $0.place.cards = handles.map { handle in .with { $0.handle = handle } }
      fill(&$0.place)
    }
  }

  @Test("V-08, V-11, V-13: cards of the library are drawn, looked at and milled, from either end")
  func library() throws {
    func draw(_ count: UInt32, _ goal: DuelStep.Goal, bottom: Bool = false) -> DuelMove {
      .with { ($0.draw.count, $0.draw.goal, $0.draw.bottom) = (count, goal, bottom) }
    }
    #expect(try moves("draw") == [draw(1, .hand)])
    #expect(try moves("DRAW 3 bottom") == [draw(3, .hand, bottom: true)])
    #expect(try moves("look 2") == [draw(2, .look)])
    #expect(try moves("reveal") == [draw(1, .open)])
    #expect(try moves("mill 4") == [draw(4, .mill)])
    #expect(try moves("top") == [draw(1, .stay)])
    #expect(try moves("shuffle") == [.with { $0.shuffle = true }])
    let london = DuelMove.with { ($0.mulligan.draw, $0.mulligan.london) = (7, true) }
    #expect(try moves("mulligan") == [london] && moves("mulligan london") == [london])
    #expect(try moves("mulligan 6") == [.with { $0.mulligan.draw = 6 }])
    #expect(try moves("begin 5") == [.with { $0.begin.draw = 5 }])
    #expect(
      try moves("find elk shown") == [
        .with {
          $0.place.cards = [.with { $0.library = "Elk" }]
          $0.place.to.hand = true
          ($0.place.shuffle, $0.place.show) = (true, true)
        }
      ])
    #expect(refusal("draw 0").contains("from 1 to 500"))
    #expect(refusal("draw x").contains("not understood"))
  }

  @Test(
    "V-17, V-18: a card is played by its name, the beginning of it or its number, to the first free place"
  )
  func play() throws {
    // Ada's cards on the table stand in the columns 0, 1 and 2.
    let table = place([2]) { ($0.to.spot.zone, $0.to.spot.x) = (.battlefield, 3) }
    for line in ["play Elk", "play elk", "play el", "play 2", "play hand 2"] {
      #expect(try moves(line) == [table], "\(line)")
    }
    #expect(try moves("play 3 to stack") == [place([3]) { $0.to.spot.zone = .stack }])
    #expect(
      try moves("play Ember face-down") == [
        place([3]) {
          ($0.to.spot.zone, $0.to.spot.x, $0.to.down) = (.battlefield, 3, true)
        }
      ])
    #expect(try moves("discard 1, Ember") == [place([1, 3]) { $0.to.spot.zone = .graveyard }])
    #expect(try moves("put Elk to bottom 2") == [place([2]) { $0.to.bottom = 2 }])
    #expect(
      try moves("put 1, 3 to bottom random") == [
        place([1, 3]) {
          $0.to.bottom = 0
          $0.to.random = true
        }
      ])
    #expect(try moves("put Elk") == [place([2]) { $0.to.top = 0 }])
    #expect(
      refusal("play Lion")
        == "There is no Lion in your hand or among the cards that you look at: `hand` lists what is there."
    )
    #expect(refusal("play 4") == "There is no number 4 in your hand: 3 cards are there.")
    #expect(refusal("play E") == "E may be Elk or Ember: write more of it.")
    #expect(refusal("play").contains("A card is missing"))
    #expect(refusal("play Elk to moon").contains("\"moon\" is no place"))
  }

  @Test("V-17: a card whose name ends like a place is not taken for one")
  func namesLikePlaces() throws {
    let view = DuelExamples.view { $0.own.hand = [DuelExamples.card(4, "Path to Exile")] }
    #expect(
      try moves("play path to exile", view) == [
        place([4]) { ($0.to.spot.zone, $0.to.spot.x) = (.battlefield, 3) }
      ])
    #expect(
      try moves("play Path to Exile to stack", view) == [place([4]) { $0.to.spot.zone = .stack }])
  }

  @Test(
    "V-20: a card that lies in two lists is not guessed; the list in front says which one is meant")
  func lists() throws {
    #expect(
      refusal("move Elk to exile")
        == "Elk is in your hand and in your graveyard: write which, as in `hand Elk`.")
    #expect(try moves("move hand Elk to exile") == [place([2]) { $0.to.spot.zone = .exile }])
    #expect(
      try moves("move graveyard 1 to library") == [
        .with {
          $0.place.cards = [.with { $0.object = 33 }]
          $0.place.to.shuffled = true
        }
      ])
    #expect(refusal("move hand Elk").contains("A place is missing"))
  }

  @Test("V-19, V-54: a name means the card that can be tapped; several are tapped in one step")
  func tapping() throws {
    func tap(_ objects: [UInt32], untap: Bool = false) -> DuelMove {
      .with { ($0.tap.objects, $0.tap.untap) = (objects, untap) }
    }
    #expect(try moves("tap forest") == [tap([9])])
    #expect(try moves("untap forest") == [tap([17], untap: true)])
    #expect(try moves("tap 1, Bear") == [tap([9, 25])])
    #expect(try moves("tap all") == [tap([9, 25])])
    #expect(try moves("untap") == [.with { ($0.tap.untap, $0.tap.all) = (true, true) }])
    #expect(
      try moves("stay bear") == [
        .with {
          $0.mark.objects = [25]
          $0.mark.staysTapped = true
        }
      ])
    #expect(
      refusal("give forest")
        == "There are different Forest on your table, numbers 1, 2: write the number.")
  }

  @Test("V-22, V-23, V-24: a number sets, a sign changes; without a card it is our own counter")
  func counters() throws {
    func counter(_ name: String, on objects: [UInt32] = [], _ to: DuelMove.Counter.OneOf_To)
      -> DuelMove
    {
      .with {
        ($0.counter.objects, $0.counter.name) = (objects, name)
        $0.counter.to = to
      }
    }
    #expect(try moves("life -3") == [counter("life", .by(-3))])
    #expect(try moves("life +3") == [counter("life", .by(3))])
    #expect(try moves("life 12") == [counter("life", .value(12))])
    #expect(try moves("lose 2") == [counter("life", .by(-2))])
    #expect(try moves("gain") == [counter("life", .by(1))])
    #expect(try moves("counter 1 poison") == [counter("poison", .value(1))])
    #expect(try moves("counter +2 charge on Bear") == [counter("charge", on: [25], .by(2))])
    #expect(
      try moves("power 3/4 on bear") == [
        counter("power", on: [25], .value(3)), counter("toughness", on: [25], .value(4)),
      ])
    #expect(
      try moves("note holds on to it on bear") == [
        .with { ($0.note.objects, $0.note.text) = ([25], "holds on to it") }
      ])
    for line in ["life", "life many", "life 100000", "life -100000"] {
      #expect(refusal(line).contains("`life -2`"), "\(line)")
    }
    #expect(
      refusal("counter +1").contains("no name") && refusal("power 3 on bear").contains("both"))
  }

  @Test("V-25 to V-30: tokens, arrows, control, phases and dice")
  func table() throws {
    #expect(
      try moves("token 2 Goblin") == [
        .with {
          ($0.tokens.name, $0.tokens.count) = ("Goblin", 2)
          ($0.tokens.to.zone, $0.tokens.to.x) = (.battlefield, 3)
        }
      ])
    #expect(try moves("arrow bear to them") == [.with { ($0.arrow.from, $0.arrow.to) = (25, 2) }])
    #expect(try moves("arrow bear to hill") == [.with { ($0.arrow.from, $0.arrow.to) = (25, 10) }])
    #expect(try moves("attach 1 to bear") == [.with { ($0.attach.object, $0.attach.to) = (9, 25) }])
    #expect(try moves("give bear") == [.with { ($0.give.objects, $0.give.seat) = ([25], .joiner) }])
    #expect(try moves("phase") == [.with { $0.phase = 2 }])
    #expect(try moves("phase end") == [.with { $0.phase = 3 }])
    #expect(try moves("phase 1") == [.with { $0.phase = 0 }])
    #expect(refusal("phase", DuelExamples.view { $0.phase = 3 }).contains("`turn` passes the turn"))
    #expect(try moves("turn") == [.with { $0.passTurn = true }])
    for (line, count, sides) in [
      ("roll 2d6", 2, 6), ("roll d20", 1, 20), ("roll", 1, 6), ("coin", 1, 2),
    ] {
      #expect(
        try moves(line) == [
          .with { ($0.dice.count, $0.dice.sides) = (UInt32(count), UInt32(sides)) }
        ],
        "\(line)")
    }
    for line in ["roll 0d6", "roll 2d1", "roll 101d6", "roll six"] {
      #expect(refusal(line).contains("is no dice"), "\(line)")
    }
  }

  @Test("V-13, V-14: a row of cards ends at a card of the library, or at a type")
  func rows() throws {
    func until(_ goal: DuelStep.Goal, _ fill: (inout DuelMove.Draw) -> Void) -> DuelMove {
      .with {
        $0.draw.goal = goal
        fill(&$0.draw)
      }
    }
    #expect(try moves("mill until el") == [until(.mill) { $0.until.card = .init("Elk".utf8) }])
    #expect(
      try moves("mill 4 bottom until type basic Land") == [
        until(.mill) { ($0.until.type, $0.until.left, $0.bottom) = ("basic Land", 4, true) }
      ])
    #expect(
      try moves("reveal until Forest") == [until(.open) { $0.until.card = .init("Forest".utf8) }])
    #expect(refusal("mill until Lion").contains("There is no Lion in your library"))
    #expect(refusal("enough") == "No cards are being asked for.")
    let running = DuelExamples.view { $0.own.until = "Elk" }
    #expect(try moves("enough", running) == [.with { $0.say = "enough" }])
    #expect(try moves("always show") == [.with { $0.top = .show }])
    #expect(try moves("always off") == [.with { $0.top = .unspecified }])
    #expect(refusal("always").contains("`always look`"))
  }

  @Test("V-31, V-33, V-34: picks of the other's cards, stops and priority are words")
  func turns() throws {
    #expect(
      try moves("random 2 their table") == [
        .with { ($0.pick.count, $0.pick.zone, $0.pick.of) = (2, .battlefield, .joiner) }
      ])
    #expect(
      try moves("random graveyard") == [
        .with { ($0.pick.count, $0.pick.zone) = (1, .graveyard) }
      ])
    #expect(refusal("random their hand").contains("hand is no place for that"))
    let picked = DuelExamples.view { $0.own.pickedObjects = [25] }
    #expect(
      try moves("move picked to exile", picked) == [
        .with {
          $0.place.cards = [.with { $0.object = 25 }]
          $0.place.to.spot.zone = .exile
        }
      ])
    #expect(try moves("stop end") == [.with { ($0.stop.phase, $0.stop.on) = (3, true) }])
    let stopped = DuelExamples.view { $0.seats[0].stops = [3] }
    #expect(try moves("stop 4", stopped) == [.with { $0.stop.phase = 3 }])
    #expect(refusal("stop") == "A phase is missing: `stop End`.")
    #expect(try moves("pass") == [.with { $0.priority = .pass }])
    #expect(try moves("hold") == [.with { $0.priority = .hold }])
    var face = DuelFace()
    #expect(
      face.read("phases", at: stopped).list == [
        "1 Upkeep", "2 Main, now", "3 Combat", "4 End, Ada stops here",
      ])
  }

  @Test("V-09, V-14, V-20, V-50: cards to put back, the top card and a tax are said in words")
  func said() {
    var face = DuelFace()
    let old = DuelExamples.view()
    let new = DuelExamples.view {
      $0.seats[0].putBack = 2
      $0.own.slots = [.with { ($0.place, $0.name, $0.handle) = (0, "Elk", 40) }]
      $0.seats[1].known = [.with { ($0.place, $0.name, $0.handle) = (0, "Hill", 41) }]
      $0.seats[1].priority = .hold
      $0.seats[0].counters = [.with { ($0.name, $0.value) = ("tax of Chief", 4) }]
      $0.objects.append(DuelExamples.object(41, .host, "Chief", zone: .command))
    }
    #expect(
      face.news(from: old, to: new) == [
        "Card 1 of your library is Elk.",
        "Put 2 cards of your hand back: `put CARD to bottom`, or play on and put none.",
      ])
    #expect(
      face.read("players", at: new).list == [
        "Bob: life 17, poison 2, hand 4, library 52, graveyard 0, exile 0, top card Hill, won 0, holds priority",
        "Ada: life 20, tax of Chief 4, hand 3, library 53, graveyard 1, exile 0, command 1, top card Elk, won 0",
      ])
    #expect(face.read("command", at: new).list.last == "1 Chief (tax 4)")
  }

  @Test("V-35: an undo names our last action, or a line that can still be taken back")
  func undo() throws {
    #expect(try moves("undo") == [.with { $0.askUndo.line = 3 }])
    #expect(try moves("undo 2") == [.with { $0.askUndo.line = 2 }])
    #expect(refusal("undo 1").contains("only those from 2 on"))
    #expect(refusal("yes") == "Nobody asks you for an undo now.")
    let asked = DuelExamples.view { $0.own.askedUndo = true }
    #expect(try moves("yes", asked) == [.with { $0.answerUndo = true }])
    #expect(try moves("no", asked) == [.with { $0.answerUndo = false }])
  }

  @Test("V-37: cards change places with the sideboard before a game, by the names of both lists")
  func sideboard() throws {
    let view = DuelExamples.view {
      $0.own.mayBegin = true
      $0.own.nextMain = [DuelExamples.count("Forest", 24), DuelExamples.count("Elk", 4)]
      $0.own.nextSide = [DuelExamples.count("Wolf", 3)]
    }
    let begin = try GameMove(
      bytes: DuelMove.with { $0.begin.draw = 7 }.serializedBytes(),
      choice: DuelChoice.with {
        ($0.game, $0.out, $0.in) = (2, ["Elk", "Elk"], ["Wolf", "Wolf"])
      }.serializedBytes())
    var face = DuelFace()
    #expect(face.read("begin swap elk for wolf, Elk for Wolf", at: view).moves == [begin])
    for _ in 1...2 { #expect(face.read("swap Elk for wolf", at: view).moves.isEmpty) }
    #expect(face.read("begin", at: view).moves == [begin])
    face.follow(DuelExamples.view())
    #expect(face.swaps.isEmpty)
    #expect(refusal("swap Lion for Wolf", view).contains("no Lion in your main part"))
    #expect(refusal("swap Elk", view).contains("`swap Forest for Elk`"))
  }

  @Test("V-32: only our own node sees the text of a secret choice")
  func secrets() throws {
    var face = DuelFace()
    let move = try #require(face.read("secret red", at: DuelExamples.view()).moves.first)
    #expect(try DuelMove(serializedBytes: move.bytes) == .with { $0.secret = true })
    #expect(try DuelChoice(serializedBytes: move.choice) == .with { $0.secret = "red" })
    #expect(move.tap(at: DuelExamples.view()).choice == .init(move.choice))
    #expect(refusal("open-secret").contains("no secret choice"))
  }

  @Test("V-50: each list is words, with the state of each card; hostile names cannot draw")
  func listed() {
    var face = DuelFace()
    let view = DuelExamples.view { $0.objects[3].name = "Hi\u{1b}[2Jll" }
    #expect(
      face.read("table", at: view).list.dropFirst() == ["1 Forest", "2 Forest (tapped)", "3 Bear"])
    #expect(face.read("their table", at: view).list.last == "2 a face-down card")
    #expect(face.read("graveyard", at: view).list.last == "1 Elk")
    #expect(face.read("log 1", at: view).list == ["3  Ada taps Forest."])
    #expect(
      face.read("players", at: view).list == [
        "Bob: life 17, poison 2, hand 4, library 52, graveyard 0, exile 0, won 0",
        "Ada: life 20, hand 3, library 53, graveyard 1, exile 0, won 0",
      ])
    let all = DuelWord.named.keys + DuelListing.allCases.flatMap(\.words)
    #expect(all.allSatisfy { face.knows($0) })
    #expect(
      !["accept", "start", "leave", "claim", "concede", "cancel"].contains { face.knows($0) })
    #expect(!face.read("state", at: view).list.joined().contains("\u{1b}"))
  }
}
