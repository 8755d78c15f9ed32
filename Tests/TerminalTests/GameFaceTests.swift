import HandSchema
import Schema
import TestKit
import Testing

@testable import Terminal

/// Games beside War in the terminal.
@Suite struct GameFaceTests {
  private func view(canPlay: Bool = true) -> TableView {
    var view = TableExamples.game()
    view.game = "rock-paper-scissors"
    (view.round, view.canPlay) = (2, canPlay)
    view.clearGameView()
    return view
  }

  private func session(_ view: TableView, _ mode: SessionMode = .screen) -> TableSession {
    TableSession(
      view, status: StatusView(), options: TableSession.Options(mode: mode),
      style: Style(colours: false, unicode: true))
  }

  private func tap(_ hand: UInt8, round: UInt32 = 2) -> SessionDirective {
    .send(
      Methods.Tables.tap {
        $0.table = TableSessionTests.id
        $0.round = round
        $0.move = .init([hand])
      })
  }

  @Test("Seam: each key of rock, paper, scissors makes its move, and Return none")
  func keys() {
    for (key, hand) in [("r", UInt8(1)), ("p", 2), ("s", 3)] {
      var session = session(view())
      #expect(session.handle(.key(.character(Character(key)))) == [tap(hand)])
    }
    var session = session(view())
    #expect(session.handle(.key(.enter)) == [])
    let text = session.lines(ScreenSize(columns: 80, rows: 24)).map(\.text).joined(separator: "\n")
    for part in ["Rock, paper, scissors vs. Bob", "Round 2", "r rock, p paper, s scissors"] {
      #expect(text.contains(part), "\(part) is missing in\n\(text)")
    }
    #expect(!text.contains("Return plays") && !text.contains("Pot"))
  }

  @Test("Seam: the last hands and the score stand beside the players, also when the match is over")
  func lastHands() {
    var view = view()
    #expect(!lines(view).contains("showed"))
    view.hands.players = [
      .with { ($0.points, $0.last) = (1, .rock) }, .with { ($0.points, $0.last) = (0, .scissors) },
    ]
    for phase in [TablePhase.playing, .finished] {
      view.phase = phase
      let lines = lines(view).split(separator: "\n")
      #expect(lines.contains { $0.contains("Ada") && $0.contains("1  showed rock") })
      #expect(lines.contains { $0.contains("Bob") && $0.contains("0  showed scissors") })
    }
  }

  private func lines(_ view: TableView) -> String {
    HandFace().lines(
      view, ScreenSize(columns: 80, rows: 24), Style(colours: false, unicode: true)
    ).map(\.text).joined(separator: "\n")
  }

  @Test("Seam: moves of a script are made in order, each once it counts")
  func script() {
    var session = session(view(canPlay: false), .lines)
    #expect(session.handle(.line("paper")) == [])
    #expect(session.handle(.line("\"rock\"")) == [])
    var next = view()
    let directives = session.handle(.change(.with { $0.table = next }))
    #expect(directives.contains(tap(2)) && !directives.contains(tap(1)))
    _ = session.handle(.unanswered)
    next.round = 3
    #expect(session.handle(.change(.with { $0.table = next })).contains(tap(1, round: 3)))
  }

  @Test("Seam: a word of the game or of the table may be typed behind a colon on the screen")
  func typedWord() {
    var session = session(view())
    for key in [Key.character(":"), .character("r"), .character("o"), .character("c")] {
      #expect(session.handle(.key(key)) == [])
    }
    let text = session.lines(ScreenSize(columns: 80, rows: 24)).map(\.text).joined(separator: "\n")
    #expect(text.contains(":roc_"))
    #expect(session.handle(.key(.character("k"))) == [])
    #expect(session.handle(.key(.enter)) == [tap(1)])
    for character in ":nonsense" { #expect(session.handle(.key(.character(character))) == []) }
    #expect(session.handle(.key(.enter)) == [])
    #expect(
      session.lines(ScreenSize(columns: 80, rows: 24)).contains { $0.text.contains("nonsense") })
  }

  @Test("Seam: a game that the terminal does not know is shown and cannot be played")
  func unknown() {
    var view = view()
    view.game = "chess"
    var session = session(view)
    #expect(session.handle(.key(.enter)) == [] && session.handle(.key(.character("r"))) == [])
    let text = session.lines(ScreenSize(columns: 80, rows: 24)).map(\.text).joined()
    #expect(text.contains("does not know the game chess"))
  }

  @Test("Seam: a game is chosen by one of its names; the name of War is empty at a table")
  func names() {
    #expect(GameFaces.names == ["war", "rock-paper-scissors"])
    #expect(GameFaces.game(named: "war") == "")
    #expect(GameFaces.game(named: "rock-paper-scissors") == "rock-paper-scissors")
    #expect(GameFaces.game(named: "") == nil && GameFaces.game(named: "chess") == nil)
  }
}
