import Schema

extension CalendarFile {
  /// Names the changed dates that say for which others they hold in a way that RFC 5545 does not have (section 3.2.13).
  mutating func noteRanges(_ changes: [CalendarFitting.Change]) {
    for change in changes {
      let id = CalendarSource(component: change.text).lines.first { $0.name == "RECURRENCE-ID" }
      guard let range = id?.parameters["RANGE"], range.uppercased() != "THISANDFUTURE" else {
        continue
      }
      note(
        change.line,
        "Its RANGE is \"\(Text.clean(range, limit: 40))\", which RFC 5545 does not have, so it holds for its own date alone here",
        .kept)
    }
  }

  /// Names the changed dates that do not count: of two of one date the older one, and one whose date cannot be read.
  mutating func noteOlder<Item: CalendarDated>(
    _ changes: [CalendarFitting.Change], of item: Item
  ) {
    guard item.dates(item.changes).changes.count < changes.count else { return }
    var (dates, lines): (CalendarDates, [Int64: Int]) = (item.dates(""), [:])
    for change in changes {
      guard let read = item.dates(change.text).changes.first, let original = read.original else {
        note(change.line, "Its RECURRENCE-ID is no date", .lost)
        continue
      }
      let isOlder = dates.take(read) != nil
      if let other = lines[original] {
        let (older, newer) = isOlder ? (change.line, other) : (other, change.line)
        note(
          older,
          "The file has this date again in line \(newer), changed as often or more often",
          .leftOut)
      }
      if !isOlder { lines[original] = change.line }
    }
  }
}
