import EventSchema
import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// A calendar folder beside real daemons, edited as other programs edit it.
  @Suite struct CalendarFolderTests {
    private static func file(_ uid: String, _ name: String, _ more: String = "") -> String {
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\nSUMMARY:\(name)\r\n"
        + "DTSTART;TZID=Europe/Oslo:20990701T180000\r\n\(more)END:VEVENT\r\nEND:VCALENDAR\r\n"
    }

    /// Replaces a file at once, as programs of calendars do.
    private static func put(_ text: String, _ path: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private static func text(_ path: String) -> String {
      (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    private static func edit(_ path: String, _ old: String, _ new: String) throws {
      let before = text(path)
      #expect(before.contains(old), "\(before)")
      try put(before.replacing(old, with: new), path)
    }

    private static func files(_ folder: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".ics") }.sorted()
    }

    @Test("E-13, E-15: an event is added to a calendar once, and a folder that cannot be is named")
    func once() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let folder = home.scratch + "/once"
      try await home.done("event", "add", "Picnic", "--at", "in 9 days")
      try await home.done("event", "add", "Dinner", "--at", "in 9 days")
      try await home.done("event", "todo", "add", "picnic", "buy bread")
      #expect(
        try await home.done("event", "calendar", folder, "picnic")
          == "SUCCESS! Event added to your Calendar.\n")
      #expect(Self.files(folder).count == 2)
      let all = Self.files(folder).map { Self.text(folder + "/" + $0) }.joined()
      #expect(all.contains("TRIGGER:-PT1H\r\n") && all.contains("SUMMARY:buy bread\r\n"))
      for words in [["/dev/null/x"], ["/dev/null/x", "picnic"]] {
        let said = try await home.run(["event", "calendar"] + words)
        #expect(said.code == 1 && said.complaints.contains("NOTICE: your Calendar is restricted"))
      }
      #expect(try await home.done("event", "calendar").contains("No calendar folder is synced"))
      #expect(try await home.run("event", "calendar", "--off", folder).code == 2)
    }

    @Test("E-13, E-15, E-16, E-56, E-59: a folder and a node follow each other, also over kill -9")
    func followed() async throws {
      let home = try Home("ada")
      var daemon = try await home.daemon()
      let folder = home.scratch + "/calendar"
      let event = try await home.ask(
        "event", "add", "Picnic", "--at", "2099-06-07 12:00", "--zone", "UTC", as: EventView.self)
      let path = "\(folder)/\(event.id)@parlor.ics"
      let said = try await home.done("event", "calendar", folder)
      #expect(said.contains("SUCCESS! Your events are added to your Calendar"), "\(said)")
      #expect(said.hasSuffix("/calendar: 1 file in sync.\n"), "\(said)")
      #expect(Self.files(folder) == ["\(event.id)@parlor.ics"])
      try await home.done("event", "edit", "picnic", "--name", "Feast")
      try await holds("the file is changed") { Self.text(path).contains("SUMMARY:Feast\r\n") }
      #expect(!Self.text(path).contains("SEQUENCE:0\r\n"), "E-16: a change is counted")
      try await home.done("event", "todo", "add", "feast", "buy bread")
      try await holds("its list is there") { Self.files(folder).count == 2 }
      // What another program does, while the daemon runs and while it does not.
      try Self.edit(path, "SUMMARY:Feast", "SUMMARY:Ball\r\nLOCATION:Oslo")
      try await holds("the event is changed") {
        try await home.run("event", "show", "Ball").code == 0
      }
      try Self.put(Self.file("x/y", "Dinner"), folder + "/x.ics")
      try Self.put("nothing\r\n", folder + "/broken.ics")
      try await holds("the new file is an event") {
        try await home.run("event", "show", "Dinner").code == 0
      }
      try await daemon.program.destroy()
      try Self.edit(folder + "/x.ics", "SUMMARY:Dinner", "SUMMARY:Supper")
      try Self.edit(path, "DTSTART:20990607T120000Z", "DTSTART:20990607T130000Z")
      daemon = try await home.daemon()
      try await holds("both were taken") {
        let ball = try await home.ask("event", "show", event.id, as: EventView.self)
        let supper = try await home.run("event", "show", "Supper").code
        return ball.start.milliseconds == event.start.milliseconds + 3_600_000 && supper == 0
      }
      let status = try await home.ask("status", as: StatusView.self).calendar
      #expect(status.wrong == 1 && status.problems[0].hasPrefix("broken.ics: Line 1: "))
      #expect(try await home.done("status").contains("broken.ics: Line 1: "))
      // Deleted there, and deleted here.
      unlink(folder + "/x.ics")
      try await holds("the event is deleted") {
        try await home.run("event", "show", "Supper").code == 1
      }
      try await home.done("event", "delete", "--yes", "Ball")
      try await holds("the files are removed") { Self.files(folder) == ["broken.ics"] }
      try await home.done("event", "calendar", "--off")
      try await home.done("event", "add", "Later", "--at", "in 3 days")
      #expect(try await home.ask("status", as: StatusView.self).calendar.folder.isEmpty)
      #expect(Self.files(folder) == ["broken.ics"])
    }

    @Test("E-56: a folder that is gone, or another one in its place, deletes nothing and is named")
    func gone() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let folder = home.scratch + "/calendar"
      try await home.done("event", "add", "Picnic", "--at", "in 9 days")
      try await home.done("event", "calendar", folder)
      rename(folder, folder + ".away")
      try await holds("it is missed") {
        try await home.done("status").contains("/calendar cannot be opened")
      }
      mkdir(folder, 0o700)
      try await holds("the other one is none of ours") {
        try await home.done("status").contains("is not the folder that it was")
      }
      try await home.done("event", "edit", "picnic", "--name", "Feast")
      #expect(Self.files(folder).isEmpty)
      rmdir(folder)
      rename(folder + ".away", folder)
      try await holds("it goes on") {
        let files = Self.files(folder)
        return files.count == 1 && Self.text("\(folder)/\(files[0])").contains("SUMMARY:Feast")
      }
      #expect(try await home.ask("event", "list", as: EventViews.self).events.count == 1)
    }

    @Test("E-57: the file is edited here and the event on another node: both changes live on both")
    func merged() async throws {
      let pair = try await Pair.linked()
      try await pair.trust()
      let room = try await pair.ada.ask("room", "make", "friends", "Berta", as: RoomView.self)
      try await holds("Berta is in the room") {
        try await pair.berta.run("room", "show", room.id).code == 0
      }
      let event = try await pair.ada.ask(
        "event", "add", "Picnic", "--at", "2099-06-07 12:00", "--zone", "UTC", "--room", "friends",
        as: EventView.self)
      let folder = pair.ada.scratch + "/calendar"
      try await pair.ada.done("event", "calendar", folder)
      let path = "\(folder)/\(event.id)@parlor.ics"
      try await holds("Berta has it") {
        try await pair.berta.run("event", "show", "Picnic").code == 0
      }
      try await pair.adasDaemon.program.destroy()
      try await pair.berta.done(
        "event", "edit", "picnic", "--at", "2099-06-08 12:00", "--zone", "UTC")
      try Self.edit(path, "SUMMARY:Picnic", "LOCATION:lake\r\nSUMMARY:Feast")
      _ = try await pair.ada.daemon("--port", "\(pair.adasDaemon.port)")
      for home in [pair.ada, pair.berta] {
        try await holds("\(home.name) has both") {
          let view = try? await home.ask("event", "show", event.id, as: EventView.self)
          return view?.name == "Feast" && view?.place == "lake"
            && view?.start.milliseconds == event.start.milliseconds + 86_400_000
        }
      }
      try await holds("so has the file") {
        let text = Self.text(path)
        return text.contains("DTSTART:20990608T120000Z") && text.contains("LOCATION:lake")
          && text.contains("SUMMARY:Feast")
      }
    }
  }
}
