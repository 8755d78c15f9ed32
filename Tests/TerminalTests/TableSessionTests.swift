import ChatSchema
import Schema
import Terminal
import TestKit
import Testing

@Suite struct TableSessionTests {
  func session(
    _ view: TableView, mode: SessionMode = .screen, auto: Bool = false, acceptFirst: Bool = false
  ) -> TableSession {
    var options = TableSession.Options(mode: mode)
    options.auto = auto
    options.acceptFirst = acceptFirst
    return TableSession(
      view, status: StatusView(), options: options, style: Style(colours: false, unicode: true))
  }

  private func end(_ directives: [SessionDirective]) -> SessionEnd? {
    guard case .end(let end) = directives.last else { return nil }
    return end
  }

  private func command(_ call: Call) -> SessionDirective { .send(call) }

  static let id = TableExamples.game().id

  @Test(arguments: [Key.enter, .space])
  func returnPlaysThePresentCard(key: Key) {
    var session = session(TableExamples.game())
    let tap = Tap.with {
      $0.table = Self.id
      $0.round = 17
      $0.battle = 1
    }
    #expect(session.handle(.key(key)) == [command(Call(Methods.Tables.tap, tap))])
  }

  @Test func nothingIsPlayedOutOfTurn() {
    var view = TableExamples.game()
    view.canPlay = false
    var session = session(view)
    #expect(session.handle(.key(.enter)) == [])
    #expect(
      session.lines(ScreenSize(columns: 80, rows: 24)).contains { $0.text.contains("turn: wait") })
  }

  @Test func leavingPausesTheMatch() {
    var session = session(TableExamples.game())
    let directives = session.handle(.key(.character("q")))
    let leave = Attend.with {
      $0.table = Self.id
      $0.attendance = .leave
    }
    #expect(directives.first == command(Call(Methods.Tables.attend, leave)))
    #expect(end(directives)?.code == 0)
  }

  @Test func concedingNeedsAYes() {
    var session = session(TableExamples.game())
    #expect(session.handle(.key(.character("c"))) == [])
    #expect(session.handle(.key(.enter)) == [])
    #expect(session.handle(.key(.character("c"))) == [])
    #expect(
      session.handle(.key(.character("y"))) == [
        command(Methods.Tables.giveUp { $0.table = Self.id })
      ])
  }

  @Test("C-13: t talks to the other player, keys are letters meanwhile, and what is said is shown")
  func talking() {
    var session = session(TableExamples.game())
    for key in [Key.character("t"), .character("q"), .character("c"), .space, .character("x")] {
      #expect(session.handle(.key(key)) == [])
    }
    #expect(lastLine(session).contains("qc x_"))
    let post = PostMessage.with {
      $0.room = Self.id
      $0.text = "qc x"
    }
    #expect(session.handle(.key(.enter)) == [command(Call(Methods.Chat.post, post))])
    #expect(session.handle(.key(.character("t"))) == [])
    #expect(session.handle(.key(.escape)) == [], "nothing is said")
    let message = MessageView.with {
      $0.room = Self.id
      $0.name = "Bob\u{1b}"
      $0.text = "well \u{1b}[2Jplayed"
    }
    _ = session.handle(.change(.showing(message)))
    let screen = session.lines(ScreenSize(columns: 80, rows: 24)).map(\.text).joined(
      separator: "\n")
    #expect(screen.contains("well") && screen.contains("played") && !screen.contains("\u{1b}"))
    var silent = TableExamples.game()
    silent.noChat = true
    var other = self.session(silent)
    #expect(other.handle(.key(.character("t"))) == [] && !lastLine(other).contains("Say"))
    var script = self.session(TableExamples.game(), mode: .json)
    #expect(
      script.handle(.line(#"{"do":"say","text":"qc x"}"#)) == [
        command(Call(Methods.Chat.post, post))
      ])
  }

  private func lastLine(_ session: TableSession) -> String {
    session.lines(ScreenSize(columns: 80, rows: 24)).last?.text ?? ""
  }

  @Test func anOfferToDecideIsTakenByAKey() {
    var view = TableExamples.game()
    var session = session(view)
    #expect(session.handle(.key(.character("h"))) == [])
    view.offeredHosting = .joiner
    _ = session.handle(.change(TableExamples.change(view)))
    let take = MoveHosting.with {
      $0.table = Self.id
      $0.take = true
    }
    #expect(
      session.handle(.key(.character("h"))) == [command(Call(Methods.Tables.moveHosting, take))])
  }

  @Test func theHostAnswersByNumber() {
    var session = session(TableExamples.lobby())
    let accept = AnswerAsk.with {
      $0.table = Self.id
      $0.asker = "eve"
      $0.accept = true
    }
    #expect(session.handle(.key(.character("2"))) == [command(Call(Methods.Tables.answer, accept))])
    #expect(session.handle(.key(.character("9"))) == [])
    #expect(session.handle(.key(.character("d"))) == [])
    let decline = AnswerAsk.with {
      $0.table = Self.id
      $0.asker = "bob"
    }
    #expect(
      session.handle(.key(.character("1"))) == [command(Call(Methods.Tables.answer, decline))])
  }

  @Test func acceptFirstAcceptsOnceAndStartsOnce() {
    var view = TableExamples.lobby()
    var session = session(view, mode: .json, auto: true, acceptFirst: true)
    let first = session.handle(.change(TableExamples.change(view)))
    #expect(first.count == 1)
    #expect(session.handle(.change(TableExamples.change(view))) == [])
    view.phase = .seated
    view.asks = []
    let start = command(Methods.Tables.start { $0.table = Self.id })
    #expect(session.handle(.change(TableExamples.change(view))).contains(start))
    #expect(!session.handle(.change(TableExamples.change(view))).contains(start))
  }

  @Test func aStartThatIsTooEarlyIsTriedAgain() {
    var view = TableExamples.lobby()
    view.phase = .seated
    var session = session(view)
    let start = command(Methods.Tables.start { $0.table = Self.id })
    #expect(session.handle(.key(.enter)) == [start])
    let refusal = Refusal.with {
      $0.code = .notNow
      $0.message = "Not yet."
    }
    #expect(session.handle(.refused(refusal)) == [])
    let joined = TableEvent.with {
      $0.table = Self.id
      $0.joined = "Bob"
    }
    #expect(session.handle(.change(.with { $0.tableEvent = joined })) == [start])
    #expect(session.handle(.change(.with { $0.tableEvent = joined })) == [])
    #expect(session.handle(.change(TableExamples.change(TableExamples.game()))).count == 1)
  }

  @Test func theMatchIsAttendedOnceItBegins() {
    var session = session(TableExamples.lobby(), auto: true)
    #expect(session.query == "?table=\(Self.id)")
    let query = "?table=\(Self.id)&attend=true&auto=true"
    let game = TableExamples.change(TableExamples.game())
    #expect(session.handle(.change(game)) == [.follow(query)])
    #expect(session.handle(.change(game)) == [])
    #expect(session.query == query)
    #expect(!session.isWaiting)
  }

  @Test func scriptsPlayByLines() {
    var session = session(TableExamples.lobby(), mode: .json)
    let accept = AnswerAsk.with {
      $0.table = Self.id
      $0.asker = "bob"
      $0.accept = true
    }
    #expect(
      session.handle(.line(#"{"do":"accept","asker":"bob"}"#)) == [
        command(Call(Methods.Tables.answer, accept))
      ])
    #expect(session.handle(.line("")) == [])
    guard case .print(let text) = session.handle(.line("dance")).first else {
      Issue.record("nothing is said about a word that is not known")
      return
    }
    #expect(text.contains("dance"))
  }

  @Test func aPlayThatWasRefusedIsMadeOnceTheMatchGoesOn() {
    var view = TableExamples.game()
    var session = session(view, mode: .lines)
    _ = session.handle(.change(TableExamples.change(view)))
    let tap = command(
      Methods.Tables.tap {
        $0.table = Self.id
        $0.round = 17
        $0.battle = 1
      })
    #expect(session.handle(.line("play")) == [tap])
    // The node is paused already; the view of it is on its way.
    let refusal = Refusal.with {
      $0.code = .notNow
      $0.message = "The match is paused."
    }
    #expect(session.handle(.refused(refusal)) == [.print("The match is paused.")])
    view.paused = "Bob is away."
    #expect(!session.handle(.change(TableExamples.change(view))).contains(tap))
    view.paused = ""
    #expect(session.handle(.change(TableExamples.change(view))).contains(tap))
    #expect(session.handle(.done(Reply(view))) == [])
    #expect(!session.handle(.change(TableExamples.change(view))).contains(tap))
  }

  @Test func aScriptsPlaysWaitUntilTheyCanBeMade() {
    var view = TableExamples.game()
    view.paused = "Bob is away."
    var session = session(view, mode: .json)
    #expect(session.handle(.line("play")) == [])
    #expect(session.handle(.line(#""play""#)) == [])
    view.paused = ""
    let tap = { (round: UInt32, battle: UInt32) in
      command(
        Methods.Tables.tap {
          $0.table = Self.id
          $0.round = round
          $0.battle = battle
        })
    }
    #expect(session.handle(.change(TableExamples.change(view))).last == tap(17, 1))
    #expect(session.handle(.change(TableExamples.change(view))) == [])
    (view.round, view.battle) = (18, 0)
    #expect(session.handle(.change(TableExamples.change(view))) == [tap(18, 0)])
    view.round = 19
    #expect(session.handle(.change(TableExamples.change(view))) == [])
    #expect(session.handle(.line(#"{"do":"play","round":19}"#)) == [tap(19, 0)])
  }

  @Test func theEndEndsAPipeAtOnceAndAScreenAfterAKey() {
    var view = TableExamples.game()
    view.phase = .finished
    view.result.winner = .host
    view.result.text = "Bob has no cards left."
    var pipe = session(TableExamples.game(), mode: .lines)
    #expect(
      end(pipe.handle(.change(TableExamples.change(view))))
        == SessionEnd(code: 0, text: "You Won! Bob has no cards left."))
    var screen = session(TableExamples.game())
    #expect(end(screen.handle(.change(TableExamples.change(view)))) == nil)
    #expect(end(screen.handle(.key(.enter)))?.code == 0)
  }

  @Test func aDeclinedRequestIsRefused() {
    var view = TableExamples.lobby()
    view.seat = .joiner
    view.phase = .asked
    var session = session(view, mode: .json)
    view.phase = .closed
    view.closedReason = "Too late."
    let end = end(session.handle(.change(TableExamples.change(view))))
    #expect(end?.code == 1)
    #expect(end?.text.contains("Too late.") == true)
  }

  @Test func waitingEndsWithItsOwnCodeAndTakesTheQuestionBack() {
    var view = TableExamples.lobby()
    var host = session(view, mode: .json)
    let directives = host.handle(.timeUp)
    #expect(end(directives)?.code == 4)
    #expect(directives.first == command(Methods.Tables.close { $0.table = Self.id }))
    view.seat = .joiner
    view.phase = .asked
    var joiner = session(view, mode: .json)
    let ask = AskToJoin.with {
      $0.table = Self.id
      $0.withdrawn = true
    }
    #expect(joiner.handle(.timeUp).first == command(Call(Methods.Tables.ask, ask)))
  }

  @Test func theBellRingsWhenTheOtherPlaysFirst() {
    var view = TableExamples.game()
    view.joiner.played = false
    var session = session(view)
    _ = session.handle(.change(.with { $0.settings = .with { $0.bell = true } }))
    view.joiner.played = true
    #expect(session.handle(.change(TableExamples.change(view))) == [.bell])
    #expect(session.handle(.change(TableExamples.change(view))) == [])
  }

  @Test func noInputIsFatalInAnyPhase() {
    let keys: [Key] = [
      .enter, .space, .escape, .interrupt, .backspace, .character("1"), .character("d"),
      .character("c"), .character("y"), .character("s"), .character("w"), .character("k"),
    ]
    for seed in UInt64(0)..<500 {
      var generator = SeededGenerator(seed: seed)
      var view = TableExamples.game()
      var session = session(view, mode: [.screen, .lines, .json].randomElement(using: &generator)!)
      for _ in 0..<30 {
        view.phase = TablePhase.allCases.randomElement(using: &generator) ?? .open
        view.seat = Seat.allCases.randomElement(using: &generator) ?? .host
        view.asks = Bool.random(using: &generator) ? TableExamples.lobby().asks : []
        let inputs: [SessionInput] = [
          .change(TableExamples.change(view)), .key(keys.randomElement(using: &generator)!),
          .line(generator.text()), .ready, .gap, .lost("x"), .timeUp, .endOfInput, .stopping,
          .refused(.with { $0.message = "no" }), .change(.with { $0.tableGone = Self.id }),
        ]
        _ = session.handle(inputs.randomElement(using: &generator)!)
        let size = ScreenSize(
          columns: Int.random(in: 1...100, using: &generator),
          rows: Int.random(in: 1...40, using: &generator))
        #expect(session.lines(size).count <= size.rows, "seed \(seed)")
      }
    }
  }
}
