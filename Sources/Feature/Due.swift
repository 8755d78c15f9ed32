import Identifiers
import Schema

/// The notices and calls that a feature has for our person because a time has come.
public struct Due: Sendable {
  /// The notices that our person gets, the soonest first.
  public var notices: [Notice]
  /// The commands that the node performs for our person. A call may be asked for again before it is done, so a repeated call does
  /// nothing.
  public var calls: [Call]
  /// The instant at which something is due next, in milliseconds since 1970; nil while nothing is known to be.
  public var next: Int64?

  /// Nothing, unless something is given.
  public init(
    notices: [Notice] = [], calls: [Call] = [], next: Int64? = nil
  ) {
    self.notices = notices
    self.calls = calls
    self.next = next
  }

  /// A clock that is set back by less than this in milliseconds makes nothing be told twice.
  public static let mostAhead: Int64 = 86_400_000

  /// Since when our person is to be told of what comes: where that is more than a day ahead, a clock was wrong then.
  ///
  /// - Parameters:
  ///   - told: until when everything was told.
  ///   - now: milliseconds since 1970, as is `told`.
  public static func since(_ told: Int64, now: Int64) -> Int64 {
    let (ahead, overflow) = told.subtractingReportingOverflow(now)
    return overflow || ahead > mostAhead ? now : told
  }
}

/// One thing that our person is told when it comes.
public struct Notice: Equatable, Sendable {
  /// The item that it is about.
  public let item: ItemID
  /// Its room.
  public let room: RoomID
  /// The instant at which it came, in milliseconds since 1970.
  public let instant: Int64
  /// The title of the item, cleaned.
  public let title: String
  /// One line about it, cleaned.
  public let text: String
  /// The environment variables, by name, that a program which tells it gets beside the text.
  public let variables: [String: String]

  /// Puts a notice together.
  public init(
    item: ItemID, room: RoomID, instant: Int64, title: String, text: String,
    variables: [String: String] = [:]
  ) {
    self.item = item
    self.room = room
    self.instant = instant
    self.title = title
    self.text = text
    self.variables = variables
  }
}
