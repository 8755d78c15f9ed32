import Calendars
import Events
import EventSchema
import Feature
import Schema
import Testing
import WholeSchema

@testable import Node

/// One home that imports calendar files.
struct CalendarDesk {
  let world: RoomWorld

  init() throws { world = try RoomWorld(["Ada"]) }

  /// Imports a file.
  ///
  /// - Returns: what was not taken, or told.
  @discardableResult
  func take(_ text: String) throws -> [String] {
    try taking(text).problems.named.map(\.text)
  }

  /// Imports a file.
  func taking(_ text: String) throws -> CalendarTaking {
    var taking = try CalendarTaking(room: nil, keep: { _ in "" }) { calls in
      try calls.map { call in
        guard Methods.method(call.path)?.isRead == true else {
          return world.network.perform(0, call)
        }
        return .success(try #require(try world.read(0, "personal") { try $0.read(call) }))
      }
    }
    try taking.take(try CalendarFile(text, zone: "Europe/Berlin"))
    return taking
  }

  /// The only event.
  func event() throws -> EventView {
    let events = try world.events(0, "personal")
    try #require(events.count == 1, "\(events.map(\.name))")
    return try world.event(0, events[0])
  }

  /// A file with one event.
  static func file(_ lines: [String], method: String = "") -> String {
    let method = method.isEmpty ? [] : ["METHOD:\(method)"]
    return
      (["BEGIN:VCALENDAR", "VERSION:2.0"] + method + ["BEGIN:VEVENT"] + lines + [
        "END:VEVENT", "END:VCALENDAR",
      ]).map { $0 + "\r\n" }.joined()
  }
}
