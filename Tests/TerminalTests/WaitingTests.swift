import Schema
import Terminal
import Testing

/// Texts for people who wait, and for the time when the other side goes away.
@Suite struct WaitingTests {
  private let style = Style(colours: false, unicode: true)
  private let size = ScreenSize(columns: 100, rows: 30)

  private func session(_ view: TableView, _ mode: SessionMode) -> TableSession {
    TableSession(
      view, status: StatusView(), options: TableSession.Options(mode: mode), style: style)
  }

  private func printed(_ directives: [SessionDirective]) -> String {
    directives.map { if case .print(let text) = $0 { text } else { "" } }.joined(separator: "\n")
  }

  private func screen(_ view: TableView, _ status: StatusView = StatusView()) -> String {
    TableScreen(view, status: status, footer: TableScreen.Footer(), style: style).lines(size)
      .map(\.text).joined(separator: "\n")
  }

  @Test("People 5: line mode says when the other side is cut off, and when it is back")
  func cutOff() {
    var view = TableExamples.game()
    var session = session(view, .lines)
    view.paused = "The connection to Bob is lost."
    view.joiner.online = false
    let lost = printed(session.handle(.change(TableExamples.change(view))))
    #expect(lost.contains("The connection to Bob is lost.") && lost.contains("parlor doctor"))
    #expect(printed(session.handle(.change(TableExamples.change(view)))).isEmpty, "once")
    view.paused = ""
    view.joiner.online = true
    let back = printed(session.handle(.change(TableExamples.change(view))))
    #expect(back.contains("Bob is at the table"))
  }

  @Test("People 5: who reads lines is told words to write, and who only looks at a table nothing")
  func words() {
    var view = TableExamples.game()
    view.paused = "Bob has left."
    let screen = TableScreen(view, status: StatusView(), footer: TableScreen.Footer(), style: style)
    func text(_ isWaiting: Bool) -> String {
      screen.summary(isWaiting: isWaiting).map(\.text).joined(separator: " ")
    }
    #expect(text(true).contains("write leave to stop waiting") && !text(true).contains("q stops"))
    #expect(text(false).contains("Bob has left.") && !text(false).contains("waiting"))
  }

  @Test("People 5: line mode says when the host stops while we wait for its answer")
  func hostStops() {
    var view = TableExamples.game(seat: .unspecified)
    view.phase = .asked
    var session = session(view, .lines)
    view.host.online = false
    let text = printed(session.handle(.change(TableExamples.change(view))))
    #expect(text.contains("Ada's node is not connected") && text.contains("sent again"))
    #expect(screen(view).contains("Ada's node is not connected."))
    view.host.online = true
    #expect(
      printed(session.handle(.change(TableExamples.change(view)))).contains("connected again"))
  }

  @Test("People 5: a narrow screen shows the whole sentence of what to do")
  func narrow() {
    var view = TableExamples.game()
    view.paused = "The connection to Bob is lost."
    view.joiner.online = false
    let lines = TableScreen(view, status: StatusView(), footer: TableScreen.Footer(), style: style)
      .lines(ScreenSize(columns: 60, rows: 30)).map(\.text)
    #expect(lines.allSatisfy { $0.count <= 60 })
    let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(text.contains("is it running and on this network? `parlor doctor` checks this side;"))
    #expect(text.contains("q stops waiting."), "\(lines)")
  }

  @Test("People 5: a search says what it waits for, what is wrong and what to do")
  func search() {
    var status = StatusView()
    status.discoveryProblem = "avahi-daemon does not run"
    let session = OfferSession(wanted: nil, mode: .screen, style: style, status: status)
    let text = session.lines(size).map(\.text).joined(separator: "\n")
    #expect(text.contains("Searching for hosts"))
    #expect(text.contains("Avahi-daemon does not run.") && text.contains("type it with `a`."))
    // What to do stands at the end of the sentence: it is shown whole.
    status.discoveryProblem =
      "Avahi is not running: start it with 'systemctl start avahi-daemon', or add peers by address."
    let narrow = OfferSession(wanted: nil, mode: .screen, style: style, status: status)
      .lines(ScreenSize(columns: 60, rows: 30)).map(\.text)
    #expect(narrow.allSatisfy { $0.count <= 60 })
    let whole = narrow.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(whole.contains("or add peers by address."), "\(narrow)")
    status.discoveryProblem = "avahi-daemon does not run"
    var lines = OfferSession(wanted: nil, mode: .lines, style: style, status: status)
    let said = printed(lines.handle(.ready))
    #expect(said.contains("Avahi-daemon does not run"))
    #expect(said.contains("Ask the host for an address: parlor war join --at HOST:PORT"))
    status.discovery = true
    var other = OfferSession(wanted: nil, mode: .screen, style: style, status: status)
    let peer = PeerView.with {
      $0.id = "q"
      $0.online = true
    }
    _ = other.handle(.change(.with { $0.peer = peer }))
    let connected = other.lines(size).map(\.text).joined(separator: "\n")
    #expect(connected.contains("1 peer is connected and offers no table."))
  }

  @Test("People 5: the host sees an address to give to others, and why nobody finds the table")
  func address() {
    var view = TableExamples.lobby()
    view.asks = []
    var status = StatusView()
    status.addresses = ["192.168.1.20:7711", "127.0.0.1:7711"]
    status.discoveryProblem = "avahi-daemon does not run"
    let text = screen(view, status)
    #expect(text.contains("There they type: parlor war join --at 192.168.1.20:7711"))
    #expect(text.contains("Avahi-daemon does not run."))
  }

  @Test("People 1: a declined request names the host, and can be repeated while the table is open")
  func declined() {
    var view = TableExamples.game(seat: .unspecified)
    (view.phase, view.joiner) = (.asked, PlayerView())
    #expect(screen(view).contains("War vs. Ada"), "who is trusted stands beside the trust")
    var session = session(view, .screen)
    view.phase = .offered
    view.closedReason = "Ada declined: not now"
    _ = session.handle(.change(TableExamples.change(view)))
    let text = session.lines(size).map(\.text).joined(separator: "\n")
    #expect(text.contains("War vs. Ada") && !text.contains("Joiner"))
    #expect(text.contains("Ada declined: not now.") && text.contains("still open"))
    #expect(!text.contains("table is closed"))
    #expect(
      session.handle(.key(.character("a")))
        == [.send(Methods.Tables.ask { $0.table = view.id })])
    // A name stays as its person writes it.
    view.host.name = "ada"
    view.closedReason = "ada declined: not now"
    #expect(view.closedSentence == "ada declined: not now.")
    view.closedReason = "the table is gone"
    #expect(view.closedSentence == "The table is gone.")
  }

  @Test("People 7: two players with one name both get a word of their keys")
  func oneName() {
    var view = TableExamples.game()
    (view.host.name, view.joiner.name) = ("Ada", "ada")
    (view.host.words, view.joiner.words) = ("otter-acid-fox-tulip", "maple-acid-fox-tulip")
    #expect(view.name(.host) == "Ada (otter)" && view.farName == "ada (maple)")
    view.joiner.words = "otter-badge-fox-tulip"
    #expect(view.farName == "ada (otter-badge-fox-tulip)")
    view.joiner.name = "Bob"
    #expect(view.farName == "Bob")
  }

  @Test("Attacks 2: a claim is shown as claimed, not confirmed, and can be accepted or undone")
  func claimed() {
    var view = TableExamples.game()
    view.claims = [
      .with {
        $0.seat = .joiner
        $0.kind = .win
        $0.text = "Bob claims the win, because Ada did not answer round 17."
      }
    ]
    let list = TableListText([view]).lines(completed: true).map(\.text).joined(separator: "\n")
    #expect(list.contains("claimed, not confirmed"))
    let text = screen(view)
    #expect(text.contains("Claimed, not confirmed.") && text.contains("undoes the claim"))
    var session = session(view, .screen)
    #expect(session.handle(.key(.character("a"))) == [])
    let accept = MakeClaim.with {
      $0.table = view.id
      $0.accept = true
    }
    #expect(
      session.handle(.key(.character("y"))) == [.send(Methods.Tables.claim { $0 = accept })])
    let report = VerifyReport.with {
      $0.valid = true
      $0.claims = view.claims
    }
    #expect(VerifyText(report).lines().contains { $0.hasSuffix("Claimed, not confirmed.") })
  }

  @Test("People 11: the overview does not say that there are no games next to completed ones")
  func completed() {
    var view = TableExamples.game()
    view.phase = .finished
    let text = TableListText([view]).lines(completed: false).map(\.text).joined()
    #expect(!text.contains("No Games") && text.contains("1 completed game"))
    #expect(TableListText([]).lines(completed: false).map(\.text) == ["No Games"])
  }

  @Test("People 11: the host removes the accepted player and goes on at the new table")
  func removed() {
    var view = TableExamples.game()
    view.phase = .seated
    var session = session(view, .screen)
    let close = CloseTable.with {
      $0.table = view.id
      $0.reopen = true
    }
    #expect(
      session.handle(.key(.character("x"))) == [.send(Methods.Tables.close { $0 = close })])
    var next = TableExamples.lobby()
    next.id = "newtable"
    #expect(session.handle(.done(Reply(next))) == [.sit(next)])
  }
}
