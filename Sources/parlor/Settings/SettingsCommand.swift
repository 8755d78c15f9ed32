import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor settings`: what is yours to choose.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "See and change your name, colour and other settings.",
    discussion: """
      KEYS
        \(ShownSetting.explained)

      EXAMPLES
        parlor settings
        parlor settings set name Ada
        parlor settings get name
        parlor settings set colour cyan
        parlor settings set notify-command 'notify-send --app-name=Parlor'
      """,
    subcommands: [SettingsShowCommand.self, SettingsGetCommand.self, SettingsSetCommand.self],
    defaultSubcommand: SettingsShowCommand.self)
}

/// `parlor settings show`.
struct SettingsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the settings of this home.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let settings = try options.client().call(Methods.Node.settings)
    try settings.tell(options)
  }
}

/// `parlor settings set`.
struct SettingsSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change one setting.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "\(ShownSetting.names).")
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
    let line = answer.lines.first { $0.key == key }
    Output.line("\(key.plain) is \(line?.value ?? "set") now.")
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
    guard let line = settings.lines.first(where: { $0.key == key }) else {
      throw CommandFailure(
        SessionEnd.refused,
        "There is no setting called \(key.plain): `parlor settings` lists those there are.")
    }
    Output.line(
      options.json
        ? JSONText.object([("key", .text(key)), ("value", .text(line.value))]) : line.value)
  }
}

extension SettingsView {
  /// The settings under the names that `settings set` takes, each with its value as people are shown it.
  fileprivate var lines: [(key: String, value: String)] {
    ShownSetting.all.map { ($0.key, $0.value(self)) }
  }

  fileprivate func tell(_ options: GlobalOptions) throws {
    if options.json { return try Output.json(self) }
    for (key, value) in lines { Output.line(Columns.fit(key, to: 20) + value) }
    if !muted.isEmpty {
      Output.line(
        Columns.fit("muted", to: 20) + muted.map(ShortID.text).joined(separator: " "))
    }
  }
}
