import Schema

/// The stream of changes of one daemon, for a loop that polls `descriptor`.
public final class ChangeReader {
  /// One item that came over the stream.
  public enum Item: Equatable, Sendable {
    /// A change, or with number 0 a part of the present state.
    case change(Change)
    /// The present state is complete.
    case ready
    /// Changes were lost; the whole state follows.
    case gap
    /// The daemon was told to stop.
    case stopping
  }

  private let stream: SocketStream
  private var parser = ResponseParser()
  private var events = EventParser()
  private var status = 0
  private var body: [UInt8] = []
  /// Whether the daemon has ended the stream; told after everything that came before the end.
  private var isEnded = false

  init(stream: SocketStream) {
    self.stream = stream
  }

  /// The descriptor to poll for reading; valid while this object lives.
  public var descriptor: Int32 { stream.descriptor }

  /// Reads what has arrived, waiting for it at most `milliseconds` (-1: as long as it takes).
  ///
  /// Throws `ClientFailure.noDaemon` at the end of the stream, `refused` when the daemon will not have it.
  public func read(milliseconds: Int32 = -1) throws -> [Item] {
    if isEnded { throw ClientFailure.noDaemon("it ended the stream") }
    let bytes = try stream.read(milliseconds: milliseconds)
    if bytes.isEmpty { throw ClientFailure.noDaemon("it closed the connection") }
    var items: [Item] = []
    for part in try DaemonClient.parse(bytes, with: &parser) {
      switch part {
      case .status(let code): status = code
      case .body(let bytes) where status == 200:
        for event in try events.consume(bytes) { try items.append(Self.item(event)) }
      case .body(let bytes): body += bytes
      case .end where status == 200: isEnded = true
      case .end: throw DaemonClient.failure(status, body, BodyForm(parser.contentType))
      }
    }
    if isEnded, items.isEmpty { throw ClientFailure.noDaemon("it ended the stream") }
    return items
  }

  private static func item(_ event: ServerEvent) throws -> Item {
    switch event.name {
    case "ready": return .ready
    case "gap": return .gap
    case "stopping": return .stopping
    case "refused": throw DaemonClient.failure(0, event.data, .json)
    default:
      do {
        return .change(try JSONMapping.message(Change.self, from: event.data, lenient: true))
      } catch {
        throw ClientFailure.garbled(JSONMapping.reason(error))
      }
    }
  }
}
