import Identifiers
import Schema
import SwiftProtobuf

/// What comes of a command.
public enum Outcome<Response: Message & Sendable>: Sendable {
  /// The answer is how a record is shown after everything was written; `adding` says what this answer alone says of it.
  case record(RecordID, in: RoomID, adding: @Sendable (inout Response) -> Void = { _ in })
}

/// A command of a feature: it reads a snapshot and fills in a draft.
public struct Handler: Sendable {
  /// A record whose view is the answer, and what is added to that view.
  public struct Shown: Sendable {
    /// The record.
    public let record: RecordID
    /// Its room.
    public let room: RoomID
    /// Completes the answer.
    public let complete: @Sendable (any Message) -> any Message
  }

  /// The name of the command: `chat/post`.
  public let path: String
  /// The message that asks for it.
  public let request: any Message.Type
  /// Decides what is written.
  public let run: @Sendable (any Message, any Snapshot, inout Draft) throws -> Shown

  /// A command that a function performs.
  public static func command<Request: Message, Response: Message>(
    _ path: String,
    _ perform:
      @escaping @Sendable (Request, any Snapshot, inout Draft) throws -> Outcome<Response>
  ) -> Handler {
    Handler(path: path, request: Request.self) { message, home, draft in
      guard let request = message as? Request else {
        throw Refused(.invalid, "\(path) does not take \(type(of: message).protoMessageName).")
      }
      switch try perform(request, home, &draft) {
      case .record(let record, let room, let adding):
        return Shown(record: record, room: room) { view in
          guard var response = view as? Response else { return view }
          adding(&response)
          return response
        }
      }
    }
  }
}
