extension CalendarFile {
  /// Names the changed dates that do not count: of two of one date the older one, and one whose date cannot be read.
  mutating func noteOlder<Item: CalendarDated>(
    _ changes: [CalendarFitting.Change], of item: Item
  ) {
    guard item.dates(item.changes).changes.count < changes.count else { return }
    var (dates, lines): (CalendarDates, [Int64: Int]) = (item.dates(""), [:])
    for change in changes {
      guard let read = item.dates(change.text).changes.first, let original = read.original else {
        note(change.line, "Its RECURRENCE-ID is no date: left out", .lost)
        continue
      }
      let isOlder = dates.take(read) != nil
      if let other = lines[original] {
        let (older, newer) = isOlder ? (change.line, other) : (other, change.line)
        note(
          older,
          "The file has this date again in line \(newer), changed as often or more often: left out",
          .leftOut)
      }
      if !isOlder { lines[original] = change.line }
    }
  }
}
