import Foundation

/// The most that each unit may cost: a file with a line for each, the name and a bound for each cost.
struct CountBounds {
  private var bounds: [String: [Double]] = [:]

  /// Reads the file.
  ///
  /// - Throws: `ProgramError` for a line that says anything else.
  init(_ path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ProgramError(description: "\(path) cannot be read.")
    }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n")
    where !line.hasPrefix("#") {
      let words = line.split(whereSeparator: \.isWhitespace)
      let numbers = words.dropFirst().compactMap { Double($0) }
      guard let name = words.first, words.count == 1 + Counts.Cost.allCases.count,
        numbers.count == words.count - 1
      else { throw ProgramError(description: "\(path) has a line that is no bound: \(line)") }
      bounds[String(name)] = numbers
    }
  }

  /// Prints the cost of a unit, and its statements where it costs too much.
  ///
  /// - Returns: whether it costs no more than it may.
  func check(_ unit: CountedUnit) -> Bool {
    guard let bounds = bounds[unit.name] else {
      print("NO BOUND: \(unit.name)")
      return false
    }
    var isHeld = true
    let columns = Counts.Cost.allCases.map { cost in
      let (found, bound) = (unit.cost(cost), bounds[cost.rawValue])
      if found > bound { isHeld = false }
      let mark = found > bound ? " TOO MUCH" : ""
      return "\(cost) \(Self.text(found)) of \(Self.text(bound))\(mark)"
    }
    print("\(unit.name): \(columns.joined(separator: ", "))")
    if !isHeld { printStatements(of: unit) }
    return isHeld
  }

  /// Prints the statements of a unit, those that run most often first.
  func printStatements(of unit: CountedUnit) {
    for (text, count) in unit.counts.statements.sorted(by: { $0.value > $1.value }).prefix(24) {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      print("  \(Self.text(Double(count) / Double(unit.times))) \(words)")
    }
  }

  private static func text(_ figure: Double) -> String {
    String(format: figure < 10 ? "%.3f" : "%.0f", figure)
  }
}
