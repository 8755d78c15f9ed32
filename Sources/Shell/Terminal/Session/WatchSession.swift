import Events
import EventSchema
import Schema

/// One event on the whole screen, counting down (rows E-10 and E-19 to E-28).
///
/// The screen follows from the clock each time; the wand belongs to this session alone.
public struct WatchSession: Session {
  private var event: EventView
  private let calendar: EventCalendar
  private let style: Style
  private var now: Int64
  private var wand = MagicWand()
  private var unit = CountdownUnit.days
  /// The reason why the screen may be out of date; empty otherwise.
  private var notice = ""

  /// Looks at an event.
  ///
  /// - Parameters:
  ///   - calendar: of the time zone in which our person lives.
  ///   - now: milliseconds since 1970.
  public init(_ event: EventView, _ calendar: EventCalendar, style: Style, now: Int64) {
    (self.event, self.calendar, self.style, self.now) = (event, calendar, style, now)
  }

  /// The changes of the event's room.
  public var query: String { "?room=\(event.room)" }

  /// False: it has nothing to wait for.
  public var isWaiting: Bool { false }

  private var target: Int64 { EventCalendar.next(event, now: now) }

  private var countdown: Countdown { Countdown(to: target, now: now, in: calendar) }

  /// The moment at which the next second is over.
  public var due: Int64? {
    let rest = (target &- now) % 1_000
    return now + (rest > 0 ? rest : rest + 1_000)
  }

  /// Takes one input.
  public mutating func handle(_ input: SessionInput) -> [SessionDirective] {
    switch input {
    case .time(let now):
      self.now = now
      // Less than two days may be left now: then the wand goes off by itself.
      _ = wand.shown(countdown)
    case .key(let key): return press(key)
    case .change(let change): return take(change)
    case .fetched(.event(let view)): return show(view)
    case .ready, .gap:
      notice = ""
      return [fetch]
    case .refused(let refusal):
      // It is gone: it went while changes were lost.
      if refusal.code == .notFound { return [leave(Self.deleted)] }
      return [.end(SessionEnd(code: SessionEnd.refused, text: refusal.message.plain))]
    case .lost(let reason): notice = "The daemon cannot be reached (\(reason.plain))."
    case .stopping: notice = "The daemon is stopping."
    default: break
    }
    return []
  }

  private var fetch: SessionDirective { .fetch(.event(room: event.room, id: event.id)) }

  private mutating func take(_ change: Change) -> [SessionDirective] {
    switch change.what {
    case .record(let record) where record.id == event.id:
      return change.shown(EventView.self).map { show($0) } ?? []
    case .roomChanged(event.room): return [fetch]
    case .roomGone(event.room): return [leave("You are no longer in the event's room.")]
    default: return []
    }
  }

  private mutating func show(_ view: EventView) -> [SessionDirective] {
    guard !view.deleted else { return [leave(Self.deleted)] }
    event = view
    _ = wand.shown(countdown)
    return []
  }

  private static let deleted = "The event was deleted."

  private func leave(_ text: String) -> SessionDirective {
    .end(SessionEnd(code: SessionEnd.done, text: text))
  }

  private mutating func press(_ key: Key) -> [SessionDirective] {
    let shown = shown
    switch key {
    case .character("w"), .character("W"): wand.wave(countdown)
    case .left: unit = step(from: shown.usable(unit), greater: true)
    case .right: unit = step(from: shown.usable(unit), greater: false)
    case .character("q"), .character("Q"), .interrupt, .close, .escape: return [leave("")]
    default: break
    }
    return []
  }

  /// The nearest unit that is not used up, or the same one.
  private func step(from unit: CountdownUnit, greater: Bool) -> CountdownUnit {
    let units = CountdownUnit.allCases.filter { shown.has($0) }
    let next = greater ? units.first { $0 > unit } : units.last { $0 < unit }
    return next ?? unit
  }

  /// The time that is left, as the wand shows it.
  private var shown: Countdown {
    var wand = wand
    return wand.shown(countdown)
  }

  // MARK: The screen

  /// The countdown, the to-dos, and the keys.
  public func lines(_ size: ScreenSize) -> [Line] {
    let text = PlannedText(calendar, now: now)
    let footer = footer(size)
    var lines = [Line(" " + event.name.plain, .bold), Line(" " + text.when(event, target), .faint)]
    lines.append(Line())
    lines += countdown.isPast ? past : counters(size.columns)
    let toDos = text.toDos(of: event)
    if !toDos.isEmpty {
      let left = event.toDos.count { !$0.done }
      lines += [Line(), Line(" To do: \(left) of \(toDos.count) left")]
      // A line stays empty above the keys.
      let room = max(0, size.rows - lines.count - 1 - footer.count)
      lines += toDos.prefix(room)
    }
    return KeyLines.screen(lines, above: footer, size)
  }

  private var past: [Line] {
    let past = Line(" " + CountdownImage.hasPast, .bold)
    return event.countUp ? [past, Line(" " + PlannedText.ago(countdown))] : [past]
  }

  /// The characters that a unit of the countdown takes.
  private static let unitColumns = 9

  private func counters(_ columns: Int) -> [Line] {
    let shown = shown
    let unit = shown.usable(unit)
    var lines: [Line] = []
    var (numbers, names, chooser) = (Line(), Line(), Line(" Until "))
    for (index, (part, count)) in shown.parts.enumerated() {
      if index > 0, index.isMultiple(of: max(1, columns / Self.unitColumns)) {
        lines += [numbers, names]
        (numbers, names) = (Line(), Line())
      }
      numbers.add(Columns.right("\(count)", to: Self.unitColumns), .bold)
      let name = part.name(2)
      names.add(Columns.right(name, to: Self.unitColumns), .faint)
      chooser.add(
        part == unit ? "[\(name)]" : " \(name) ",
        part == unit ? .bold : shown.has(part) ? .normal : .faint)
    }
    var wandLine = Line(" Magic Wand \(wand.label)")
    if countdown.withoutEnds == nil { wandLine.add("  (less than two days are left)", .faint) }
    lines += [numbers, names, Line(), Line(" \(shown.only(unit)) until \(event.name.plain)")]
    return lines + [chooser, wandLine].flatMap { $0.wrapped(to: columns, indent: 1) }
  }

  private func footer(_ size: ScreenSize) -> [Line] {
    if !notice.isEmpty { return Line(" " + notice, .faint).wrapped(to: size.columns, indent: 1) }
    let arrows = style.unicode ? "← →" : "arrow keys"
    return KeyLines.lines(["q leaves", "\(arrows) unit", "w wand"], columns: size.columns, style)
  }
}
