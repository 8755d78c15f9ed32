import EventSchema
import Schema

/// A calendar folder beside the events of a node, by what calendars call each event and thing to do.
struct CalendarScene {
  /// An event or to-do that the node has.
  struct Known {
    var item: CalendarItem
    /// Nil for a to-do that belongs to none.
    var event: EventView?
    var toDo: ToDoView?
  }

  /// One step to be taken in the folder.
  enum Step {
    /// Gives a file its content; nil takes it away.
    case write(name: String, CalendarEntry?)
    /// It is in sync; nil where it is gone everywhere.
    case note(name: String, CalendarEntry?)
  }

  private(set) var known: [String: Known] = [:]
  private(set) var files: [String: (name: String, entry: CalendarEntry)] = [:]
  private(set) var bases: [String: (name: String, item: CalendarItem)] = [:]
  var report = CalendarReport()
  /// Those with which nothing is done now.
  private var held: Set<String> = []
  private var names: Set<String>
  private let now: Int64
  private let zone: String
  /// Whether events are added to the folder, whatever it says of them.
  private let isAddition: Bool

  init(
    _ events: [EventView], _ toDos: [ToDoView], files found: [String: CalendarFound],
    bases old: [String: CalendarItem], zone: String, isAddition: Bool = false, now: Int64
  ) {
    (self.now, self.zone, self.isAddition) = (now, zone, isAddition)
    names = Set(found.keys)
    for (name, item) in old.sorted(by: { $0.key < $1.key }) {
      // Where there are two, the one of a file that is there counts.
      if let other = bases[item.uid], found[other.name] != nil { continue }
      bases[item.uid] = (name, item)
    }
    for (name, found) in found.sorted(by: { $0.key < $1.key }) {
      switch found {
      case .problem(let text):
        report.problems[name] = text
        if let base = old[name] { held.insert(base.uid) }
      case .entry(let entry): add(entry, name)
      }
    }
    // What several are called alike counts as our own.
    for event in events.sorted(by: { ($0.own ? 0 : 1, $0.id) < ($1.own ? 0 : 1, $1.id) }) {
      add(event)
    }
    for toDo in toDos.sorted(by: { ($0.own ? 0 : 1, $0.id) < ($1.own ? 0 : 1, $1.id) }) {
      add(toDo)
    }
  }

  private mutating func add(_ entry: CalendarEntry, _ name: String) {
    let uid = entry.item.uid
    guard let other = files[uid]?.name else {
      files[uid] = (name, entry)
      return
    }
    // What is in step already counts, and then what is whole.
    let isOther = bases[uid]?.name == other
    let counts =
      bases[uid]?.name == name
      || !isOther && !entry.item.isLess && files[uid]?.entry.item.isLess == true
    let (kept, left) = counts ? (name, other) : (other, name)
    let isLess = (counts ? files[uid]?.entry.item : entry.item)?.isLess == true
    if counts { files[uid] = (name, entry) }
    report.problems[left] =
      isLess
      ? "It says a part of what \(kept) is about: `parlor event import` takes it in, and then delete it."
      : "It has the same UID as \(kept): delete one of them."
  }

  private mutating func add(_ event: EventView) {
    guard let item = CalendarFile.Event(event) else { return }
    if known[item.uid] == nil { known[item.uid] = Known(item: .event(item), event: event) }
    for toDo in event.toDos {
      guard let line = CalendarFile.Line(toDo), known[line.uid] == nil else { continue }
      known[line.uid] = Known(item: .toDo(line, event: item.uid), event: event, toDo: toDo)
    }
  }

  /// Something to do that belongs to no event.
  private mutating func add(_ toDo: ToDoView) {
    guard let line = CalendarFile.Line(toDo), known[line.uid] == nil else { return }
    known[line.uid] = Known(item: .toDo(line, event: ""), event: nil, toDo: toDo)
  }

  /// All that is known on any side, in order.
  var uids: [String] { Set(known.keys).union(files.keys).union(bases.keys).sorted() }

  /// Returns the item with an id, from whichever side has it: the file first, then the node, then the base.
  func item(_ uid: String) -> CalendarItem? {
    files[uid]?.entry.item ?? known[uid]?.item ?? bases[uid]?.item
  }

  /// Whether all files are gone at once.
  var isEmptied: Bool {
    let gone = bases.keys.filter { files[$0] == nil && known[$0] != nil && !held.contains($0) }
    return gone.count > CalendarFolder.mostVanishing && names.isEmpty
  }

  /// Leaves something alone, and says why.
  mutating func hold(_ uid: String, _ text: String) {
    held.insert(uid)
    if let name = files[uid]?.name ?? bases[uid]?.name { report.problems[name] = text }
  }

  /// Takes what the node answered.
  mutating func take(_ answer: CalendarAnswer) {
    switch answer {
    case .event(let event):
      for (uid, other) in known where other.event?.id == event.id { known[uid] = nil }
      if CalendarFolder.holds(event) { add(event) }
    case .toDo(let toDo):
      for (uid, other) in known where other.event == nil && other.toDo?.id == toDo.id {
        known[uid] = nil
      }
      if CalendarFolder.holds(toDo) { add(toDo) }
    }
  }

  // MARK: What the node is told

  /// Returns the command that a file asks of the node; nil for none.
  mutating func command(for uid: String) -> Call? {
    guard !held.contains(uid) else { return nil }
    let (known, base) = (known[uid], bases[uid]?.item)
    guard let file = files[uid]?.entry.item else {
      return base == nil ? nil : known.map(deletion)
    }
    switch (file, known?.item) {
    case (.event(let event), nil):
      return base == nil ? merged(event, nil, nil, uid).flatMap { making($0.item) } : nil
    case (.toDo(let toDo, let event), nil):
      return base == nil
        ? merged(toDo, nil, nil, uid).flatMap { making($0.item, of: event) } : nil
    case (.event(let event), .event(let old)):
      var then: CalendarFile.Event?
      if case .event(let event) = base { then = event }
      guard let (item, since) = merged(event, then, old, uid) else { return nil }
      let draft = EventDraft(item, since: since, over: old)
      guard draft != EventDraft(), let view = known?.event else { return nil }
      return Methods.Events.edit {
        $0.room = view.room
        $0.event = view.id
        $0.change = draft
      }
    case (.toDo(let toDo, _), .toDo(let old, _)):
      var then: CalendarFile.Line?
      if case .toDo(let toDo, _) = base { then = toDo }
      guard let (item, since) = merged(toDo, then, old, uid) else { return nil }
      let draft = ToDoDraft(item, since: since, over: old)
      guard draft != ToDoDraft(), let line = known?.toDo else { return nil }
      let edit = EditToDo.with {
        $0.room = known?.event?.room ?? line.room
        $0.toDo = line.id
        $0.change = draft
      }
      return known?.event == nil
        ? Methods.ToDos.edit { $0 = edit } : Methods.Events.editToDo { $0 = edit }
    default:
      hold(uid, "Something else here has the same UID: give it another one.")
      return nil
    }
  }

  /// The wish of a file beside what is here, and the base of its words; nil for nothing, which is told.
  ///
  /// A file that is whole is compared with how it was when it was last in step.
  private mutating func merged<Item: CalendarDated>(
    _ file: Item, _ base: Item?, _ known: Item?, _ uid: String
  ) -> (item: Item, since: Item?)? {
    if let known, !file.isLess(than: known), file.isPart == known.isPart { return (file, base) }
    switch CalendarMerge(file, over: known) {
    case .take(let item, let since, _): return (item, since)
    case .leave(let text):
      hold(uid, text)
      return nil
    }
  }

  private func deletion(of known: Known) -> Call {
    guard let event = known.event else {
      return Methods.ToDos.delete {
        $0.room = known.toDo?.room ?? ""
        $0.toDo = known.toDo?.id ?? ""
      }
    }
    if let toDo = known.toDo {
      return Methods.Events.deleteToDo {
        $0.room = event.room
        $0.toDo = toDo.id
      }
    }
    return Methods.Events.delete {
      $0.room = event.room
      $0.event = event.id
    }
  }

  private mutating func making(_ event: CalendarFile.Event) -> Call? {
    let draft = EventDraft(event, since: nil, over: nil)
    return Methods.Events.add { $0.event = draft }
  }

  private mutating func making(_ toDo: CalendarFile.Line, of event: String) -> Call? {
    let draft = ToDoDraft(toDo, since: nil, over: nil)
    // What it belongs to may be another to-do.
    if event.isEmpty || item(event)?.isEvent == false {
      return Methods.ToDos.add { $0.toDo = draft }
    }
    guard let parent = known[event]?.event else {
      hold(
        toDo.uid, "It belongs to an event that is not here: add that event, or remove RELATED-TO.")
      return nil
    }
    return Methods.Events.addToDo {
      $0.room = parent.room
      $0.event = parent.id
      $0.toDo = draft
    }
  }

  // MARK: Pictures

  /// The ids of the events that have a picture in their files, in order.
  var pictured: [String] {
    files.lazy.filter { $0.value.entry.item.picture != nil }.map(\.key).sorted()
  }

  /// The picture that a file asks the node to give an event; nil for none.
  func picture(for uid: String) -> (name: String, event: EventView, CalendarPicture.Mark)? {
    guard !held.contains(uid), let file = files[uid], let known = known[uid], known.toDo == nil,
      let event = known.event, let wanted = file.entry.item.picture?.mark,
      wanted != bases[uid]?.item.picture?.mark, wanted != CalendarPicture.Mark(event)
    else { return nil }
    return (file.name, event, wanted)
  }

  /// Returns the change to make to the picture in the file of an event.
  private func edit(
    of known: Known, _ file: CalendarEntry?, _ base: CalendarItem?,
    picture: (EventView) throws -> CalendarPicture?
  ) rethrows -> CalendarPicture.Edit {
    guard known.toDo == nil, let event = known.event else { return .nothing }
    let (there, then) = (file?.item.picture?.mark, base?.picture?.mark)
    let wanted = CalendarPicture.Mark(event)
    // What the file alone says, the node did not take: it stays there.
    let isRefused = there != nil && there != then && !isAddition
    guard wanted != there, !isRefused else { return .nothing }
    guard let wanted else { return isAddition ? .nothing : .remove }
    // Somebody has taken it out of the file.
    if file != nil, there == nil, then == wanted { return .nothing }
    return try picture(event).map { .put($0) } ?? .nothing
  }

  /// A file as it is remembered: without a picture that it has and the node did not take, which stays there as it is.
  func noted(_ entry: CalendarEntry) -> CalendarEntry {
    let uid = entry.item.uid
    guard let there = entry.item.picture?.mark, there != bases[uid]?.item.picture?.mark,
      let event = known[uid]?.event, there != CalendarPicture.Mark(event)
    else { return entry.light }
    return entry.bare
  }

  // MARK: What the folder is told

  /// Returns the step that is left for the folder once the node has been told everything.
  ///
  /// - Parameters:
  ///   - text: the whole text of a file; nil where it is no longer as it was read.
  ///   - picture: the picture of an event; nil while it is not here.
  mutating func step(
    for uid: String, text: (String) throws -> String?,
    picture: (EventView) throws -> CalendarPicture?
  ) rethrows -> Step? {
    guard !held.contains(uid) else { return nil }
    let (file, base) = (files[uid], bases[uid])
    guard let known = known[uid] else {
      if let file { return base == nil ? nil : .write(name: file.name, nil) }
      return base.map { .note(name: $0.name, nil) }
    }
    report.inStep += 1
    let edit = try edit(of: known, file?.entry, base?.item, picture: picture)
    let hasItsPicture = if case .nothing = edit { true } else { false }
    if let file, file.entry.item.says(known.item), hasItsPicture {
      let there = file.entry.item.picture?.mark
      let isNoted = base.map {
        $0.name == file.name && $0.item.says(file.entry.item)
          && (there == nil || $0.item.picture?.mark == there
            || there != known.event.flatMap { CalendarPicture.Mark($0) })
      }
      return isNoted == true ? nil : .note(name: file.name, file.entry)
    }
    let over = try file.flatMap { try text($0.name) }
    guard file == nil || over != nil else {
      report.isPassing = true
      return nil
    }
    guard let entry = entry(of: known, file, over, edit),
      let name = file?.name ?? name(for: known)
    else { return nil }
    if let file, file.entry.item.says(entry.item), hasItsPicture {
      // A file says no more of it than that.
      return base == nil ? .note(name: name, file.entry) : nil
    }
    names.insert(name)
    return .write(name: name, entry)
  }

  /// A file as it is to be, with the picture where there is room for it.
  private func entry(
    of known: Known, _ file: (name: String, entry: CalendarEntry)?, _ over: String?,
    _ edit: CalendarPicture.Edit
  ) -> CalendarEntry? {
    // What says less than the whole is written as the whole.
    let isLess = file?.entry.item.isLess(than: known.item) == true
    let text = text(of: known, file, isLess ? nil : over, edit)
    if case .put = edit, text.utf8.count > CalendarFolder.mostBytes {
      return entry(of: known, file, over, .nothing)
    }
    return (try? CalendarItem(text, zone: zone)).map { CalendarEntry(item: $0, text: text) }
  }

  /// Returns the text of a file from now on; a line that says the same stays as it is in the file.
  private func text(
    of known: Known, _ file: (name: String, entry: CalendarEntry)?, _ over: String?,
    _ edit: CalendarPicture.Edit
  ) -> String {
    let next = file.map { $0.entry.item.sequence.addingReportingOverflow(1).partialValue } ?? 0
    if let toDo = known.toDo {
      return CalendarText.write(toDo, of: known.event, over: over, sequence: next, now: now)
    }
    guard let event = known.event else { return "" }
    return CalendarText.write(
      event, over: over, picture: edit, sequence: max(next, event.sequence), now: now)
  }

  /// A name that is free for a new file: its UID where that can be one; nothing that a calendar is told leads out of the folder.
  private func name(for known: Known) -> String? {
    let own = CalendarText.uid(known.toDo?.id ?? known.event?.id ?? "")
    return [known.item.uid, own].filter(Self.isName).map { $0 + ".ics" }
      .first { !names.contains($0) }
  }

  private static func isName(_ uid: String) -> Bool {
    uid.utf8.count <= 200 && uid.first != "."
      && uid.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte & 0xdf) || "@._-+".utf8.contains(byte)
      }
  }
}
