import ArgumentParser
import Commands
import Testing

/// The help that is named where words are wrong.
@Suite struct ExplainingHelpTests {
  @Test("42.20: a word that names no command of a group leads to the help of the group")
  func group() {
    func help(_ command: String, _ words: String...) -> String {
      Invocation.help(command, typed: ["/usr/bin/parlor"] + words)
    }
    #expect(help("parlor room list --help", "room", "create", "picnic") == "parlor room --help")
    #expect(help("parlor room list --help", "room", "list", "picnic") == "parlor room list --help")
    #expect(help("parlor room make --help", "room", "make") == "parlor room make --help")
    #expect(help("parlor --help", "rom") == "parlor --help")
  }

  private struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", aliases: ["look"])
    @Flag var all = false
    func run() {}
  }

  private struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "open")
    @Argument var name: String
    func run() {}
  }

  private struct Cup: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cup", subcommands: [Show.self, Open.self], defaultSubcommand: Show.self)
  }

  private struct Door: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "door", subcommands: [Open.self], defaultSubcommand: Open.self)
  }

  private struct All: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "all", subcommands: [Cup.self, Door.self])
  }

  @Test("42.20: a word that names no command is named, also where help is asked for")
  func missing() {
    func missing(_ words: String...) -> String? { Invocation.missing(All.self, words) }
    for words in [["cup", "rules"], ["cup", "rules", "Summer"], ["cup", "rules", "--help"]] {
      let said = Invocation.missing(All.self, words)
      #expect(said?.contains("no command `all cup rules`: `all cup --help`") == true, "\(words)")
    }
    #expect(missing("rom", "-h")?.contains("`all rom`: `all --help`") == true)
    for words in [
      ["cup"], ["cup", "--help"], ["cup", "--all"], ["cup", "look", "--help"], ["cup", "open"],
      ["cup", "show", "x"], ["door", "garden"], ["door", "garden", "--help"], ["--help"], [],
    ] {
      #expect(Invocation.missing(All.self, words) == nil, "\(words)")
    }
  }
}
