import Feature
import Features
import Node
import Schema

/// The expectations of a script.
extension ScriptRunner {
  /// Waits until everybody named sees what is expected.
  ///
  /// Values that depend on the cards are compared only if the seed decides the cards; otherwise everybody named must see the same.
  func meet(_ expectation: Expectation) throws {
    var isOpen = false
    for check in expectation.checks {
      switch check.field as? ScriptField {
      case .agreement:
        try agree(expectation.who, line: check.line)
        tally.compared.insert("\(check.line) agreement")
      case .verified:
        try verify(expectation.who, check)
        verdict = check.wanted
        tally.compared.insert("\(check.line) verified")
      case .report:
        try readReports(expectation.who, check)
        tally.compared.insert("\(check.line) report")
      default:
        for person in expectation.who { isOpen = try see(person, check) || isOpen }
      }
    }
    if isOpen { try agree(expectation.who, line: line) }
  }

  /// Waits until somebody sees what is expected.
  ///
  /// - Returns: whether it depends on cards that the seed does not decide, so that nothing was compared.
  private func see(_ person: Person, _ check: Expectation.Check) throws -> Bool {
    let wanted = "\(person.rawValue) to see \(check.field.name) \"\(check.wanted)\""
    var isOpen = false
    try insist(on: wanted, line: check.line) {
      guard let view = try view(person) else { return "no table" }
      let found = check.field.value(in: view) ?? ""
      if check.field.fits(found, wanted: check.wanted) { return nil }
      let isOfCards = script.game.isDecidedByCards && check.field.isOpen(check.wanted, in: view)
      isOpen = !stage.isSeeded && (check.isSeeded || isOfCards)
      return isOpen ? nil : "\"\(found)\""
    }
    // What was not looked at closely fits by chance at most.
    isOpen = !stage.isSeeded && (isOpen || check.isSeeded)
    tally.note("\(check.line) \(check.field.name) \(person.rawValue)", isCompared: !isOpen)
    return isOpen
  }

  /// At the end all must see the same, and the files of both must say so.
  func conclude() throws {
    let views = [try view(.host), try view(.joiner)].compactMap { $0 }
    guard views.count == 2, views.contains(where: { [.playing, .finished].contains($0.phase) })
    else { return }
    try agree([.host, .joiner], line: line)
    let isBroken = try view(.host)?.result.ending == .broken
    try verify(
      [.host, .joiner],
      Expectation.Check(
        line: line, field: ScriptField.verified, wanted: isBroken ? "false" : verdict ?? "true",
        isSeeded: false))
  }

  private func agree(_ people: [Person], line: Int) throws {
    let fields = script.game.agreed
    tally.agreements += 1
    try insist(on: "everybody to see the same", line: line) {
      let seen = try people.map { person in
        try view(person).map { view in fields.compactMap { $0.value(in: view) } } ?? []
      }
      guard let first = seen.first, let index = seen.firstIndex(where: { $0 != first }) else {
        return nil
      }
      let differing = zip(fields, zip(first, seen[index])).first { $0.1.0 != $0.1.1 }
      return differing.map { "\($0.0.name) \($0.1.0) and \($0.1.1)" } ?? "no table"
    }
  }

  private func verify(_ people: [Person], _ check: Expectation.Check) throws {
    for person in people {
      tally.agreements += 1
      try insist(on: "\(person.rawValue)'s file to verify: \(check.wanted)", line: check.line) {
        let file = try stage.transcript(person, table: table)
        let report = Transcript.verify(file, Registry.parlor.games).report
        guard "\(report.valid)" == check.wanted else { return report.text }
        let result = try view(person)?.result ?? MatchResult()
        // A file of a match that goes on has no result yet.
        return report.result == result ? nil : "a file that says \"\(report.result.text)\""
      }
    }
  }

  /// Waits until the files of everybody named are said to be what is wanted.
  private func readReports(_ people: [Person], _ check: Expectation.Check) throws {
    for person in people {
      tally.agreements += 1
      try insist(on: "\(person.rawValue)'s file to be \"\(check.wanted)\"", line: check.line) {
        let file = try stage.transcript(person, table: table)
        let text = Transcript.verify(file, Registry.parlor.games).report.text
        return check.field.fits(text, wanted: check.wanted) ? nil : "\"\(text)\""
      }
    }
  }
}
