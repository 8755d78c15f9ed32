/// The offset of one time zone's clocks from UTC, at any time: a file of the time zone database as a value (RFC 9636).
///
/// It never changes; calendars are copied often, and share it.
public final class ZoneClock: Sendable {
  /// A time in which clocks have one offset, until the next one begins.
  struct Span: Equatable, Sendable {
    /// Seconds since 1970; the first begins at the smallest number.
    var start: Int64
    /// Seconds east of UTC.
    var offset: Int32
  }

  /// In order; no two neighbours have the same offset.
  let spans: [Span]
  /// From the last change that the file lists on, in seconds since 1970, offsets follow the rule.
  let ruleStart: Int64
  /// Nil where the last offset stays.
  let rule: ZoneRule?

  /// The clocks of UTC.
  public static let world = ZoneClock(
    spans: [Span(start: .min, offset: 0)], ruleStart: .max, rule: nil)

  init(spans: [Span], ruleStart: Int64, rule: ZoneRule?) {
    (self.spans, self.ruleStart, self.rule) = (spans, ruleStart, rule)
  }

  /// Returns the offset of clocks, in seconds east of UTC.
  ///
  /// - Parameter second: since 1970.
  public func offset(at second: Int64) -> Int64 {
    if let rule, second >= ruleStart { return rule.offset(at: second) }
    return Int64(spans[place(of: second)].offset)
  }

  /// The next time at which clocks are changed.
  ///
  /// - Parameter second: since 1970; the change is later.
  /// - Returns: seconds since 1970; nil where there is none for some years.
  public func change(after second: Int64) -> Int64? {
    let next = place(of: second) + 1
    if next < spans.count { return spans[next].start }
    return rule?.change(after: max(second, ruleStart))
  }

  /// The span that has begun last.
  private func place(of second: Int64) -> Int {
    var (low, high) = (1, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].start <= second { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
