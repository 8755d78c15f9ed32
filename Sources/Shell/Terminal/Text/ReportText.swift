import Schema

/// The report of a file as lines of text: one form for every importer.
public enum ReportText {
  /// The things that were changed, left out and lost, by their places in the file.
  public static func lines(of report: ImportReport) -> [String] {
    let notes =
      report.changed.map { ($0, "") } + report.leftOut.map { ($0, "left out: ") }
      + report.lost.map { ($0, $0.part ? "" : "lost: ") }
    return notes.sorted { ($0.0.line, $0.0.column) < ($1.0.line, $1.0.column) }
      .map { note, fate in line(of: note, fate) }
  }

  /// Whether whole things of the file are not here now.
  public static func isIncomplete(_ report: ImportReport) -> Bool {
    (report.leftOut + report.lost).contains { !$0.part }
  }

  private static func line(of note: ImportNote, _ fate: String) -> String {
    var place = note.line > 0 ? "line \(note.line)" : ""
    if note.column > 0 { place += ", column \(note.column)" }
    let text = [place, note.text.plain].filter { !$0.isEmpty }.joined(separator: ": ")
    let times = note.places > 0 || !note.part ? note.places : note.count
    let more = times > 1 ? " \(times) times in the file." : ""
    return "parlor: \(text): \(fate)\(note.reason.plain)\(more)"
  }
}
