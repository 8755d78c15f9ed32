import Schema
import Terminal
import Testing

@Suite struct OfferSessionTests {
  private let style = Style(colours: false, unicode: true)

  private func offer(_ id: String, _ host: String) -> TableView {
    .with {
      $0.id = id
      $0.phase = .offered
      $0.host = TableExamples.player(host, cards: 0)
    }
  }

  /// Returns the answer of a session after the state is complete.
  private func answer(
    _ wanted: String?, _ mode: SessionMode, _ offers: [TableView]
  ) -> [SessionDirective] {
    var session = OfferSession(wanted: wanted, mode: mode, style: style)
    for offer in offers { _ = session.handle(.change(TableExamples.change(offer))) }
    return session.handle(.ready)
  }

  @Test func theOneThatIsMeantIsTaken() {
    let (ada, eve) = (offer("aaaa", "Ada"), offer("eeee", "Eve"))
    #expect(answer("ada", .json, [ada, eve]) == [.sit(ada)])
    #expect(answer("ee", .lines, [ada, eve]) == [.sit(eve)])
    #expect(answer(nil, .json, [eve]) == [.sit(eve)])
    #expect(answer("ada", .screen, [ada, eve]) == [.sit(ada)])
    #expect(answer(nil, .screen, [eve]) == [])
  }

  @Test func severalAreNotGuessedAt() {
    for directives in [
      answer(nil, .json, [offer("aaaa", "Ada"), offer("eeee", "Eve")]),
      answer("Ada", .lines, [offer("aaaa", "Ada"), offer("aabb", "Ada")]),
      answer("aa", .lines, [offer("aaaa", "Ada"), offer("aabb", "Eve")]),
    ] {
      guard case .end(let end) = directives.last else {
        Issue.record("a table was guessed: \(directives)")
        continue
      }
      #expect(end.code == 1 && end.text.contains("aaaa"))
    }
  }

  @Test func whatIsNotThereIsWaitedFor() {
    var session = OfferSession(wanted: "ada", mode: .json, style: style)
    #expect(session.handle(.ready) == [])
    let ada = offer("aaaa", "Ada")
    #expect(session.handle(.change(TableExamples.change(ada))) == [.sit(ada)])
    guard case .end(let end) = session.handle(.timeUp).last else {
      Issue.record("the wait does not end")
      return
    }
    #expect(end.code == 4)
  }

  @Test func theListIsLiveAndPickedByNumber() {
    var session = OfferSession(wanted: nil, mode: .screen, style: style)
    let (ada, eve) = (offer("aaaa", "Ada"), offer("eeee", "Eve"))
    let shown = { (session: OfferSession) in
      session.lines(ScreenSize(columns: 80, rows: 24)).map(\.text).joined(separator: "\n")
    }
    #expect(shown(session).contains("Searching for hosts ..."))
    for offer in [ada, eve] { _ = session.handle(.change(TableExamples.change(offer))) }
    _ = session.handle(.ready)
    #expect(shown(session).contains("1  Ada") && shown(session).contains("2  Eve"))
    _ = session.handle(.change(.with { $0.tableGone = "aaaa" }))
    #expect(!shown(session).contains("Ada"))
    #expect(session.handle(.key(.character("2"))) == [])
    #expect(session.handle(.key(.character("1"))) == [.sit(eve)])
  }

  @Test("42.4 G-01 an address is typed with `a` on the screen, and its node is connected with")
  func address() {
    var session = OfferSession(wanted: nil, mode: .screen, style: style)
    _ = session.handle(.ready)
    for character in "a10.0.0.7:4712" { #expect(session.handle(.key(.character(character))) == []) }
    _ = session.handle(.key(.backspace))
    #expect(
      session.handle(.key(.enter)) == [.send(Methods.Peers.add { $0.address = "10.0.0.7:471" })])
    let added = PeerView.with { $0.addresses = ["10.0.0.7:471"] }
    _ = session.handle(.done(Reply(added)))
    let size = ScreenSize(columns: 80, rows: 24)
    #expect(
      session.lines(size).contains { $0.text.contains("10.0.0.7:471 is remembered: its tables") })
    // Escape takes back what is typed, and `q` is a letter while an address is typed.
    for key in [Key.character("a"), .character("q"), .escape] {
      #expect(session.handle(.key(key)) == [])
    }
    let refused = Refusal.with { $0.message = "That is this node itself." }
    _ = session.handle(.refused(refused))
    #expect(session.lines(size).contains { $0.text.contains(refused.message) })
  }

  @Test("42.4 G-01 with an address only the tables of the node there are joined")
  func atAnAddress() {
    var session = OfferSession(wanted: nil, at: "10.0.0.7:4711", mode: .json, style: style)
    var (ada, eve) = (offer("aaaa", "Ada"), offer("eeee", "Eve"))
    (ada.host.author, eve.host.author) = ("authora", "authore")
    #expect(session.handle(.change(TableExamples.change(eve))) == [])
    #expect(session.handle(.ready) == [])
    #expect(session.handle(.change(TableExamples.change(ada))) == [])
    guard case .end(let end) = session.handle(.timeUp).last else {
      Issue.record("the wait does not end")
      return
    }
    #expect(end.text.contains("Does Parlor run there, and is the port right?"))
    let peer = PeerView.with {
      $0.id = "q"
      $0.online = true
      $0.addresses = ["192.168.1.9:1", "10.0.0.7:4711"]
      $0.accounts = ["authora"]
    }
    #expect(session.handle(.change(.with { $0.peer = peer })) == [.sit(ada)])
  }
}
