import Schema

/// Rooms in a list, in the order of the node: by news. Where many are quiet, those are folded.
public struct RoomListText: Sendable {
  /// Those with something unread, with somebody in them, or in which something was said lately.
  public let lively: [RoomView]
  /// All others.
  public let quiet: [RoomView]

  /// A room in which nothing was said for so long is quiet: a week.
  private static let quietMilliseconds: Int64 = 7 * 86_400_000
  /// The most quiet rooms that are listed like others.
  private static let fewQuiet = 3

  /// - Parameter now: milliseconds since 1970.
  public init(_ rooms: [RoomView], now: Int64) {
    func isLively(_ room: RoomView) -> Bool {
      room.unread > 0 || !room.notice.isEmpty || room.members.contains { $0.here && !$0.own }
        || room.lastMilliseconds > now - Self.quietMilliseconds
    }
    lively = rooms.filter(isLively)
    quiet = rooms.filter { !isLively($0) }
  }

  /// Whether the quiet ones are too many to be listed and become one line.
  var isFolded: Bool { quiet.count > Self.fewQuiet }

  /// The rooms, one a line; many quiet ones as one line.
  ///
  /// - Parameter all: lists those as well.
  public func lines(all: Bool) -> [Line] {
    let isFolded = !all && self.isFolded
    let rows = (lively + (isFolded ? [] : quiet)).map(MessageText.line(of:))
    guard isFolded else { return rows }
    let rooms = Count.of(quiet.count, "quiet room is", "quiet rooms are")
    return rows + [Line("  \(rooms) not listed: --all shows them.", .faint)]
  }
}
