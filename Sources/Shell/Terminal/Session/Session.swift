import ChatSchema
import EventSchema
import Schema
import SwiftProtobuf

/// Everything that can happen to a session: a screen, a script or a pipe that is at a table.
public enum SessionInput: Equatable, Sendable {
  /// A change, or a part of the present state.
  case change(Change)
  /// The present state is complete.
  case ready
  /// Changes were lost; the whole state follows.
  case gap
  /// An event that was missed, fetched after `catchUp`.
  case missed(TableEvent)
  /// The daemon cannot be reached; the reason is for people.
  case lost(String)
  /// The daemon was told to stop.
  case stopping
  /// The daemon refused a command or the stream.
  case refused(Refusal)
  /// The daemon did what was sent.
  case done(Reply)
  /// A call or a read that was sent was not answered; nobody knows whether it was done.
  case unanswered
  /// The answer to a `fetch` of the session.
  case fetched(Fetched)
  /// The screen has this size from now on; told before the first key.
  case size(ScreenSize)
  /// A key, where a screen is open.
  case key(Key)
  /// A line, where no screen is open.
  case line(String)
  /// No line will follow.
  case endOfInput
  /// The time of the clock, in milliseconds since 1970, if a session wants to know it.
  case time(Int64)
  /// The time that the person wanted to wait has passed.
  case timeUp
}

/// One thing that a session wants done.
public enum SessionDirective: Equatable, Sendable {
  /// Have the node do something; a refusal comes back as input.
  case send(Call)
  /// Have the node of the guest at the same screen do something.
  case sendForGuest(Call)
  /// Open the stream again with this query.
  case follow(String)
  /// Fetch the events from this number on and hand them in as `missed`.
  case catchUp(from: UInt64)
  /// Read something and hand it in as `fetched`; a refusal comes back as input.
  case fetch(Fetch)
  /// Print a line, where no screen is open.
  case print(String)
  /// Ring the bell.
  case bell
  /// Continue with this table in a session of its own.
  case sit(TableView)
  /// Begin another match with the other player at this machine.
  case again
  /// The session is over; what follows in the same list is not done.
  case end(SessionEnd)

  /// Prints a message as one line of JSON; ends the session where it cannot be written so, as a script would wait for it.
  static func json(_ message: some Message) -> SessionDirective {
    do {
      return .print(try JSONMapping.text(message))
    } catch {
      return .end(.notJSON)
    }
  }
}

/// One thing that a session may want to read.
public enum Fetch: Equatable, Sendable {
  /// Messages of a room: those before one of them, or the newest for an empty id.
  case messages(room: String, before: String)
  /// The newest messages of a room that hold a text.
  case search(room: String, text: String)
  /// A room by its name or the beginning of its id.
  case room(String)
  /// The rooms that our person is in.
  case rooms
  /// An event of a room, by its id.
  case event(room: String, id: String)
}

/// The answer to a read.
public enum Fetched: Equatable, Sendable {
  /// Messages, for `messages` with what they are before.
  case messages(MessageList, before: String)
  /// The messages that were found.
  case found(MessageList)
  /// A room.
  case room(RoomView)
  /// Rooms.
  case rooms(RoomList)
  /// An event.
  case event(EventView)
}

/// The end of a session.
public struct SessionEnd: Equatable, Sendable {
  /// The exit code of design section 11.
  public var code: Int32
  /// A sentence for people; empty when everything was said.
  public var text: String

  /// The end after an answer with a message that this program does not know, as a daemon of another version may send.
  public static let notJSON = SessionEnd(
    code: refused,
    text: "The daemon's answer cannot be written as JSON: stop it with `parlor stop`, so that this "
      + "version starts its own.")

  /// States an end.
  public init(code: Int32, text: String) {
    self.code = code
    self.text = text
  }

  /// Done.
  public static let done: Int32 = 0
  /// Refused.
  public static let refused: Int32 = 1
  /// Wrong usage.
  public static let usage: Int32 = 2
  /// No daemon.
  public static let noDaemon: Int32 = 3
  /// Timed out.
  public static let timedOut: Int32 = 4
}

/// The way in which a session talks to its person.
public enum SessionMode: Equatable, Sendable {
  /// A screen that is redrawn, and keys.
  case screen
  /// Lines of text out, words in.
  case lines
  /// One JSON object a line, both ways.
  case json
}

/// A conversation with one person, without any input or output of its own.
///
/// Hand in each event, carry out its directives in order, then draw `lines` where there is a screen.
public protocol Session: Sendable {
  /// The query of the stream of changes to open first.
  var query: String { get }
  /// Whether `--wait` counts now.
  var isWaiting: Bool { get }
  /// The time at which it wants to be told the time again, in milliseconds since 1970; nil if time does not matter. It is at most a second
  /// after the last time told, so that a clock that was set is noticed.
  var due: Int64? { get }
  /// Whether a paste comes as one key; otherwise it comes as the keys that type the same.
  var takesPastes: Bool { get }
  /// Takes one input.
  mutating func handle(_ input: SessionInput) -> [SessionDirective]
  /// The screen, at most as many lines as it has.
  func lines(_ size: ScreenSize) -> [Line]
  /// Returns the place of the cursor on that screen, from 0; nil hides it.
  func cursor(_ size: ScreenSize) -> (row: Int, column: Int)?
}

extension Session {
  /// Time does not matter.
  public var due: Int64? { nil }

  /// False: each character is a key.
  public var takesPastes: Bool { false }

  /// No cursor.
  public func cursor(_ size: ScreenSize) -> (row: Int, column: Int)? { nil }
}
