import Commands
import Daemon
import Link
import Store
import Terminal

extension RestoreCommand: Handed {
  package func perform() throws {
    let source = try FileSource(file)
    let home = try options.homePath()
    let restored: Backup.Restored
    do {
      restored = try Backup.restore(from: { try source.next() }, to: home)
    } catch let error as StoreError {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    } catch let error as NodeIdentityError {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
    if options.json {
      let fields: [(String, JSONText.Value)] = [
        ("home", .text(home)), ("node", .text(restored.node)),
        ("switchedOff", .list(restored.switchedOff)),
      ]
      return Output.line(JSONText.object(fields))
    }
    Output.line("\(home.plain) is restored.")
    if !restored.switchedOff.isEmpty {
      let keys = restored.switchedOff.map(\.plain).joined(separator: ", ")
      Output.line(
        "Switched off, because a backup may come from somebody else: \(keys). `parlor settings set` switches them on again."
      )
    }
    Output.error(
      "parlor: This home is the same node as the one that was backed up: never run both at the same time."
    )
  }
}
