import Events
import EventSchema
import Feature
import Features
import Foundation
import Identifiers
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

/// The plans of people in these worlds.
extension RoomWorld {
  func plan(_ number: Int, _ draft: EventDraft, in room: String = "") throws -> EventView {
    try call(number, Methods.Events.add) {
      $0.room = room
      $0.event = draft
    }
  }

  func edit(
    _ number: Int, _ event: EventView, _ fill: (inout EventDraft) -> Void
  ) throws -> EventView {
    var draft = EventDraft()
    fill(&draft)
    return try call(number, Methods.Events.edit) {
      $0.room = event.room
      $0.event = event.id
      $0.change = draft
    }
  }

  func addToDo(
    _ number: Int, _ event: EventView, _ fill: (inout ToDoDraft) -> Void
  ) throws -> EventView {
    var draft = ToDoDraft()
    fill(&draft)
    return try call(number, Methods.Events.addToDo) {
      $0.room = event.room
      $0.event = event.id
      $0.toDo = draft
    }
  }

  func event(_ number: Int, _ event: EventView) throws -> EventView {
    let id = try #require(Base32.decode(event.id).flatMap { RecordID($0) })
    return try #require(try read(number, event.room) { try $0.eventView(id) })
  }

  /// The record that an item of a room is now.
  func record(_ number: Int, _ item: String, in room: String) throws -> RecordID {
    try read(number, room) { try $0.home.find(item, [], in: [$0.id]).id }
  }

  /// The events of a room; a list of lines says the same of them.
  func events(_ number: Int, _ room: String) throws -> [EventView] {
    try read(number, room) { views in
      let events = try views.events()
      let lines = events.map { event in
        EventLine.with {
          $0.id = event.id
          $0.name = event.name
          $0.milliseconds = event.start.milliseconds
          $0.zone = event.start.zone
          $0.minutes = event.minutes
          $0.repeats = event.repeats
          $0.changes = event.changes
          $0.allDay = event.allDay
          $0.status = event.status
          $0.roomName = event.roomName
          $0.authorName = event.authorName
          $0.own = event.own
          $0.paired = event.paired
          $0.nameIsTaken = event.nameIsTaken
          $0.added = event.added
          $0.readOnly = event.readOnly
          $0.reminds = event.reminds
        }
      }
      var shown = try views.eventLines()
      ShownEvents.sortSoonestFirst(&shown)
      #expect(shown == lines, "E-04")
      return events
    }
  }
}

/// Returns the sentence with which something is refused.
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
