/// Reads one HTTP/1.1 response out of bytes in pieces of any size (RFC 9112).
///
/// Knows what a local daemon sends: a status line, fields, and a body of a stated length, in chunks, or up
/// to the end of the connection.
public struct ResponseParser: Sendable {
  /// A part of the response that was found in a piece of bytes.
  public enum Part: Equatable, Sendable {
    /// The status code; once, first.
    case status(Int)
    /// Some of the body.
    case body([UInt8])
    /// Nothing of this response follows.
    case end
  }

  /// The reason why bytes are not a response.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// A line that cannot stand where it stands.
    case malformed(String)
    /// A line or head longer than `longestHead` bytes.
    case tooLong

    /// The problem in words for people, as the end of a sentence.
    public var description: String {
      switch self {
      case .malformed: "it is not HTTP"
      case .tooLong: "its head is too long"
      }
    }
  }

  /// Longest line, and longest head together, in bytes.
  public static let longestHead = 64 * 1024

  private enum State: Equatable {
    case statusLine
    case fields(length: Int?, chunked: Bool)
    case body(left: Int)
    case untilClose
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case trailers
    case done
  }

  /// The media type of the body, as its head says; nil when the head names none.
  public private(set) var contentType: String?

  /// The number of bytes of the body, as its head says; nil when the head names none.
  public private(set) var bodyLength: Int?

  private var state = State.statusLine
  private var line: [UInt8] = []
  private var headBytes = 0

  /// Starts before the first byte of a response.
  public init() {}

  /// Takes the next bytes; what follows the end of the response is dropped.
  public mutating func consume(
    _ bytes: some RandomAccessCollection<UInt8>
  ) throws(Failure) -> [Part] {
    var parts: [Part] = []
    var body: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      switch state {
      case .body(let left):
        let count = Self.move(left, from: &rest, to: &body)
        state = count < left ? .body(left: left - count) : .done
        guard state == .done else { continue }
        parts += [.body(body), .end]
        body = []
      case .chunk(let left):
        let count = Self.move(left, from: &rest, to: &body)
        state = count < left ? .chunk(left: left - count) : .chunkEnd
      case .untilClose:
        Self.move(rest.count, from: &rest, to: &body)
      case .done:
        return parts
      case .statusLine, .fields, .chunkSize, .chunkEnd, .trailers:
        rest = rest.dropFirst()
        guard let whole = try lineEnded(by: byte) else { continue }
        try take(line: whole, into: &parts)
      }
    }
    if !body.isEmpty { parts.insert(.body(body), at: Self.bodyIndex(parts)) }
    return parts
  }

  /// Moves up to a number of bytes.
  ///
  /// - Returns: how many there were.
  @discardableResult
  private static func move<Rest: RandomAccessCollection<UInt8>>(
    _ most: Int, from rest: inout Rest, to body: inout [UInt8]
  ) -> Int where Rest.SubSequence == Rest {
    let piece = rest.prefix(most)
    body.append(contentsOf: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }

  /// Says that the connection ended; true when that is a proper end of the response.
  public mutating func closed() -> Bool {
    let proper = state == .untilClose || state == .done
    state = .done
    return proper
  }

  /// Body bytes of one call come after the status and before the end.
  private static func bodyIndex(_ parts: [Part]) -> Int {
    parts.last == .end ? parts.count - 1 : parts.count
  }

  private mutating func lineEnded(by byte: UInt8) throws(Failure) -> String? {
    headBytes += 1
    guard headBytes <= Self.longestHead else { throw Failure.tooLong }
    guard byte == UInt8(ascii: "\n") else {
      line.append(byte)
      return nil
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { line.removeAll(keepingCapacity: true) }
    return String(decoding: line, as: UTF8.self)
  }

  private mutating func take(line: String, into parts: inout [Part]) throws(Failure) {
    switch state {
    case .statusLine:
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
        throw Failure.malformed(line)
      }
      parts.append(.status(status))
      state = .fields(length: nil, chunked: false)
    case .fields(let length, let chunked):
      try take(field: line, length: length, chunked: chunked, into: &parts)
    case .chunkSize:
      headBytes = 0
      let digits = line.prefix { $0 != ";" && $0 != " " }
      guard let size = Int(digits, radix: 16), size >= 0 else { throw Failure.malformed(line) }
      state = size > 0 ? .chunk(left: size) : .trailers
    case .chunkEnd:
      guard line.isEmpty else { throw Failure.malformed(line) }
      state = .chunkSize
    case .trailers:
      guard line.isEmpty else { return }
      state = .done
      parts.append(.end)
    case .body, .chunk, .untilClose, .done:
      break
    }
  }

  private mutating func take(
    field line: String, length: Int?, chunked: Bool, into parts: inout [Part]
  ) throws(Failure) {
    guard line.isEmpty else {
      guard let colon = line.firstIndex(of: ":") else { throw Failure.malformed(line) }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      switch line[..<colon].lowercased() {
      case "content-length":
        guard let stated = Int(value), stated >= 0 else { throw Failure.malformed(line) }
        state = .fields(length: stated, chunked: chunked)
      case "content-type":
        contentType = String(value)
      case "transfer-encoding":
        state = .fields(length: length, chunked: value.lowercased() == "chunked")
      default:
        break
      }
      return
    }
    headBytes = 0
    switch (chunked, length) {
    case (true, _): state = .chunkSize
    case (false, nil): state = .untilClose
    case (false, 0?):
      state = .done
      parts.append(.end)
    case (false, let length?):
      bodyLength = length
      state = .body(left: length)
    }
  }
}
