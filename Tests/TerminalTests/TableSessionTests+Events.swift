import Schema
import Terminal
import TestKit
import Testing

/// A match's events in the terminal: each is told once, and none is missed.
extension TableSessionTests {
  @Test func eventsArePrintedOnceAndCaughtUpAfterALoss() {
    var session = session(TableExamples.game(), mode: .lines)
    let event = TableEvent.with {
      $0.table = Self.id
      $0.number = 7
      $0.started = true
    }
    let twin = TableEvent.with {
      $0.table = Self.id
      $0.number = 7
      $0.left = true
      $0.seat = .joiner
    }
    #expect(
      session.handle(.change(.with { $0.tableEvent = event })) == [.print("The match begins.")])
    #expect(session.handle(.change(.with { $0.tableEvent = event })) == [])
    #expect(session.handle(.change(.with { $0.tableEvent = twin })).count == 1)
    #expect(session.handle(.lost("it closed")).count == 1)
    #expect(session.handle(.lost("again")) == [])
    #expect(session.handle(.ready) == [.catchUp(from: 7)])
    #expect(session.handle(.missed(event)) == [])
    #expect(
      session.handle(
        .missed(
          .with {
            $0 = event; $0.number = 8
          })
      ).count == 1)
  }

  /// The stream hears what comes after it was opened, and the match may have begun before: the terminal of a joiner
  /// opened its stream after it had asked, and did not hear of "started".
  @Test func aMatchThatBeganBeforeTheStreamWasOpenedIsToldFromItsBeginning() {
    var asked = TableExamples.lobby()
    asked.seat = .joiner
    asked.phase = .asked
    var session = session(asked, mode: .lines)
    #expect(session.handle(.ready) == [])
    let attended = "?table=\(Self.id)&attend=true&auto=false"
    #expect(
      session.handle(.change(TableExamples.change(TableExamples.game()))).first == .follow(attended)
    )
    #expect(session.handle(.ready) == [.catchUp(from: 1)])
    let started = TableEvent.with {
      $0.table = Self.id
      $0.number = 1
      $0.started = true
    }
    #expect(session.handle(.missed(started)) == [.print("The match begins.")])
    #expect(session.handle(.change(.with { $0.tableEvent = started })) == [])
  }

  @Test func aMatchThatIsGoneOnWithIsNotToldFromItsBeginning() {
    var session = session(TableExamples.game(), mode: .lines)
    #expect(session.handle(.ready) == [])
  }

  @Test func aScriptSeesTheViewAfterAnEventThatWasCaughtUpBeforeIt() {
    var session = session(TableExamples.game(), mode: .json)
    var view = TableExamples.game()
    let decided = TableEvent.with {
      $0.table = Self.id
      $0.number = 8
      $0.decided = .with { $0.round = view.round }
    }
    let before = TableEvent.with {
      $0.table = Self.id
      $0.number = 7
      $0.started = true
    }
    #expect(session.handle(.change(.with { $0.tableEvent = before })).count == 1)
    #expect(session.handle(.lost("it closed")).count == 1)
    #expect(session.handle(.ready) == [.catchUp(from: 7)])
    #expect(session.handle(.missed(decided)).count == 1)
    // The stream is behind what was caught up.
    view.paused = "Bob is not here."
    #expect(session.handle(.change(TableExamples.change(view))).count == 1)
    #expect(session.handle(.change(.with { $0.tableEvent = decided })) == [])
    view.round += 1
    #expect(session.handle(.change(TableExamples.change(view))).count == 1)
    #expect(session.handle(.change(TableExamples.change(view))) == [])
  }
}
