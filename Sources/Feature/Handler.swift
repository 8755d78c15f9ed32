import FoundationEssentials
import Identifiers
import Schema
import SwiftProtobuf

/// The answer of a command, with its type.
public enum Outcome<Response: Message>: Sendable {
  /// The answer is how a record is shown after everything was written; `adding` says what this answer alone says of it.
  case record(RecordID, in: RoomID, adding: @Sendable (inout Response) -> Void = { _ in })
  /// The answer is a value that is known before anything is written.
  case value(Response)
}

/// The function of a feature that performs a method of the schema.
public struct Handler: Sendable {
  /// The answer of a command, without its type.
  public enum Answer: Sendable {
    /// The view of a record after the write; `complete` adds what this answer alone says, and makes an empty view for a
    /// record that is not shown, such as one in a room that turned out to be somebody else's.
    case record(RecordID, in: RoomID, complete: @Sendable ((any Message)?) -> any Message)
    /// A value.
    case value(any Message)
  }

  /// The work of a method.
  public enum Work: Sendable {
    /// It reads a snapshot and fills in a draft.
    case command(@Sendable (any Message, any Snapshot, inout Draft) throws -> Answer)
    /// It reads a snapshot and answers.
    case read(@Sendable (any Message, any Snapshot) throws -> any Message)
  }

  /// The path of the method: `chat/post`.
  public let path: String
  /// The work that it does.
  public let work: Work
  /// The same of a method that only reads, answered piece by piece: merged, the pieces are the answer. Nil for a method that
  /// answers at once.
  public private(set) var pieces: Pieces?

  /// The file that a command is about; nil for one without.
  public private(set) var file: FileReading?

  /// Reads the file of a command, before the turn that writes what comes of it.
  public struct FileReading: Sendable {
    /// The id of the kept bytes that a request names; empty where the file is in the request itself.
    public let blob: @Sendable (any Message) throws -> String
    /// Reads the file out of a request and of those bytes; throws what is wrong with it.
    public let read: @Sendable (any Message, Data) throws -> any Sendable
  }

  /// Hands on each piece of an answer as soon as it is read.
  public typealias Pieces =
    @Sendable (any Message, any Snapshot, (any Message) throws -> Void) throws -> Void

  /// Has a function perform a method that writes.
  public static func command<Request, Response>(
    _ method: Method<Request, Response>,
    _ perform:
      @escaping @Sendable (Request, any Snapshot, inout Draft) throws -> Outcome<Response>
  ) -> Handler {
    precondition(!method.isRead, "\(method.path) only reads")
    return Handler(
      path: method.path,
      work: .command { message, home, draft in
        switch try perform(method.request(message), home, &draft) {
        case .value(let value): return .value(value)
        case .record(let record, let room, let adding):
          return .record(record, in: room) { view in
            guard var response = view as? Response else { return Response() }
            adding(&response)
            return response
          }
        }
      })
  }

  /// Has a function perform a method that writes what comes of a file.
  ///
  /// - Parameters:
  ///   - blob: the id of the kept bytes that a request names; empty where the file is in the request itself.
  ///   - read: reads the file, with nothing but the request and those bytes: the daemon does it beside the loop of turns.
  public static func command<Request, Response, File: Sendable>(
    _ method: Method<Request, Response>,
    of blob: @escaping @Sendable (Request) -> String,
    reading read: @escaping @Sendable (Request, Data) throws -> File,
    _ perform:
      @escaping @Sendable (Request, File, any Snapshot, inout Draft) throws -> Outcome<Response>
  ) -> Handler {
    var handler = Handler.command(method) { request, home, draft in
      let id = blob(request)
      let file =
        try draft.file as? File ?? read(request, id.isEmpty ? Data() : draft.uploaded(id))
      return try perform(request, file, home, &draft)
    }
    handler.file = FileReading(
      blob: { blob(try method.request($0)) }, read: { try read(method.request($0), $1) })
    return handler
  }

  /// Has a function perform a method that only reads.
  public static func read<Request, Response>(
    _ method: Method<Request, Response>,
    _ read: @escaping @Sendable (Request, any Snapshot) throws -> Response
  ) -> Handler {
    precondition(method.isRead, "\(method.path) writes")
    return Handler(
      path: method.path, work: .read { try read(method.request($0), $1) })
  }

  /// Has a function perform a method that only reads, and that answers in pieces.
  public static func pieces<Request, Response>(
    _ method: Method<Request, Response>,
    _ read:
      @escaping @Sendable (Request, any Snapshot, (Response) throws -> Void) throws -> Void
  ) -> Handler {
    var handler = Handler.read(method) { request, home in
      var whole = Response()
      try read(request, home) { try whole.merge(serializedBytes: $0.serializedData()) }
      return whole
    }
    handler.pieces = { try read(method.request($0), $1, $2) }
    return handler
  }
}

extension Method {
  /// A message as the request of this method.
  ///
  /// - Throws: `Refused` for another message.
  public func request(_ message: any Message) throws -> Request {
    guard let request = message as? Request else {
      throw Refused(.invalid, "\(path) does not take \(type(of: message).protoMessageName).")
    }
    return request
  }
}
