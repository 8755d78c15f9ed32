import Schema
import Terminal
import Testing
import TournamentSchema

/// A tournament on the whole screen, and as lines.
@Suite struct TournamentSessionTests {
  private static let style = Style(colours: false, unicode: true)
  private static let size = ScreenSize(columns: 80, rows: 14)

  private static func match(
    _ name: String, _ home: String, _ away: String, _ fill: (inout MatchView) -> Void = { _ in }
  ) -> MatchView {
    var match = MatchView.with {
      $0.name = name
      $0.title = name.hasPrefix("KO") ? "Final" : "Group A, round 1"
      $0.home.name = home
      $0.away.name = away
      $0.state = .due
      $0.mayScore = true
    }
    fill(&match)
    return match
  }

  static var view: TournamentView {
    .with {
      $0.id = "k3v9"
      $0.name = "Summer"
      $0.phase = .played
      $0.hash = "0123456789abcdef"
      $0.total = 3
      $0.groups = [
        .with {
          $0.name = "A"
          $0.rows = [
            .with {
              $0.rank = 1; $0.name = "Ada"
            },
            .with {
              $0.rank = 2; $0.name = "Bob"
            },
          ]
        }
      ]
      $0.matches = [match("A1.1", "Ada", "Bob"), match("A1.2", "Cleo", "Dan")]
      $0.bracket = [
        .with {
          $0.name = "Final"
          $0.matches = [
            match("KO1.1", "A1", "A2") {
              $0.home.likely = "Ada"
              $0.state = .waiting
              $0.mayScore = false
              $0.reason = "The knockout begins when all group matches are decided: 2 are left."
            }
          ]
        }
      ]
    }
  }

  private func text(_ session: TournamentSession) -> String {
    session.lines(Self.size).map { $0.render(Self.style, columns: Self.size.columns) }
      .joined(separator: "\n")
  }

  private func type(_ text: String, _ session: inout TournamentSession) {
    for character in text {
      _ = session.handle(.key(character == " " ? .space : .character(character)))
    }
  }

  private func sent(_ directives: [SessionDirective]) -> ScoreMatch? {
    for case .send(let call) in directives { return call.request as? ScoreMatch }
    return nil
  }

  @Test("T-19, T-20: the group stage opens first; arrows choose a match, digits type its score")
  func scores() {
    var session = TournamentSession(Self.view, style: Self.style)
    #expect(text(session).contains("[Group]") && text(session).contains(" Standings "))
    #expect(!text(session).contains("Results"), "there are none yet")
    #expect(text(session).contains("type the score"))
    _ = session.handle(.key(.down))
    type("2:1", &session)
    #expect(text(session).contains("A1.2 2:1") && session.cursor(Self.size)?.row == 12)
    let request = sent(session.handle(.key(.enter)))
    #expect(request?.match == "A1.2" && request?.score == "2:1" && request?.tournament == "k3v9")
    var answer = Self.view
    answer.matches[1].state = .decided
    answer.matches[1].score = "2:1"
    _ = session.handle(.done(Reply(answer)))
    #expect(text(session).contains("Cleo – Dan") && text(session).contains("2:1"))
    #expect(!text(session).contains("A1.2 2:1"), "what was typed is gone")
  }

  @Test("T-27, T-28: the bracket shows who would be there, and says why no score can be typed")
  func locked() {
    var session = TournamentSession(Self.view, style: Self.style)
    _ = session.handle(.key(.right))
    #expect(text(session).contains("[Bracket]") && text(session).contains("A1 (Ada?)"))
    #expect(text(session).contains("2 are left"))
    type("2", &session)
    #expect(sent(session.handle(.key(.enter))) == nil)
    #expect(session.cursor(Self.size) == nil)
    _ = session.handle(.key(.right))
    #expect(text(session).contains("[Standings]") && text(session).contains("Ada"))
    type("2", &session)
    #expect(text(session).contains("Scores are typed in the tabs Group and Bracket"))
  }

  @Test("T-35: a score on which later ones rest asks for a reason")
  func reason() {
    var session = TournamentSession(Self.view, style: Self.style)
    type("0:4", &session)
    _ = session.handle(.key(.enter))
    _ = session.handle(
      .refused(
        Refusal.with { $0.message = "KO1.1 is played already: give the reason with --reason." }))
    #expect(text(session).contains("Why is it changed?") && text(session).contains("Reason:"))
    type("typed wrong", &session)
    let request = sent(session.handle(.key(.enter)))
    #expect(request?.score == "0:4" && request?.reason == "typed wrong")
  }

  @Test("T-22, T-31: what others report is shown, and Results appears when all are decided")
  func finished() {
    var session = TournamentSession(Self.view, style: Self.style)
    var view = Self.view
    view.phase = .finished
    view.ranks = [
      .with {
        $0.rank = 1; $0.name = "Ada"; $0.how = "winner"
      }
    ]
    _ = session.handle(.done(Reply(view)))
    #expect(text(session).contains("[Results]") && text(session).contains("Ada"))
    view.deleted = true
    #expect(
      session.handle(.done(Reply(view)))
        == [.end(SessionEnd(code: SessionEnd.done, text: "The tournament was deleted."))])
    #expect(
      session.handle(.key(.character("q")))
        == [.end(SessionEnd(code: SessionEnd.done, text: ""))])
  }

  @Test("T-22: as lines, each change is told once")
  func log() {
    var log = TournamentLog(Self.view, mode: .lines, count: nil)
    #expect(log.handle(.done(Reply(Self.view))) == [])
    var view = Self.view
    view.matches[0].state = .decided
    view.matches[0].score = "2:1"
    let lines = log.handle(.done(Reply(view)))
    guard case .print(let line)? = lines.first, lines.count == 1 else {
      Issue.record("\(lines)")
      return
    }
    #expect(line.contains("A1.1") && line.contains("2:1"))
    #expect(log.handle(.done(Reply(view))) == [])
    view.phase = .finished
    view.ranks = [
      .with {
        $0.rank = 1; $0.name = "Ada"
      }
    ]
    let end = log.handle(.done(Reply(view)))
    #expect(end.last == .end(SessionEnd(code: SessionEnd.done, text: "")))
  }
}
