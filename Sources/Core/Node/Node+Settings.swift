import Schema
import Store

extension Node {
  /// Changes a setting, and tells everybody who shows it.
  func perform(_ command: ChangeSetting, _ transaction: Transaction) throws -> SettingsView {
    let oldName = settings.name
    let stored = try settings.set(command.key, command.value)
    try transaction.setSetting(command.key == "color" ? "colour" : command.key, stored)
    publish(.settings(settings.view))
    if settings.name != oldName {
      try flagNames(like: oldName, transaction)
      try flagNames(like: settings.name, transaction)
    }
    try sendProfile()
    try introduceAgain(transaction)
    try announce()
    for link in links.ids { try reevaluateSharing(on: link, transaction) }
    if command.key.hasPrefix("share-") { turn.changes.weighsBlobs = true }
    return settings.view
  }
}
