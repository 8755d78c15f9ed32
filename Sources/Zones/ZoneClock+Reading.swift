extension ZoneClock {
  /// Larger files are no time zones, in bytes; that of a real one has some thousands.
  public static let mostBytes = 128 << 10
  /// No clock is further from UTC, in seconds (RFC 9636, section 3.2).
  private static let offsets: ClosedRange<Int64> = -25 * 3_600 + 1...26 * 3_600 - 1

  /// Reads a file of the time zone database, of version 2 or newer (RFC 9636).
  ///
  /// - Returns: nil for anything else, and for one that counts leap seconds.
  public convenience init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes, let old = Header(bytes, at: 0) else { return nil }
    // What is there for programs of the last century comes first: their times have 4 bytes.
    let second = Header.size + old.bodySize(timeSize: 4)
    guard let header = Header(bytes, at: second), header.leaps == 0, header.types > 0 else {
      return nil
    }
    let body = second + Header.size
    let end = body + header.bodySize(timeSize: 8)
    // A line feed comes before the rule, and one after it.
    guard end + 2 <= bytes.count, bytes[end] == 10, bytes[bytes.count - 1] == 10,
      let spans = Self.spans(bytes, at: body, header)
    else { return nil }
    let text = bytes[(end + 1)..<(bytes.count - 1)]
    let rule = ZoneRule(text)
    guard text.isEmpty || rule != nil else { return nil }
    self.init(
      spans: rule.map { Self.spans(spans.all, followedBy: $0, from: spans.last) } ?? spans.all,
      ruleStart: spans.last, rule: rule)
  }

  /// The changes with what the rule says of the last one, which the file may contradict.
  private static func spans(
    _ all: [Span], followedBy rule: ZoneRule, from start: Int64
  ) -> [Span] {
    var spans = all.filter { $0.start < start }
    let offset = Int32(rule.offset(at: start))
    if spans.last?.offset != offset { spans.append(Span(start: start, offset: offset)) }
    return spans
  }

  /// The changes that a file lists, and when the last one is, even where it changes no offset.
  private static func spans(
    _ bytes: [UInt8], at body: Int, _ header: Header
  ) -> (all: [Span], last: Int64)? {
    let indices = body + header.times * 8
    let types = indices + header.times
    var offsets: [Int32] = []
    for type in 0..<header.types {
      let offset = Int32(truncatingIfNeeded: number(bytes, at: types + type * 6, size: 4))
      guard Self.offsets.contains(Int64(offset)) else { return nil }
      offsets.append(offset)
    }
    // Before the first change clocks have the first type.
    var (all, last) = ([Span(start: .min, offset: offsets[0])], Int64.min)
    all.reserveCapacity(header.times + 1)
    for place in 0..<header.times {
      let start = Int64(bitPattern: number(bytes, at: body + place * 8, size: 8))
      let type = Int(bytes[indices + place])
      guard start > last, type < offsets.count else { return nil }
      last = start
      if all[all.count - 1].offset != offsets[type] {
        all.append(Span(start: start, offset: offsets[type]))
      }
    }
    return (all, last)
  }

  /// A number with its first byte first; all of its bytes are there.
  private static func number(_ bytes: [UInt8], at place: Int, size: Int) -> UInt64 {
    var number: UInt64 = 0
    for byte in place..<(place + size) { number = number << 8 | UInt64(bytes[byte]) }
    return number
  }

  /// The header of each of the two parts of a file.
  private struct Header {
    static let size = 44

    let leaps, times, types: Int
    private let otherSizes: (ends: Int, letters: Int)

    init?(_ bytes: [UInt8], at start: Int) {
      guard start + Self.size <= bytes.count, bytes[start...].starts(with: "TZif".utf8),
        bytes[start + 4] >= UInt8(ascii: "2")
      else { return nil }
      func count(_ place: Int) -> Int {
        Int(ZoneClock.number(bytes, at: start + 20 + place * 4, size: 4))
      }
      (leaps, times, types) = (count(2), count(3), count(4))
      otherSizes = (count(0) + count(1), count(5))
    }

    /// The size of what follows, in bytes.
    func bodySize(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + otherSizes.letters + leaps * (timeSize + 4)
        + otherSizes.ends
    }
  }
}
