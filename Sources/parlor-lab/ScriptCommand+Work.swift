import ArgumentParser
import Commands
import FoundationEssentials
import Schema
import Terminal
import TestKit

extension ScriptCommand: Handed {
  package func perform() throws {
    var failures = 0
    for file in files where !(find.map { find($0.event, for: file) } ?? play(file)) {
      failures += 1
    }
    if failures > 0 { throw ExitCode(SessionEnd.refused) }
  }

  private func read(_ file: String) throws -> Script {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw CommandFailure(SessionEnd.refused, "The file \(file) cannot be read: name another.")
    }
    var script = try ScriptReader.read(String(decoding: data, as: UTF8.self), file: file)
    if let seed { script.seed = seed }
    return script
  }

  /// Looks for a seed for one file and prints its line.
  private func find(_ event: ScriptEvent, for file: String) -> Bool {
    do {
      let last = from.addingReportingOverflow(seeds)
      let range = from..<(last.overflow ? .max : last.partialValue)
      let found = try ScriptSearch(read(file)).find(event, seeds: range, within: within)
      guard let found else {
        throw CommandFailure(
          SessionEnd.refused,
          "None of the seeds from \(from) to \(range.upperBound - 1) brings \(event.rawValue) within "
            + "\(within) rounds: try more with --seeds, or a later round with --within.")
      }
      Output.line(
        json
          ? JSONText.object([
            ("file", .text(file)), ("event", .text(event.rawValue)),
            ("seed", .number(Int64(clamping: found.seed))), ("round", .number(Int64(found.round))),
          ]) : "seed: \(found.seed)  \(file)  \(event.rawValue) in round \(found.round)")
      return true
    } catch {
      fail(file, error)
      return false
    }
  }

  private func fail(_ file: String, _ error: any Error, seconds: Double? = nil) {
    let text = (error as? CommandFailure)?.text ?? "\(error)"
    Output.line(
      json
        ? JSONText.object([
          ("file", .text(file)), ("passed", .flag(false)), ("error", .text(text)),
        ]) : "FAILED  \(text)\(seconds.map { " (\(Self.time($0)))" } ?? "")")
  }

  /// Plays one file and prints its line.
  private func play(_ file: String) -> Bool {
    let start = Date()
    do {
      let script = try read(file)
      var told = start
      let report = try ScriptRunner.play(
        script,
        on: {
          guard real else { return VirtualStage(script) }
          return try RealStage(script, patienceSeconds: patience)
        },
        after: { report in
          // A file that is played once for each message takes long: say that it goes on.
          guard Date().timeIntervalSince(told) >= Self.silenceSeconds else { return }
          told = Date()
          Output.error(
            "playing \(file): \(report.runs) runs in \(Self.time(told.timeIntervalSince(start)))")
        })
      let seconds = Date().timeIntervalSince(start)
      try tell(file, script.title, report, seconds: seconds)
      return true
    } catch {
      fail(file, error, seconds: Date().timeIntervalSince(start))
      return false
    }
  }

  /// Seconds without a word after which it is said what is being played.
  private static let silenceSeconds = 5.0

  private static func time(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded(.toNearestOrEven))
    return "\(tenths / 10).\(tenths % 10) s"
  }

  private func tell(
    _ file: String, _ title: String, _ report: ScriptRunner.Report, seconds: Double
  ) throws {
    guard !json else {
      Output.line(
        JSONText.object([
          ("file", .text(file)), ("passed", .flag(true)), ("title", .text(title)),
          ("runs", .number(Int64(report.runs))), ("steps", .number(Int64(report.steps))),
          ("compared", .number(Int64(report.tally.comparedCount))),
          ("seeded", .number(Int64(report.tally.seedCount))),
          ("agreements", .number(Int64(report.tally.agreements))),
          ("milliseconds", .number(Int64(seconds * 1_000))),
        ]))
      return
    }
    let runs = report.runs > 1 ? ", \(Count.of(report.runs, "run"))" : ""
    let tally = report.tally
    Output.line(
      "passed  \(Self.time(seconds))  \(file)  \(title) (\(report.steps) steps\(runs), "
        + "\(tally.comparedCount) expectations compared, \(tally.seedCount) depend on a seed, "
        + "\(tally.agreements) views and files held against each other)")
    guard views else { return }
    for (person, view) in report.views.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      Output.line("\(person.rawValue): \(try Output.text(view))")
    }
  }
}

extension ScriptCommand.Event {
  /// The event to search for.
  fileprivate var event: ScriptEvent {
    switch self {
    case .war: .war
    case .warInWar: .warInWar
    case .shortInWar: .shortInWar
    case .bothShort: .bothShort
    case .bothOut: .bothOut
    }
  }
}
