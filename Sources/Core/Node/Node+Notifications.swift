import Schema
import Store
import Wire

/// A call to our person, away from the screen: a program is started (row C-17).
public struct PersonCall: Equatable, Sendable {
  /// The program and its arguments, as our person set them.
  public var command: [String]
  /// Who wrote, cleaned.
  public var sender: String
  /// What the room is called, cleaned.
  public var room: String
  /// What was written; empty unless our person wants it said.
  public var text: String
}

extension Node {
  /// Calls our person when somebody has just written to it: in a room of two, or with its name.
  ///
  /// Never for what it looks at, mutes or wrote itself; and not more often than once in ten seconds, after three.
  func callPerson(
    about changes: [RecordApplier.Change], in room: Room, _ views: RoomViews
  ) throws {
    guard !settings.notifyCommand.isEmpty, presence[room.id]?.contains(account.author) != true
    else { return }
    for change in changes where isMessage(change) && change.effect == .made {
      guard let message = try views.shown(change.record, as: MessageView.self), !message.own,
        !message.muted,
        message.mentionsUs || room.stored.kind == .direct
      else { continue }
      guard calls.spend(at: now.steady) else { return }
      outputs.append(
        .notify(
          PersonCall(
            command: settings.notifyCommand, sender: message.name, room: try views.name(),
            text: settings.notifyText ? message.text : "")))
    }
  }
}
