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
        name                what others see; longer than one character
        colour              one of \(AccentColour.allCases.prefix(7).map(\.rawValue).joined(separator: ", ")),
                            \(AccentColour.allCases.dropFirst(7).map(\.rawValue).joined(separator: ", "))
        bell                on or off
        quiet               on or off: if on, only paired peers are told your name
        lobby               open, paired or off: with whom the lobby is shared
        mention-all         on or off: whether @all counts as a mention of you
        notify-command      a program, with arguments, that is started when somebody
                            writes to you or an event comes; off for none
        notify-text         on or off: whether it is told what was written
        notify-limit        of how many of the soonest events you are told when
                            they come; 0 for none
        picture-folder      a directory whose pictures `event picture search` finds;
                            off for none
        picture-search-url  where it searches on the network, as Flickr answers;
                            off for nowhere
        picture-search-key  what that service knows you by
        calendar-folder     a folder of calendar files that is kept in sync with
                            your events; off for none
        mail-command        a program, with arguments, that takes mails as `sendmail -t -i`
                            does; default for that one, off for none
        lock-after          minutes without use after which a home with a password
                            locks, and whenever its daemon starts; off for never
        weather-url         where the weather is asked for when you host or join, as
                            OpenWeatherMap answers; off for nowhere
        weather-key         what that service knows you by
        weather-place       a town, or latitude,longitude
        card-back           the back of your cards: plain, or a weather as clear-day,
                            which the weather sets when you host or join
        share-stranger      MiB of your disk that each node may fill whose key you
                            have not paired with
        share-member        the same for one with a member of a private room of yours
        share-paired        the same for one that you have paired with

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

  @Argument(
    help: """
      name, colour, bell, quiet, lobby, mention-all, notify-command, notify-text, notify-limit, picture-folder, \
      picture-search-url, picture-search-key, calendar-folder, mail-command, lock-after, weather-url, weather-key, weather-place, \
      card-back, share-stranger, share-member or share-paired.
      """)
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
    let style = Output.style
    let none = "off"
    return [
      ("name", name.plain), ("colour", style.coloured(colour.plain, AccentColour(name: colour))),
      ("bell", bell ? "on" : none), ("quiet", quiet ? "on" : none), ("lobby", lobby.plain),
      ("mention-all", mentionAll ? "on" : none),
      ("notify-command", notifyCommand.isEmpty ? none : notifyCommand.plain),
      ("notify-text", notifyText ? "on" : none), ("notify-limit", "\(notifyLimit)"),
      ("picture-folder", pictureFolder.isEmpty ? none : pictureFolder.plain),
      ("picture-search-url", pictureSearchURL.isEmpty ? none : pictureSearchURL.plain),
      ("picture-search-key", pictureSearchKey.isEmpty ? none : pictureSearchKey.plain),
      ("calendar-folder", calendarFolder.isEmpty ? none : calendarFolder.plain),
      ("mail-command", mailCommand.isEmpty ? "default" : mailCommand.plain),
      ("lock-after", lockAfter == 0 ? none : "\(lockAfter)"),
      ("weather-url", weatherURL.isEmpty ? none : weatherURL.plain),
      ("weather-key", weatherKey.isEmpty ? none : weatherKey.plain),
      ("weather-place", weatherPlace.isEmpty ? none : weatherPlace.plain),
      ("card-back", cardBack.plain),
      ("share-stranger", "\(shareStranger)"), ("share-member", "\(shareMember)"),
      ("share-paired", "\(sharePaired)"),
    ]
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
