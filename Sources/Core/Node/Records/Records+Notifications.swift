import Feature
import Identifiers
import Schema
import Store
import Wire

extension Node {
  /// Calls our person when somebody has just written to it: in a room of two, or with its name.
  ///
  /// Never for what it looks at, mutes or wrote itself; and not more often than once in ten seconds, after three.
  func callPerson(
    about changes: [RecordApplier.Change], in room: Room, _ views: RoomViews
  ) throws {
    guard settings.startsProgramForMessages, !presence[room.id].contains(account.author)
    else { return }
    let home = views.home
    for change in changes where change.effect == .made {
      guard let call = try self.call(about: change, in: room.id, home) else { continue }
      guard allowances.spendCall(at: now) else { return }
      turn.tell(
        .notify(
          PersonCall(
            command: settings.notifyCommand, sender: call.sender, room: try views.name(),
            text: settings.notifyText ? call.text : "")))
    }
  }

  /// Returns the call that a feature makes of a record of somebody else; nil if our person need not be called.
  private func call(
    about change: RecordApplier.Change, in room: RoomID, _ home: any Snapshot
  ) throws -> Arrival.Call? {
    guard let arrival = store.registry.arrivals.first(where: { $0.kinds.contains(change.kind) }),
      let record = try home.record(change.record, in: room), !record.isDeleted,
      record.author != account.author, try !home.person(record.author, in: room).isMuted
    else { return nil }
    return try arrival.call(record, home)
  }
}
