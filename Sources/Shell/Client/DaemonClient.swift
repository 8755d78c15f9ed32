import Programs
import Schema
import SwiftProtobuf
import WholeSchema

/// Asks the daemon of one home over its Unix socket, one request after the other.
///
/// The connection is opened by the first request and kept. Not for use by two threads.
public final class DaemonClient {
  /// The home whose daemon is asked.
  public let home: String
  private var stream: SocketStream?
  private let timeoutMilliseconds: Int32
  /// Told once when the daemon has been silent and is still at work, and is waited for; nil for a client that gives up then.
  public var whileAtWork: (() -> Void)?
  private var hasTold = false

  /// Prepares a client; nothing is connected yet.
  ///
  /// `timeoutMilliseconds` is how long the daemon may be silent within one request.
  public init(home: String, timeoutMilliseconds: Int32 = 10_000) {
    self.home = home
    self.timeoutMilliseconds = timeoutMilliseconds
    // Answers hold messages of features and games, which whoever prints them as JSON finds by name.
    Methods.registerMessages()
  }

  /// Connects if there is no connection that still stands, as after a restart of the daemon; throws `ClientFailure.noDaemon` when nobody listens.
  public func connect() throws {
    if stream?.isStale ?? true { stream = try SocketStream.connect(home: home) }
  }

  /// Whether a daemon listens in the home; then it is connected.
  ///
  /// - Throws: `ClientFailure` where that cannot be found out.
  var isAnswered: Bool {
    get throws {
      do {
        try connect()
        return true
      } catch ClientFailure.noDaemon {
        return false
      }
    }
  }

  /// The note of the daemon about its program; nil while nothing is connected, and where the daemon has left none.
  var programNote: ProgramNote? {
    guard let listener = stream?.listener, let note = ProgramNote(in: home) else { return nil }
    return note.process == listener ? note : nil
  }

  /// Closes the connection; the next request opens another one.
  func disconnect() { stream = nil }

  /// Reads the bytes of a route that does not answer with a message.
  public func bytes(_ path: String) throws -> [UInt8] { try request("GET", path, body: []).body }

  /// Opens a stream of changes on a connection of its own.
  public func changes(_ query: String) throws -> ChangeReader {
    let stream = try SocketStream.connect(home: home)
    try stream.write(Self.head("GET", "/v1/stream" + query, length: 0), patience())
    return ChangeReader(stream: stream)
  }

  /// The patience for the next answer.
  ///
  /// - Parameter span: the longest silence of a daemon that does nothing, in milliseconds; nil for that of the client.
  func patience(_ span: Int32? = nil) -> Patience {
    guard whileAtWork != nil else { return Patience(span: span ?? timeoutMilliseconds) }
    return Patience(
      span: span ?? timeoutMilliseconds,
      tell: { [self] in
        guard !hasTold else { return }
        hasTold = true
        whileAtWork?()
      })
  }

  func decode<Kind: Message>(
    _ kind: Kind.Type, _ answer: (body: [UInt8], form: BodyForm)
  ) throws -> Kind {
    do {
      return try answer.form.message(kind, from: answer.body)
    } catch {
      throw ClientFailure.garbled(
        answer.form == .json ? JSONMapping.reason(error) : "it is not a message of this version")
    }
  }

  /// - Parameters:
  ///   - meanwhile: what is done while the daemon works on the request.
  ///   - take: may take bytes of the answer away, from its beginning, whenever more have come.
  func request(
    _ method: String, _ path: String, body: [UInt8], meanwhile: () throws -> Void = {},
    take: (inout [UInt8]) throws -> Void = { _ in }
  ) throws -> (body: [UInt8], form: BodyForm) {
    do {
      try connect()
      guard let stream else { return ([], .json) }
      try stream.write(
        Self.head(method, path, length: body.count) + body, patience())
      try meanwhile()
      return try response(from: stream, take)
    } catch {
      // After a refusal the connection is in step; after anything else nobody knows.
      if case ClientFailure.refused = error { throw error }
      stream = nil
      throw error
    }
  }

  private func response(
    from stream: SocketStream, _ take: (inout [UInt8]) throws -> Void
  ) throws -> (body: [UInt8], form: BodyForm) {
    var parser = ResponseParser()
    var status = 0
    var body: [UInt8] = []
    while true {
      let bytes = try stream.read(patience())
      if bytes.isEmpty && !parser.closed() {
        throw ClientFailure.noDaemon("it closed the connection")
      }
      for part in try Self.parse(bytes, with: &parser) {
        switch part {
        case .status(let code): status = code
        case .body(let more):
          if body.isEmpty { body.reserveCapacity(min(parser.bodyLength ?? 0, 16 << 20)) }
          body += more
          if (200..<300).contains(status) { try take(&body) }
        case .end:
          let form = BodyForm(parser.contentType)
          guard (200..<300).contains(status) else { throw Self.failure(status, body, form) }
          return (body, form)
        }
      }
      if bytes.isEmpty { return (body, BodyForm(parser.contentType)) }
    }
  }

  static func parse(
    _ bytes: [UInt8], with parser: inout ResponseParser
  ) throws -> [ResponseParser.Part] {
    do throws(ResponseParser.Failure) {
      return try parser.consume(bytes)
    } catch {
      throw ClientFailure.garbled(error.description)
    }
  }

  static func failure(_ status: Int, _ body: [UInt8], _ form: BodyForm) -> ClientFailure {
    let refusal = try? form.message(Refusal.self, from: body)
    guard let refusal, !refusal.message.isEmpty else {
      return .garbled("it has the HTTP status \(status) and no sentence")
    }
    return .refused(refusal)
  }

  static func head(_ method: String, _ path: String, length: Int) -> [UInt8] {
    Array(
      """
      \(method) \(path) HTTP/1.1\r
      host: parlor\r
      accept: \(BodyForm.protobuf.rawValue)\r
      content-type: \(BodyForm.protobuf.rawValue)\r
      content-length: \(length)\r
      \r\n
      """.utf8)
  }
}
