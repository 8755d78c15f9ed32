import Events
import Foundation
import Glibc
import Schema
import Testing

@testable import Calendars
@testable import Features

/// A calendar folder on the disk: what is read, what is left alone, and what is never followed.
@Suite final class CalendarFilesTests {
  private let place = NSTemporaryDirectory() + "/parlor-calendar." + UUID().uuidString
  private var folder: String { place + "/folder" }

  init() throws {
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: place) }

  private func open(as account: String = "ada") throws -> CalendarFiles {
    try CalendarFiles(
      folder, home: place + "/bases", account: account, zone: "UTC",
      pictures: CalendarFiles.Pictures(fetch: { _ in nil }, keep: { _ in "" })
    ) { _ in [] }
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  private static func event(_ uid: String) -> String {
    [
      "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:s", "DTSTART:20991224T170000Z",
      "END:VEVENT", "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
  }

  private static func entry(_ uid: String) throws -> CalendarEntry {
    CalendarEntry(item: try CalendarItem(event(uid), zone: "UTC"), text: event(uid))
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test("E-56: a file that came meanwhile is not written over")
  func meanwhile() throws {
    _ = try open()
    let directory = try CalendarDirectory(folder)
    try write("a.ics", "theirs")
    #expect(try directory.write(Array("ours".utf8), "a.ics", over: nil) == nil)
    #expect(directory.text("a.ics") == "theirs")
    let stamp = directory.stamp("a.ics")
    try write("a.ics", "theirs again")
    #expect(try directory.write(Array("ours".utf8), "a.ics", over: stamp) == nil)
    #expect(directory.text("a.ics") == "theirs again")
    let now = directory.stamp("a.ics")
    let written = try directory.write(Array("ours".utf8), "a.ics", over: now)
    #expect(written != nil && written == directory.stamp("a.ics"))
    let other = try directory.write(Array("new".utf8), "b.ics", over: nil)
    #expect(other != nil && other == directory.stamp("b.ics") && directory.text("b.ics") == "new")
    #expect(try names() == [".parlor", "a.ics", "b.ics", "color", "displayname"])
  }

  @Test("E-56: a folder is made ours, with a name and a colour, and no other home takes it")
  func owned() throws {
    _ = try open()
    #expect(try names() == [".parlor", "color", "displayname"])
    try write("displayname", "Mine\n")
    _ = try open()
    #expect(try String(contentsOfFile: folder + "/displayname", encoding: .utf8) == "Mine\n")
    #expect(throws: CalendarTrouble.self) { try CalendarFiles.prepare(folder, account: "bob") }
    #expect(throws: CalendarTrouble.self) {
      try CalendarFiles.prepare("/dev/null/x", account: "ada")
    }
  }

  @Test(
    "E-56: links, pipes, folders, giants and what is no text are left alone, each with a reason")
  func strange() throws {
    var files = try open()
    try write("good.ics", Self.event("u"))
    try write("note.txt", "not ours")
    try write(".hidden.ics", Self.event("h"))
    try write("bad.ics", "hello")
    try Data([0xff, 0xfe]).write(to: URL(fileURLWithPath: folder + "/latin.ics"))
    try write("giant.ics", String(repeating: "x", count: (1 << 20) + 1))
    symlink("/etc/passwd", folder + "/link.ics")
    mkfifo(folder + "/pipe.ics", 0o600)
    mkdir(folder + "/sub.ics", 0o700)
    try files.read(now: 0)
    var reasons: [String: String] = [:]
    for (name, found) in files.files {
      if case .problem(let text) = found { reasons[name] = text }
    }
    let good = CalendarFound.entry(try Self.entry("u"))
    #expect(files.files.count == 7 && files.files["good.ics"] == good)
    #expect(reasons["link.ics"]?.contains("not a regular file") == true)
    #expect(reasons["pipe.ics"]?.contains("not a regular file") == true)
    #expect(reasons["sub.ics"]?.contains("not a regular file") == true)
    #expect(reasons["giant.ics"]?.contains("at most 1048576 are read") == true)
    #expect(reasons["latin.ics"] == "It is not UTF-8.")
    #expect(reasons["bad.ics"]?.hasPrefix("Line 1: ") == true, "\(reasons)")
  }

  @Test("E-56: a file that was changed since it was read is neither written over nor removed")
  func changedMeanwhile() throws {
    var files = try open()
    try write("a.ics", Self.event("u"))
    try files.read(now: 0)
    try write("a.ics", Self.event("uu"))
    #expect(try !files.put(try Self.entry("v"), at: "a.ics"))
    #expect(try !files.put(nil, at: "a.ics"))
    #expect(try String(contentsOfFile: folder + "/a.ics", encoding: .utf8) == Self.event("uu"))
    try files.read(now: 0)
    #expect(try files.put(try Self.entry("v"), at: "a.ics"))
    #expect(try files.put(try Self.entry("w"), at: "b.ics"))
    #expect(try files.put(nil, at: "a.ics"))
    #expect(try names() == [".parlor", "b.ics", "color", "displayname"])
  }

  @Test("E-56: a file that a power cut left empty is written again, and deletes nothing")
  func emptied() throws {
    var files = try open()
    #expect(try files.put(try Self.entry("u"), at: "a.ics"))
    try files.keep([("a.ics", try Self.entry("u"))])
    try write("a.ics", "")
    try files.read(now: 0)
    #expect(files.files.isEmpty && files.bases.isEmpty)
    #expect(try files.put(try Self.entry("u"), at: "a.ics"))
    #expect(try String(contentsOfFile: folder + "/a.ics", encoding: .utf8) == Self.event("u"))
  }

  @Test(
    "E-56: what a file was is kept over restarts, and from off to on for the files that are there")
  func bases() throws {
    var files = try open()
    for uid in ["a", "b"] {
      #expect(try files.put(try Self.entry(uid), at: uid + ".ics"))
      try files.keep([(uid + ".ics", try Self.entry(uid))])
    }
    try FileManager.default.removeItem(atPath: folder + "/b.ics")
    #expect(try open().bases.keys.sorted() == ["a.ics", "b.ics"], "b was deleted meanwhile")
    CalendarFiles.leave(home: place + "/bases")
    #expect(try open().bases.keys.sorted() == ["a.ics"], "what it was off for is not deleted")
    #expect(try open().bases.keys.sorted() == ["a.ics"], "nor later")
    var gone = try open()
    try FileManager.default.moveItem(atPath: folder, toPath: place + "/elsewhere")
    #expect(throws: CalendarTrouble.self) { try gone.read(now: 0) }
    mkdir(folder, 0o700)
    #expect(throws: CalendarTrouble.self) { try gone.read(now: 0) }
  }

  @Test("E-56: the bases of an older Parlor, a file for each, are taken over")
  func olderBases() throws {
    _ = try open()
    let old = place + "/bases/"
    for uid in ["a", "b"] {
      try Data(Self.event(uid).utf8).write(to: URL(fileURLWithPath: old + uid + ".ics"))
    }
    try Data("no calendar".utf8).write(to: URL(fileURLWithPath: old + "c.ics"))
    for _ in 1...2 { #expect(try open().bases.keys.sorted() == ["a.ics", "b.ics"]) }
    let left = try FileManager.default.contentsOfDirectory(atPath: old).sorted()
    #expect(left == [".folder", "bases"])
  }
}
