import API
import Client
import Foundation
import Schema
import Testing

/// The routes of what people plan.
@Suite struct EventRouteTests {
  @Test(
    "E-01, E-05, E-07, E-47: events, what is to be done and budgets become commands of the room in the path"
  )
  func commands() async throws {
    try await withServer { (node, home) throws in
      let client = DaemonClient(home: home)
      let commands: [Command.OneOf_Kind] = [
        .makeEvent(
          .with {
            $0.room = "personal"
            $0.event.name = "Picnic"
            $0.event.countUp = false
          }),
        .editEvent(
          .with {
            $0.room = "lobby"
            $0.event = "Picnic / lake"
            $0.change.notes = ""
          }),
        .deleteEvent(
          .with {
            $0.room = "lobby"
            $0.event = "k3v9"
          }),
        .makeToDo(
          .with {
            $0.room = "lobby"
            $0.event = "k3v9"
            $0.toDo.text = "bread"
          }),
        .editToDo(
          .with {
            $0.room = "lobby"
            $0.toDo = "a2b3"
            $0.change.done = false
          }),
        .deleteToDo(
          .with {
            $0.room = "lobby"
            $0.toDo = "a2b3"
          }),
        .makeBudgetLine(
          .with {
            $0.room = "lobby"
            $0.event = "k3v9"
            $0.line.text = "bread"
            $0.shared = true
          }),
        .editBudgetLine(
          .with {
            $0.room = "personal"
            $0.line = "a2b3"
            $0.change.actual = ""
          }),
        .deleteBudgetLine(
          .with {
            $0.room = "personal"
            $0.line = "a2b3"
          }),
      ]
      for kind in commands { try client.perform(.with { $0.kind = kind }) }
      #expect(node.commands.map(\.kind) == commands)
    }
  }

  @Test("E-37, E-42: the bytes of pictures go both ways as they are") func pictures() async throws {
    try await withServer { (node, home) throws in
      let client = DaemonClient(home: home)
      let path = "/v1/rooms/lobby/events/x/picture"
      var pieces: [[UInt8]] = [[0, 255], [13, 10]]
      _ = try client.upload(
        path + "?crop=10,0,50.5,80&source=a%20b", from: { pieces.popLast() }, as: Answer.self)
      let set = SetPicture.with {
        ($0.room, $0.event, $0.source) = ("lobby", "x", "a b")
        $0.content = Data([13, 10, 0, 255])
        ($0.crop.x, $0.crop.width, $0.crop.height) = (1_000, 5_050, 8_000)
      }
      let others: [Command.OneOf_Kind] = [
        .setPicture(
          .with {
            $0.room = "lobby"
            $0.event = "k3v9"
            $0.crop.width = 10
          }),
        .removePicture(
          .with {
            $0.room = "lobby"
            $0.event = "k3v9"
          }),
      ]
      for kind in others { try client.perform(.with { $0.kind = kind }) }
      #expect(node.commands.map(\.kind) == [.setPicture(set)] + others)
      for query in ["?crop=1,2", ""] {
        #expect(throws: ClientFailure.self) {
          try client.upload(path + query, from: { nil }, as: Answer.self)
        }
      }
      var bytes: [UInt8] = []
      try client.download(path) { bytes += $0 }
      #expect(bytes == Array("lobbyid/x".utf8) + [0, 255])
    }
  }

  @Test("E-04: events of one room or of all are read")
  func reads() async throws {
    try await withServer { (_, home) throws in
      let client = DaemonClient(home: home)
      let names = try ["/v1/events", "/v1/rooms/lobby/events"].map {
        try client.get($0, as: EventViews.self).events.map(\.name)
      }
      #expect(names == [["all"], ["lobbyid"]])
      let lines = try ["/v1/event-lines", "/v1/rooms/lobby/event-lines"].map {
        try client.get($0, as: EventLines.self).lines.map(\.name)
      }
      #expect(lines == names)
      #expect(try client.get("/v1/events/a%20b", as: EventView.self).id == "all/a b")
      #expect(try client.get("/v1/rooms/lobby/events/x", as: EventView.self).id == "lobbyid/x")
    }
  }
}
