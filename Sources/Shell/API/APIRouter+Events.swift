import Hummingbird
import Node
import Schema

extension APIRouter {
  func addEventRoutes(_ router: Router<APIContext>) {
    router.get("/v1/events") { _, _ in try Response(json: node.events(room: nil)) }
    router.get("/v1/events/{event}") { _, context in
      try Response(json: node.event(Self.parameter("event", context), room: nil))
    }
    router.get("/v1/rooms/{id}/events") { _, context in
      try Response(json: node.events(room: Self.parameter("id", context)))
    }
    router.get("/v1/rooms/{id}/events/{event}") { _, context in
      try Response(
        json: node.event(Self.parameter("event", context), room: Self.parameter("id", context)))
    }
    action(router, "/v1/rooms/{id}/events", MakeEvent.self, \.room) { .makeEvent($0) }
    router.put("/v1/rooms/{id}/events/{event}") { request, context in
      var edit = try await read(EditEvent.self, from: request)
      edit.room = try Self.parameter("id", context)
      edit.event = try Self.parameter("event", context)
      return try await submit(.editEvent(edit))
    }
    router.delete("/v1/rooms/{id}/events/{event}") { _, context in
      var delete = DeleteEvent()
      delete.room = try Self.parameter("id", context)
      delete.event = try Self.parameter("event", context)
      return try await submit(.deleteEvent(delete))
    }
    addToDoRoutes(router)
    addBudgetRoutes(router)
  }

  private func addToDoRoutes(_ router: Router<APIContext>) {
    router.post("/v1/rooms/{id}/events/{event}/to-dos") { request, context in
      var make = try await read(MakeToDo.self, from: request)
      make.room = try Self.parameter("id", context)
      make.event = try Self.parameter("event", context)
      return try await submit(.makeToDo(make))
    }
    router.put("/v1/rooms/{id}/to-dos/{todo}") { request, context in
      var edit = try await read(EditToDo.self, from: request)
      edit.room = try Self.parameter("id", context)
      edit.toDo = try Self.parameter("todo", context)
      return try await submit(.editToDo(edit))
    }
    router.delete("/v1/rooms/{id}/to-dos/{todo}") { _, context in
      var delete = DeleteToDo()
      delete.room = try Self.parameter("id", context)
      delete.toDo = try Self.parameter("todo", context)
      return try await submit(.deleteToDo(delete))
    }
  }

  private func addBudgetRoutes(_ router: Router<APIContext>) {
    router.post("/v1/rooms/{id}/events/{event}/budget") { request, context in
      var make = try await read(MakeBudgetLine.self, from: request)
      make.room = try Self.parameter("id", context)
      make.event = try Self.parameter("event", context)
      return try await submit(.makeBudgetLine(make))
    }
    router.put("/v1/rooms/{id}/budget/{line}") { request, context in
      var edit = try await read(EditBudgetLine.self, from: request)
      edit.room = try Self.parameter("id", context)
      edit.line = try Self.parameter("line", context)
      return try await submit(.editBudgetLine(edit))
    }
    router.delete("/v1/rooms/{id}/budget/{line}") { _, context in
      var delete = DeleteBudgetLine()
      delete.room = try Self.parameter("id", context)
      delete.line = try Self.parameter("line", context)
      return try await submit(.deleteBudgetLine(delete))
    }
  }
}
