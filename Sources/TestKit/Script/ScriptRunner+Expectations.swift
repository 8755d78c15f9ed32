import Node
import Schema

/// What people must see.
extension ScriptRunner {
  /// Waits until everybody named sees what is expected.
  func meet(_ expectation: Expectation) throws {
    for check in expectation.checks where stage.isSeeded || !check.isSeeded {
      switch check.field {
      case .agreement: try agree(expectation.who, check)
      case .verified: try verify(expectation.who, check)
      default:
        for person in expectation.who { try see(person, check) }
      }
    }
  }

  private func see(_ person: Person, _ check: Expectation.Check) throws {
    let wanted = "\(person.rawValue) to see \(check.field.rawValue) \"\(check.wanted)\""
    try insist(on: wanted, line: check.line) {
      guard let view = try view(person) else { return "no table" }
      let found = check.field.value(in: view) ?? ""
      return check.field.fits(found, wanted: check.wanted) ? nil : "\"\(found)\""
    }
  }

  private func agree(_ people: [Person], _ check: Expectation.Check) throws {
    let fields: [ScriptField] = [
      .phase, .rounds, .battle, .pot, .hostCards, .joinerCards, .stateHash, .winner, .ending,
      .result,
    ]
    try insist(on: "everybody to see the same", line: check.line) {
      let seen = try people.map { person in
        try view(person).map { view in fields.compactMap { $0.value(in: view) } } ?? []
      }
      guard let first = seen.first, let index = seen.firstIndex(where: { $0 != first }) else {
        return nil
      }
      let differing = zip(fields, zip(first, seen[index])).first { $0.1.0 != $0.1.1 }
      return differing.map { "\($0.0.rawValue) \($0.1.0) and \($0.1.1)" } ?? "no table"
    }
  }

  private func verify(_ people: [Person], _ check: Expectation.Check) throws {
    for person in people {
      try insist(on: "\(person.rawValue)'s file to verify: \(check.wanted)", line: check.line) {
        let report = Transcript.verify(try stage.transcript(person, table: table)).report
        guard "\(report.valid)" == check.wanted else { return report.text }
        let result = try view(person)?.result ?? MatchResult()
        // A file of a match that goes on has no result yet.
        return report.result == result ? nil : "a file that says \"\(report.result.text)\""
      }
    }
  }
}
