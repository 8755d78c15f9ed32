import ArgumentParser
import Terminal

/// The options of lists of people.
struct PeopleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only those whose name, words or id begin so; any word of a name counts.", valueName: "name"))
  var find = ""

  @Flag(help: "List everybody, however many they are.")
  var all = false

  var choice: PeopleChoice { PeopleChoice(find: find, all: all) }
}
