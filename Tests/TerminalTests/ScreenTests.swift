import Schema
import Terminal
import Testing

@Suite struct ScreenTests {
  private let style = Style(colours: false, unicode: true)

  private func text(_ view: TableView, columns: Int = 80, rows: Int = 24) -> String {
    let screen = TableScreen(
      view, status: StatusView(), footer: TableScreen.Footer(), style: style)
    return screen.lines(ScreenSize(columns: columns, rows: rows))
      .map { $0.render(style, columns: columns) }.joined(separator: "\n")
  }

  @Test func theGameShowsEverythingAtOnce() {
    let text = text(TableExamples.game())
    for part in [
      "War vs. Bob", "Round 17, war 1", "Bob", "22 cards", "has played", "+ 3 face down", "A",
      "♠", "Pot: 6 cards", "10", "♥", "Ada", "20 cards", "K♣–4♦", "you win 2", "Return plays",
      "q leaves", "c concedes",
    ] { #expect(text.contains(part), "\(part) is missing:\n\(text)") }
  }

  @Test func theJoinerSitsAtTheBottomToo() {
    let rows = text(TableExamples.game(seat: .joiner)).split(separator: "\n")
    let ada = rows.firstIndex { $0.contains("20 cards") }
    let bob = rows.firstIndex { $0.contains("22 cards") }
    #expect(ada ?? .max < bob ?? .min)
    #expect(rows.contains { $0.contains("4♦–K♣") && $0.contains("Ada wins 2") })
  }

  @Test(arguments: [(80, 24), (80, 17), (40, 10), (20, 5), (5, 3), (1, 1), (200, 60)])
  func everyScreenFits(columns: Int, rows: Int) {
    var views = [TableExamples.game(), TableExamples.lobby()]
    for phase in [TablePhase.seated, .asked, .finished, .closed, .offered, .unspecified] {
      views.append(
        .with {
          $0 = TableExamples.game()
          $0.phase = phase
          $0.asks = TableExamples.lobby().asks
        })
    }
    views.append(
      .with {
        $0 = TableExamples.game()
        $0.paused = "Bob left."
        $0.canClaim = true
      })
    for view in views {
      let screen = TableScreen(
        view, status: StatusView(), footer: TableScreen.Footer(), style: style)
      let lines = screen.lines(ScreenSize(columns: columns, rows: rows))
      #expect(lines.count <= rows)
      for line in lines {
        #expect(Columns.width(line.render(style, columns: columns)) <= columns)
      }
    }
  }

  @Test func evenASmallScreenHasTheCounts() {
    let text = text(TableExamples.game(), columns: 80, rows: 10)
    for part in ["22 cards", "20 cards", "[A♠]", "[10♥]", "Pot: 6", "Return plays"] {
      #expect(text.contains(part), "\(part) is missing:\n\(text)")
    }
  }

  @Test func theLobbyHasItsSections() {
    var view = TableExamples.lobby()
    #expect(text(view).contains("Requesting to Join"))
    #expect(text(view).contains("1  Bob"))
    #expect(text(view).contains("2  Eve"))
    #expect(text(view).contains("Added to Game"))
    view.asks = []
    #expect(text(view).contains("Waiting for players ..."))
    view.phase = .asked
    view.seat = .joiner
    #expect(text(view).contains("Request Sent"))
    view.phase = .seated
    #expect(text(view).contains("Ada's Game"))
  }

  @Test("G-49, G-53: lists and screens say the time for a card and who may watch, before a match")
  func termsOfATable() {
    var view = TableExamples.lobby()
    view.phase = .offered
    view.seat = .unspecified
    view.spectators = .everybody
    view.moveSeconds = 20
    let terms = "20 seconds for each card, everybody may watch"
    let offers = OffersScreen([view], message: "").lines(
      ScreenSize(columns: 120, rows: 24), style: Style(colours: false, unicode: true))
    #expect(offers.contains { $0.text.contains(terms) })
    let list = TableListText([view]).lines(completed: false)
    #expect(list.contains { $0.text.contains(terms) })
    for phase in [TablePhase.asked, .open, .seated] {
      view.phase = phase
      view.seat = phase == .open ? .host : .joiner
      #expect(text(view).contains("20 seconds for each card, everybody may watch."), "\(phase)")
    }
    view.moveSeconds = 1
    view.spectators = .paired
    #expect(view.conditions == ["1 second for each card", "people paired with the host may watch"])
    view.moveSeconds = 0
    view.spectators = .unspecified
    #expect(view.conditions.isEmpty)
  }

  @Test func aPausedMatchSaysWhoIsAway() {
    var view = TableExamples.game()
    view.paused = "Bob is not connected."
    view.joiner.online = false
    view.joiner.here = false
    let text = text(view)
    #expect(text.contains("Waiting for players to rejoin"))
    #expect(text.contains("not connected"))
    #expect(!text.contains("Return plays"))
  }

  @Test(arguments: [
    (Seat.host, Seat.host, "You Won!"), (.joiner, .host, "You Lost!"),
    (.unspecified, .host, "It's a Draw!"), (.joiner, .joiner, "You Won!"),
    (.joiner, .unspecified, "Bob Won!"),
  ])
  func theEndIsSaid(winner: Seat, seat: Seat, verdict: String) {
    var view = TableExamples.game(seat: seat)
    view.phase = .finished
    view.result.winner = winner
    #expect(view.verdict == verdict)
    #expect(text(view).contains(verdict))
  }

  @Test func namesCannotPaintTheScreen() {
    var view = TableExamples.game()
    view.joiner.name = "\u{1b}[2J\u{202e}Bob\n\n"
    view.notice = "\u{1b}]0;evil\u{7}"
    #expect(!text(view).unicodeScalars.contains("\u{1b}"))
    #expect(!text(view).unicodeScalars.contains("\u{202e}"))
  }

  @Test func cardsAreDrawnInASCIIWhereNeeded() {
    let style = Style(colours: false, unicode: false)
    let lines = CardPicture.face(TableExamples.card(10, .hearts), style)
    #expect(
      lines.map { $0.render(style, columns: 80) }
        == ["+-----+", "| 10  |", "|  h  |", "|  10 |", "+-----+"])
  }

  @Test func coloursOnlyWhereTheyAreAllowed() {
    let card = TableExamples.card(12, .diamonds)
    #expect(card.text(style) == "Q♦")
    #expect(card.text(Style(colours: true, unicode: true)).contains("\u{1b}[38;5;196m"))
    let environment = ["TERM": "xterm", "NO_COLOR": "1", "LANG": "en_US.UTF-8"]
    #expect(
      Style(isTerminal: true) { environment[$0] } == Style(colours: false, unicode: true))
    #expect(Style(isTerminal: true) { ["TERM": "xterm"][$0] }.colours)
    #expect(!Style(isTerminal: false) { ["TERM": "xterm"][$0] }.colours)
  }
}
