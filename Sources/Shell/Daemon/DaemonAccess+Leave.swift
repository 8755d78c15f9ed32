import Feature
import Identifiers
import Node
import Schema

extension DaemonAccess {
  /// Says at each table and in each room that our person has left, and ends the streams of all screens.
  func leave() async {
    board.interrupt()
    var calls: [Call] = []
    let phases: Set<TablePhase> = [.open, .asked, .seated, .playing]
    for table in (try? tables()) ?? [] where phases.contains(table.phase) {
      calls.append(
        Methods.Tables.attend {
          $0.table = table.id
          $0.attendance = .leave
        })
    }
    for (room, people) in board.here where people.contains(description.account) {
      calls.append(
        Methods.Rooms.enter {
          $0.room = room.description
          $0.here = false
        })
    }
    // A table at which we have no chair refuses, which is as well.
    _ = await perform(calls)
  }
}
