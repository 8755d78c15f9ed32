import EventSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Events

/// Pictures of events in calendar files.
@Suite struct CalendarPictureTests {
  /// A PNG of one pixel with some bytes behind it.
  private static func png(_ more: Int) -> [UInt8] {
    let start =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=="
    return [UInt8](Data(base64Encoded: start) ?? Data()) + [UInt8](repeating: 7, count: more)
  }

  private static let event = EventView.with {
    ($0.id, $0.name, $0.minutes) = ("k3v9abcd", "Picnic", 60)
    ($0.start.milliseconds, $0.start.zone) = (1_798_131_600_000, "UTC")
  }

  private static let view = PictureView.with {
    ($0.blob, $0.source) = ("abcdef234567", "lake \"blue\".png")
    $0.crop = .with { ($0.x, $0.y, $0.width, $0.height) = (1_000, 0, 5_050, 8_000) }
  }

  @Test("E-55: the picture of an event goes into its file and comes back", arguments: [0, 200_000])
  func roundTrip(more: Int) throws {
    let bytes = Self.png(more)
    let picture = try #require(CalendarPicture(Self.view, bytes))
    let text = CalendarText.write(
      [Self.event], pictures: [Self.event.id: picture], now: 0)
    #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    let file = try CalendarFile(text, zone: "UTC")
    #expect(file.problems.isEmpty)
    let event = try #require(file.events.first)
    let found = try #require(event.picture)
    #expect(found.bytes == bytes && found.blob == Self.view.blob)
    #expect(found.crop == Self.view.crop && found.source == "lake 'blue'.png")
    #expect(found.isShown(by: Self.view) && !found.isShown(by: PictureView()))
    #expect(!event.calendar.contains("ATTACH"), "it is no line of the event")
    // Alarms stay behind it, and a file is written over with the picture that it has.
    #expect(text.range(of: "ATTACH;")!.lowerBound < text.range(of: "BEGIN:VALARM")!.lowerBound)
    var renamed = Self.event
    (renamed.name, renamed.calendar, renamed.personal) = ("Feast", event.calendar, true)
    let again = CalendarText.write(renamed, over: text, sequence: 1, now: 0)
    #expect(try CalendarFile(again, zone: "UTC").events.first?.picture == found)
  }

  @Test("E-55: a picture that is too large for a file is none of it, and others have theirs")
  func limits() throws {
    #expect(CalendarPicture(Self.view, Self.png(CalendarPicture.most)) == nil)
    #expect(CalendarPicture(Self.view, Array("no picture".utf8)) == nil)
    let line = "ATTACH;ENCODING=BASE64;VALUE=BINARY;X-PARLOR-PICTURE=abc:"
    func file(_ value: String) throws -> CalendarFile {
      try CalendarFile(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20991224T170000Z\n" + line + value
          + "\nEND:VEVENT\nEND:VCALENDAR\n", zone: "UTC")
    }
    #expect(try file("%%%").events.first?.picture?.bytes == nil)
    let long = try file(String(repeating: "A", count: CalendarPicture.longestLine))
    #expect(long.events.first?.picture == nil && long.problems.count == 1)
    // What other programs attach stays a line.
    let foreign = try CalendarFile(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20991224T170000Z\n"
        + "ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:iVBORw0K\nEND:VEVENT\nEND:VCALENDAR\n",
      zone: "UTC")
    #expect(foreign.events.first?.calendar.contains("ATTACH;FMTTYPE") == true)
    #expect(foreign.events.first?.picture == nil)
  }

  @Test("E-55: the pictures of one file are bounded together")
  func many() throws {
    let count = CalendarPicture.mostInFile / CalendarPicture.most + 2
    let bytes = Self.png(CalendarPicture.most - 200)
    let picture = try #require(CalendarPicture(Self.view, bytes))
    let events = (0..<count).map { number in
      var event = Self.event
      event.id = "event\(number)"
      return event
    }
    let text = CalendarText.write(
      events, pictures: Dictionary(uniqueKeysWithValues: events.map { ($0.id, picture) }), now: 0)
    let file = try CalendarFile(text, zone: "UTC")
    #expect(file.events.count == count && file.events.filter { $0.picture == nil }.count == 2)
    #expect(file.problems.count == 2)
  }

  // MARK: Folders

  private static func picture(_ blob: String) -> CalendarPicture? {
    var view = Self.view
    view.blob = blob
    return CalendarPicture(view, png(0))
  }

  /// Returns the pictures of an event that a folder and its node have.
  private func pictures(_ world: FolderWorld, _ name: String) throws -> [String?] {
    let file = try CalendarFile(world.text(name), zone: "UTC")
    return [file.events.first?.picture?.blob, world.events.values.first?.picture.blob]
  }

  @Test("E-55, E-56: the folder has the picture of an event, takes one from a file, and rests")
  func folder() throws {
    var world = FolderWorld()
    world.plan("picnic", list: [])
    let id = try #require(world.events.keys.first)
    let name = id + "@parlor.ics"
    world.give(Self.picture("one"), to: id)
    func look(_ wanted: [String?], _ writes: Int) throws {
      let before = world.writes
      let report = try world.look()
      #expect(report.problems.isEmpty && world.writes - before == writes)
      #expect(try pictures(world, name) == wanted)
      #expect(try !world.look().isChanged, "then there is nothing to do")
    }
    try look(["one", "one"], 1)
    // Another one here, then none, then another program's Parlor puts one in.
    world.give(Self.picture("two"), to: id)
    try look(["two", "two"], 1)
    let with = world.text(name)
    world.give(nil, to: id)
    try look([nil, ""], 1)
    #expect(world.text(name).contains("SUMMARY:picnic"))
    world.edit(name) { _ in with }
    try look(["two", "two"], 0)
    // A calendar server that drops what is attached takes nothing away here, and nobody writes it again and again.
    let line = try #require(Self.picture("two")?.line)
    world.edit(name) { $0.replacing("\r\n ", with: "").replacing(line + "\r\n", with: "") }
    try look([nil, "two"], 0)
    // A picture that is not here yet changes no file.
    world.events[id]?.picture.blob = "three"
    world.pictures[id] = nil
    try look([nil, "three"], 0)
  }

  @Test("E-55, E-56: a picture that the node refuses stays in its file, and is named once")
  func refusedPicture() throws {
    var world = FolderWorld()
    world.plan("picnic", list: [])
    let id = try #require(world.events.keys.first)
    _ = try world.look()
    let name = id + "@parlor.ics"
    let line = try #require(Self.picture("one")?.line)
    world.edit(name) { $0.replacing("END:VEVENT", with: line + "\r\nEND:VEVENT") }
    world.refusal = CalendarRefusal("No.", isPassing: false)
    #expect(try world.look().problems == [name: "No."])
    #expect(try world.look().isChanged == false)
    #expect(try pictures(world, name) == ["one", ""])
    world.events[id]?.name = "feast"
    _ = try world.look()
    #expect(try pictures(world, name) == ["one", ""])
    #expect(world.text(name).contains("SUMMARY:feast"))
  }

  @Test("E-56: what is remembered of a file with a picture has no bytes of it")
  func light() throws {
    let picture = try #require(CalendarPicture(Self.view, Self.png(200_000)))
    let text = CalendarText.write([Self.event], pictures: [Self.event.id: picture], now: 0)
    let entry = CalendarEntry(item: try CalendarItem(text, zone: "UTC"), text: text)
    let light = entry.light
    #expect(entry.text.utf8.count > 250_000 && light.text.utf8.count < 2_000)
    #expect(light.item.picture?.mark == picture.mark && light.item.picture?.size == 0)
    #expect(light.item.says(entry.item))
    #expect(try CalendarItem(light.text, zone: "UTC").picture?.mark == picture.mark)
  }
}
