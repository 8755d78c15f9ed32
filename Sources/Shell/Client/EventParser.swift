/// One server-sent event.
public struct ServerEvent: Equatable, Sendable {
  /// The event's name; empty for an ordinary change.
  public var name: String
  /// The data lines, joined by newlines.
  public var data: [UInt8]

  /// Describes one event.
  public init(name: String, data: [UInt8]) {
    self.name = name
    self.data = data
  }
}

/// Reads server-sent events out of body bytes in pieces of any size.
public struct EventParser: Sendable {
  /// Longest line, in bytes; a longer one is an error.
  public static let longestLine = 8 * 1024 * 1024

  private var line: [UInt8] = []
  private var event = ServerEvent(name: "", data: [])
  private var any = false

  /// Starts at the beginning of a stream.
  public init() {}

  /// Takes the next bytes and returns the events that are whole now.
  public mutating func consume(_ bytes: [UInt8]) throws -> [ServerEvent] {
    var events: [ServerEvent] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        guard line.count <= Self.longestLine else { throw ResponseParser.Failure.tooLong }
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty {
        if any { events.append(event) }
        event = ServerEvent(name: "", data: [])
        any = false
      } else {
        takeLine()
      }
      line.removeAll(keepingCapacity: true)
    }
    return events
  }

  private mutating func takeLine() {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    var value = line[(colon + 1)...]
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event":
      event.name = String(decoding: value, as: UTF8.self)
      any = true
    case "data":
      if !event.data.isEmpty { event.data.append(UInt8(ascii: "\n")) }
      event.data += value
      any = true
    default:
      // Comments, ids and retry times are of no use here.
      break
    }
  }
}
