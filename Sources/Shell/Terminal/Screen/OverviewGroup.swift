import Schema

/// Lines of one kind in the overview; the last ones are folded where there is no room for all.
struct OverviewGroup: Sendable {
  private let lines: [Line]
  /// The words for one and for many of them.
  private let words: (one: String, many: String)
  /// The command that shows all of them.
  private let command: String
  /// The most lines that it takes.
  let size: Int

  /// - Parameters:
  ///   - lines: the most important ones first.
  ///   - one: as in "person is here".
  ///   - many: as in "people are here".
  ///   - command: shows all of them.
  ///   - most: the most lines, even where there is room for more.
  init(_ lines: [Line], _ one: String, _ many: String, _ command: String, most: Int = 8) {
    (self.lines, words, self.command) = (lines, (one, many), command)
    size = min(lines.count, most)
  }

  /// As many lines as there is room for; the last one counts those that are left out.
  func lines(in room: Int) -> [Line] {
    guard lines.count > room else { return lines }
    let shown = lines.prefix(max(0, room - 1))
    let more = shown.isEmpty ? "" : "more "
    let rest = Count.of(lines.count - shown.count, more + words.one, more + words.many)
    return shown + [Self.line(rest, command)]
  }

  /// A sentence and the command that deals with it: the sentence is cut to the width of a terminal, the command never.
  static func line(_ sentence: String, _ command: String, _ look: Line.Look = .normal) -> Line {
    let end = ": `\(command)`"
    let room = Overview.columns - 2 - Columns.width(end)
    return Line("  " + Columns.clip(sentence, to: room) + end, look)
  }

  /// Shares lines among groups: one first, and then one more in turn until there is no more room.
  ///
  /// - Parameter total: lines for all of them.
  static func share(_ total: Int, among groups: [OverviewGroup]) -> [Int] {
    var given = groups.map { _ in 0 }
    var left = total
    while left > 0 {
      let before = left
      for index in groups.indices where left > 0 && given[index] < groups[index].size {
        given[index] += 1
        left -= 1
      }
      guard left < before else { break }
    }
    return given
  }
}
