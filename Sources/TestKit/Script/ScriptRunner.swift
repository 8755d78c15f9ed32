import Node
import Schema
import Store
import Terminal
import Wire

/// A script whose match did not go as written.
public struct ScriptFailure: Error, CustomStringConvertible {
  /// The path of the script as it was given.
  public let file: String
  /// The line of the step, from 1.
  public let line: Int
  /// The view or answer that the script expects, in words.
  public let expected: String
  /// The view or answer that was found, in words.
  public let found: String
  /// The name of the run among several; empty for a plain one.
  public let run: String

  public var description: String {
    "\(file):\(line): expected \(expected), found \(found)\(run.isEmpty ? "" : " (\(run))")"
  }
}

/// Runs scripts on stages.
public final class ScriptRunner {
  /// Matches played for something that the cards must bring, before it is given up.
  private static let maximumTables = 200

  /// The result of a script that passed.
  public struct Report: Sendable {
    /// The number of times that it was played.
    public var runs = 0
    /// Steps done in all runs.
    public var steps = 0
    /// The expectations that were compared, and those that could not be.
    public var tally = ScriptTally()
    /// The tables that the people saw at the end, for writing expectations.
    public var views: [Person: TableView] = [:]
  }

  let script: Script
  /// The stage of the match; another one after `restore`.
  private(set) var stage: any MatchStage
  /// Named in failures.
  private let run: String
  /// Whether people come back by themselves after a kill that no step asked for.
  let isForgiving: Bool
  var line = 0
  var table = ""
  var sitting: [Person: Bool] = [:]
  /// The faces of people who act in words: they remember what lines before have said.
  var faces: [Person: any GameFace] = [:]
  /// Copies of what nodes had stored, for a step that brings them back.
  private var backups: [Person: Store] = [:]
  /// Whether the files at the end verify, where the script has said so last.
  var verdict: String?
  var tally = ScriptTally()
  /// The people whose nodes cannot be asked, or cannot know the newest state now.
  private var apart: Set<Person> = []
  private var steps = 0
  private let makeStage: () throws -> any MatchStage

  private init(
    _ script: Script, _ makeStage: @escaping () throws -> any MatchStage, run: String
  ) throws {
    self.script = script
    self.makeStage = makeStage
    stage = try makeStage()
    // What is restored is played with the seed first, wherever it goes on.
    if script.isRestored, !stage.isSeeded {
      stage.end()
      stage = VirtualStage(script)
    }
    self.run = run
    isForgiving = !run.isEmpty
  }

  /// Plays a script, once or, where somebody is killed at each message, once for each.
  ///
  /// - Parameters:
  ///   - makeStage: a new stage for each run.
  ///   - after: hears of what was played so far, after each run.
  /// - Throws: `ScriptFailure`.
  public static func play(
    _ script: Script, on makeStage: @escaping () throws -> any MatchStage,
    after: (Report) -> Void = { _ in }
  ) throws(ScriptFailure) -> Report {
    var report = Report()
    let messages = try ScriptRunner.one(script, makeStage, kill: nil, &report)
    after(report)
    guard let person = script.killed else { return report }
    var message = 1
    while message <= messages.count {
      for before in [true, false] {
        _ = try one(script, makeStage, kill: (person, message, before), &report)
        after(report)
      }
      message += messages.stride
    }
    return report
  }

  private static func one(
    _ script: Script, _ makeStage: @escaping () throws -> any MatchStage,
    kill: (person: Person, message: Int, before: Bool)?, _ report: inout Report
  ) throws(ScriptFailure) -> (count: Int, stride: Int) {
    var run = ""
    if let kill {
      run =
        "\(kill.person.rawValue) killed \(kill.before ? "before" : "after") message \(kill.message)"
    }
    var line = 1
    do {
      let runner = try ScriptRunner(script, makeStage, run: run)
      defer {
        runner.stage.end()
        line = runner.line
        report.steps += runner.steps
        report.tally.add(runner.tally)
      }
      try runner.stage.begin(script.people)
      let before = runner.stage.messageCount
      if let kill {
        try runner.stage.kill(kill.person, atMessage: kill.message, before: kill.before)
      }
      try runner.perform()
      report.runs += 1
      for person in script.people { report.views[person] = try runner.view(person) }
      return (runner.stage.messageCount - before, runner.stage.messageStride)
    } catch let failure as ScriptFailure {
      throw failure
    } catch {
      throw ScriptFailure(
        file: script.file, line: line, expected: "a stage that works", found: "\(error)", run: run)
    }
  }

  /// All steps; from the last table that was opened again where its cards do not bring what is needed.
  private func perform() throws {
    var index = 0
    var opened = 0
    var tables = 1
    while index < script.steps.count {
      let step = script.steps[index]
      if case .open = step.action { opened = index }
      do {
        try perform(step)
        index += 1
      } catch is OtherCards {
        guard tables < Self.maximumTables else {
          throw failure(
            expected: "what is played for", found: "\(tables) matches that ended without it")
        }
        tables += 1
        sitting = [:]
        index = opened
      }
    }
    if apart.isDisjoint(with: [.host, .joiner]) { try conclude() }
  }

  /// One step, tried until it is done.
  private func perform(_ step: ScriptStep) throws {
    line = step.line
    steps += 1
    switch step.action {
    case .cut: try stage.cut()
    case .part:
      try stage.part()
      apart.insert(.joiner)
    case .heal:
      try stage.heal()
      apart.remove(.joiner)
    case .hold(let person):
      try stage.hold(person)
      apart.insert(person)
    case .release(let person):
      try stage.release(person)
      apart.remove(person)
    case .kill(let people):
      for person in people {
        try stage.kill(person)
        sitting[person] = nil
        apart.insert(person)
      }
    case .restart(let people):
      for person in people {
        try stage.restart(person)
        apart.remove(person)
      }
    case .restore: try restore()
    case .wait(let milliseconds): try stage.wait(milliseconds: milliseconds)
    case .backUp(let person):
      try stage.withStore(of: person) { backups[person] = try $0.copy() }
    case .putBack(let person): try putBack(person)
    case .act(let act): try act.perform(step, in: self)
    case .expect(let expectation): try meet(expectation)
    default: try command(step)
    }
  }

  /// Ends both nodes, and starts others on copies of what they have stored.
  private func restore() throws {
    sitting = [:]
    let old = stage
    for person in script.people { try old.kill(person) }
    let new = try makeStage()
    stage = new
    defer { old.end() }
    for person in script.people {
      try old.withStore(of: person) { try new.adopt($0, for: person) }
    }
    try new.begin(script.people)
  }

  /// Gives a node that is down its backup, as `parlor restore` does.
  private func putBack(_ person: Person) throws {
    guard let backup = backups[person] else {
      throw failure(expected: "a backup of \(person.rawValue)'s node", found: "none")
    }
    let store = try backup.copy()
    try store.turn { try $0.setRestored(true) }
    try stage.replaceStore(of: person, by: store)
  }

  /// Returns the table as a person sees it; nil when there is none.
  func view(_ person: Person) throws -> TableView? {
    try stage.tables(person).first { $0.id == table }
  }

  /// Tries until something is done.
  ///
  /// - Parameter attempt: nil when it is done, else what is found instead.
  func insist(
    on expected: String, line: Int? = nil, _ attempt: () throws -> String?
  ) throws {
    var tries = 0
    while let found = try attempt() {
      guard try stage.passTime(tries: tries) else {
        throw ScriptFailure(
          file: script.file, line: line ?? self.line, expected: expected, found: found, run: run)
      }
      tries += 1
    }
  }

  /// A failure at the present line.
  func failure(expected: String, found: String) -> ScriptFailure {
    ScriptFailure(file: script.file, line: line, expected: expected, found: found, run: run)
  }
}
