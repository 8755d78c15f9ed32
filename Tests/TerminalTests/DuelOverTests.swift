import DuelSchema
import Schema
import Testing

@testable import Terminal

/// A duel that is over, in words: its file, its replay, its line in a list.
@Suite struct DuelOverTests {
  @Test("V-01: the report on a duel speaks of games, of the winner, and of how far it is opened")
  func verify() {
    let report = VerifyReport.with {
      ($0.valid, $0.steps, $0.rounds) = (true, 34, 2)
      ($0.host, $0.joiner) = ("Ada", "Bob")
      $0.text = "Every step follows, and the winner has opened."
      $0.result.text = "Ada won. The games stand 2 to 0."
    }
    #expect(
      VerifyText(report, of: "duel").lines() == [
        "Valid, 34 steps. Every step follows, and the winner has opened.",
        "Ada (host) against Bob, 2 games decided.", "Ada won. The games stand 2 to 0.",
      ])
    var broken = report
    (broken.valid, broken.step, broken.rounds) = (false, 17, 1)
    broken.text = "Step 17 does not hold: The seat does not hold this card."
    #expect(
      VerifyText(broken, of: "duel").lines().prefix(2) == [
        "Not valid: Step 17 does not hold: The seat does not hold this card.",
        "Ada (host) against Bob, 1 game decided.",
      ])
    #expect(
      VerifyText(report).lines().prefix(3) == [
        "Valid: all 34 steps follow.", "Every step follows, and the winner has opened.",
        "Ada (host) against Bob, 2 rounds decided.",
      ])
  }

  @Test("A replay of a duel goes to its games, and knows of no war")
  func replay() {
    let texts = [
      "Ada begins game 1 with 60 cards.", "Ada draws 7 cards.", "Bob concedes game 1.",
      "Ada says: game on.", "Bob begins game 2 with 58 cards.",
    ]
    let events = texts.enumerated().map { index, text in
      TableEvent.with { ($0.number, $0.notice) = (UInt64(index + 1), text) }
    }
    var replay = Replay(events, of: "duel")
    #expect(
      replay.keys
        == "Return next, b back, r game, p plays by itself, + and - speed, f the rest, q ends")
    #expect(replay.start(atRound: 2) == .show(events[4]))
    #expect(replay.press(.character("w")) == .nothing)
    #expect(replay.press(.character("r")) == .say("Go to which game? Type its number and Return."))
    #expect(replay.press(.character("1")) == .nothing)
    #expect(replay.press(.enter) == .show(events[0]))
    #expect(replay.missing(3) == "There is no game 3: the last one is 2.")
    #expect(
      Replay([], of: "duel").missing(1) == "There is no game 1: no game has begun.")
  }

  /// Ada has conceded the match after a game that she has won.
  private func conceded(_ change: (inout DuelView) -> Void = { _ in }) -> TableView {
    var view = DuelExamples.view {
      $0.seats[0].wins = 1
      change(&$0)
    }
    view.phase = .finished
    (view.result.ending, view.result.winner) = (.conceded, .joiner)
    view.result.text = "Bob won. Ada conceded the match."
    return view
  }

  @Test("V-41: a list says how the games of a duel stood, and whether it counts yet")
  func list() {
    func line(_ view: TableView) -> String {
      TableListText([view]).lines(completed: true).map(\.text).joined(separator: "\n")
    }
    let waits = line(conceded())
    #expect(waits.contains("vs. Bob"))
    #expect(
      waits.hasSuffix(
        "Bob won. Ada conceded the match. The games stood 1 to 0. It counts once it is opened."))
    let opened = line(conceded { $0.seats[1].opened = true })
    #expect(opened.hasSuffix("Ada conceded the match. The games stood 1 to 0."))
    var decided = conceded { for seat in 0...1 { $0.seats[seat].opened = true } }
    decided.result.ending = .cards
    decided.result.text = "Bob won. The games stand 2 to 1."
    #expect(line(decided).hasSuffix("Bob won. The games stand 2 to 1."))
  }

  @Test("V-36: nobody is asked to take a concession back once somebody has opened the match")
  func takeBack() {
    #expect(conceded().mayAskTakeBack)
    #expect(!conceded { $0.seats[1].opened = true }.mayAskTakeBack)
    #expect(!conceded { $0.seats[0].opened = true }.mayAskTakeBack)
  }
}
