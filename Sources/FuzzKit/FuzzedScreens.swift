import ChatSchema
import Events
import EventSchema
import Features
import Foundation
import Identifiers
import Node
import Schema
import Store
import SwiftProtobuf
import Terminal
import TestKit
import Wire

/// Everything that a person can look at, made of what a node has.
struct FuzzedScreens {
  /// The state of each room.
  private(set) var states: [RoomState] = []
  /// The views that a new start must not change, as the local API gives them.
  private(set) var lasting: [String] = []
  private(set) var events: [EventView] = []
  private(set) var messages: [MessageView] = []
  private(set) var conflicts: [ConflictView] = []
  private var lines: [EventLine] = []
  private var rooms: [RoomView] = []

  /// Makes every view of every room of a node, and every screen of those.
  static func all(of number: Int, in network: VirtualNetwork) throws -> FuzzedScreens {
    var screens = FuzzedScreens()
    let now = 1_700_000_000_000 + network.now + (network.wallErrors[number] ?? 0)
    try network.nodes[number].store.read { reader in
      guard let own = try reader.accounts().first?.author else { return }
      let surroundings = try RoomSurroundings(reader)
      for id in try RoomNames.all(reader, own: own) {
        guard let views = try RoomViews(id, reader, own: own, surroundings: surroundings) else {
          continue
        }
        try screens.look(at: views)
      }
      var facts = OverviewFacts()
      (facts.peers, facts.tables) = (try reader.peers().map(\.view), try reader.tables())
      (facts.rooms, facts.events) = (screens.rooms, screens.lines)
      try screens.draw(Overview(facts, PlannedText(.world, now: now)).lines())
    }
    try screens.show(now)
    return screens
  }

  private mutating func keep(_ view: some Message) throws {
    lasting.append(try JSONMapping.text(view))
  }

  /// All that the local API reads of a room.
  private mutating func look(at views: RoomViews) throws {
    let room = try views.roomView()
    rooms.append(room)
    _ = try JSONMapping.text(room)
    states.append(try views.state())
    try look(atMessagesOf: views)
    for file in try views.files() {
      try keep(file)
      _ = FileText.line(of: file)
      _ = try? views.content(of: views.file(String(file.id.prefix(8))).blob)
    }
    let planned = try views.events()
    lines += try views.eventLines()
    var folder = FolderWorld()
    for plan in try views.plans() { folder.events[plan.id] = plan }
    for _ in 0..<2 { _ = try folder.look() }
    for event in planned {
      _ = try? views.home.find(event.name, [.event], in: [views.id])
      guard let id = Base32.decode(event.id).flatMap({ RecordID($0) }),
        let whole = try views.eventView(id)
      else { continue }
      events.append(whole)
      try keep(whole)
      _ = try? views.content(of: whole.picture.blob)
      try look(atVersionsOf: event.id, views)
    }
    let found = try views.conflicts()
    conflicts += found
    for conflict in found { try keep(conflict) }
  }

  private mutating func look(atMessagesOf views: RoomViews) throws {
    let list = try views.messages()
    for message in list.messages {
      try keep(message)
      try look(atVersionsOf: message.id, views)
    }
    messages += list.messages
    _ = try views.messages(
      before: list.messages.last.flatMap { Base32.decode($0.id) }.flatMap { RecordID($0) }, limit: 1
    )
    for text in ["", "a", "\u{301}", "@all"] { _ = try views.messages(containing: text, limit: 3) }
    guard let room = rooms.last else { return }
    for size in [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 1, rows: 5)] {
      var scrollback = Scrollback()
      scrollback.resize(columns: size.columns, rows: size.rows)
      scrollback.replace(list)
      scrollback.pageUp()
      try draw(
        ChatScreen(
          room, scrollback: scrollback, editor: LineEditor(), notes: ChatScreen.Notes(),
          style: Style(colours: true, unicode: true)
        ).lines(size))
    }
    try draw([MessageText.line(of: room), MessageText.activity(in: room)])
    try draw(MessageText.members(of: room))
  }

  private mutating func look(atVersionsOf record: String, _ views: RoomViews) throws {
    guard let list = try? views.versionList(of: record) else { return }
    try keep(list)
    for version in list.versions { try draw(MessageText.lines(of: version)) }
  }

  // MARK: Screens

  /// Everything about events that a terminal, a calendar file, a reminder and a picture show.
  private func show(_ now: Int64) throws {
    for (zone, now) in [
      ("Pacific/Apia", now), ("America/St_Johns", 0), ("UTC", 253_402_300_000_000),
    ] {
      let calendar = try EventCalendar(zone: zone)
      let text = PlannedText(calendar, now: now)
      try draw(text.grid(of: lines.map { ($0, Occurrences($0).shown(at: now)) }, columns: 80))
      for line in lines { try draw([text.line(of: line)]) }
      for event in events {
        try draw(text.lines(of: event))
        _ = try JSONEncoder().encode(text.snapshot(of: event, unit: .weeks))
        var session = WatchSession(
          event, calendar, style: Style(colours: true, unicode: false), now: now)
        for key in [Key.character("w"), .left, .right] { _ = session.handle(.key(key)) }
        _ = session.handle(.time(now + 1_000))
        try draw(session.lines(ScreenSize(columns: 60, rows: 12)))
      }
      try draw(ConflictText.lines(of: conflicts, calendar))
      let (due, next) = Reminders.look(at: lines, told: now - 86_400_000, now: now, limit: 64)
      FuzzTarget.expect(next.map { $0 > now } != false, "a reminder of what is past")
      FuzzTarget.expect(due.allSatisfy { $0.instant <= now }, "a reminder before its time")
      let written = CalendarText.write(events, now: now)
      _ = try CalendarFile(written, zone: zone)
      for event in events {
        guard let entry = CalendarFile.Event(event) else { continue }
        _ = EventDraft(entry, since: nil, over: nil)
      }
    }
  }

  /// Lines as the terminal gets them: none has what moves a cursor.
  private func draw(_ lines: [Line]) throws {
    for line in lines {
      let text = line.render(Style(colours: false, unicode: true), columns: 80)
      FuzzTarget.expect(
        !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f },
        "a control character on the screen: \(text.debugDescription)")
    }
  }
}
