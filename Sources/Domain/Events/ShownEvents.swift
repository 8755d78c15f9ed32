import EventSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Events as people see them.
public enum ShownEvents {
  /// Events in one room that are read at once; older ones are left out.
  public static let mostEvents = 20_000

  /// One event with all that belongs to it.
  ///
  /// - Parameter record: an event that is visible or deleted.
  public static func view(of record: Record, _ home: any Snapshot) throws -> EventView {
    var view = try summary(of: record, EventKinds.event.decode(record.body), home)
    view.toDos = try ShownToDos.toDos(of: record, home)
    if let picture = try EventParts.picture(of: record, home) {
      view.picture = try PictureViews.view(of: picture, home)
    }
    if !view.deleted {
      try BudgetViews.addBudget(of: record, to: &view, home)
      view.parts = try EventSeries.parts(of: record, home).map(\.item.description)
    }
    return view
  }

  /// The picture that counts of an event.
  ///
  /// - Throws: `PictureProblem.missing` where there is none.
  public static func picture(
    of event: ItemID, _ home: any Snapshot
  ) throws -> PictureView {
    guard let record = try home.record(of: event), record.kind == .event,
      let picture = try EventParts.picture(of: record, home)
    else { throw PictureProblem.missing }
    return try PictureViews.view(of: picture, home)
  }

  // MARK: Lists

  /// The events of a room without what is to be done for them, the soonest first.
  public static func events(in room: RoomID, _ home: any Snapshot) throws -> [EventView] {
    let pictures = try PictureViews.pictures(in: room, home)
    var left = EventTexts.ofAnswer
    var views = try records(in: room, home).compactMap { record -> EventView? in
      guard var view = try listed(record, home) else { return nil }
      try take(view, from: &left, in: room, home)
      if let picture = pictures[record.id] {
        view.picture = try PictureViews.view(of: picture, home)
      }
      return view
    }
    sortSoonestFirst(&views)
    return views
  }

  /// The events of a room with what is to be done for them, in no order that means anything.
  public static func plans(in room: RoomID, _ home: any Snapshot) throws -> [EventView] {
    let pictures = try PictureViews.pictures(in: room, home)
    let kept = try PictureViews.kept(home)
    var left = EventTexts.ofAnswer
    return try records(in: room, home).compactMap { record in
      guard var view = try listed(record, home) else { return nil }
      try take(view, from: &left, in: room, home)
      view.toDos = try ShownToDos.toDos(of: record, home)
      if let picture = pictures[record.id] ?? kept[record.item] {
        view.picture = try PictureViews.view(of: picture, home)
      }
      return view
    }
  }

  /// The events of some rooms with all that belongs to them but their pictures, those of each room the soonest first.
  static func whole(in rooms: [RoomID], _ home: any Snapshot) throws -> [EventView] {
    // Most events have neither to-dos nor costs, and are not looked through for them.
    var planned: Set<ItemID> = []
    for room in Set(rooms + [home.personalRoom]).sorted() {
      let parts = try home.records(of: [.toDo, .budgetLine], in: room, limit: ToDoLists.most)
      guard parts.count < ToDoLists.most else { throw tooManyParts(try home.room(room)?.name) }
      for part in parts {
        if let event = try EventParts.event(of: part, home) { planned.insert(event.item) }
      }
    }
    return try rooms.flatMap { room in
      var left = EventTexts.ofAnswer
      var views = try records(in: room, home).compactMap { record -> EventView? in
        guard var view = try listed(record, home) else { return nil }
        try take(view, from: &left, in: room, home)
        guard planned.contains(record.item) else { return view }
        view.toDos = try ShownToDos.toDos(of: record, home)
        try BudgetViews.addBudget(of: record, to: &view, home)
        return view
      }
      sortSoonestFirst(&views)
      return views
    }
  }

  /// A room has more to-dos and costs than are read: a file without some of them would look whole.
  static func tooManyParts(_ room: String?) -> Refused {
    Refused(
      .invalid,
      "\(room ?? "A room") has more than \(ToDoLists.most) to-dos and costs: write its events one at a time."
    )
  }

  /// Counts what an answer holds of packed texts: without all of it, programs would write files that lack something.
  ///
  /// - Throws: `Refused` where it is too much.
  private static func take(
    _ view: EventView, from left: inout Int, in room: RoomID, _ home: any Snapshot
  ) throws {
    let bytes = [view.calendar, view.repeats, view.changes, view.zones]
      .reduce(0) { $0 + $1.utf8.count }
    if bytes > EventTexts.carried { left -= bytes }
    guard left < 0 else { return }
    let name = try home.room(room)?.name ?? "this room"
    throw Refused(
      .invalid,
      "The long events of \(name) have more than \(EventTexts.ofAnswer >> 20) MiB together: delete some, or look at one at a time.",
      .see("event show")
    )
  }

  /// Returns the things to do in a room that belong to no event; nil where there are more than are read.
  public static func toDos(in room: RoomID, _ home: any Snapshot) throws -> [ToDoView]? {
    let records = try home.records(of: [.toDo], in: room, limit: ToDoLists.most)
    guard records.count < ToDoLists.most else { return nil }
    return try records.filter(EventParts.isOwnToDo).map { try ShownToDos.view(ofOwn: $0, home) }
  }

  /// The events of a room as lines of a list, in no order that means anything.
  public static func lines(in room: RoomID, _ home: any Snapshot) throws -> [EventLine] {
    var lines: [EventLine] = []
    try visitLines(of: room, home) { lines.append($0) }
    return lines
  }

  /// Visits the events of a room as lines of a list.
  ///
  /// - Parameter told: those that our person is told of.
  static func visitLines(
    of room: RoomID, told: Set<ItemID> = [], _ home: any Snapshot,
    _ body: (EventLine) throws -> Void
  ) throws {
    // What is the same for all events of one author.
    var makers: [Author: EventLine] = [:]
    let roomName = try home.room(room)?.name ?? ""
    var left = EventTexts.ofAnswer
    try home.visit(.event, in: room, limit: mostEvents) { record in
      let author = record.author
      var line = try makers[author] ?? self.line(by: author, in: room, roomName, home)
      if makers[author] == nil { makers[author] = line }
      // What our person wrote is no attack, and is not counted.
      var share = author == home.me ? EventTexts.ofAnswer : left
      let repeats = try fill(
        &line, record.item, record.writers, record.body, isPersonal: room == home.personalRoom,
        home, within: &share)
      if author != home.me { left = share }
      guard try !SplitSeries.isSetAside(record.item, repeats, home) else { return }
      if told.contains(record.item) { line.reminds = true }
      try body(line)
    }
  }

  /// One event as a line of a list; nil for a rest of a series that is set aside.
  static func line(of record: Record, _ home: any Snapshot) throws -> EventLine? {
    let roomName = try home.room(record.room)?.name ?? ""
    var line = try line(by: record.author, in: record.room, roomName, home)
    var left = EventTexts.ofAnswer
    let repeats = try fill(
      &line, record.item, record.writers, record.body,
      isPersonal: record.room == home.personalRoom, home, within: &left)
    return try SplitSeries.isSetAside(record.item, repeats, home) ? nil : line
  }

  /// Fills in a line.
  ///
  /// - Returns: the lines that say how it comes again, as it carries them; none where they were left out.
  private static func fill(
    _ line: inout EventLine, _ item: ItemID, _ writers: Writers, _ body: Data, isPersonal: Bool,
    _ home: any Snapshot, within left: inout Int
  ) throws -> String {
    let event = EventKinds.event.carried(body)
    let start = EventRules.bounded(event.start)
    line.id = item.description
    line.name = Text.clean(event.name, limit: EventRules.name)
    line.milliseconds = start.milliseconds
    line.zone = start.zone
    line.minutes = event.hasMinutes ? event.minutes : EventRules.minutes
    line.allDay = event.allDay
    line.status = event.status
    let repeats = EventTexts.text(EventTexts.repeats, of: event, within: &left)
    let changes = EventTexts.text(EventTexts.changes, of: event, within: &left)
    if var repeats, var changes {
      if AttachedDates.isIn(changes) || SplitSeries.isPart(repeats) {
        var whole = event
        (whole.repeats, whole.changes) = (repeats, changes)
        let shown = AttachedDates.shown(try SplitSeries.joined(whole, item, home).event)
        (repeats, changes) = (shown.repeats, shown.changes)
      }
      if !repeats.isEmpty { line.repeats = CalendarKept.repeats(repeats, keepsAll: isPersonal) }
      if !changes.isEmpty {
        let uid = CalendarText.uid(event, of: line.id)
        line.changes = CalendarKept.changes(changes, uid: uid, keepsAll: isPersonal)
      }
    } else {
      line.datesLeftOut = true
    }
    line.readOnly = writers == .creator
    return repeats ?? ""
  }

  /// Returns a line with the fields that all events of an author share.
  private static func line(
    by author: Author, in room: RoomID, _ roomName: String, _ home: any Snapshot
  ) throws -> EventLine {
    let person = try home.person(author, in: room)
    return .with {
      $0.roomName = roomName
      $0.authorName = person.name
      $0.own = author == home.me
      $0.paired = person.isPaired
      $0.added = person.isAdded
      $0.nameIsTaken = person.nameIsTaken
      $0.reminds = false
    }
  }

  /// Puts events into the order of a list.
  static func sortSoonestFirst(_ events: inout [EventView]) {
    events.sort { left, right in
      let (one, other) = (left.start.milliseconds, right.start.milliseconds)
      return one != other ? one < other : (left.name, left.id) < (right.name, right.id)
    }
  }

  /// Puts lines into the order of a list. Most are in it already, the other way round, and so are neither copied nor compared often.
  public static func sortSoonestFirst(_ lines: inout [EventLine]) {
    lines.sort { left, right in
      let (one, other) = (left.milliseconds, right.milliseconds)
      return one != other ? one < other : (left.name, left.id) < (right.name, right.id)
    }
  }

  private static func records(in room: RoomID, _ home: any Snapshot) throws -> [Record] {
    try home.records(of: [.event], in: room, limit: mostEvents)
  }

  /// An event of a list without what belongs to it; nil for a rest of a series that is set aside.
  private static func listed(_ record: Record, _ home: any Snapshot) throws -> EventView? {
    let event = EventKinds.event.decode(record.body)
    guard try !SplitSeries.isSetAside(record.item, event.repeats, home) else { return nil }
    return try summary(of: record, event, home)
  }

  /// An event without what belongs to it.
  private static func summary(
    of record: Record, _ event: EventSchema.Event, _ home: any Snapshot
  ) throws -> EventView {
    let event = try SplitSeries.joined(event, record.item, home).event
    let person = try home.person(record.author, in: record.room)
    var view = EventView()
    view.id = record.item.description
    view.room = record.room.description
    view.roomName = try home.room(record.room)?.name ?? ""
    view.author = record.author.description
    view.authorName = person.name
    view.own = record.author == home.me
    view.paired = person.isPaired
    view.added = person.isAdded
    view.nameIsTaken = person.nameIsTaken
    view.name = Text.clean(event.name, limit: EventRules.name)
    view.start = EventRules.bounded(event.start)
    view.minutes = event.hasMinutes ? event.minutes : EventRules.minutes
    view.notes = Text.clean(event.notes, limit: EventRules.notes, lines: true)
    view.countUp = event.countUp
    view.uid = Text.clean(event.uid, limit: EventRules.uid)
    addCalendar(event, to: &view, isPersonal: record.room == home.personalRoom)
    view.sequence =
      record.changed > record.order ? UInt32(clamping: record.changed - record.order) : 0
    view.reminds = false
    view.deleted = record.isDeleted
    view.readOnly = record.isReadOnly
    return view
  }

  /// Adds what a calendar file says of an event.
  private static func addCalendar(
    _ event: EventSchema.Event, to view: inout EventView, isPersonal: Bool
  ) {
    view.personal = isPersonal
    view.allDay = event.allDay
    view.place = EventRules.cut(event.place, EventRules.place)
    view.url = EventRules.cut(event.url, EventRules.place)
    view.status = event.status
    let sieve = CalendarSieve(event.calendar, of: CalendarText.event, keepsAll: isPersonal)
    if sieve.kept.utf8.count <= EventRules.file { view.calendar = sieve.kept }
    view.leftOut = sieve.leftOut
    let event = AttachedDates.shown(event)
    view.repeats = CalendarKept.repeats(event.repeats, keepsAll: isPersonal)
    view.changes = CalendarKept.changes(
      event.changes, uid: CalendarText.uid(view), keepsAll: isPersonal)
    view.zones = CalendarKept.zones(event.zones)
    view.repetition = RepeatText.text(view.repeats, start: view.start)
    let people = CalendarPeople(event.calendar)
    view.categories = people.categories
    view.organizer = people.organizer
    view.attendees = people.attendees
  }
}
