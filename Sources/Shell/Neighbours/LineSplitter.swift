/// Cuts a stream of octets into lines and never keeps more than one line's limit; both ends of the pipe between a daemon
/// and its `parlor-discovery` use it.
package struct LineSplitter {
  private let limit: Int
  private var line: [UInt8] = []
  private var isTooLong = false

  /// `limit` is the longest line in octets, without its line feed.
  package init(limit: Int) { self.limit = limit }

  /// Adds octets and returns the lines that are whole; nil stands for one that was too long.
  package mutating func take(_ octets: some Sequence<UInt8>) -> [[UInt8]?] {
    var lines: [[UInt8]?] = []
    for octet in octets {
      if octet == UInt8(ascii: "\n") {
        lines.append(isTooLong ? nil : line)
        line.removeAll(keepingCapacity: true)
        isTooLong = false
      } else if line.count < limit {
        line.append(octet)
      } else {
        isTooLong = true
      }
    }
    return lines
  }
}
