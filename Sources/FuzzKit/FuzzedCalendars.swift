import Calendars
import Events
import EventSchema
import Schema
import TestKit

/// Calendar files and pictures, which come from programs and people of whom nothing is known.
enum FuzzedCalendars {
  private static let zone = "Europe/Berlin"

  /// Files of a calendar, parted by zero bytes: each is imported, and all of them lie in a calendar folder.
  static func calendars(_ bytes: [UInt8]) {
    let texts = bytes.split(separator: 0, maxSplits: 5).map { String(decoding: $0, as: UTF8.self) }
    do {
      // Also what is no text.
      var file = try CalendarFile(zone: zone)
      file.take(bytes)
      file.finish()
      for text in texts { try importing(text) }
      try keeping(texts)
    } catch {
      fatalError("\(error)")
    }
  }

  /// Checks that a node takes the contents of a file as they are. A file written of them must read the same.
  private static func importing(_ text: String) throws {
    let file = try CalendarFile(text, zone: zone)
    for event in file.events.prefix(8) {
      for kept in [event.calendar] + event.toDos.map(\.calendar) {
        FuzzTarget.expect(EventRules.lines(kept) == kept, "a node keeps less: \(kept)")
      }
      let view = view(of: event)
      guard let known = CalendarFile.Event(view) else { continue }
      let written = CalendarText.write([view], now: 0)
      let again = try CalendarFile(written, zone: zone)
      FuzzTarget.expect(!again.problems.contains { !$0.isHint }, "\(again.problems) in \(written)")
      guard let read = again.events.first, again.events.count == 1 else {
        fatalError("\(again.events.count) events in \(written)")
      }
      FuzzTarget.expect(CalendarItem.event(read).says(.event(known)), "\(known) becomes \(read)")
      FuzzTarget.expect(read.toDos.count == event.toDos.count, "to-dos are lost in \(written)")
      for (one, other) in zip(read.toDos, event.toDos) {
        let (one, other) = (
          CalendarItem.toDo(one, event: ""), CalendarItem.toDo(other, event: "")
        )
        FuzzTarget.expect(one.says(other), "\(other) becomes \(one)")
      }
    }
  }

  private static func view(of event: CalendarFile.Event) -> EventView {
    .with { view in
      (view.id, view.uid, view.name, view.notes) = ("e", event.uid, event.name, event.notes)
      (view.start, view.minutes, view.calendar) = (event.start, event.minutes, event.calendar)
      (view.repeats, view.changes, view.zones) = (event.repeats, event.changes, event.zones)
      (view.place, view.url, view.status) = (event.place, event.url, event.status)
      (view.allDay, view.personal) = (event.isOfDays, true)
      view.toDos = event.toDos.enumerated().map { number, line in
        .with {
          ($0.id, $0.uid, $0.text, $0.done) = ("t\(number)", line.uid, line.text, line.done)
          ($0.calendar, $0.zones, $0.personal) = (line.calendar, line.zones, true)
          if let due = line.due { $0.due = due }
          if let start = line.start { $0.start = start }
          if let completed = line.completed { $0.completed = completed }
          ($0.status, $0.percent, $0.priority) = (line.status, line.percent, line.priority)
          ($0.repeats, $0.notes, $0.allDay) = (line.repeats, line.notes, line.isOfDays)
        }
      }
    }
  }

  /// A folder with these files comes to rest.
  private static func keeping(_ texts: [String]) throws {
    var world = FolderWorld()
    world.plan("x", list: ["y"])
    for (number, text) in texts.enumerated() {
      world.files["\(number).ics"] = FolderWorld.found(text)
    }
    for _ in 0..<2 { _ = try world.look() }
    let (writes, asked) = (world.writes, world.asked.count)
    let report = try world.look()
    FuzzTarget.expect(
      !report.isChanged && world.writes == writes && world.asked.count == asked, "no rest")
  }

  /// Four bytes of a crop, two of a shape, then the file of a picture.
  static func pictures(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    let crop = input.bytes(4).map { UInt32($0) * 64 }
    let shape = (Int(input.byte()) + 1, Int(input.byte()) + 1)
    let content = Array(input.rest)
    _ = PictureHeader.isWhole(content)
    FuzzTarget.expect(
      (1...8).contains(PictureExtras(content).orientation),
      "a picture is turned in one of eight ways")
    guard let header = PictureHeader(content), crop.count == 4 else { return }
    FuzzTarget.expect(PictureHeader.format(of: content) == header.format, "a picture of two kinds")
    let window = PictureWindow(
      .with { ($0.x, $0.y, $0.width, $0.height) = (crop[0], crop[1], crop[2], crop[3]) },
      of: (header.width, header.height), filling: shape)
    FuzzTarget.expect(
      window.x >= 0 && window.y >= 0 && window.width > 0 && window.height > 0
        && window.x + window.width <= header.width && window.y + window.height <= header.height,
      "\(window) is no part of \(header)")
  }

  // MARK: Seeds

  /// Files as other programs write them, and as Parlor does.
  static func calendarFiles() -> [[UInt8]] {
    func file(_ lines: [String], _ end: String = "\r\n") -> String {
      (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]).joined(separator: end)
    }
    let event = [
      "BEGIN:VEVENT", "UID:u1", "SUMMARY:Tea\\, and more",
      "DTSTART;TZID=Europe/Oslo:20991224T180000",
      "DURATION:P1DT2H", "RRULE:FREQ=YEARLY;INTERVAL=1", "SEQUENCE:2", "DESCRIPTION:a\\nb",
    ]
    let others = [
      "LOCATION;LANGUAGE=de;X-A=\"b:c;d\":lake", "CATEGORIES:A,B", "BEGIN:VALARM", "TRIGGER:-P1D",
      "ACTION:DISPLAY", "END:VALARM", "BEGIN:VALARM", "TRIGGER:-PT1H", "END:VALARM",
    ]
    let toDo = [
      "BEGIN:VTODO", "UID:u2", "SUMMARY:bread", "RELATED-TO;RELTYPE=PARENT:u1", "STATUS:COMPLETED",
      "DUE;VALUE=DATE:20991223", "X-PARLOR-ZONE:Asia/Tokyo", "PRIORITY:1", "END:VTODO",
    ]
    let day = [
      "BEGIN:VEVENT", "UID:u3", "SUMMARY:all day", "DTSTART;VALUE=DATE:20990101",
      "DTEND;VALUE=DATE:20990103", "RRULE:FREQ=WEEKLY;COUNT=3", "DESCRIPTION:long \n line",
      "END:VEVENT",
    ]
    let zone = [
      "BEGIN:VTIMEZONE", "TZID:Europe/Oslo", "BEGIN:STANDARD", "DTSTART:19701025T030000",
      "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE",
    ]
    var world = FolderWorld()
    world.plan("picnic", list: ["bread", "ö\u{301}"])
    let ours = world.events.values.map { CalendarText.write([$0], now: 0) }
    let texts = [
      file(zone + event + ["END:VEVENT"] + toDo), file(event + others + ["END:VEVENT"]),
      file(day, "\n"), file(event + ["END:VEVENT"]) + "\0" + file(toDo),
      file(day) + "\0" + file(day),
    ]
    return (texts + ours).map { Array($0.utf8) } + hostileCalendarFiles()
  }

  /// Small files of the kinds that are made to take long or to fill the memory.
  private static func hostileCalendarFiles() -> [[UInt8]] {
    func file(_ lines: [String], _ end: String = "\n") -> [UInt8] {
      Array((["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: end).utf8)
    }
    func event(_ more: [String], zone: String = "UTC") -> [String] {
      ["BEGIN:VEVENT", "UID:h", "SUMMARY:s", "DTSTART;TZID=\(zone):20991224T170000"] + more
        + ["END:VEVENT"]
    }
    func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    let part = [
      "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
      "RRULE:FREQ=MINUTELY", "END:STANDARD",
    ]
    let zone =
      ["BEGIN:VTIMEZONE", "TZID:Own"] + (0..<20).flatMap { _ in part } + ["END:VTIMEZONE"]
    let nested = Array(repeating: "BEGIN:VALARM", count: 100)
    let days = (1...366).map(String.init).joined(separator: ",")
    let texts = [
      event(["RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "RRULE:FREQ=MINUTELY;COUNT=0"]),
      event(["RRULE:FREQ=YEARLY;BYYEARDAY=\(days);BYSETPOS=-366"]),
      event(["RRULE:FREQ=YEARLY;INTERVAL=4294967295;UNTIL=00010101", "EXRULE:FREQ=SECONDLY"]),
      event(["EXDATE:" + many("20991224T170000Z,", 100), "RDATE;VALUE=PERIOD:19700101T000000/PT1S"]
      ),
      event(["RECURRENCE-ID;RANGE=THISANDFUTURE:20991224T170000"]) + event(["RRULE:FREQ=DAILY"]),
      zone + event([], zone: "Own"), event([], zone: many("x/", 400)),
      event([], zone: "W. Europe Standard Time"), event([], zone: "\"Asia/Calcutta\""),
      event(nested) + nested, event(nested + Array(repeating: "END:VALARM", count: 100)),
      Array(repeating: "BEGIN:X", count: 200) + Array(repeating: "END:X", count: 200),
      event(["X-A:" + many("x", 2_000), "X-B:a"] + Array(repeating: " b", count: 200)),
      (0..<40).flatMap { ["BEGIN:VEVENT", "UID:\($0)", "END:VEVENT", "BEGIN:VTODO", "END:VTODO"] },
      event(["DESCRIPTION;ENCODING=QUOTED-PRINTABLE:=C3=B6=", "=0D=0A=XY", "SUMMARY:=ff"]),
    ]
    let crAlone = file(event([]), "\r")
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let broken = file(event(["LOCATION:ä"])).map { $0 == 0xa4 ? 0xff : $0 }
    return texts.map { file($0) } + [
      crAlone, mark + crAlone, mark + mark + file(event([])), broken,
    ]
  }

  /// The first bytes of pictures, each behind a crop and a shape.
  static func pictureFiles() -> [[UInt8]] {
    let png: [UInt8] =
      [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 1, 0, 0, 0, 0, 200, 8, 2, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0] + Array("IEND".utf8)
      + [1, 2, 3, 4]
    let jpeg: [UInt8] = [
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xff, 0xc0, 0, 11, 8, 0, 200, 1, 0, 1, 1, 1, 0,
      0xff,
      0xda, 0, 2, 7, 7, 0xff, 0xd9,
    ]
    func webP(_ kind: String, _ rest: [UInt8]) -> [UInt8] {
      Array("RIFF".utf8) + [UInt8(rest.count + 8), 0, 0, 0] + Array("WEBP".utf8) + Array(kind.utf8)
        + rest
    }
    let size: [UInt8] = [10, 0, 0, 0]
    return [
      png, jpeg, webP("VP8 ", size + [0, 0, 0, 0x9d, 0x01, 0x2a, 200, 0, 100, 0]),
      webP("VP8L", size + [0x2f, 1, 2, 3, 4, 0, 0, 0, 0, 0]),
      webP("VP8X", size + [0, 0, 0, 0, 200, 0, 0, 100, 0, 0]),
    ].map { [10, 20, 100, 90, 3, 2] + $0 }
  }
}
