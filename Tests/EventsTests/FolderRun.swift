import Events
import EventSchema
import Schema
import TestKit
import Testing

/// Random edits on both sides of a calendar folder, with kills, and what must come of them.
///
/// Each value is a new one: who sets back by hand what a killed process had just taken is not told from who never changed it.
struct FolderRun {
  /// The edits since both sides were last in step; by field, inside and outside.
  private struct Edits {
    var inside: [String: String] = [:]
    var outside: [String: String] = [:]
  }

  private var world = FolderWorld()
  private var random: SeededGenerator
  private var count = 0
  private var edits: [String: Edits] = [:]
  private var alive: Set<String> = []
  private var gone: Set<String> = []
  /// The process was killed: nobody changes events until another one has looked, which it does first.
  private var isDead = false
  /// A process was killed since both sides were last in step.
  private var wasKilled = false

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func chance(_ part: Int) -> Bool {
    Int.random(in: 0..<part, using: &random) == 0
  }

  private mutating func value() -> String {
    count += 1
    return "v\(count)"
  }

  mutating func step() throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: if !isDead { planInside() }
    case 1: planOutside()
    case 2...4: if !isDead { editInside() }
    case 5...7: editOutside()
    case 8: if chance(3) { delete() }
    default: break
    }
    guard chance(3) else { return }
    if chance(2) { world.life = Int.random(in: 1...12, using: &random) }
    do {
      _ = try world.look()
      world.life = .max
      isDead = false
      try check()
    } catch is FolderWorld.Killed {
      world.restart()
      (isDead, wasKilled) = (true, true)
    }
  }

  /// Lets both sides come in step, and looks once more that nothing happens then.
  mutating func end() throws {
    world.restart()
    _ = try world.look()
    try check()
    let (writes, asked) = (world.writes, world.asked.count)
    _ = try world.look()
    #expect(world.writes == writes && world.asked.count == asked)
  }

  // MARK: What is done

  private mutating func planInside() {
    let name = value()
    world.plan(name, list: [])
    let id = world.events.values.first { $0.name == name }?.id ?? ""
    alive.insert("\(id)@parlor")
  }

  private mutating func planOutside() {
    let uid = value()
    world.files["\(uid).ics"] = FolderWorld.found("VEVENT", uid, "DTSTART:20991224T170000Z")
    alive.insert(uid)
  }

  private mutating func editInside() {
    guard let event = event(), var view = world.events[event.id] else { return }
    let (field, value) = (field(), value())
    set(field, value, of: &view)
    view.sequence += 1
    world.events[view.id] = view
    edits[CalendarText.uid(view), default: Edits()].inside[field] = value
  }

  private mutating func editOutside() {
    guard let name = file(), case .entry(let entry)? = world.files[name],
      case .event(let event) = entry.item
    else { return }
    let (field, value) = (field(), value())
    var view = EventView.with {
      ($0.uid, $0.name, $0.notes, $0.place) = (event.uid, event.name, event.notes, event.place)
      ($0.start, $0.minutes) = (event.start, event.minutes)
    }
    set(field, value, of: &view)
    let text = CalendarText.write([view], now: 0)
    world.files[name] = FolderWorld.found(text.replacing("PRODID:", with: "X-BY:"))
    edits[event.uid, default: Edits()].outside[field] = value
  }

  private mutating func delete() {
    if !isDead, chance(2), let event = event() {
      world.events[event.id] = nil
      gone.insert(CalendarText.uid(event))
    } else if let name = file(), case .entry(let entry)? = world.files[name],
      world.files.count > CalendarFolder.mostVanishing
    {
      world.files[name] = nil
      // What never came in step was never here.
      gone.insert(entry.item.uid)
      if world.bases[name] == nil { gone.remove(entry.item.uid) }
      alive.remove(entry.item.uid)
    }
  }

  private mutating func event() -> EventView? {
    world.events.values.sorted { $0.id < $1.id }.randomElement(using: &random)
  }

  private mutating func file() -> String? {
    world.files.keys.sorted().randomElement(using: &random)
  }

  private mutating func field() -> String {
    ["name", "notes", "place"].randomElement(using: &random) ?? "name"
  }

  private func set(_ field: String, _ value: String, of view: inout EventView) {
    switch field {
    case "name": view.name = value
    case "notes": view.notes = value
    default: view.place = value
    }
  }

  private func get(_ field: String, of event: CalendarFile.Event) -> String {
    switch field {
    case "name": event.name
    case "notes": event.notes
    default: event.place
    }
  }

  // MARK: What must hold

  private mutating func check() throws {
    var here: [String: CalendarFile.Event] = [:]
    for view in world.events.values {
      let event = try #require(CalendarFile.Event(view))
      #expect(here.updateValue(event, forKey: event.uid) == nil, "\(event.uid) is there twice")
    }
    #expect(world.files.count == here.count && world.bases.count == here.count)
    for case .entry(let entry) in world.files.values {
      let event = try #require(here[entry.item.uid])
      #expect(entry.item.says(.event(event)), "both sides are the same")
    }
    for uid in alive.subtracting(gone) {
      #expect(here[uid] != nil, "\(uid) was made and never deleted")
    }
    for uid in gone { #expect(here[uid] == nil, "\(uid) was deleted") }
    for (uid, edits) in edits {
      guard let event = here[uid] else { continue }
      for field in Set(edits.inside.keys).union(edits.outside.keys) {
        let may = [edits.inside[field], edits.outside[field]].compactMap { $0 }
        #expect(may.contains(get(field, of: event)), "\(uid): \(field) was written, and is lost")
        for value in may where value != get(field, of: event) {
          #expect(world.kept.contains(value), "\(uid): \(value) is lost without a word")
        }
      }
    }
    // After a kill a file may have been taken already, and changed again since: its first value is kept then.
    let written = edits.values.flatMap { Array($0.inside.values) }
    #expect(
      wasKilled || world.kept.isSubset(of: written), "only what a person wrote is kept beside")
    (edits, wasKilled, world.kept) = ([:], false, [])
  }
}
