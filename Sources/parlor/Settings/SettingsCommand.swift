import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor settings`: shows, explains and changes settings.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "See and change your name, colour and other settings.",
    discussion: """
      `parlor settings explain` says what each of them is.

      EXAMPLES
        parlor settings
        parlor settings explain
        parlor settings set name Ada
        parlor settings get name
        parlor settings set colour cyan
        parlor settings set notify-command 'notify-send --app-name=Parlor'
      """,
    subcommands: [
      SettingsShowCommand.self, SettingsGetCommand.self, SettingsSetCommand.self,
      SettingsExplainCommand.self,
    ],
    defaultSubcommand: SettingsShowCommand.self)
}

/// `parlor settings show`.
struct SettingsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the settings of this home.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let settings = try options.client().call(Methods.Node.settings)
    if options.json { return try Output.json(settings) }
    for setting in settings.shown {
      Output.line(Columns.fit(setting.key.plain, to: 20) + setting.text)
    }
  }
}

/// `parlor settings set`.
struct SettingsSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change one setting.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "One of the names that `parlor settings` lists.")
  var key: String

  @Argument(help: "The new value.")
  var value: String

  func run() throws {
    let change = ChangeSetting.with {
      $0.key = key
      $0.value = value
    }
    let answer = try options.client().call(Methods.Node.set) { $0 = change }
    if options.json { return try Output.json(answer) }
    let setting = answer.settings.first { $0.key == key }
    Output.line("\(key.plain) is \(setting?.text ?? "set") now.")
  }
}

/// `parlor settings get`.
struct SettingsGetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Show one setting, and nothing else.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "One of the names that `parlor settings` lists.")
  var key: String

  func run() throws {
    let settings = try options.client().call(Methods.Node.settings)
    guard let setting = settings.settings.first(where: { $0.key == key }) else {
      throw CommandFailure(
        SessionEnd.refused,
        "There is no setting called \(key.plain): `parlor settings` lists those there are.")
    }
    Output.line(
      options.json
        ? JSONText.object([("key", .text(key)), ("value", .text(setting.text))]) : setting.text)
  }
}

/// `parlor settings explain`.
struct SettingsExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show what each setting is.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let view = try options.client().call(Methods.Node.settings)
    try options.show(view) { view.settings.flatMap(\.explained) }
  }
}
