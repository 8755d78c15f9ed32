import IntroductionSchema
import Schema
import Terminal
import Testing

/// Trust is shown wherever a name is.
@Suite struct TrustTextTests {
  private let size = ScreenSize(columns: 80, rows: 24)
  private let style = Style(colours: false, unicode: true)

  private func text(_ lines: [Line]) -> String { lines.map(\.text).joined(separator: "\n") }

  @Test("P-12: a peer is paired, not paired, or has a name that is another's")
  func peers() {
    var peer = PeerView.with {
      $0.id = "abcdefghijkl"
      $0.name = "Bob"
      $0.online = true
    }
    #expect(text(Overview.lines(of: [peer])).contains("not paired"))
    peer.nameIsTaken = true
    #expect(text(Overview.lines(of: [peer])).contains("somebody else has this name"))
    peer.paired = true
    #expect(!text(Overview.lines(of: [peer])).contains("not paired"))
    #expect(text(Overview.lines(of: [peer])).contains("paired, and somebody else has this name"))
    peer.unpairedThere = true
    #expect(text(Overview.lines(of: [peer])).contains("not there, and somebody else has this name"))
    peer.nameIsTaken = false
    #expect(!text(Overview.lines(of: [peer])).contains("has this name"))
    peer.blocked = true
    #expect(text(Overview.lines(of: [peer])).contains("blocked"))
  }

  @Test("52.2 P-21 a peer that is introduced is trusted once it shows the words, or says why not")
  func introducedPeer() {
    var peer = PeerView.with {
      $0.id = "abcdefghijkl"
      $0.name = "Carol"
      $0.awaitedAuthor = "qrst"
      $0.awaitedWords = "acid-beach-cabin-daisy"
    }
    #expect(
      text(Overview.lines(of: [peer])).contains("trusted once it shows acid-beach-cabin-daisy"))
    peer.awaitedAuthor = ""
    peer.trustProblem = "Not trusted: \u{1b}another account."
    let shown = text(Overview.lines(of: [peer]))
    #expect(shown.contains("Not trusted: another account.") && !shown.contains("\u{1b}"))
    #expect(shown.contains("not paired"))
  }

  @Test(
    "42.11 52.2 who is introduced waits in the overview and on open screens, marked where the name is taken"
  )
  func introduction() throws {
    let view = IntroductionView.with {
      ($0.id, $0.node, $0.author) = ("a", "nnnnnnnnnnnn", "oooooooooooo")
      ($0.by, $0.name, $0.words) = ("Bob\u{1b}", "Carol\u{202e}", "acid-beach-cabin-daisy")
      $0.nameIsTaken = true
    }
    let line = PairText.question(view)
    #expect(line.contains("Bob introduces Carol (somebody else has this name) to you"))
    #expect(line.contains("parlor peer meet nnnnnnnn"))
    #expect(PairText.introduced(view).contains("Carol (somebody else has this name) (acid-beach"))
    let overview = OverviewExamples.lines { $0.introductions = [view] }
    #expect(overview.contains("  Bob introduces Carol (a taken name): `parlor peer meet nnnnnnnn`"))
    var session = TableSession(
      TableExamples.game(), status: StatusView(), options: .init(mode: .lines), style: style)
    _ = session.handle(.ready)
    func told(_ view: IntroductionView) throws -> Bool {
      let record = try ShownRecord.with { $0.view = try .init(message: view) }
      let directives = session.handle(.change(.with { $0.record = record }))
      return directives.contains { if case .print(let text) = $0 { text == line } else { false } }
    }
    #expect(try told(view))
    var own = view
    own.own = true
    #expect(try !told(own))
  }

  @Test("42.14: a peer whose clock differs from ours has a word about it")
  func clock() {
    var peer = PeerView.unknown
    (peer.name, peer.id, peer.online) = ("Bob", "abc", true)
    func shown() -> String { text(Overview.lines(of: [peer])) }
    #expect(!shown().contains("clock"))
    peer.clockAheadMilliseconds = -3_600_000
    #expect(shown().contains("Bob's clock is 60 minutes behind yours"))
    peer.clockAheadMilliseconds = 119_000
    #expect(!shown().contains("clock"))
  }

  @Test("P-38: who is away was last seen at a time")
  func lastSeen() {
    let peer = PeerView.with {
      $0.id = "abcdefghijkl"
      $0.lastSeenMilliseconds = 1_790_000_000_000
    }
    let shown = text(Overview.lines(of: [peer]))
    #expect(shown.contains("away") && shown.contains("last seen 2026-"))
  }

  @Test(
    "P-03: who is announced on this network without a link is nearby, and the line says what that means"
  )
  func nearby() {
    var peer = PeerView.with {
      $0.id = "abcdefghijkl"
      $0.name = "Bob"
      $0.discovered = true
    }
    let shown = text(Overview.lines(of: [peer]))
    #expect(shown.contains("nearby") && shown.contains("announced on this network, not connected"))
    #expect(!shown.contains("seen"))
    peer.online = true
    #expect(!text(Overview.lines(of: [peer])).contains("nearby"))
  }

  @Test("P-12: offers, questions and opponents show trust")
  func tables() {
    var view = TableExamples.lobby()
    view.asks[0].paired = true
    view.asks[1].nameIsTaken = true
    let lobby = text(HostLobbyScreen(view, status: StatusView()).lines())
    #expect(lobby.contains("paired") && lobby.contains("somebody else has this name"))
    view.phase = .offered
    view.host.nameIsTaken = true
    let offers = OffersScreen([view], message: "").lines(size, style: style)
    #expect(text(offers).contains("not paired, and somebody else has this name"))
    func title(_ view: TableView) -> String {
      TableScreen(view, status: StatusView(), footer: TableScreen.Footer(), style: style)
        .lines(size)[0].text
    }
    #expect(title(TableExamples.game()).contains("vs. Bob  not paired"))
    var paired = TableExamples.game()
    paired.joiner.paired = true
    #expect(title(paired).contains("vs. Bob  paired"))
  }

  @Test("P-14: an open screen is told who asks to pair, and how to have none of it")
  func question() throws {
    let view = PairView.with {
      $0.peer = "abcdefghijkl"
      $0.name = "\u{1b}[2JBob"
      $0.state = .asked
      $0.nameIsTaken = true
    }
    let text = try #require(PairText.question(view))
    #expect(text.contains("Bob") && text.contains("parlor peer pair abcdefgh"))
    #expect(text.contains("parlor peer block abcdefgh") && text.contains("had this name first"))
    #expect(!text.unicodeScalars.contains("\u{1b}"))
    #expect(PairText.question(.with { $0.state = .comparing }) == nil)
    let overview = OverviewExamples.lines { $0.pairings = [view] }.joined(separator: "\n")
    #expect(overview.contains("Bob (a taken name) asks to pair: `parlor peer pair abcdefgh`"))
    #expect(!overview.unicodeScalars.contains("\u{1b}"))
    var session = TableSession(
      TableExamples.game(), status: StatusView(), options: .init(mode: .lines), style: style)
    _ = session.handle(.ready)
    let told = session.handle(.change(.with { $0.pairing = view }))
    #expect(told.contains { if case .print(let line) = $0 { line == text } else { false } })
  }
}
