import Feature
import Schema

extension CalendarFile {
  /// Something that could not be taken, or not whole.
  public struct Problem: Error, Equatable, Sendable {
    /// The end of what it is about.
    public enum Fate: CaseIterable, Sendable {
      /// All of it was taken nevertheless, as far as it can be written again.
      case kept
      /// A part of it was not taken.
      case part
      /// It was understood, and left out.
      case leftOut
      /// It was not understood, or has no place here.
      case lost
    }

    /// The line of the file, from 1.
    public var line: Int
    /// The name of the thing, where it has one.
    public var name: String
    /// The problem there; a sentence for people.
    public var text: String
    /// The end of the thing.
    public var fate: Fate
    /// The number of components that it is about.
    public var count: Int

    /// A problem of something with a name.
    public init(line: Int, name: String, text: String, fate: Fate, count: Int) {
      (self.line, self.name, self.text) = (line, name, text)
      (self.fate, self.count) = (fate, count)
    }

    /// A problem of a line of the file.
    init(line: Int, text: String, fate: Fate = .part) {
      self.init(line: line, name: "", text: text, fate: fate, count: 1)
    }

    /// Whether all of it was taken nevertheless.
    public var isHint: Bool { fate == .kept }
  }
}

/// The parts of a calendar file that were not taken, or not whole: the first of them by name, and the number of the rest.
public struct CalendarProblems: Sendable {
  /// The most that are named; of further ones the number is told.
  public static let most = 20

  /// Those that have a name.
  public private(set) var named: [CalendarFile.Problem] = []
  /// The number of further ones.
  public private(set) var unnamedCount = 0
  /// Things that were taken as the file says, and that other programs may read otherwise: each kind once.
  public private(set) var remarks = ImportReport()
  /// The components that those without a name are about.
  private var unnamed: [CalendarFile.Problem.Fate: Int] = [:]

  /// The number of all of them.
  public var count: Int { named.count + unnamedCount }

  /// Creates none.
  public init() {}

  /// Adds one.
  public mutating func note(_ problem: CalendarFile.Problem) {
    guard named.count < Self.most else {
      unnamedCount += 1
      return unnamed[problem.fate, default: 0] += problem.count
    }
    named.append(problem)
  }

  /// Adds a note, which is counted by its kind.
  mutating func remark(_ line: Int, _ what: String, _ text: String) {
    remarks.gather(ImportNote(line: line, what, text, isPart: true), in: \.noted)
  }

  /// Orders them by their lines.
  public mutating func sort() { named.sort { $0.line < $1.line } }

  /// Adds those of another one; the first ones in the file keep their names.
  public mutating func add(_ other: CalendarProblems) {
    let all = (other.named + named).sorted { $0.line < $1.line }
    named = []
    unnamedCount += other.unnamedCount
    unnamed.merge(other.unnamed, uniquingKeysWith: +)
    remarks.noted += other.remarks.noted
    for problem in all { note(problem) }
  }

  /// The report of an import.
  ///
  /// - Parameter things: the components of the file.
  public func report(of things: Int) -> ImportReport {
    var report = remarks
    report.take(things)
    for problem in named {
      let isPart = problem.fate == .kept || problem.fate == .part
      add(
        ImportNote(
          line: problem.line, problem.name, problem.text, count: problem.count, isPart: isPart),
        problem.fate, to: &report)
    }
    for fate in CalendarFile.Problem.Fate.allCases {
      guard let count = unnamed[fate] else { continue }
      var note = ImportNote(
        line: 0, "", "\(count) more \(Count.word(count, "is", "are")) not named here.",
        count: count,
        isPart: fate == .kept || fate == .part)
      note.places = 1
      add(note, fate, to: &report)
    }
    return report
  }

  private func add(
    _ note: ImportNote, _ fate: CalendarFile.Problem.Fate, to report: inout ImportReport
  ) {
    switch fate {
    case .kept: report.change(note)
    case .part: report.lose(note)
    case .leftOut: report.leaveOutTaken(note)
    case .lost: report.loseTaken(note)
    }
  }
}
