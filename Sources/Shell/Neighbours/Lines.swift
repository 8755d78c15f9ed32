import Glibc

/// Standard input, cut into lines.
package struct Lines {
  private var splitter = LineSplitter(limit: Limits.commandOctets)

  /// Nothing has come yet.
  package init() {}

  /// Reads the available bytes; call it when descriptor 0 polled readable. Nil at the end of the file.
  package mutating func read() -> [String]? {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return count == 0 ? nil : take(chunk[..<count])
  }

  /// Adds octets and gives the lines that are whole; a line over the limit is skipped.
  package mutating func take(_ octets: some Sequence<UInt8>) -> [String] {
    splitter.take(octets).compactMap { $0.map { String(decoding: $0, as: UTF8.self) } }
  }
}

/// Says one event; ends the program when nobody reads any more.
package func say(_ event: Event) {
  var rest = Array((event.line + "\n").utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    if count <= 0 { exit(0) }
    rest = rest.dropFirst(count)
  }
}

/// A clock that only grows, in milliseconds.
package func monotonicMilliseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
