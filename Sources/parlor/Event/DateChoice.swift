import ArgumentParser
import Commands
import Events
import EventSchema
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The dates that a command is about, of an event that comes again (row E-63).
///
/// Without any of them a person at a terminal is asked, and a script means all dates.
struct DateChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only on this date of an event that comes again.",
      discussion: "A day or a day with its hour, as for --at.", valueName: "date"))
  var on: String?

  @Flag(help: "With --on: on that date and all later ones.")
  var later = false

  @Flag(help: "On all dates of an event that comes again, without being asked.")
  var all = false

  func validate() throws {
    if later, on == nil {
      throw ValidationError("--later goes with --on: say from which date on.")
    }
    if all, on != nil {
      throw ValidationError("--all cannot be combined with --on: leave one of them out.")
    }
  }

  /// Returns the date or dates that the person means; nil for the whole event.
  ///
  /// - Parameters:
  ///   - verb: what is done, as "change".
  ///   - isScript: nobody is asked.
  /// - Throws: `CommandFailure` for an answer that is none.
  func date(of event: EventView, _ verb: String, isScript: Bool) throws -> EventDate? {
    if let on {
      let zone = try LocalZone.name(nil)
      return .with { ($0.date, $0.zone, $0.later) = (on, zone, later) }
    }
    let dates = Occurrences(event)
    guard !all, !isScript, dates.comesAgain, isatty(0) == 1, isatty(1) == 1 else { return nil }
    let calendar = LocalZone.calendar
    let date = dates.shown(at: SessionLoop.wall).start
    Output.raw(
      "\(event.name.plain) comes again: \(verb) [t]his date (\(calendar.text(date))), this and [l]ater ones, or [a]ll? "
    )
    let answer = readLine()?.lowercased().first
    guard let answer, "tla".contains(answer) else {
      throw CommandFailure(
        SessionEnd.refused, "Nothing was done: answer t, l or a, or say it with --on or --all.")
    }
    return answer == "a"
      ? nil
      : .with {
        ($0.date, $0.zone, $0.later) = (DateText.exact(date), "UTC", answer == "l")
      }
  }
}
