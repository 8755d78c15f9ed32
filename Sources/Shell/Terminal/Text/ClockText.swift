#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Times as people read them.
public enum ClockText {
  /// A moment as local date and time, `2026-03-04 15:06`.
  public static func dateTime(milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "?" }
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M", &parts)
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The local day of a moment, `2026-03-04`.
  public static func day(milliseconds: Int64) -> String {
    String(dateTime(milliseconds: milliseconds).prefix { $0 != " " })
  }

  /// The local hour of a moment, `15:06`.
  public static func hour(milliseconds: Int64) -> String {
    String(dateTime(milliseconds: milliseconds).suffix(5))
  }

  /// The local time of a moment to the second, `15:06:30`.
  public static func second(milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "?" }
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }

  /// The time of this machine's clock, in milliseconds since 1970.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Says what is wrong with the time that somebody gave to something, for people; nil for a plausible time.
  ///
  /// Clocks may differ by five minutes. Nothing was written with Parlor before 2025.
  public static func doubt(milliseconds: Int64, now: Int64 = now) -> String? {
    if milliseconds < 1_735_689_600_000 { return "dated before Parlor existed: a clock is wrong" }
    let (ahead, overflow) = milliseconds.subtractingReportingOverflow(now)
    guard milliseconds > now, overflow || ahead > 300_000 else { return nil }
    return "dated in the future: a clock is wrong"
  }

  /// A length of time in its two largest units, `3 h 12 min`; the smaller one is left out where it is 0.
  public static func duration(milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000
    func text(_ large: String, _ small: String, _ length: Int64, _ part: Int64) -> String {
      let rest = seconds % length / part
      return "\(seconds / length) \(large)" + (rest > 0 ? " \(rest) \(small)" : "")
    }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return text("min", "s", 60, 1) }
    if seconds < 86400 { return text("h", "min", 3600, 60) }
    return text("d", "h", 86400, 3600)
  }

  /// The same of days as people count them, and what is left beside them.
  public static func duration(days: Int64, seconds: Int64) -> String {
    guard days > 0 else { return duration(milliseconds: min(seconds, 86_399) * 1_000) }
    return "\(days) d" + (seconds >= 3_600 ? " \(seconds / 3_600) h" : "")
  }
}
