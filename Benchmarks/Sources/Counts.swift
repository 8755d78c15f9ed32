import Foundation

/// The requests of a daemon to its libraries so far, as `Benchmarks/counts.c` counts them.
struct Counts {
  /// The counted costs, in the order of the file.
  enum Cost: Int, CaseIterable {
    case statements, mallocs, syncs, bytes
  }

  private static let textBytes = 120

  private(set) var costs: [Int]
  private(set) var statements: [String: Int] = [:]

  /// Reads the counts of a process.
  ///
  /// - Throws: `ProgramError` when nothing is counted there.
  init(of process: Int32) throws {
    let path = "\(Self.folder)/\(process)"
    guard let data = FileManager.default.contents(atPath: path).map([UInt8].init),
      data.count > Cost.allCases.count * 8
    else { throw ProgramError(description: "Nothing is counted in \(path).") }
    let number = { place in
      (0..<8).reduce(0) { $0 | Int(data[place + $1]) << (8 * $1) }
    }
    costs = Cost.allCases.map { number($0.rawValue * 8) }
    let step = 8 + Self.textBytes
    for place in stride(from: costs.count * 8, through: data.count - step, by: step) {
      let text = data[(place + 8)..<(place + step)].prefix { $0 != 0 }
      if !text.isEmpty { statements[String(decoding: text, as: UTF8.self)] = number(place) }
    }
  }

  private static var folder: String { getenv("PARLOR_COUNTS").map { String(cString: $0) } ?? "." }

  /// Lets every program that is started from now on count.
  ///
  /// - Parameters:
  ///   - library: the built `Benchmarks/counts.c`.
  ///   - folder: where the counts are.
  static func begin(_ library: String, in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    setenv("PARLOR_COUNTS", folder, 1)
    setenv("LD_PRELOAD", library, 1)
  }

  /// Reads the counts of a process once its index by words is made: two seconds long no statement of it came.
  ///
  /// - Throws: `ProgramError` when it is still being made after a minute.
  static func settled(of process: Int32) throws -> Counts {
    var (last, quiet) = (try Counts(of: process), 0)
    for _ in 0..<300 {
      sleep(milliseconds: 200)
      let now = try Counts(of: process)
      quiet = now.ofWords == last.ofWords ? quiet + 1 : 0
      if quiet == 10 { return now }
      last = now
    }
    throw ProgramError(description: "The index by words was not made in a minute.")
  }

  /// Returns the counts since an earlier time.
  static func - (later: Counts, earlier: Counts) -> Counts {
    var difference = later
    difference.costs = zip(later.costs, earlier.costs).map { $0 - $1 }
    difference.statements = later.statements.reduce(into: [:]) {
      let count = $1.value - (earlier.statements[$1.key] ?? 0)
      if count > 0 { $0[$1.key] = count }
    }
    return difference
  }

  /// The same without the statements of the index by words.
  var withoutWords: Counts {
    var rest = self
    for (text, count) in ofWords {
      rest.statements[text] = nil
      rest.costs[Cost.statements.rawValue] -= count
    }
    return rest
  }

  private var ofWords: [String: Int] { statements.filter { $0.key.contains("record_words") } }

  subscript(_ cost: Cost) -> Int { costs[cost.rawValue] }
}
