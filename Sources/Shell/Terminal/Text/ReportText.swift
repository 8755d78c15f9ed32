import Schema

/// The report of a file as lines of text: one form for every importer.
public enum ReportText {
  /// The things that were changed, left out, lost and noted, by their places in the file.
  public static func lines(of report: ImportReport) -> [String] {
    var notes = report.changed.map { ($0, "") }
    notes += report.leftOut.map { ($0, "left out: ") }
    notes += report.lost.map { ($0, $0.part ? "" : "lost: ") }
    notes += report.noted.map { ($0, "noted: ") }
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
    let times = note.places > 0 || !note.part ? note.places : note.count
    let more = times > 1 ? " \(times) times in the file." : ""
    let text = ["parlor", place, note.text.plain, "\(fate)\(note.reason.plain)\(more)"]
    return text.filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
