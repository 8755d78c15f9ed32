import Events
import Foundation
import Testing

@testable import Calendars

/// The one file that says how the files of a calendar folder were when they were last in step.
@Suite final class CalendarBasesTests {
  private let path = NSTemporaryDirectory() + "/parlor-bases." + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func open(where counts: (String) -> Bool = { _ in true }) throws -> CalendarBases {
    try CalendarBases(path, zone: "UTC", where: counts)
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  private static func entry(_ uid: String, _ title: String = "s") throws -> CalendarEntry {
    let text = [
      "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(title)",
      "DTSTART:20991224T170000Z", "END:VEVENT", "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
    return CalendarEntry(item: try CalendarItem(text, zone: "UTC"), text: text)
  }

  @Test("E-56: the last change of each file counts, whatever its name is")
  func changes() throws {
    var bases = try open()
    let names = ["a.ics", "with\nline.ics", "ä.ics"]
    try bases.keep(names.map { ($0, try Self.entry("u")) })
    try bases.keep([("a.ics", try Self.entry("u", "new")), ("ä.ics", nil)])
    for bases in [bases, try open()] {
      #expect(bases.items.keys.sorted() == ["a.ics", "with\nline.ics"])
      #expect(bases.items["a.ics"] == (try Self.entry("u", "new").item))
    }
    #expect(try open(where: { $0 != "a.ics" }).items.keys.sorted() == ["with\nline.ics"])
  }

  @Test(
    "E-56: a change that was cut off or damaged is as if it was not written, and the next one is kept"
  )
  func cut() throws {
    var bases = try open()
    try bases.keep([("a.ics", try Self.entry("a"))])
    let whole = try bytes()
    try bases.keep([("b.ics", try Self.entry("b"))])
    let both = try bytes()
    for count in whole.count..<both.count {
      try both.prefix(count).write(to: URL(fileURLWithPath: path))
      #expect(try open().items.keys.sorted() == ["a.ics"], "\(count) bytes")
      #expect(try bytes() == whole)
    }
    for place in whole.count..<both.count {
      var damaged = both
      damaged[place] ^= 0x55
      try damaged.write(to: URL(fileURLWithPath: path))
      #expect(try open().items.keys.sorted() == ["a.ics"], "byte \(place): \(damaged[place])")
    }
    var again = try open()
    try again.keep([("c.ics", try Self.entry("c"))])
    #expect(try open().items.keys.sorted() == ["a.ics", "c.ics"])
  }

  @Test("E-56: a file that holds no bases counts as empty, and is overwritten")
  func foreign() throws {
    try Data("something else".utf8).write(to: URL(fileURLWithPath: path))
    var bases = try open()
    #expect(bases.items.isEmpty)
    try bases.keep([("a.ics", try Self.entry("a"))])
    #expect(try open().items.keys.sorted() == ["a.ics"])
  }

  @Test("E-56: changes that were superseded do not fill the disk")
  func superseded() throws {
    var bases = try open()
    let long = String(repeating: "long ", count: 10_000)
    try bases.keep([("b.ics", try Self.entry("b"))])
    for turn in 1...300 {
      try bases.keep([("a.ics", try Self.entry("a", long + "\(turn)"))])
      #expect(try bytes().count < 6 << 20)
    }
    for bases in [bases, try open()] {
      #expect(bases.items.keys.sorted() == ["a.ics", "b.ics"])
      #expect(bases.items["a.ics"] == (try Self.entry("a", long + "300").item))
    }
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }
}
