import Schema

/// Puts together the folded lines of a calendar file that comes piece by piece.
///
/// By bytes: a line may have been folded before a mark that belongs to the character before it. Without control characters, as
/// they are kept: what a line means must not change when it is written again without them.
struct CalendarUnfolder: Sendable {
  /// One line joined with its continuation lines, and the number of the first of them; nil if it is too long.
  typealias Unfolded = (number: Int, content: String?)

  /// Longer lines are not read, in bytes, but those of pictures. Notes of the most bytes fit, each escaped.
  static let longest = EventRules.file

  /// Whether every line so far was UTF-8.
  private(set) var isText = true
  /// The number of the line that is being read, from 1; 0 before the first.
  private(set) var number = 0
  private var first = 0
  private var content: [UInt8] = []
  private var isTooLong = false
  private var limit = longest
  private var isAtStart = true
  private var endedWithReturn = false
  private var keepsFolds = false

  /// Takes more bytes of the file, and hands on each line that has ended.
  mutating func take(_ bytes: some Sequence<UInt8>, _ body: (Unfolded) -> Void) {
    if bytes.withContiguousStorageIfAvailable({ take($0[...], body) }) == nil {
      take(Array(bytes)[...], body)
    }
  }

  private mutating func take<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, _ body: (Unfolded) -> Void
  ) where Bytes.SubSequence == Bytes {
    var rest = bytes
    while let byte = rest.first {
      let isPair = endedWithReturn && byte == 10
      endedWithReturn = byte == 13
      if isAtStart, !isPair { begin(with: byte, body) }
      if byte == 10 || byte == 13 {
        isAtStart = true
      } else if !isAtStart {
        let line = rest.prefix { $0 != 10 && $0 != 13 }
        append(line)
        rest = rest.dropFirst(line.count)
        continue
      } else {
        // The white space that folds a line is no part of it, but in vCalendar 1.0, which folds lines as mail does.
        if keepsFolds { append([byte][...]) }
        isAtStart = false
      }
      rest = rest.dropFirst()
    }
  }

  /// Adds bytes to the line, up to its limit.
  private mutating func append<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes
  ) where Bytes.SubSequence == Bytes {
    var rest = bytes
    while !isTooLong {
      let part = rest.prefix(limit - content.count)
      content.append(contentsOf: part)
      rest = rest.dropFirst(part.count)
      if rest.isEmpty { return }
      if limit == Self.longest, CalendarPicture.begins(content) {
        limit = CalendarPicture.longestLine
      } else {
        isTooLong = true
      }
    }
  }

  /// Hands on the last line.
  mutating func finish(_ body: (Unfolded) -> Void) {
    end(body)
    content = []
  }

  /// A line begins, with its first byte or its end.
  private mutating func begin(with byte: UInt8, _ body: (Unfolded) -> Void) {
    number += 1
    if byte != 10, byte != 13, content.last == UInt8(ascii: "="), QuotedPrintable.isLine(content) {
      content.removeLast()
      isAtStart = false
      return
    }
    if byte == 32 || byte == 9, !content.isEmpty || isTooLong { return }
    end(body)
    first = number
    isAtStart = false
  }

  private mutating func end(_ body: (Unfolded) -> Void) {
    defer {
      content.removeAll(keepingCapacity: limit == Self.longest)
      (isTooLong, limit) = (false, Self.longest)
    }
    guard !isTooLong else { return body((first, nil)) }
    guard !content.isEmpty else { return }
    let valid =
      QuotedPrintable.isLine(content)
      ? QuotedPrintable.line(content) : String(validating: content, as: UTF8.self)
    if valid == nil { isText = false }
    let line = valid ?? String(decoding: content, as: UTF8.self)
    let clean = Text.clean(line, limit: .max, lines: true)
    if clean.utf8.count < 24, clean.uppercased().hasPrefix("VERSION:") {
      keepsFolds = OldCalendar.isVersion(String(clean.dropFirst(8)))
    }
    if !clean.isEmpty { body((first, clean)) }
  }
}
