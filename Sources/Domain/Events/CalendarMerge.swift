import EventSchema
import Schema

/// Something of a calendar file that may come again.
public protocol CalendarDated: Equatable, Sendable {
  /// The request that makes or changes it.
  associatedtype Draft: CalendarDraft where Draft.Item == Self
  /// The name of its component in a file.
  static var component: String { get }
  /// The UID.
  var uid: String { get }
  /// The method of the file.
  var method: CalendarMethod { get set }
  /// Its dates that are otherwise: whole components.
  var changes: String { get set }
  /// The VTIMEZONE components that it needs.
  var zones: String { get set }
  /// The lines that say how it comes again.
  var repeats: String { get set }
  /// All lines of its component.
  var calendar: String { get set }
  /// People who have answered: their ATTENDEE lines.
  var answers: [String] { get set }
  /// The time from which its dates are counted.
  var anchor: EventTime { get }
  /// Whether it has days without hours.
  var isOfDays: Bool { get }
  /// Whether what calendar files say fits into one record: its component, its rules, its changed dates and its time zones.
  static func fits(_ texts: [String]) -> Bool
  /// The same, called off.
  var cancelled: Self { get }
  /// The same as its lines said when they came, before people changed it here; nil where no file has described it.
  var asItCame: Self? { get }
}

/// The merge of a file's component with the record that is here (RFC 5546): one rule for imports, folders and the page.
///
/// A file with a part of an event changes that part alone; an older version changes nothing of a newer one.
public enum CalendarMerge<Item: CalendarDated> {
  /// The whole as it is to be; where there is a base, what the whole says as the base does was not meant to be changed.
  case take(Item, since: Item?, notes: [String])
  /// Nothing comes of it, and why: a sentence for people.
  case leave(String)

  /// - Parameters:
  ///   - file: as it was read.
  ///   - known: the record with the same UID; nil for none.
  public init(_ file: Item, over known: Item?) {
    switch file.method {
    case .other(let name):
      self = .leave("The file's method is \(name), which Parlor does not carry out.")
    case .answers: self = Self.answered(file, known)
    case .cancels: self = Self.cancelled(file, known)
    case .holds:
      guard let known else {
        let note = "It is one date of something that is not here, so it stands alone."
        self = .take(file, since: nil, notes: file.isPart ? [note] : [])
        return
      }
      let isSameDate = file.isPart && known.isPart && file.original == known.original
      switch (file.isPart, known.isPart) {
      case (true, _) where !isSameDate: self = Self.dated(file, known)
      case (false, true): self = Self.completed(file, by: known)
      default: self = Self.whole(file, known)
      }
    }
  }

  private static func answered(_ file: Item, _ known: Item?) -> Self {
    guard let known, Item.component == CalendarText.event else {
      return .leave("It answers an invitation that is not here.")
    }
    guard !file.isPart else {
      return .leave("It answers for one date alone, and Parlor keeps answers for all.")
    }
    let lines = CalendarReply.attendees(in: file.calendar)
    guard !lines.isEmpty else { return .leave("It is an answer of nobody.") }
    let (version, here) = (CalendarVersion(file.calendar), CalendarReply.all(in: known.calendar))
    var (item, older): (Item, [String]) = (known, [])
    for line in lines {
      let reply = here[line.value.lowercased()]
      if let newer = newer(reply, CalendarVersion(known.calendar), than: version) {
        let who = Text.clean(line.value, limit: 80)
        older.append(
          "The answer of \(who) is older (\(version.text)) than what is here (\(newer.text))")
      } else if reply?.says(line, version) != true {
        item.answers.append(line.replacing(CalendarReply.parameter, with: version.mark))
      }
    }
    if older.count == lines.count { return .leave(older.joined(separator: ". ") + ".") }
    return .take(item, since: nil, notes: older.map { $0 + ": left out." })
  }

  /// The version here that is newer than an answer: that of the last answer, or of an event that has changed since; nil for none.
  private static func newer(
    _ last: CalendarReply?, _ whole: CalendarVersion, than answer: CalendarVersion
  ) -> CalendarVersion? {
    if let last = last?.version, answer.isOlder(than: last) { return last }
    return answer.sequence < whole.sequence ? whole : nil
  }

  private static func cancelled(_ file: Item, _ known: Item?) -> Self {
    guard let known else { return .leave("It calls off something that is not here.") }
    if file.isPart, !(known.isPart && file.original == known.original) { return dated(file, known) }
    if let older = older(file, known) { return .leave(older) }
    var item = known.cancelled
    var source = CalendarSource(known.calendar)
    for line in CalendarSource(file.calendar).lines
    where ["SEQUENCE", "DTSTAMP"].contains(line.name) {
      source.stamp(line.name, line.value)
    }
    source.stamp("STATUS", "CANCELLED")
    item.calendar = source.parts.map { $0.content + "\n" }.joined()
    return .take(item, since: nil, notes: [])
  }

  /// Single dates, which belong to the record that is here.
  private static func dated(_ file: Item, _ known: Item) -> Self {
    var (dates, notes): (CalendarDates, [String]) = (known.dates(known.changes), [])
    let whole = known.isPart || known.calendar.isEmpty ? nil : CalendarVersion(known.calendar)
    for change in known.dates(known.followed(file.asChange + file.changes)).changes {
      let version = change.version
      let isNew = dates[change.original] == nil
      let later = isNew ? whole.flatMap { version.isOlder(thanWhole: $0) ? $0 : nil } : nil
      guard let newer = later ?? dates.take(change) else { continue }
      notes.append(
        "The date is older (\(version.text)) than what is here of it (\(newer.text)): left out.")
    }
    var item = known
    item.changes = dates.text
    item.zones = zones(known.zones, file.zones)
    return .take(item, since: nil, notes: notes)
  }

  /// The whole, after one of its single dates.
  private static func completed(_ file: Item, by known: Item) -> Self {
    let (item, notes) = joined(file, known, known.asChange + known.changes)
    return .take(item, since: nil, notes: notes)
  }

  private static func whole(_ file: Item, _ known: Item) -> Self {
    if let older = older(file, known) { return .leave(older) }
    var (item, notes) = joined(file, known, known.changes)
    item.calendar = CalendarReply.kept(of: known.calendar, in: file.calendar)
    var base = known.asItCame
    base?.changes = known.changes
    base?.zones = known.zones
    return .take(item, since: base, notes: notes)
  }

  /// The whole of a file with the dates that are otherwise here; of two of one date, the newer one counts.
  private static func joined(
    _ file: Item, _ known: Item, _ changes: String
  ) -> (Item, notes: [String]) {
    var (item, notes): (Item, [String]) = (file, [])
    let version = CalendarVersion(file.calendar)
    var dates = file.dates(file.changes)
    for here in file.dates(changes).changes {
      if let there = dates[here.original] {
        if there.version.isOlder(than: here.version) { dates.put(here) }
      } else if here.version.isOlder(thanWhole: version) {
        notes.append("A date that was otherwise here is as the rule says in the file: taken.")
      } else {
        dates.put(here)
      }
    }
    item.changes = dates.text
    if dates.text != file.changes { item.zones = zones(file.zones, known.zones) }
    return (item, notes)
  }

  private static func older(_ file: Item, _ known: Item) -> String? {
    let (there, here) = (CalendarVersion(file.calendar), CalendarVersion(known.calendar))
    guard !known.calendar.isEmpty, there.isOlder(than: here), !file.says(known) else { return nil }
    return "It is older (\(there.text)) than what is here (\(here.text))."
  }

  /// The time zones of both, each once.
  private static func zones(_ one: String, _ other: String) -> String {
    guard !other.isEmpty, one != other else { return one }
    let end = "END:VTIMEZONE\n"
    var all = one
    var rest = other[...]
    while let place = rest.utf8.firstRange(of: end.utf8) {
      let zone = String(rest[..<place.upperBound])
      if !all.contains(zone) { all += zone }
      rest = rest[place.upperBound...]
    }
    return all
  }
}

extension CalendarDated {
  /// Whether both say the same, however often they were changed.
  func says(_ other: Self) -> Bool { Draft(self, since: nil, over: other) == Draft() }

  /// Whether it is one date of something that comes again, and not the whole.
  var isPart: Bool { !CalendarLine.properties(["RECURRENCE-ID"], of: calendar).isEmpty }

  /// A UID that follows from the content: the same file imported again is then known.
  var derivedUID: String {
    let stamps = ["DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE"]
    let lines = CalendarSource(calendar).parts.filter { part in
      part.depth > 0 || !stamps.contains(part.line?.name ?? "")
    }
    // Nobody gains by two that are alike, so a fast hash will do: FNV-1a, of 64 bits.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in lines.map(\.content).joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16) + "@file.parlor"
  }

  /// Whether it says less than the whole: a date of it, that it is off, or an answer.
  func isLess(than known: Self?) -> Bool {
    method != .holds || isPart && known?.isPart != true
  }

  /// Whether its lines were certainly said later.
  public func isNewer(than other: Self) -> Bool {
    CalendarVersion(other.calendar).isOlder(than: CalendarVersion(calendar))
  }

  /// A single date as the whole keeps it; empty for the whole itself.
  var asChange: String {
    isPart ? "BEGIN:\(Self.component)\n" + calendar + "END:\(Self.component)\n" : ""
  }

  /// The date that it is, where it is one.
  var original: Int64? { dates(asChange).changes.first?.original }

  /// The components of the file that it was made of: its own, and its changed dates.
  public var things: Int {
    1 + changes.split(separator: "\n").count { $0 == "BEGIN:\(Self.component)" }
  }

  /// Its dates that are otherwise.
  func dates(_ text: String) -> CalendarDates {
    CalendarDates(text, start: anchor, isOfDays: isOfDays)
  }
}

extension CalendarFile.Event: CalendarDated {
  /// The components of the file that it and what is to be done for it were made of.
  public var allThings: Int { toDos.reduce(things) { $0 + $1.things } }

  /// Whether texts fit into one record.
  public static func fits(_ texts: [String]) -> Bool { EventTexts.fit(texts) }

  /// The request for an event.
  public typealias Draft = EventDraft
  /// The same with UIDs for components without one.
  public var named: Self {
    var event = self
    if uid.isEmpty { event.uid = derivedUID }
    event.toDos = toDos.map(\.named)
    return event
  }
  /// The name of an event.
  public static var component: String { CalendarText.event }
  /// The time at which it begins.
  public var anchor: EventTime { start }
  /// The same, called off.
  public var cancelled: Self {
    var event = self
    event.status = .cancelled
    return event
  }
  /// Its fields as its lines have them; nil where it was made here.
  public var asItCame: Self? {
    guard !calendar.isEmpty else { return nil }
    var reading = CalendarReading(home: start.zone, zones: zones)
    var event = try? reading.event(CalendarSource(calendar).lines)
    event?.calendar = calendar
    return event
  }
}

extension CalendarFile.Line: CalendarDated {
  /// Whether texts fit into one record.
  public static func fits(_ texts: [String]) -> Bool {
    texts.reduce(0) { $0 + $1.utf8.count } <= EventRules.toDoFile
  }

  /// The request for something to do.
  public typealias Draft = ToDoDraft
  /// The same with a UID.
  public var named: Self {
    var toDo = self
    if uid.isEmpty { toDo.uid = derivedUID }
    return toDo
  }
  /// The name of a to-do.
  public static var component: String { CalendarText.toDo }
  /// Nobody is asked to take part in what is to be done.
  public var answers: [String] {
    get { [] }
    set {}
  }
  /// The time at which it begins, or else is due.
  public var anchor: EventTime { start ?? due ?? EventTime() }
  /// The same, called off.
  public var cancelled: Self {
    var toDo = self
    toDo.status = .cancelled
    return toDo
  }
  /// Its fields as its lines have them; nil where it was made here.
  public var asItCame: Self? {
    guard !calendar.isEmpty else { return nil }
    var reading = CalendarReading(home: anchor.zone, zones: zones)
    var toDo = try? reading.toDo(CalendarSource(calendar).lines)
    toDo?.calendar = calendar
    return toDo
  }
}
