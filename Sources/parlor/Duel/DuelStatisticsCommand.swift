import ArgumentParser
import Commands
import DuelSchema
import Schema
import Terminal

/// `parlor duel stats`.
struct DuelStatisticsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show how your duels ended, by player, by library and by format.",
    discussion:
      "A duel counts only if each of its steps follows from both players' signed logs and its winner has opened all cards."
  )

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Only against this person: a name or the beginning of an id.")
  var person = ""

  static let method = Methods.Duels.statistics
  func fill(_ request: inout ListStatistics) { request.person = person }
  func lines(_ found: DuelStatistics) -> [String] {
    let more = Count.of(found.unverified, "duel is", "duels are")
    let left =
      found.unverified > 0 ? ["\(more) over and not opened by the winner, or not proven."] : []
    guard found.total.played > 0 else {
      return left.isEmpty
        ? ["No duel of yours is over yet: `parlor duel host` opens a table."] : left
    }
    let people = found.people.map { Line($0.line($0.name.plain, "game")) }
    return PeopleChoice.cut(people, HeadToHead.hint).shown
      + (found.people.count > 1 ? [found.total.line("All", "game")] : [])
      + found.libraries.map { $0.line("With \($0.name.plain)", "game") }
      + found.formats.map { $0.line("Format \($0.name.plain)", "game") } + left
  }
}
