import EventSchema
import Schema

/// A file of a calendar folder, as it was read or is to be written.
public struct CalendarEntry: Equatable, Sendable {
  /// The event or to-do in it.
  public var item: CalendarItem
  /// Its whole text.
  public var text: String

  /// Puts both together.
  public init(item: CalendarItem, text: String) {
    (self.item, self.text) = (item, text)
  }

  /// The same without the bytes of its picture, which are no longer needed once they are in the file.
  public var light: CalendarEntry {
    guard case .event(var event) = item, let picture = event.picture else { return self }
    event.picture = picture.withoutBytes
    return CalendarEntry(
      item: .event(event), text: CalendarPicture.without(text, keepsLine: true))
  }

  /// The same without its picture.
  var bare: CalendarEntry {
    guard case .event(var event) = item, event.picture != nil else { return self }
    event.picture = nil
    return CalendarEntry(
      item: .event(event), text: CalendarPicture.without(text, keepsLine: false))
  }
}

/// The thing found at a name in a calendar folder.
public enum CalendarFound: Equatable, Sendable {
  /// A file that was read.
  case entry(CalendarEntry)
  /// Something that cannot be read or understood, and why in a sentence: it is left alone.
  case problem(String)
}

extension CalendarFound {
  /// The same without the bytes of its picture.
  public var light: CalendarFound {
    if case .entry(let entry) = self { .entry(entry.light) } else { self }
  }
}

/// The world through which a calendar folder is kept in step. Each call may be the last one that a process makes.
public protocol CalendarWorld {
  /// The files of the folder, by name.
  var files: [String: CalendarFound] { get }
  /// The files as they were when they were last in step, by name.
  var bases: [String: CalendarItem] { get }

  /// Gives a file new content, or with nil takes it away.
  ///
  /// - Returns: false where it is no longer as it was read, and so was not touched.
  mutating func put(_ entry: CalendarEntry?, at name: String) throws -> Bool
  /// Returns once all that was put is on the disk.
  mutating func settle() throws
  /// Keeps how files are now that they are in step, or without an entry forgets them; some of them where it fails.
  mutating func keep(_ changes: [(name: String, entry: CalendarEntry?)]) throws
  /// The whole text of a file, with its picture; nil where it is no longer as it was read.
  func text(at name: String) throws -> String?
  /// The picture of an event with its bytes; nil while they are not here, or are none that a file can have.
  func picture(of event: EventView) throws -> CalendarPicture?
  /// Has the node give an event the picture that its file has.
  mutating func give(
    _ picture: CalendarPicture, to event: EventView
  ) throws -> Result<CalendarAnswer, CalendarRefusal>
  /// Has the node perform commands; the result of each is durable then.
  mutating func perform(_ calls: [Call]) throws -> [Result<CalendarAnswer, CalendarRefusal>]
}

/// The node's answer for an item of a calendar folder, once it did what a file asks for.
public enum CalendarAnswer: Sendable {
  /// An event with what is to be done for it.
  case event(EventView)
  /// Something to do that belongs to no event.
  case toDo(ToDoView)
}

/// The reason why the node did not do what a file asks for.
public struct CalendarRefusal: Error, Equatable, Sendable {
  /// A sentence for people.
  public var text: String
  /// Whether it may do so a little later.
  public var isPassing: Bool

  /// Puts both together.
  public init(_ text: String, isPassing: Bool) {
    (self.text, self.isPassing) = (text, isPassing)
  }
}

/// The result of a look at a calendar folder.
public struct CalendarReport: Equatable, Sendable {
  /// Files that are left alone, by name, with a sentence each.
  public var problems: [String: String] = [:]
  /// Files that are in step.
  public var inStep = 0
  /// The reason why the whole look was refused; nil where it was not.
  public var refusal: String?
  /// Whether something was changed, here or there.
  public var isChanged = false
  /// Whether it should soon be looked at again.
  public var isPassing = false
}

/// Keeps a folder of calendar files and the events and to-dos of a node in step, both ways (rows E-16, E-56, E-57 and E-67).
///
/// Each file is compared with what it was when both were last in step, its base. What the file says otherwise than its base
/// becomes an edit of those fields alone; what the node says otherwise is written. A deletion prevails. The node
/// commits first, then files are written, then bases: so a process may end after any step, and the next look resumes there.
public struct CalendarFolder: Sendable {
  /// The most files that may vanish at once when none is left; with more the folder itself is taken to be gone.
  public static let mostVanishing = 3

  /// The edits that files asked for and the node refused. They are not asked for again until one side says something else.
  private var refused: [String: (file: CalendarItem, known: CalendarItem?, text: String)]

  /// The same of the pictures of files.
  private var refusedPictures: [String: CalendarPicture.Mark] = [:]

  private let zone: String

  /// Files with more bytes are not read.
  public static let mostBytes = 1 << 20

  /// Nothing was looked at yet.
  ///
  /// - Parameter zone: the time zone of what names none in the files.
  public init(zone: String = "UTC") {
    refused = [:]
    self.zone = zone
  }

  /// Whether an event belongs in the folder: what strangers write in a room for everybody does not.
  public static func holds(_ event: EventView) -> Bool {
    !event.deleted && (event.own || event.paired)
  }

  /// The same for something to do that belongs to no event.
  public static func holds(_ toDo: ToDoView) -> Bool {
    !toDo.deleted && (toDo.own || toDo.paired)
  }

  /// Looks at everything once and brings it in step.
  ///
  /// - Parameters:
  ///   - events: all events with what is to be done, as they are after the last command of the look before.
  ///   - toDos: all that is to be done without an event, as well.
  ///   - now: milliseconds since 1970.
  public mutating func look(
    at events: [EventView], toDos: [ToDoView] = [], _ world: inout some CalendarWorld, now: Int64
  ) throws -> CalendarReport {
    var scene = CalendarScene(
      events.filter { Self.holds($0) }, toDos.filter { Self.holds($0) }, files: world.files,
      bases: world.bases, zone: zone, now: now)
    guard !scene.isEmptied else {
      scene.report.refusal =
        "Every file is gone from the calendar folder, so nothing was deleted here: put them back, or switch the folder off and on again."
      return scene.report
    }
    try tell(of: \.isEvent, &scene, &world)
    try tellPictures(&scene, &world)
    try tell(of: { !$0.isEvent }, &scene, &world)
    try write(&scene, &world)
    refused = refused.filter { scene.files[$0.key] != nil }
    refusedPictures = refusedPictures.filter { scene.files[$0.key] != nil }
    return scene.report
  }

  /// Returns the entries to write so that events with their lists are in a folder, whatever the folder says of them.
  ///
  /// - Parameters:
  ///   - files: the files that are there, by name.
  ///   - pictures: of the events, by their ids.
  ///   - zone: the time zone for times in them that name none.
  ///   - now: milliseconds since 1970.
  /// - Returns: new content by name; nothing for files that are right already.
  public static func additions(
    _ events: [EventView], to files: [String: CalendarFound],
    pictures: [String: CalendarPicture] = [:], zone: String, now: Int64
  ) -> [String: CalendarEntry] {
    var scene = CalendarScene(
      events, [], files: files, bases: [:], zone: zone, isAddition: true, now: now)
    var entries: [String: CalendarEntry] = [:]
    for uid in scene.uids {
      let step = scene.step(
        for: uid, text: { if case .entry(let entry)? = files[$0] { entry.text } else { nil } },
        picture: { pictures[$0.id] })
      if case .write(let name, let entry)? = step { entries[name] = entry }
    }
    return entries
  }

  /// Tells the node what files ask for.
  private mutating func tell(
    of kind: (CalendarItem) -> Bool, _ scene: inout CalendarScene,
    _ world: inout some CalendarWorld
  ) throws {
    var asked: [(uid: String, command: Call)] = []
    for uid in scene.uids where scene.item(uid).map(kind) == true {
      if let before = refused[uid], before.file == scene.files[uid]?.entry.item,
        before.known == scene.known[uid]?.item
      {
        scene.hold(uid, before.text)
        continue
      }
      if let command = scene.command(for: uid) { asked.append((uid, command)) }
    }
    guard !asked.isEmpty else { return }
    scene.report.isChanged = true
    for ((uid, _), result) in zip(asked, try world.perform(asked.map(\.command))) {
      switch result {
      case .success(let answer): scene.take(answer)
      case .failure(let refusal):
        guard let file = scene.files[uid] else {
          // It may not be deleted here: it is written again.
          if refusal.isPassing { scene.hold(uid, refusal.text) }
          continue
        }
        scene.hold(uid, refusal.text)
        scene.report.isPassing = scene.report.isPassing || refusal.isPassing
        if !refusal.isPassing {
          refused[uid] = (file.entry.item, scene.known[uid]?.item, refusal.text)
        }
      }
    }
  }

  /// Gives events the pictures that others have put into files. That one is gone from a file says nothing: many programs drop
  /// what is attached.
  private mutating func tellPictures(
    _ scene: inout CalendarScene, _ world: inout some CalendarWorld
  ) throws {
    for uid in scene.pictured {
      guard let (name, event, wanted) = scene.picture(for: uid), refusedPictures[uid] != wanted,
        let text = try world.text(at: name),
        let picture = try? CalendarItem(text, zone: zone).picture
      else { continue }
      scene.report.isChanged = true
      switch try world.give(picture, to: event) {
      case .success(let answer): scene.take(answer)
      case .failure(let refusal):
        scene.report.problems[name] = refusal.text
        scene.report.isPassing = scene.report.isPassing || refusal.isPassing
        if !refusal.isPassing { refusedPictures[uid] = wanted }
      }
    }
  }

  /// Writes what the node says, and notes what is in step.
  private func write(_ scene: inout CalendarScene, _ world: inout some CalendarWorld) throws {
    var kept: [(name: String, entry: CalendarEntry?)] = []
    for uid in scene.uids {
      let step = try scene.step(
        for: uid, text: { try world.text(at: $0) }, picture: { try world.picture(of: $0) })
      guard let step else { continue }
      switch step {
      case .write(let name, let entry):
        guard try world.put(entry, at: name) else {
          scene.report.isPassing = true
          continue
        }
        kept.append((name, entry.map { scene.noted($0) }))
      case .note(let name, let entry): kept.append((name, entry.map { scene.noted($0) }))
      }
      if let base = scene.bases[uid]?.name, base != kept.last?.name { kept.append((base, nil)) }
    }
    guard !kept.isEmpty else { return }
    scene.report.isChanged = true
    try world.settle()
    try world.keep(kept)
  }
}
