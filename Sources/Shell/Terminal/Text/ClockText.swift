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

  /// A length of time in its two largest units, `3 h 12 min`.
  public static func duration(milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    if seconds < 86400 { return "\(seconds / 3600) h \(seconds / 60 % 60) min" }
    return "\(seconds / 86400) d \(seconds / 3600 % 24) h"
  }
}
