import EventSchema
import Schema

/// The parts of another program's calendar file that Parlor has fields for.
public struct CalendarFile: Sendable {
  /// An event in it.
  public struct Event: Equatable, Sendable {
    /// Its id in the other calendar; unique there.
    public var uid: String
    /// The line of the file on which it begins, from 1.
    public var line: Int
    /// Its name.
    public var name: String
    /// The instant at which it begins, with its time zone.
    public var start: EventTime
    /// The time that it takes, in minutes.
    public var minutes: UInt32
    /// Whether it begins and ends at midnights, and has days without hours.
    public var isOfDays = false
    /// The notes on it.
    public var notes = ""
    /// The rule by which it comes again: lines, each ended by a line feed.
    public var repeats = ""
    /// Its dates that are otherwise: whole components.
    public var changes = ""
    /// The VTIMEZONE components that it needs.
    public var zones = ""
    /// The place at which it is.
    public var place = ""
    /// Its web address.
    public var url = ""
    /// Whether it takes place.
    public var status = EventStatus.unspecified
    /// Its picture, where Parlor wrote the file.
    public var picture: CalendarPicture?
    /// The things to do for it.
    public var toDos: [Line] = []
    /// All lines of its component, each ended by a line feed, without BEGIN and END.
    public var calendar = ""
    /// The number of changes since it was made, as the file says it.
    public var sequence: UInt32 = 0
    /// The method of the file.
    public var method = CalendarMethod.holds
    /// People who have answered: their ATTENDEE lines.
    public var answers: [String] = []
    /// The part that only Parlor writes and reads.
    public var own = CalendarOwn()
  }

  /// Something to do in it.
  public struct Line: Equatable, Sendable {
    /// Its id in the other calendar; unique there.
    public var uid: String
    /// The text of the thing to do.
    public var text: String
    /// Whether it is done.
    public var done: Bool
    /// The date by which it is due; nil without one.
    public var due: EventTime?
    /// The date from which on it can be done; nil without one.
    public var start: EventTime?
    /// Whether both are whole days.
    public var isOfDays = false
    /// Its state while it is not done.
    public var status = ToDoStatus.unspecified
    /// The instant at which it was done, in milliseconds since 1970; nil where the file has none.
    public var completed: Int64?
    /// From 0 to 100.
    public var percent: UInt32 = 0
    /// From 1, the most important, to 9; 0 for none.
    public var priority: UInt32 = 0
    /// The rule by which it comes again, as with an event.
    public var repeats = ""
    /// Its dates that are otherwise, as with an event.
    public var changes = ""
    /// The notes on it.
    public var notes = ""
    /// The VTIMEZONE components that it needs.
    public var zones = ""
    /// All lines of its component, as with an event.
    public var calendar = ""
    /// The number of changes since it was made, as the file says it.
    public var sequence: UInt32 = 0
    /// The method of the file.
    public var method = CalendarMethod.holds
    /// The part that only Parlor writes and reads.
    public var own = CalendarOwn()
  }

  /// The events, in the order of the file.
  public private(set) var events: [Event] = []
  /// The things to do that belong to no event of the file, in its order. `parent` is the id of the event that the file names for
  /// one; empty for one that stands for itself.
  public private(set) var toDos: [(line: Int, toDo: Line, parent: String)] = []
  /// The parts that were not taken, or not whole.
  public private(set) var found = CalendarProblems()
  /// The problems of the file that have a name, in the order of its lines.
  public var problems: [Problem] { found.named }
  /// The number of further problems, which are not named.
  public var unnamedProblems: Int { found.unnamedCount }
  /// The components of the file that are things for themselves: events, to-dos, changed dates of both, and what Parlor does not take.
  public var things: Int { components.things }

  /// The most events and to-dos that are taken from one file.
  static let mostItems = 20_000
  /// The most bytes in memory for the content of one file.
  static let mostBytes = 28 << 20

  private var reading: CalendarReading
  private var unfolder = CalendarUnfolder()
  private var components = CalendarComponents()
  private var bytes = 0
  private var pictureBytes = 0
  private var loose: [(line: Int, event: String, toDo: Line)] = []
  /// The components that wait for a time zone, which may come further down.
  private var waiting: [CalendarComponents.Component] = []
  /// Changed dates, which belong to events that may come further down.
  private var changes: [(uid: String, component: CalendarComponents.Component)] = []

  /// Whether it is a calendar at all, in UTF-8.
  public var isCalendar: Bool { components.isCalendar && isText }

  /// Whether everything that was taken is UTF-8.
  public var isText: Bool { unfolder.isText }

  /// Reads a file; what cannot be understood is a problem, and the rest is taken.
  ///
  /// - Parameters:
  ///   - text: the whole file.
  ///   - zone: the time zone of what does not name one.
  /// - Throws: `EventProblem.unknownZone` for that zone.
  public init(_ text: String, zone: String) throws(EventProblem) {
    try self.init(zone: zone)
    take(text.utf8)
    finish()
  }

  /// Begins to read a file that comes piece by piece.
  ///
  /// - Throws: `EventProblem.unknownZone`.
  public init(zone: String) throws(EventProblem) {
    reading = try CalendarReading(zone: zone)
  }

  /// Takes the next bytes. What was taken from them is kept, and nothing else.
  public mutating func take(_ bytes: some Sequence<UInt8>) {
    var lines: [CalendarUnfolder.Unfolded] = []
    unfolder.take(bytes) { lines.append($0) }
    for line in lines { take(line) }
  }

  /// The changed dates of the event or to-do in a file, as they are kept.
  static func changes(in text: String) -> String {
    let file = try? CalendarFile(text, zone: "UTC")
    return file?.events.first?.changes ?? file?.toDos.first?.toDo.changes ?? ""
  }

  /// Ends the file.
  public mutating func finish() {
    var (lines, last): ([CalendarUnfolder.Unfolded], [CalendarComponents.Found]) = ([], [])
    unfolder.finish { lines.append($0) }
    for line in lines { take(line) }
    components.finish { last.append($0) }
    for found in last { take(found) }
    // In the order of the file: what is wrong with several of them is named with the first.
    for var component in waiting {
      component.unpack()
      read(component)
    }
    waiting = []
    settleChanges()
    events.sort { $0.line < $1.line }
    settle()
  }

  private mutating func take(_ line: CalendarUnfolder.Unfolded) {
    var found: [CalendarComponents.Found] = []
    components.take(line) { found.append($0) }
    for found in found { take(found) }
  }

  private mutating func take(_ found: CalendarComponents.Found) {
    switch found {
    case .problem(let line, let text, let fate): note(line, text, fate)
    case .component(let component): take(component)
    }
  }

  mutating func note(_ line: Int, _ text: String, _ fate: Problem.Fate = .part) {
    found.note(Problem(line: line, text: text + ".", fate: fate))
  }

  /// Gives what is to be done to its events.
  private mutating func settle() {
    var places: [String: Int] = [:]
    for (index, event) in events.enumerated() where event.method == .holds {
      places[event.uid] = index
    }
    for (line, event, toDo) in loose {
      if !event.isEmpty, let place = places[event] {
        events[place].toDos.append(toDo)
      } else {
        toDos.append((line, toDo, event))
      }
    }
    loose = []
    found.sort()
  }

  private mutating func take(_ component: CalendarComponents.Component) {
    if component.name == "VTIMEZONE" {
      if !reading.take(zone: component.lines) {
        note(
          component.line, "The time zones of a file are taken up to a limit: this one is left out")
      }
      return noteHints(component.line)
    }
    guard component.name == "VEVENT" || component.name == "VTODO" else {
      let name = Text.clean(component.name, limit: 40)
      return note(component.line, "A \(name) is no event and no to-do", .leftOut)
    }
    guard events.count + loose.count + waiting.count + changes.count < Self.mostItems else {
      return note(
        component.line, "It is beyond the first \(Self.mostItems) events and to-dos",
        .leftOut)
    }
    bytes += component.size
    guard bytes <= Self.mostBytes else {
      return note(
        component.line,
        "It is beyond the first \(Self.mostBytes >> 20) MiB of events and to-dos: import the file in parts",
        .leftOut)
    }
    if reading.knowsZones(of: component.properties) {
      read(component)
    } else {
      var component = component
      component.pack()
      waiting.append(component)
    }
  }

  private mutating func read(_ component: CalendarComponents.Component) {
    reading.checkOnce(component.properties)
    noteHints(component.line)
    let isChange = component.properties.contains { $0.name == "RECURRENCE-ID" }
    if isChange, component.method == .holds || component.method == .cancels {
      let uid = reading.uid(component.properties)
      var component = component
      if component.method == .cancels { component.cancel() }
      component.pack()
      return changes.append((uid, component))
    }
    readWhole(component)
  }

  private mutating func readWhole(_ component: CalendarComponents.Component) {
    let line = component.line
    do {
      if component.name == "VEVENT" {
        // Who calls off or answers need not say when it is.
        var event = try reading.event(
          component.properties, hasStart: component.method == .holds)
        event.line = line
        event.method = component.method
        if component.method == .holds { reading.checkStart(of: event, component.properties) }
        event.own = reading.own(component.properties)
        event.picture = component.picture.flatMap { taken($0, line) }
        (event.calendar, event.zones) = kept(component, &event.repeats, Event.fits)
        events.append(event)
      } else {
        var toDo = try reading.toDo(component.properties)
        toDo.method = component.method
        toDo.own = reading.own(component.properties)
        (toDo.calendar, toDo.zones) = kept(component, &toDo.repeats, Line.fits)
        let parents = component.properties.filter {
          $0.name == "RELATED-TO"
            && ($0.parameters["RELTYPE"] ?? "PARENT").uppercased() == "PARENT"
        }
        loose.append((line, parents.first.map { CalendarReading.plain($0.text) } ?? "", toDo))
      }
      reading.checkValues(component.properties, isToDo: component.name == "VTODO")
      reading.checkAlarms(component.lines)
      noteHints(line)
    } catch let problem as EventProblem {
      note(line, String("\(problem)".dropLast()), .lost)
    } catch var problem as Problem {
      // What is missing is missing in all of it.
      if problem.line == 0 { problem.line = line }
      problem.fate = .lost
      found.note(problem)
    } catch {
      note(line, "It is not understood", .lost)
    }
  }

  private mutating func noteHints(_ line: Int) {
    for hint in reading.takeHints() {
      guard let what = hint.noted else {
        note(hint.line ?? line, hint.text, .kept)
        continue
      }
      found.remark(hint.line ?? line, what, hint.text + ".")
    }
  }

  /// A picture, unless there are too many of them.
  private mutating func taken(_ picture: CalendarPicture, _ line: Int) -> CalendarPicture? {
    guard pictureBytes + picture.size <= CalendarPicture.mostInFile / 3 * 4 + 4 else {
      note(
        line,
        "The pictures of a file may have \(CalendarPicture.mostInFile >> 20) MiB together, so this one is left out"
      )
      return nil
    }
    pictureBytes += picture.size
    return picture
  }

  /// The lines of a component as they are kept; what is too much is named and left out, the longest lines first.
  ///
  /// - Parameters:
  ///   - repeats: the lines that say how it comes again: none where they are too much.
  ///   - fit: whether texts fit into the record.
  private mutating func kept(
    _ component: CalendarComponents.Component, _ repeats: inout String,
    _ fit: ([String]) -> Bool
  ) -> (calendar: String, zones: String) {
    var zones = reading.zones(of: component.properties)
    bytes += zones.utf8.count
    if !fit([zones]) {
      zones = ""
      note(component.line, "Its time zones are too long, so they stay in the file", .kept)
    }
    if !fit([zones, repeats]) {
      repeats = ""
      note(component.line, "Its rules are too long, so it comes once here", .kept)
    }
    let others = component.lines.filter { !CalendarOwn.isOne($0) }
    let lines = CalendarFitting.lines(others) { fit([zones, repeats, $0]) }
    if !lines.leftOut.isEmpty {
      note(
        component.line,
        "\(CalendarFitting.tooMuch), so this stays in the file alone: "
          + Text.clean(lines.leftOut.joined(separator: ", "), limit: 200), .kept)
    }
    return (lines.text, zones)
  }

  /// Gives changed dates to their events and to-dos; one whose event is in no file becomes an event itself.
  private mutating func settleChanges() {
    var (places, toDoPlaces): ([String: Int], [String: Int]) = ([:], [:])
    for (index, event) in events.enumerated() where event.method == .holds {
      places[event.uid] = index
    }
    for (index, one) in loose.enumerated() where one.toDo.method == .holds {
      toDoPlaces[one.toDo.uid] = index
    }
    changes.sort { $0.component.line < $1.component.line }
    var ofEvents: [Int: [CalendarFitting.Change]] = [:]
    var ofToDos: [Int: [CalendarFitting.Change]] = [:]
    for (uid, var component) in changes {
      let isEvent = component.name == CalendarText.event
      guard let place = isEvent ? places[uid] : toDoPlaces[uid], !uid.isEmpty else {
        component.unpack()
        readWhole(component)
        if isEvent, let last = events.last, last.uid == uid { places[uid] = events.count - 1 }
        if !isEvent, let last = loose.last, last.toDo.uid == uid {
          toDoPlaces[uid] = loose.count - 1
        }
        continue
      }
      let name = component.name
      let text = (["BEGIN:\(name)"] + component.lines + ["END:\(name)"]).map { $0 + "\n" }.joined()
      let change = CalendarFitting.Change(line: component.line, text: text)
      if isEvent { ofEvents[place, default: []].append(change) }
      if !isEvent { ofToDos[place, default: []].append(change) }
    }
    changes = []
    for (place, changes) in ofEvents { events[place] = kept(changes, of: events[place]) }
    for (place, changes) in ofToDos { loose[place].toDo = kept(changes, of: loose[place].toDo) }
  }

  /// Something with its changed dates, of two of one date the newer one; what is too much is named and left out, the last ones first.
  private mutating func kept<Item: CalendarDated>(
    _ changes: [CalendarFitting.Change], of item: Item
  ) -> Item {
    let kept = CalendarFitting.dates(changes.map(\.text), of: item)
    var item = item
    item.changes = kept.text
    for change in changes[kept.count...] {
      note(change.line, "\(CalendarFitting.tooMuch), so this date is left out", .lost)
    }
    noteOlder(Array(changes[..<kept.count]), of: item)
    noteRanges(changes)
    return item
  }
}
