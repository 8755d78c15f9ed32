import Schema
import Store

extension Node {
  /// Changes a setting, and tells everybody who shows it.
  func perform(_ command: ChangeSetting, _ transaction: Transaction) throws -> SettingsView {
    let (oldName, oldLobby) = (settings.name, settings.lobby)
    let stored = try settings.set(command.key, command.value)
    try transaction.setSetting(command.key == "color" ? "colour" : command.key, stored)
    turn.publish(.settings(settings.view))
    // The view of the lobby says whether anybody gets what is written there.
    if settings.lobby != oldLobby { turn.changes.presence.insert(.lobby) }
    if settings.name != oldName {
      try peers.flagNames(like: oldName, transaction)
      try peers.flagNames(like: settings.name, transaction)
    }
    try peers.sendProfile()
    try introduceAgain(transaction)
    try announce()
    for link in links.ids { try reevaluateSharing(on: link, transaction) }
    if command.key.hasPrefix("share-") { turn.changes.weighsBlobs = true }
    return settings.view
  }
}
