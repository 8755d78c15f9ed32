import Schema
import Terminal
import Testing

@Suite struct ReplayTests {
  /// Three rounds; the second one has a war.
  private let events: [TableEvent] = {
    var events: [TableEvent] = []
    func add(_ what: TableEvent.OneOf_What) {
      events.append(
        .with {
          $0.number = UInt64(events.count + 1)
          $0.what = what
        })
    }
    add(.started(true))
    for round in UInt32(1)...3 {
      for battle in UInt32(0)...(round == 2 ? 1 : 0) {
        add(
          .played(
            .with {
              $0.round = round
              $0.battle = battle
            }))
        add(
          .decided(
            .with {
              $0.round = round
              $0.battle = battle
              $0.result = round == 2 && battle == 0 ? .war : .hostWins
            }))
      }
    }
    return events
  }()

  private func number(_ step: Replay.Step) -> UInt64? {
    if case .show(let event) = step { event.number } else { nil }
  }

  @Test("People 11: a replay goes forward and back, one event at a time")
  func backAndForth() {
    var replay = Replay(events)
    #expect(number(replay.start()) == 1)
    #expect(number(replay.press(.enter)) == 2)
    #expect(number(replay.press(.space)) == 3)
    #expect(number(replay.press(.character("b"))) == 2)
    #expect(number(replay.press(.left)) == 1)
    #expect(replay.press(.left) == .say("This is the first event."))
    #expect(replay.press(.character("f")) == .rest(Array(events.dropFirst())))
    #expect(replay.press(.character("q")) == .end)
  }

  @Test("People 11: a replay goes to a round and to the next war")
  func roundsAndWars() {
    var replay = Replay(events)
    _ = replay.start()
    #expect(number(replay.press(.character("w"))) == 5)
    #expect(replay.press(.character("w")) == .say("There is no other war after this."))
    _ = replay.press(.character("r"))
    #expect(replay.press(.character("3")) == .nothing)
    #expect(number(replay.press(.enter)) == 8)
    _ = replay.press(.character("r"))
    _ = replay.press(.character("9"))
    #expect(replay.press(.enter) == .say("There is no round 9: the last one is 3."))
    #expect(number(replay.press(.enter)) == 9)
    #expect(replay.press(.enter) == .end)
    var late = Replay(events)
    #expect(number(late.start(atRound: 2)) == 4)
  }

  @Test("People 11: a replay plays by itself at the speed that was chosen")
  func speed() {
    var replay = Replay(events)
    _ = replay.start()
    #expect(replay.milliseconds == nil)
    _ = replay.press(.character("p"))
    #expect(replay.milliseconds == 500)
    #expect(number(replay.timePassed()) == 2)
    _ = replay.press(.character("+"))
    #expect(replay.milliseconds == 250)
    _ = replay.press(.character("-"))
    _ = replay.press(.character("-"))
    #expect(replay.milliseconds == 1_000)
    for _ in 0..<20 { _ = replay.press(.character("-")) }
    #expect(replay.milliseconds == 4_000)
    _ = replay.press(.character("p"))
    #expect(replay.milliseconds == nil)
    #expect(Replay(events, speed: 4).milliseconds == 250)
  }
}
