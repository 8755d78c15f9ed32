import Schema
import Terminal
import TestKit
import Testing

/// Acts of a person at tables beside the match: a password, a machine, a match of others.
@Suite struct TableSessionBesideTests {
  private func session(
    _ view: TableView, mode: SessionMode = .screen,
    _ change: (inout TableSession.Options) -> Void = { _ in }
  ) -> TableSession {
    var options = TableSession.Options(mode: mode)
    change(&options)
    return TableSession(
      view, status: StatusView(), options: options, style: Style(colours: false, unicode: true))
  }

  private func text(_ session: TableSession) -> String {
    session.lines(ScreenSize(columns: 80, rows: 24)).map(\.text).joined(separator: "\n")
  }

  private var asked: TableView {
    var view = TableExamples.lobby()
    view.phase = .asked
    view.seat = .unspecified
    view.needsPassword = true
    return view
  }

  private func ask(_ password: String) -> [SessionDirective] {
    [
      .send(
        Methods.Tables.ask {
          $0.table = TableExamples.game().id
          $0.password = password
        })
    ]
  }

  private func decline(_ session: inout TableSession) {
    var declined = asked
    declined.phase = .offered
    declined.closedReason = "Ada declined: not now"
    _ = session.handle(.change(TableExamples.change(declined)))
  }

  @Test("42.3: who was declined asks again with the password that is known")
  func knownPassword() {
    var session = session(asked) { $0.password = "open sesame" }
    decline(&session)
    #expect(session.handle(.key(.character("a"))) == ask("open sesame"))
  }

  @Test("V-02: who was declined at a duel asks again with the same list")
  func sameChoice() {
    var duel = asked
    (duel.game, duel.needsPassword) = ("duel", false)
    var session = session(duel) { $0.choice = [1, 2, 3] }
    duel.phase = .offered
    _ = session.handle(.change(TableExamples.change(duel)))
    #expect(
      session.handle(.key(.character("a"))) == [
        .send(
          Methods.Tables.ask {
            $0.table = TableExamples.game().id
            $0.choice = .init([1, 2, 3])
          })
      ])
  }

  @Test("42.3: a password that is not known is asked for, and is not shown")
  func unknownPassword() {
    var session = session(asked)
    decline(&session)
    #expect(session.handle(.key(.character("a"))) == [])
    for character in "dawn" { _ = session.handle(.key(.character(character))) }
    #expect(text(session).contains("Password: ****_") && !text(session).contains("dawn"))
    #expect(session.handle(.key(.enter)) == ask("dawn"))
    // A wrong one is typed again.
    decline(&session)
    #expect(session.handle(.key(.character("p"))) == [])
    for character in "dusk" { _ = session.handle(.key(.character(character))) }
    #expect(session.handle(.key(.enter)) == ask("dusk"))
  }

  @Test("42.3: a question that the node refuses can be asked again; the table is not closed")
  func refusedAgain() {
    var session = session(asked) { $0.password = "dawn" }
    decline(&session)
    _ = session.handle(.key(.character("a")))
    _ = session.handle(
      .refused(
        .with {
          $0.code = .notNow
          $0.message = "You are already asking to join another table: wait."
        }))
    #expect(text(session).contains("a asks again") && !text(session).contains("is closed"))
  }

  @Test("42.6: after a match beside the person r begins another one")
  func again() {
    var over = TableExamples.game()
    over.phase = .finished
    over.result.ending = .conceded
    var session = session(over) { $0.beginsAgain = true }
    #expect(text(session).contains("r begins another match"))
    #expect(session.handle(.key(.character("r"))) == [.again])
  }

  @Test("42.2: a command holds what it opened with its stream; one that only comes back does not")
  func holding() {
    #expect(session(TableExamples.lobby()).query == "?table=q7k2abcdefgh")
    #expect(
      session(TableExamples.lobby()) { $0.holds = true }.query == "?table=q7k2abcdefgh&hold=true")
  }

  @Test("42.1: who watches lines is told of pauses and returns")
  func watching() {
    var view = TableExamples.game()
    view.seat = .unspecified
    view.watching = true
    view.canPlay = false
    var session = session(view, mode: .lines)
    #expect(session.query == "?table=q7k2abcdefgh&attend=true&auto=false")
    var paused = view
    paused.paused = "Bob is not at the table."
    paused.joiner.here = false
    #expect(
      session.handle(.change(TableExamples.change(paused))) == [
        .print("Bob is not at the table."),
        .print(
          "The match goes on when both are at the table; write leave to stop waiting, and nothing is lost."
        ),
      ])
    #expect(session.handle(.change(TableExamples.change(view))) == [.print("The match goes on.")])
  }

  @Test("42.1: the title names both, and says that the person watches")
  func title() {
    var view = TableExamples.game()
    view.seat = .unspecified
    view.watching = true
    let first = session(view).lines(ScreenSize(columns: 80, rows: 24)).first?.text ?? ""
    #expect(
      first.hasPrefix(" Parlor  Ada – Bob, you watch  ") && first.hasSuffix("Round 17, war 1"))
  }

  @Test("42.5: lists say who asks at a table whose screen is closed, and how that is answered")
  func askers() {
    var view = TableExamples.lobby()
    view.asks = Array(view.asks.prefix(1))
    let sentence = "Bob asks to join: `parlor war accept`"
    let list = TableListText([view])
    #expect(list.waiting == [sentence])
    let rows = list.lines(completed: false).map(\.text)
    #expect(
      rows.contains { $0.hasSuffix("  \(sentence)") } && !rows.joined().contains("nobody yet"))
    let overview = OverviewExamples.lines { $0.tables = [view] }
    #expect(overview.contains("  " + sentence))
    #expect(
      TableListText([TableExamples.lobby()]).waiting == [
        "Bob and Eve ask to join: `parlor war accept q7k2abcd --asker NAME`"
      ])
    view.asks = []
    #expect(TableListText([view]).waiting.isEmpty)
  }

  @Test("A view that cannot be written as JSON ends a script with a sentence, and is not dropped")
  func viewThatIsNotJSON() {
    var session = session(TableExamples.game(), mode: .json)
    var next = TableExamples.game()
    next.notice = "The next view is that of a newer version."
    // A message of a type that no program of this version knows.
    next.gameView.typeURL = "type.googleapis.com/parlor.NoSuchView"
    next.gameView.value = .init([8, 1])
    #expect(session.handle(.change(.with { $0.table = next })).first == .end(.notJSON))
  }
}
