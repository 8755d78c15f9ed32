import Schema

/// The state of a calendar folder's sync, in words (row E-56).
public enum FolderText {
  /// One line for the folder, and one for each file that is left alone.
  public static func lines(of calendar: CalendarView) -> [String] {
    let folder = calendar.folder.plain
    if !calendar.problem.isEmpty { return [calendar.problem.plain] }
    var line = "\(folder): \(Count.of(calendar.files, "file")) in sync"
    if calendar.wrong > 0 { line += ", \(calendar.wrong) with problems" }
    let more = Int(calendar.wrong) - calendar.problems.count
    return [line + "."] + calendar.problems.map(\.plain)
      + (more > 0 ? ["and \(Count.of(more, "file")) more."] : [])
  }
}
