import Drawings
import Events
import Schema
import Terminal
import Testing

/// Texts that a person needs now, which are on each screen, whatever its size; advice and lists give way first (issue line 42.8).
@Suite struct SmallScreenTests {
  static let sizes = [(80, 24), (60, 20), (40, 12)].map { ScreenSize(columns: $0.0, rows: $0.1) }
  private static let style = Style(colours: false, unicode: true)

  /// One screen and the texts without which its person cannot go on.
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let needed: [String]
    let lines: @Sendable (ScreenSize) -> [Line]

    var testDescription: String { name }
  }

  private static func table(
    _ name: String, _ view: TableView, _ footer: TableScreen.Footer = .init(), _ needed: String...
  ) -> Example {
    let status = StatusView.with {
      $0.discoveryProblem =
        "Avahi is not running: start it with `sudo systemctl start avahi-daemon`, or install it first"
      $0.addresses = ["192.168.178.23:47110", "[fe80::1234%eth0]:47110"]
      $0.port = 47110
    }
    return Example(name: name, needed: needed) { size in
      TableScreen(view, status: status, footer: footer, style: style).lines(size)
    }
  }

  private static func changed(_ view: TableView, _ change: (inout TableView) -> Void) -> TableView {
    var view = view
    change(&view)
    return view
  }

  private static func footer(_ change: (inout TableScreen.Footer) -> Void) -> TableScreen.Footer {
    var footer = TableScreen.Footer()
    change(&footer)
    return footer
  }

  private static var lobbies: [Example] {
    let lobby = TableExamples.lobby()
    let seated = changed(lobby) {
      $0.phase = .seated
      $0.asks = []
      $0.joiner = TableExamples.player("Bob", cards: 0)
    }
    return [
      table(
        "nobody has come", changed(lobby) { $0.asks = [] }, .init(), "Waiting for players ...",
        "parlor war join --at 192.168.178.23:47110", "q cancels"),
      table(
        "two ask", lobby, .init(), "1  Bob", "2  Eve", "number accepts", "d declines", "q cancels"),
      table("one sits", seated, .init(), "Bob", "Return starts", "x removes Bob", "q cancels"),
      table(
        "one sits and is cut off", changed(seated) { $0.joiner.online = false }, .init(),
        "Bob's node is not connected", "Return starts", "q cancels"),
      table(
        "we asked",
        changed(lobby) {
          $0.phase = .asked
          $0.seat = .unspecified
        }, .init(), "Request Sent", "Waiting for Ada to answer ...", "q takes the request back"),
      table(
        "declined, with a password",
        changed(lobby) {
          $0.phase = .closed
          $0.seat = .unspecified
          $0.needsPassword = true
          $0.closedReason = "Ada declined: not now"
        }, footer { $0.mayAskAgain = true }, "Ada declined: not now", "a asks again",
        "Return goes on", "p asks with another password"),
    ]
  }

  private static var matches: [Example] {
    let game = TableExamples.game()
    let busy = changed(game) {
      $0.watchers = ["Cleo", "Dora", "Eve"].map { name in .with { $0.name = name } }
      $0.notice = "Bob has not played within 20 seconds."
      $0.canClaim = true
    }
    return [
      table(
        "a match", game, .init(), "22 cards", "20 cards", "Return plays", "q leaves", "c concedes"),
      table(
        "a match with all that can be said", busy,
        footer {
          $0.said = ["Bob: well, that took its time, did it not?", "Ada: it did"]
          $0.message = "It is Bob's turn: wait."
        }, "22 cards", "20 cards", "w claims the win", "d claims a draw", "q leaves", "c concedes"),
      table(
        "a pause",
        changed(game) {
          $0.paused = "The connection to Bob is lost."
          $0.joiner.online = false
          $0.joiner.here = false
          $0.canPlay = false
        }, .init(), "The connection to Bob is lost.", "q leaves"),
      table(
        "the end",
        changed(game) {
          $0.phase = .finished
          $0.result.winner = .host
          $0.result.ending = .conceded
          $0.result.text = "Bob conceded."
        }, .init(), "You Won!", "Bob conceded.", "Return goes on", "r offers a rematch"),
      table(
        "a match of others",
        changed(game) {
          $0.seat = .unspecified
          $0.watching = true
          $0.canPlay = false
        }, .init(), "Ada – Bob, you watch", "22 cards", "20 cards", "q goes"),
      table(
        "a question", game,
        footer { $0.question = "Give the match to Bob? y concedes, any other key plays on." },
        "y concedes", "22 cards"),
    ]
  }

  private static var others: [Example] {
    let offer = TableView.with {
      $0.id = "q7k2abcdefgh"
      $0.phase = .offered
      $0.host = TableExamples.player("Ada", cards: 0)
      $0.needsPassword = true
    }
    let status = StatusView.with {
      $0.discoveryProblem =
        "Avahi is not running: start it with `sudo systemctl start avahi-daemon`, or install it first"
    }
    let searching = OfferSession(wanted: nil, mode: .screen, style: style, status: status)
    let tournament = TournamentSession(TournamentSessionTests.view, style: style)
    return [
      Example(
        name: "offers",
        needed: ["1  Ada", "password", "number asks to join", "a types an address", "q quits"]
      ) { OffersScreen([offer], message: "").lines($0, style: style) },
      Example(
        name: "no offers", needed: ["Searching for hosts", "a types an address", "q quits"]
      ) { searching.lines($0) },
      Example(
        name: "an address", needed: ["Address (HOST:PORT): 10.0.0.7:4_", "Return connects"]
      ) { size in
        var session = searching
        for character in "a10.0.0.7:4" { _ = session.handle(.key(.character(character))) }
        return session.lines(size)
      },
      Example(name: "a chat", needed: ["lobby", "here: Bob", "/help", "/quit >"]) { size in
        var session = ChatExamples.session()
        _ = session.handle(.size(size))
        return session.lines(size)
      },
      Example(name: "a tournament", needed: ["Summer", "A1.1", "Return reports", "q leaves"]) {
        tournament.lines($0)
      },
    ] + pictures
  }

  /// The library, a countdown, a paper and a replay of it.
  private static var pictures: [Example] {
    let watch = WatchSession(WatchSessionTests.event, .world, style: style, now: 0)
    let size = ScreenSize(columns: 80, rows: 24)
    var drawing = PaperSession(Sketch())
    _ = drawing.press(.space, size, now: 0)
    _ = drawing.press(.right, size, now: 10)
    let paper = drawing
    return [
      Example(
        name: "a library", needed: ["Card Box", "Burn", "s saves", "q cancels", "Return moves"]
      ) { ManageSessionTests.session().lines($0) },
      Example(
        name: "a countdown",
        needed: ["Christmas in Oslo", "Days", "Hours", "Seconds", "q leaves", "w wand"]
      ) { watch.lines($0) },
      Example(
        name: "a paper", needed: ["Brush", "the pen is down", "q ends", "s saves", "Space pen"]
      ) { paper.lines($0, style).map { Line($0) } },
      Example(
        name: "a replay",
        needed: ["of 0:", "q ends", "Space plays and pauses", "left and right seek"]
      ) { DrawingReplay(paper.sketch).lines($0, style).map { Line($0) } },
    ]
  }

  static let examples = lobbies + matches + others

  @Test("42.8: nothing that is needed is missing or cut", arguments: examples, sizes)
  func needed(example: Example, size: ScreenSize) {
    let rows = example.lines(size).map { $0.render(Self.style, columns: size.columns) }
    let text = rows.joined(separator: "\n")
    #expect(rows.count <= size.rows, "\(rows.count) rows\n\(text)")
    // A sentence may go on in the next line; a key may not.
    let flat = rows.map { $0.trimmed }.joined(separator: " ")
    for part in example.needed {
      #expect(flat.contains(part), "\(size.columns)x\(size.rows) lacks \(part):\n\(text)")
    }
  }

  @Test(
    "42.8: no line is wider than the screen, so that nothing is cut", arguments: examples, sizes)
  func whole(example: Example, size: ScreenSize) {
    guard !["offers", "a match", "a chat", "a tournament"].contains(example.name) else { return }
    let keys = example.lines(size).last?.text ?? ""
    #expect(Columns.width(keys) <= size.columns, "\(keys)")
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
