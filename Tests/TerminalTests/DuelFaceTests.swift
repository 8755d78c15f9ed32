import DuelSchema
import Schema
import TestKit
import Testing

@testable import Terminal

/// The screen and the keys of a duel, and scripts that play one.
@Suite struct DuelFaceTests {
  private func session(
    _ view: TableView = DuelExamples.view(), _ mode: SessionMode = .screen
  ) -> TableSession {
    TableSession(
      view, status: StatusView(), options: TableSession.Options(mode: mode),
      style: Style(colours: false, unicode: true))
  }

  private func tap(_ fill: (inout DuelMove) -> Void) throws -> SessionDirective {
    let bytes: [UInt8] = try DuelMove.with(fill).serializedBytes()
    return .send(
      Methods.Tables.tap {
        $0.table = TableSessionTests.id
        $0.move = .init(bytes)
      })
  }

  private func place(_ handle: UInt32, _ zone: DuelStep.Zone, x: UInt32 = 0) throws
    -> SessionDirective
  {
    try tap {
      $0.place.cards = [.with { $0.handle = handle }]
      ($0.place.to.spot.zone, $0.place.to.spot.x) = (zone, x)
    }
  }

  private func press(_ keys: String, _ session: inout TableSession) -> [SessionDirective] {
    keys.flatMap { session.handle(.key($0 == " " ? .space : .character($0))) }
  }

  private func text(_ session: TableSession, rows: Int = 24) -> String {
    session.lines(ScreenSize(columns: 80, rows: rows)).map(\.text).joined(separator: "\n")
  }

  @Test("V-49: the table of a duel fits on 80 by 24, and hides what nobody may see")
  func screen() {
    let text = text(session())
    for part in [
      "Duel vs. Bob", "Game 1 of 3, turn 2", "Bob: life 17, poison 2, hand 4, library 52",
      "1 Hill", "2 a face-down card", "Ada's turn", "[Main]", "2 Forest (tapped)", "3 Bear",
      "Ada: life 20", "Hand:", ">1 Forest", "2 Elk", "3 Ember", "Ada taps Forest.", "d draws",
      "? all keys", "q leaves", "/ talks",
    ] {
      #expect(text.contains(part), "\(part) is missing in\n\(text)")
    }
    #expect(!text.contains("c concedes") && !text.contains("t talks"))
    for rows in [5, 12, 24, 50] {
      let lines = session().lines(ScreenSize(columns: 80, rows: rows))
      #expect(lines.count <= rows)
    }
  }

  @Test(
    "V-49: a table with a hundred cards leaves the hand, both players and the log on the screen")
  func crowd() {
    let view = DuelExamples.view { duel in
      duel.objects = (1...100).map { number in
        DuelExamples.object(number * 8 + 1, .host, "Forest of a long name \(number)", x: number)
      }
    }
    let text = text(session(view))
    for part in ["Bob: life 17", "Ada: life 20", ">1 Forest", "more line", "Ada taps Forest."] {
      #expect(text.contains(part), "\(part) is missing in\n\(text)")
    }
  }

  @Test("V-08, V-23: letters act at once, numbers are typed, and letters typed there are no keys")
  func letters() throws {
    var session = session()
    #expect(
      press("d", &session) == [
        try tap { ($0.draw.count, $0.draw.goal) = (1, .hand) }
      ])
    #expect(press("l1q", &session) == [])
    #expect(text(session).contains("Life: 1q_"))
    #expect(session.handle(.key(.backspace)) == [])
    #expect(press("2", &session) == [])
    #expect(
      session.handle(.key(.enter)) == [
        try tap { ($0.counter.name, $0.counter.value) = ("life", 12) }
      ])
    #expect(press("l9", &session) == [] && session.handle(.key(.escape)) == [])
    #expect(
      press("-", &session) == [try tap { ($0.counter.name, $0.counter.by) = ("life", -1) }])
    #expect(press(" ", &session) == [try tap { $0.phase = 2 }])
    #expect(press("P", &session) == [try tap { $0.priority = .pass }])
    #expect(press("H", &session) == [try tap { $0.priority = .hold }])
    #expect(press("m", &session) == [] && text(session).contains("london_"))
    #expect(
      session.handle(.key(.enter)) == [
        try tap { ($0.mulligan.draw, $0.mulligan.london) = (7, true) }
      ])
    #expect(press("Yelk", &session) == [])
    #expect(
      session.handle(.key(.enter)) == [
        try tap { ($0.draw.goal, $0.draw.until.card) = (.mill, .init("Elk".utf8)) }
      ])
    #expect(press("A", &session) == [])
    #expect(session.handle(.key(.enter)) == [try tap { $0.top = .show }])
    #expect(press("Send", &session) == [])
    #expect(
      session.handle(.key(.enter)) == [try tap { ($0.stop.phase, $0.stop.on) = (3, true) }])
    #expect(press("E", &session) == [try tap { $0.passTurn = true }])
  }

  @Test("V-49, V-54: arrows select, Return acts, x marks several, o asks where to")
  func selection() throws {
    var session = session()
    _ = session.handle(.key(.right))
    #expect(text(session).contains(">2 Elk"))
    #expect(session.handle(.key(.enter)) == [try place(2, .battlefield, x: 3)])
    #expect(press("o", &session) == [] && text(session).contains("To: h hand"))
    #expect(press("x", &session) == [try place(2, .exile)])
    _ = session.handle(.key(.up))
    #expect(text(session).contains(">2 Forest (tapped)"))
    #expect(
      session.handle(.key(.enter)) == [
        try tap { ($0.tap.objects, $0.tap.untap) = ([17], true) }
      ])
    #expect(press("x", &session) == [] && session.handle(.key(.right)) == [])
    #expect(press("x", &session) == [])
    #expect(text(session).contains("*Bear") && text(session).contains("*Forest"))
    #expect(
      session.handle(.key(.delete)) == [
        try tap {
          $0.place.cards = [.with { $0.object = 17 }, .with { $0.object = 25 }]
          $0.place.to.spot.zone = .graveyard
        }
      ])
    #expect(press("#", &session) == [] && press("3", &session) == [])
    #expect(session.handle(.key(.enter)) == [] && text(session).contains(">3 Bear"))
    #expect(
      press(".", &session) == [
        try tap { ($0.counter.objects, $0.counter.name, $0.counter.by) = ([25], "counter", 1) }
      ])
  }

  @Test("V-28: the second card of an arrow is selected, and a player is a letter")
  func arrows() throws {
    var session = session()
    for key in [Key.up, .end] { _ = session.handle(.key(key)) }
    #expect(press(">", &session) == [] && text(session).contains("An arrow from Bear"))
    #expect(press("o", &session) == [try tap { ($0.arrow.from, $0.arrow.to) = (25, 2) }])
    #expect(press(">", &session) == [] && session.handle(.key(.up)) == [])
    #expect(session.handle(.key(.enter)) == [try tap { ($0.arrow.from, $0.arrow.to) = (25, 18) }])
  }

  @Test("V-20: digits open lists over the table, and Escape closes them")
  func lists() throws {
    var session = session()
    #expect(press("2", &session) == [] && text(session).contains("Your graveyard: 1 card"))
    #expect(session.handle(.key(.enter)) == [] && text(session).contains("To: h hand"))
    #expect(
      press("h", &session) == [
        try tap {
          $0.place.cards = [.with { $0.object = 33 }]
          $0.place.to.hand = true
        }
      ])
    #expect(session.handle(.key(.escape)) == [] && !text(session).contains("Your graveyard"))
    #expect(press("?", &session) == [] && text(session).contains("mulligan"))
    #expect(press("?", &session) == [] && text(session).contains("Hand:"))
  }

  @Test(
    "V-35, V-36: an undo is granted by a key, a game is conceded after a question, and t is no talk"
  )
  func questions() throws {
    let view = DuelExamples.view {
      $0.own.askedUndo = true
      $0.undo.seat = .joiner
      $0.undo.text = "Bob asks to take back Hill."
    }
    var session = session(view)
    #expect(text(session).contains("Bob asks to take back Hill."))
    #expect(text(session).contains("y grants the undo"))
    #expect(press("y", &session) == [try tap { $0.answerUndo = true }])
    #expect(press("N", &session) == [try tap { $0.answerUndo = false }])
    #expect(press("Cn", &session) == [])
    #expect(press("Cy", &session) == [try tap { $0.end = .concede }])
    #expect(press("t", &session) == [] && text(session).contains("Token:"))
    #expect(session.handle(.key(.escape)) == [])
    #expect(press("/", &session) == [] && text(session).contains("Say:"))
  }

  @Test("V-49: a word behind a colon is one of the duel or of the table")
  func words() throws {
    var session = session()
    #expect(press(":roll d20", &session) == [] && text(session).contains(":roll d20_"))
    #expect(
      session.handle(.key(.enter)) == [try tap { ($0.dice.count, $0.dice.sides) = (1, 20) }])
    #expect(press(":concede", &session) == [])
    #expect(
      session.handle(.key(.enter)) == [
        .send(Methods.Tables.giveUp { $0.table = TableSessionTests.id })
      ])
    #expect(press(":play Lion", &session) == [] && session.handle(.key(.enter)) == [])
    #expect(text(session).contains("There is no Lion"))
  }

  @Test("Seam: what cannot be done now says why, and a pause is a pause")
  func notNow() {
    var view = DuelExamples.view { $0.own.held = "You asked for an undo: Bob answers first." }
    view.canPlay = false
    var held = session(view)
    #expect(press("d", &held) == [] && text(held).contains("Bob answers first."))
    view = DuelExamples.view()
    view.paused = "Bob has left."
    var paused = session(view)
    #expect(press("d", &paused) == [] && text(paused).contains("The match is paused."))
    view = DuelExamples.view { $0.clearOwn() }
    (view.seat, view.watching) = (.unspecified, true)
    var watcher = session(view)
    #expect(press("d", &watcher) == [] && !text(watcher).contains("Hand:"))
  }

  /// The view after two cards were drawn: first while the other node has not answered, then with the cards.
  private func drawn(isDone: Bool) -> TableView {
    DuelExamples.view {
      $0.seats[0].waiting = isDone ? "" : "Ada draws 2 cards: Bob's node must answer."
      guard isDone else { return }
      $0.own.hand += [DuelExamples.card(4, "Wolf"), DuelExamples.card(5, "Lynx")]
      $0.log.append(DuelExamples.line(4, .host, "Ada draws 2 cards."))
    }
  }

  @Test("V-50: a script plays a card that it has drawn before, once the card is there")
  func script() throws {
    var session = session(DuelExamples.view(), .lines)
    let draw = try tap { ($0.draw.count, $0.draw.goal) = (2, .hand) }
    #expect(session.handle(.line("draw 2")) == [draw])
    #expect(session.handle(.line("play wolf")) == [])
    // The answer is newer than the view: the script waits for the view.
    #expect(session.handle(.done(Reply(drawn(isDone: false)))) == [])
    #expect(session.handle(.change(.with { $0.table = drawn(isDone: false) })) == [])
    #expect(
      session.handle(.change(.with { $0.table = drawn(isDone: true) })) == [
        try place(4, .battlefield, x: 3), .print("To your hand: Wolf, Lynx."),
      ])
  }

  @Test("V-50: a line that names nothing is refused, and the next one is read")
  func wrongLine() throws {
    var session = session(DuelExamples.view(), .lines)
    #expect(
      session.handle(.line("play Lion")) == [
        .print(
          "There is no Lion in your hand or among the cards that you look at: `hand` lists what is there."
        )
      ])
    #expect(
      session.handle(.line("hand")) == [
        .print("Your hand: 3 cards"), .print("1 Forest"), .print("2 Elk"), .print("3 Ember"),
      ])
    #expect(session.handle(.line("\"lose 2\"")).count == 1)
    let refusal = Refusal.with { ($0.code, $0.message) = (.notNow, "The game is over.") }
    #expect(session.handle(.line("coin")) == [])
    let directives = session.handle(.refused(refusal))
    #expect(directives.first == .print("The game is over.") && directives.count == 2)
  }

  @Test("V-50: an empty line makes no move at a duel, and words of the table stay the table's")
  func tableWords() {
    var session = session(DuelExamples.view(), .lines)
    #expect(session.handle(.line("")) == [])
    let leave = Methods.Tables.attend {
      $0.table = TableSessionTests.id
      $0.attendance = .leave
    }
    #expect(session.handle(.line("leave")).first == .send(leave))
  }

  @Test("V-50: who watches may list what lies on the table, and makes no move")
  func watching() {
    var view = DuelExamples.view { $0.clearOwn() }
    (view.seat, view.watching, view.canPlay) = (.unspecified, true, false)
    var session = session(view, .lines)
    #expect(
      session.handle(.line("graveyard")) == [.print("Ada's graveyard: 1 card"), .print("1 Elk")])
    #expect(
      session.handle(.line("draw")) == [.print("You watch this match: only its players act.")])
  }

  @Test("V-50: a program sees each changed view of a duel, and a command the lines of its log")
  func changes() {
    let (old, new) = (DuelExamples.view(), drawn(isDone: true))
    #expect(DuelFace().hasChanged(from: old, to: new))
    #expect(!DuelFace().hasChanged(from: new, to: new))
    #expect(DuelFace().log(from: old, to: new) == ["Ada draws 2 cards."])
    #expect(DuelFace().log(from: new, to: new) == [])
  }

  @Test("V-37: B draws the first hand, and begins the next game with the swaps that were made")
  func begin() throws {
    var empty = DuelExamples.view {
      ($0.turn, $0.seats[0].hand, $0.own.hand) = (1, 0, [])
      $0.objects.removeAll { $0.owner == .host }
    }
    var first = session(empty)
    #expect(text(first).contains("B draws your hand"))
    #expect(press("B", &first) == [])
    #expect(first.handle(.key(.enter)) == [try tap { $0.begin.draw = 7 }])
    empty = DuelExamples.view {
      ($0.own.mayBegin, $0.gameOver) = (true, "Ada wins game 1.")
      $0.own.nextMain = [DuelExamples.count("Elk", 2)]
      $0.own.nextSide = [DuelExamples.count("Wolf", 3)]
    }
    var next = session(empty)
    #expect(text(next).contains("B begins the game") && text(next).contains("Ada wins game 1."))
    #expect(press("3", &next) == [] && next.handle(.key(.enter)) == [])
    #expect(text(next).contains("Out of the main part for Wolf:"))
    #expect(press("elk", &next) == [] && next.handle(.key(.enter)) == [])
    #expect(press("B", &next) == [])
    guard case .send(let call)? = next.handle(.key(.enter)).first,
      let sent = call.request as? Tap
    else { Issue.record("nothing was sent"); return }
    #expect(try DuelMove(serializedBytes: sent.move) == .with { $0.begin.draw = 7 })
    #expect(
      try DuelChoice(serializedBytes: sent.choice)
        == .with { ($0.game, $0.out, $0.in) = (2, ["Elk"], ["Wolf"]) })
  }

  @Test("V-38: once the match is over a key opens all hands, as long as that is left to do")
  func opening() throws {
    var view = DuelExamples.view { $0.own.mayOpen = true }
    view.phase = .finished
    var session = session(view)
    #expect(text(session).contains("o opens all hands"))
    #expect(press("o", &session) == [try tap { $0.openMatch = true }])
    view = DuelExamples.view()
    view.phase = .finished
    session = self.session(view)
    #expect(!text(session).contains("opens all hands") && press("o", &session) == [])
  }

  @Test("V-02: what the host has set is known before somebody asks for the chair")
  func conditions() throws {
    var table = TableExamples.lobby()
    (table.game, table.phase, table.seat) = ("duel", .offered, .unspecified)
    table.terms = try DuelTerms.with {
      ($0.games, $0.life, $0.format) = (3, 20, "pau\u{1b}per")
    }.serializedBytes()
    let list = TableListText([table]).lines(completed: false).map(\.text).joined(separator: "\n")
    #expect(list.contains("duel, best of 3 games, 20 life, format pau") && !list.contains("\u{1b}"))
  }

  @Test("V-41: a list names the game, the games won and the turn; a command is the duel's own")
  func listed() {
    let view = DuelExamples.view { $0.seats[0].wins = 1 }
    #expect(view.face.standing(view, view.near, view.far) == "game 1 of 3, 1 to 0, turn 2")
    #expect(view.command == "parlor duel" && TableExamples.game().command == "parlor war")
    #expect(GameFaces.names == ["war", "rock-paper-scissors"])
  }
}
