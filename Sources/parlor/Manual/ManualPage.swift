/// The manual page parlor(1), made from what the commands say of themselves.
struct ManualPage {
  private let root: CommandDescription
  private let date: String
  private var page = ManualText()

  /// - Parameter date: as `November 21, 2026`.
  init(_ root: CommandDescription, date: String) {
    self.root = root
    self.date = date
  }

  /// The whole page in mdoc.
  mutating func make() -> String {
    page = ManualText()
    page.raw("Dd \(date)")
    page.raw("Dt PARLOR 1")
    page.raw("Os")
    page.raw("Sh NAME")
    page.raw("Nm parlor")
    page.macro("Nd", Self.ending(root.abstract ?? "", ""))
    page.raw("Sh SYNOPSIS")
    page.raw("Nm")
    synopsis(root)
    page.raw("Nm")
    page.raw("Ar command")
    page.raw("Op Ar argument ...")
    page.raw("Sh DESCRIPTION")
    let (text, exits) = split(root.discussion ?? "")
    page.paragraph(Self.firstParagraph(text))
    page.raw("Pp")
    page.paragraph("Options of most commands:")
    options(root.shown)
    page.raw("Sh COMMANDS")
    for command in root.all.dropFirst() { describe(command) }
    surroundings()
    page.raw("Sh EXIT STATUS")
    page.paragraph(exits.joined(separator: " ") + ".")
    page.raw("Sh EXAMPLES")
    page.literal(
      text.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) })
    return page.text
  }

  private mutating func describe(_ command: CommandDescription) {
    let words = command.words.joined(separator: " ")
    page.raw("Ss \(words)")
    page.raw("Nm \(words)")
    synopsis(command)
    page.raw("Pp")
    page.paragraph(command.abstract ?? "")
    if let subcommand = command.defaultSubcommand {
      page.paragraph("Without a subcommand it does what `\(words) \(subcommand)` does.")
    }
    let common = Set(root.shown.flatMap { $0.names ?? [] }.map(\.text))
    let own = command.shown.filter { argument in
      !(argument.names ?? []).contains { common.contains($0.text) }
    }
    if !own.isEmpty { options(own) }
    if let text = command.discussion { page.discussion(text) }
  }

  /// Options and arguments as they are typed.
  private mutating func synopsis(_ command: CommandDescription) {
    for argument in command.shown {
      let more = argument.isRepeating ? " ..." : ""
      let typed = Self.typed(argument)
      if argument.isOptional { page.raw("Op \(typed)\(more)") } else { page.raw("\(typed)\(more)") }
    }
    if let first = command.subcommands?.first(where: \.shouldDisplay),
      command.commandName != root.commandName
    {
      let names = (command.subcommands ?? []).filter(\.shouldDisplay).map(\.commandName)
      page.raw(
        "Op "
          + (names.isEmpty ? [first.commandName] : names).map { "Cm \($0)" }.joined(
            separator: " | "))
    }
  }

  /// An argument in macros, without brackets.
  private static func typed(_ argument: CommandDescription.Argument) -> String {
    let value = ManualText.argument(argument.valueName ?? "value")
    guard argument.kind != "positional" else { return "Ar \(value)" }
    let names = (argument.names ?? []).map {
      "Fl \(ManualText.argument(String($0.text.dropFirst())))"
    }
    .joined(separator: " | ")
    return argument.kind == "option" ? "\(names) Ar \(value)" : names
  }

  private mutating func options(_ arguments: [CommandDescription.Argument]) {
    page.raw("Bl -tag -width Ds")
    for argument in arguments {
      page.raw("It " + Self.typed(argument).replacing(" | ", with: " , "))
      page.paragraph(Self.ending(argument.abstract ?? "", "."))
      if let text = argument.discussion { page.paragraph(text) }
      if let values = argument.allValues, !values.isEmpty {
        page.paragraph("One of " + values.map { "`\($0)`" }.joined(separator: ", ") + ".")
      }
      if let value = argument.defaultValue, !value.isEmpty {
        page.paragraph("Default: `\(value)`.")
      }
    }
    page.raw("El")
  }

  private mutating func surroundings() {
    page.raw("Sh ENVIRONMENT")
    page.raw("Bl -tag -width Ds")
    for (name, text) in [
      ("PARLOR_HOME", "The directory of your node, where `--home` does not name one."),
      (
        "PARLOR_LOCAL_PORT",
        "The UDP port on which homes of one machine find each other, 24711 where it says nothing; 0 for none."
      ),
      ("XDG_DATA_HOME", "Where that directory is otherwise, under the name `parlor`."),
      ("XDG_CONFIG_HOME", "Where `parlor service install` writes below."),
      ("NO_COLOR", "Set to anything, there are no colours."),
    ] {
      page.raw("It Ev \(name)")
      page.paragraph(text)
    }
    page.raw("El")
    page.raw("Sh FILES")
    page.raw("Bl -tag -width Ds")
    for (name, text) in [
      ("~/.local/share/parlor", "The directory of your node: its keys, its database, its log."),
      ("~/.config/systemd/user/parlor.service", "What `parlor service install` writes."),
    ] {
      page.raw("It Pa \(name)")
      page.paragraph(text)
    }
    page.raw("El")
  }

  /// Splits a discussion into the text before the exit codes, and the lines of the exit codes.
  private func split(_ discussion: String) -> (String, [String]) {
    let parts = discussion.split(separator: "EXIT CODES\n")
    let codes = parts.count > 1 ? parts[1].split(separator: "\n") : []
    return (
      parts.first.map(String.init) ?? "", codes.map { String($0.drop { $0 == " " }) }
    )
  }

  private static func firstParagraph(_ text: String) -> String {
    text.split(separator: "\n\n").first.map { String($0.replacing("\n", with: " ")) } ?? ""
  }

  /// Text that ends so, whether or not it had a full stop.
  private static func ending(_ text: String, _ end: String) -> String {
    (text.hasSuffix(".") ? String(text.dropLast()) : text) + end
  }
}
