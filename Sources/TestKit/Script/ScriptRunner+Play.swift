import Node
import Schema

/// Thrown where the cards have not brought what the steps need, on a stage where others may.
struct OtherCards: Error {}

/// Playing until something is reached.
extension ScriptRunner {
  /// Both tap whatever can be tapped until a goal is reached, and nothing after it.
  ///
  /// - Throws: `OtherCards` when the match ends first and another one may do better.
  func play(_ goal: ScriptStep.Goal) throws {
    let begun = try view(.host)?.roundsDecided ?? 0
    var tries = 0
    while true {
      var views: [TableView?] = []
      var isMoving = false
      for person in [Person.host, .joiner] {
        // Who sees the goal does not tap: the other one may still have to.
        let view = try view(person)
        views.append(view)
        guard let view, !isReached(goal, in: view, begun: begun) else { continue }
        isMoving = try tap(person, seeing: view) || isMoving
      }
      let seen = views.compactMap { $0 }
      if seen.contains(where: { isReached(goal, in: $0, begun: begun) }) { break }
      if case .event(let event) = goal, seen.contains(where: { $0.phase == .finished }) {
        try give(up: event)
      }
      if isMoving {
        tries = 0
        continue
      }
      try comeBack()
      guard try stage.passTime(tries: tries) else {
        throw failure(expected: "the match to go on", found: Self.words(views[0]))
      }
      tries += 1
    }
    try insist(on: "both to come to the same point") {
      try comeBack()
      for person in [Person.host, .joiner] {
        let view = try view(person)
        guard let view, isReached(goal, in: view, begun: begun) else { return Self.words(view) }
      }
      return nil
    }
  }

  /// Taps for a person if there is anything to be played by hand.
  private func tap(_ person: Person, seeing view: TableView) throws -> Bool {
    guard view.canPlay, sitting[person] == false else { return false }
    let tap = Methods.Tables.tap {
      $0.table = table
      $0.round = view.round
      $0.battle = view.battle
    }
    guard case .success = try stage.perform(tap, by: person) else { return false }
    return true
  }

  private func isReached(_ goal: ScriptStep.Goal, in view: TableView, begun: UInt32) -> Bool {
    switch goal {
    case .end: view.phase == .finished
    case .rounds(let count):
      view.phase == .finished || (view.roundsDecided >= begun + count && view.battle == 0)
    case .event(let event): event.isSeen(in: view)
    }
  }

  private func give(up event: ScriptEvent) throws {
    guard stage.isSeeded else { throw OtherCards() }
    throw failure(
      expected: event.words,
      found: "a match without it: take a seed that `parlor script --find \(event.rawValue)` names")
  }

  private static func words(_ view: TableView?) -> String {
    view.map { "round \($0.round), battle \($0.battle), \($0.phase) \($0.paused)" } ?? "no table"
  }
}
