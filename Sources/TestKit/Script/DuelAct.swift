import DuelSchema
import Node
import Schema
import Terminal

/// An act at a duel in a script.
enum DuelAct: ScriptAct {
  /// A line in the words of the terminal.
  case say(Person, String)
  /// A lie that is told by such a line.
  case forge(Person, DuelLie, String)

  var people: [Person] {
    switch self {
    case .say(let person, _), .forge(let person, _, _): [person]
    }
  }

  func perform(_ step: ScriptStep, in runner: ScriptRunner) throws {
    switch self {
    case .say(let person, let line): try runner.say(line, by: person, step)
    case .forge(let person, let lie, let line): try runner.forge(lie, line, by: person)
    }
  }
}

extension ScriptRunner {
  /// Lets somebody act in words until it is done, or until it is refused in the words that the step wants.
  fileprivate func say(_ line: String, by person: Person, _ step: ScriptStep) throws {
    let wanted =
      step.refused.map { "a refusal with \"\($0)\"" } ?? "\(person.rawValue) to do \"\(line)\""
    // Nothing was done before the first view: a node that is down when the step begins has none.
    var before: UInt32?
    var done = 0
    try insist(on: wanted) {
      guard let view = try view(person) else { return "no table" }
      let last = Self.lastLine(in: view)
      if isForgiving, step.refused == nil, last != before ?? last { return nil }
      before = before ?? last
      var face = faces[person] ?? GameFaces.face(of: ScriptedDuel.name)
      guard face.knows(line) else {
        throw failure(expected: "a word of the duel", found: "\"\(line)\"")
      }
      if step.refused == nil, face.mustWait(line, at: view) { return "an answer that is missing" }
      face.follow(view)
      let act = face.read(line, at: view)
      if act.moves.isEmpty, act.texts.isEmpty {
        guard step.refused == nil else { return "no refusal" }
        faces[person] = face
        return nil
      }
      var refusal = act.texts.joined(separator: " ")
      for move in act.moves.dropFirst(done) where refusal.isEmpty {
        let tap = move.tap(at: view)
        switch try stage.perform(Methods.Tables.tap { $0 = tap }, by: person) {
        case .success: done += 1
        case .failure(let refused): refusal = refused.refusal.message
        }
      }
      return try judge(refusal, of: person, step, wanted) { faces[person] = face }
    }
  }

  /// Compares what came of a line with what the step wants.
  ///
  /// - Parameter keep: called where all of it is done.
  /// - Returns: nil when the step is over, else what is found instead.
  private func judge(
    _ refusal: String, of person: Person, _ step: ScriptStep, _ wanted: String, keep: () -> Void
  ) throws -> String? {
    guard refusal.isEmpty else {
      if let words = step.refused, refusal.contains(words) { return nil }
      try comeBack()
      return "\"\(refusal)\""
    }
    guard step.refused == nil else { throw failure(expected: wanted, found: "that it was done") }
    keep()
    return nil
  }

  /// Returns the number of the last line of the log that tells of the one who sees it; 0 for none.
  private static func lastLine(in view: TableView) -> UInt32 {
    view.duel.log.last { $0.seat == view.seat }?.number ?? 0
  }
}
