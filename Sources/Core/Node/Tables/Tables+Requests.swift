import Feature
import FoundationEssentials
import Identifiers
import Schema
import Wire

/// The questions for a chair, ours and those of others, and the word about where our person is.
extension Tables {
  /// Asks for the other chair.
  func ask(_ ask: OwnAsk, at id: RoomID) {
    sessions.ask(ask, at: id)
    noteAsked(id)
  }

  /// Ends a question for a chair, which has its answer or is taken back.
  ///
  /// - Returns: the question; nil where there was none.
  @discardableResult
  func endAsk(at id: RoomID) -> OwnAsk? {
    defer { noteAsked(id) }
    return sessions.endAsk(at: id)
  }

  /// Says to the rooms whether our person asks for something at a table.
  func noteAsked(_ id: RoomID) { rooms.asked[id] = sessions.host(of: id) }

  /// Answers a question for the other chair with no.
  ///
  /// - Parameter forGood: whether asking again is of no use.
  func decline(
    _ room: Data, _ reason: String, forGood: Bool = false, on link: LinkID
  ) throws {
    var declined = Declined()
    declined.room = room
    declined.reason = reason
    declined.forGood = forGood
    try links.send(.declined(declined), on: link)
  }

  /// Says whether our person is at a table, once the peer can know that it has a chair there.
  func sendPresence(_ table: Table, on link: LinkID) throws {
    guard table.isTaken else { return }
    try rooms.sendPresence(in: table.id, here: table.attendance.isHere, on: link)
  }
}
