#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Standard input, or a file, as lines, for a loop that polls it.
struct LineInput {
  /// The descriptor that is read.
  let descriptor: Int32

  /// Reads from a descriptor, standard input when left out.
  init(descriptor: Int32 = 0) { self.descriptor = descriptor }

  /// Whether a file is read, all of which is there at once.
  var isFile: Bool { descriptor != STDIN_FILENO }

  /// Longest line taken, in bytes; the rest of a longer one is dropped.
  static let longest = 64 * 1024

  private var partial: [UInt8] = []

  /// Whole lines that have come, the last one also without its end; nil at the end of input.
  mutating func read() -> [String]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    guard count > 0 else {
      guard !partial.isEmpty else { return nil }
      defer { partial = [] }
      return [String(decoding: partial, as: UTF8.self)]
    }
    var lines: [String] = []
    for byte in buffer[..<count] {
      if byte == UInt8(ascii: "\n") {
        lines.append(String(decoding: partial, as: UTF8.self))
        partial.removeAll(keepingCapacity: true)
      } else if partial.count < Self.longest {
        partial.append(byte)
      }
    }
    return lines
  }
}
