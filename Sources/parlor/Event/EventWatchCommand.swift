import ArgumentParser
import Client
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

/// `parlor event watch`.
struct EventWatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Count down to an event, each second, on the whole screen.",
    discussion: """
      The left and right arrow keys choose the unit, w waves the Magic Wand, which takes the first and the last day away \
      from what is shown, q leaves. Where input or output is not a terminal, or with --count or --json, a line is printed \
      each second until the event is past.
      """)

  @OptionGroup var one: OneEvent

  @Option(help: "Stop after this many lines.")
  var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
  }

  func run() throws {
    let starter = try one.choice.options.starter()
    let client = try starter.client()
    let view = try one.choice.find(one.event, client)
    guard isatty(0) == 1, isatty(1) == 1, !one.choice.options.json, count == nil else {
      return try printLines(view, client)
    }
    let style = Output.style
    let loop = SessionLoop(
      starter: starter, client: client, mode: .screen, style: style, seconds: nil)
    let session = WatchSession(view, LocalZone.calendar, style: style, now: SessionLoop.wall)
    guard case .end(let end) = try loop.run(session) else { return }
    loop.close()
    if end.code != SessionEnd.done { throw CommandFailure(end.code, end.text) }
    if !end.text.isEmpty { Output.line(end.text) }
  }

  private func printLines(_ view: EventView, _ client: DaemonClient) throws {
    var view = view
    var printed = 0
    while true {
      let now = SessionLoop.wall
      let target = EventCalendar.next(view, now: now)
      let countdown = Countdown(to: target, now: now, in: LocalZone.calendar)
      tell(countdown, view)
      printed += 1
      if countdown.isPast || printed == count { return }
      let rest = (target - now) % 1_000
      usleep(UInt32((rest > 0 ? rest : 1_000) * 1_000))
      // It may have been changed meanwhile.
      let (room, id) = (view.room, view.id)
      view = try client.call(Methods.Events.show) {
        $0.room = room
        $0.event = id
      }
    }
  }

  private func tell(_ countdown: Countdown, _ view: EventView) {
    guard !one.choice.options.json else {
      var fields: [(String, JSONText.Value)] = [("event", .text(view.id))]
      fields += countdown.parts.map { ($0.unit.name(2).lowercased(), .number($0.count)) }
      fields += [("left", .number(countdown.seconds)), ("past", .flag(countdown.isPast))]
      return Output.line(JSONText.object(fields))
    }
    guard !countdown.isPast else { return Output.line(CountdownImage.hasPast) }
    let parts = countdown.parts.map { "\($0.count) \($0.unit.name($0.count))" }
    Output.line("\(parts.joined(separator: " ")) until \(view.name.plain)")
  }
}
