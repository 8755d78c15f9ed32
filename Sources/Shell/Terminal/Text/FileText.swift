import FileSchema
import Schema

/// Shared files as lines of text; their names were chosen by others (row P-35).
public enum FileText {
  /// A file: id, name, size, who shared it when, and whether it is here.
  public static func line(of file: FileView) -> Line {
    var line = Line("  \(Columns.fit(ShortID.text(file.id), to: 8))  ")
    line.add(Columns.fit(file.name.plain, to: 28), .bold)
    line.add("  \(Columns.fit(size(file.size), to: 9))  ")
    line.add(file.authorName.plain)
    line.add(
      MessageText.trust(
        in: file.authorName, isTaken: file.nameIsTaken,
        isKnown: file.paired || file.own || file.added), .faint)
    line.add("  \(ClockText.dateTime(milliseconds: file.wallMilliseconds))", .faint)
    let state = state(file)
    if !state.isEmpty { line.add("  \(state)", .faint) }
    return line
  }

  /// Bytes in the largest unit that fits.
  public static func size(_ bytes: UInt64) -> String {
    let units: [(UInt64, String)] = [(1 << 20, "MiB"), (1 << 10, "KiB")]
    for (unit, name) in units where bytes >= unit {
      // Others say how long a file is, so the number may be as high as there are: ten times as much would be too high.
      let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
      let tenths = (rest * 10 + unit / 2) / unit
      return "\(whole + tenths / 10).\(tenths % 10) \(name)"
    }
    return "\(bytes) B"
  }

  private static func state(_ file: FileView) -> String {
    if file.deleted { return "deleted" }
    if !file.problem.isEmpty { return file.problem.plain }
    guard file.received < file.size else { return "" }
    return "\(file.received * 100 / max(1, file.size)) % here"
  }
}
