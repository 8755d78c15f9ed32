import Foundation
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

extension EventDraft {
  init(_ name: String, _ date: String = "in 3 days") {
    self = .with {
      $0.name = name
      $0.date = date
      $0.zone = "Europe/Berlin"
    }
  }
}

/// What people plan in these worlds.
extension RoomWorld {
  func plan(_ number: Int, _ draft: EventDraft, in room: String = "") throws -> EventView {
    try command(number) {
      $0.makeEvent.room = room
      $0.makeEvent.event = draft
    }.event
  }

  func edit(
    _ number: Int, _ event: EventView, _ fill: (inout EventDraft) -> Void
  ) throws -> EventView {
    var draft = EventDraft()
    fill(&draft)
    return try command(number) {
      $0.editEvent.room = event.room
      $0.editEvent.event = event.id
      $0.editEvent.change = draft
    }.event
  }

  func addToDo(
    _ number: Int, _ event: EventView, _ fill: (inout ToDoDraft) -> Void
  ) throws -> EventView {
    var draft = ToDoDraft()
    fill(&draft)
    return try command(number) {
      $0.makeToDo.room = event.room
      $0.makeToDo.event = event.id
      $0.makeToDo.toDo = draft
    }.event
  }

  func event(_ number: Int, _ event: EventView) throws -> EventView {
    let id = try #require(Base32.decode(event.id).flatMap { RecordID($0) })
    return try #require(try read(number, event.room) { try $0.eventView(id) })
  }

  func events(_ number: Int, _ room: String) throws -> [EventView] {
    try read(number, room) { try $0.events() }
  }
}

/// Why something is refused.
func refusal(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "(not refused)"
  } catch let refused as Refused {
    return refused.refusal.message
  } catch {
    return "\(error)"
  }
}
