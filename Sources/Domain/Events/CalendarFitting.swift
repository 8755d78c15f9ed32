import Schema

/// The parts of a calendar file that fit into the record that is made of it.
enum CalendarFitting {
  /// A changed date of a file.
  struct Change {
    /// Its line in the file.
    var line: Int
    /// The whole component, each line ended by a line feed.
    var text: String
  }

  /// Says that something is more than fits.
  static let tooMuch = "It is more than Parlor keeps of calendar files"

  /// The lines of a component that fit. As few as can be are left out, the longest ones first.
  ///
  /// - Returns: each line ended by a line feed, and the names of those that are left out.
  static func lines(
    _ lines: [String], _ fits: (String) -> Bool
  ) -> (text: String, leftOut: [String]) {
    let byLength = lines.indices.sorted { lines[$0].utf8.count < lines[$1].utf8.count }
    func text(_ count: Int) -> String {
      byLength.prefix(count).sorted().map { lines[$0] + "\n" }.joined()
    }
    let count = most(lines.count) { fits(text($0)) }
    let leftOut = byLength.dropFirst(count).map {
      CalendarLine(lines[$0], number: 0)?.name ?? "a line"
    }
    return (text(count), leftOut)
  }

  /// The changed dates that fit beside what is kept of an event or a to-do; of two of one date, the newer one counts.
  ///
  /// - Returns: all that it keeps then, and how many of the changes are in it, the first ones.
  static func dates<Item: CalendarDated>(
    _ changes: [String], of item: Item
  ) -> (text: String, count: Int) {
    func text(_ count: Int) -> String {
      var dates = item.dates(item.changes)
      for change in item.dates(changes.prefix(count).joined()).changes { _ = dates.take(change) }
      return dates.text
    }
    var (bytes, modest) = (0, 0)
    for change in changes {
      bytes += change.utf8.count
      guard bytes <= EventRules.file else { break }
      modest += 1
    }
    let others = [item.calendar, item.zones, item.repeats]
    let count = most(modest) { Item.fits(others + [text($0)]) }
    return (text(count), count)
  }

  /// The most of something, from 0 to a count, that fits.
  private static func most(_ count: Int, _ fits: (Int) -> Bool) -> Int {
    guard !fits(count) else { return count }
    var (least, most) = (0, count - 1)
    while least < most {
      let middle = (least + most + 1) / 2
      if fits(middle) { least = middle } else { most = middle - 1 }
    }
    return max(0, least)
  }
}
