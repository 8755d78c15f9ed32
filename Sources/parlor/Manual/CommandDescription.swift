import ArgumentParser
import FoundationEssentials

/// A command with its options and subcommands, as the argument parser describes it.
struct CommandDescription: Decodable {
  /// A flag, an option or an argument by its place.
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      /// As it is typed.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var discussion: String?
    var defaultValue: String?
    var allValues: [String]?
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool
  }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool
  var arguments: [Argument]?
  var subcommands: [CommandDescription]?
  var defaultSubcommand: String?
  var superCommands: [String]?

  /// The words that call it.
  var words: [String] { (superCommands ?? []) + [commandName] }

  /// The arguments that people are meant to see; a flag and its opposite are one.
  var shown: [Argument] {
    var shown: [Argument] = []
    for argument in arguments ?? [] where argument.shouldDisplay {
      if let last = shown.last, last.kind == "flag", argument.kind == "flag",
        let abstract = last.abstract, argument.abstract == abstract
      {
        shown[shown.count - 1].names = (last.names ?? []) + (argument.names ?? [])
      } else {
        shown.append(argument)
      }
    }
    return shown
  }

  /// This command and all below it that people are meant to see, each before its subcommands.
  var all: [CommandDescription] {
    guard shouldDisplay else { return [] }
    return [self] + (subcommands ?? []).flatMap(\.all)
  }

  private struct Dump: Decodable {
    var command: CommandDescription
  }

  /// The whole of `parlor`.
  static func parlor() throws -> CommandDescription {
    try JSONDecoder().decode(Dump.self, from: Data(ParlorCommand._dumpHelp().utf8)).command
  }
}
