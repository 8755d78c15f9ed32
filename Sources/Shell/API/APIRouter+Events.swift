import Events
import Feature
import Foundation
import Hummingbird
import Node
import Schema

extension APIRouter {
  func addEventRoutes(_ router: Router<APIContext>) {
    router.get("/v1/events") { _, _ in try MessageResponse(node.events(room: nil)) }
    router.get("/v1/event-lines") { _, _ in try MessageResponse(node.eventLines(room: nil)) }
    router.get("/v1/rooms/{id}/event-lines") { _, context in
      try MessageResponse(node.eventLines(room: Self.parameter("id", context)))
    }
    router.get("/v1/events/{event}") { _, context in
      try MessageResponse(node.event(Self.parameter("event", context), room: nil))
    }
    router.get("/v1/rooms/{id}/events") { _, context in
      try MessageResponse(node.events(room: Self.parameter("id", context)))
    }
    router.get("/v1/rooms/{id}/events/{event}") { _, context in
      try MessageResponse(
        node.event(Self.parameter("event", context), room: Self.parameter("id", context)))
    }
    roomAction(router, "events", MakeEvent.self, \.room) { .makeEvent($0) }
    let event: RouterPath = "/v1/rooms/{id}/events/{event}"
    command(router, .put, event, EditEvent.self, ["id": \.room, "event": \.event]) {
      .editEvent($0)
    }
    command(router, .delete, event, DeleteEvent.self, ["id": \.room, "event": \.event]) {
      .deleteEvent($0)
    }
    addToDoRoutes(router)
    addBudgetRoutes(router)
    addPictureRoutes(router)
  }

  private func addToDoRoutes(_ router: Router<APIContext>) {
    command(
      router, .post, "/v1/rooms/{id}/events/{event}/to-dos", MakeToDo.self,
      ["id": \.room, "event": \.event]
    ) { .makeToDo($0) }
    let toDo: RouterPath = "/v1/rooms/{id}/to-dos/{todo}"
    command(router, .put, toDo, EditToDo.self, ["id": \.room, "todo": \.toDo]) { .editToDo($0) }
    command(router, .delete, toDo, DeleteToDo.self, ["id": \.room, "todo": \.toDo]) {
      .deleteToDo($0)
    }
  }

  private func addBudgetRoutes(_ router: Router<APIContext>) {
    command(
      router, .post, "/v1/rooms/{id}/events/{event}/budget", MakeBudgetLine.self,
      ["id": \.room, "event": \.event]
    ) { .makeBudgetLine($0) }
    let line: RouterPath = "/v1/rooms/{id}/budget/{line}"
    command(router, .put, line, EditBudgetLine.self, ["id": \.room, "line": \.line]) {
      .editBudgetLine($0)
    }
    command(router, .delete, line, DeleteBudgetLine.self, ["id": \.room, "line": \.line]) {
      .deleteBudgetLine($0)
    }
  }

  private func addPictureRoutes(_ router: Router<APIContext>) {
    let picture: RouterPath = "/v1/rooms/{id}/events/{event}/picture"
    router.get(picture) { _, context in
      Self.foreign(
        try node.picture(
          of: Self.parameter("event", context), room: Self.parameter("id", context)))
    }
    router.post(picture) { request, context in
      var set = SetPicture()
      set.room = try Self.parameter("id", context)
      set.event = try Self.parameter("event", context)
      let query = request.uri.queryParameters
      set.source = query.get("source") ?? ""
      if let crop = query.get("crop") {
        do {
          set.crop = try PictureRules.crop(crop)
        } catch {
          throw Refused(.invalid, "\(error)")
        }
      }
      set.content = try await Self.content(of: request)
      if set.content.isEmpty { throw Refused(.invalid, "\(PictureProblem.noPicture)") }
      return try await submit(.setPicture(set))
    }
    command(router, .put, picture, SetPicture.self, ["id": \.room, "event": \.event]) {
      // New bytes come as they are, never in JSON.
      var change = $0
      change.content = Data()
      return .setPicture(change)
    }
    command(router, .delete, picture, RemovePicture.self, ["id": \.room, "event": \.event]) {
      .removePicture($0)
    }
  }
}
