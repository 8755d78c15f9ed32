import Schema

extension DaemonClient {
  /// Has the node carry out a command by the route that stands for it.
  @discardableResult
  public func perform(_ command: Command) throws -> Answer {
    switch command.kind {
    case .hostTable(let message): try send("POST", "/v1/tables", message)
    case .answerAsk(let message): try send("POST", table(message.table, "answer"), message)
    case .startTable(let message): try send("POST", table(message.table, "start"), message)
    case .closeTable(let message): try send("POST", table(message.table, "close"), message)
    case .askToJoin(let message): try send("POST", table(message.table, "ask"), message)
    case .attend(let message): try send("POST", table(message.table, "attend"), message)
    case .tap(let message): try send("POST", table(message.table, "tap"), message)
    case .giveUp(let message): try send("POST", table(message.table, "give-up"), message)
    case .makeClaim(let message): try send("POST", table(message.table, "claim"), message)
    case .moveHosting(let message): try send("POST", table(message.table, "hosting"), message)
    case .addPeer(let message): try send("POST", "/v1/peers", message)
    case .forgetPeer(let message):
      try send("DELETE", "/v1/peers/\(message.peer.percentEncoded)", message)
    case .changeSetting(let message): try send("PUT", "/v1/settings", message)
    case .pairPeer(let message): try send("POST", "/v1/pairings", message)
    case .awaitPairing(let message): try send("POST", "/v1/pairings/await", message)
    case .answerPairing(let message): try send("POST", "/v1/pairings/answer", message)
    case .makeTicket(let message): try send("POST", "/v1/tickets", message)
    case .useTicket(let message): try send("POST", "/v1/tickets/use", message)
    case .trustPeer(let message): try send("POST", peer(message.node, "trust"), message)
    case .unpairPeer(let message): try send("POST", peer(message.peer, "unpair"), message)
    case .blockPeer(let message): try send("POST", peer(message.peer, "block"), message)
    case .unblockPeer(let message): try send("POST", peer(message.peer, "unblock"), message)
    case .limitPeer(let message): try send("POST", peer(message.peer, "rights"), message)
    case .makeRoom(let message): try send("POST", "/v1/rooms", message)
    case .editRoom(let message): try send("PUT", room(message.room, ""), message)
    case .changeMember(let message): try send("POST", room(message.room, "/members"), message)
    case .quitRoom(let message): try send("POST", room(message.room, "/leave"), message)
    case .deleteRoom(let message): try send("DELETE", room(message.room, ""), message)
    case .enterRoom(let message): try send("POST", room(message.room, "/attend"), message)
    case .moveItem(let message): try send("POST", room(message.room, "/move"), message)
    case .postMessage(let message): try send("POST", room(message.room, "/messages"), message)
    case .editMessage(let message):
      try send("PUT", self.message(message.room, message.message), message)
    case .deleteMessage(let message):
      try send("DELETE", self.message(message.room, message.message), message)
    case .markRead(let message): try send("POST", room(message.room, "/read"), message)
    case .mutePerson(let message): try send("POST", "/v1/mute", message)
    case .restoreVersion(let message):
      try send("POST", record(message.room, message.record, "/restore"), message)
    case .settleConflict(let message):
      try send("POST", record(message.room, message.record, "/settle"), message)
    case .importBundle: throw ClientFailure.garbled("a room's file has a route of its own")
    case .shareFile: throw ClientFailure.garbled("a file is uploaded")
    case .deleteFile(let message):
      try send("DELETE", room(message.room, "/files/\(message.file.percentEncoded)"), message)
    case .makeEvent(let message): try send("POST", plan(message.room, "/events"), message)
    case .editEvent(let message): try send("PUT", event(message.room, message.event), message)
    case .deleteEvent(let message): try send("DELETE", event(message.room, message.event), message)
    case .makeToDo(let message):
      try send("POST", event(message.room, message.event, "/to-dos"), message)
    case .editToDo(let message): try send("PUT", toDo(message.room, message.toDo), message)
    case .deleteToDo(let message): try send("DELETE", toDo(message.room, message.toDo), message)
    case .makeBudgetLine(let message):
      try send("POST", event(message.room, message.event, "/budget"), message)
    case .editBudgetLine(let message):
      try send("PUT", plan(message.room, "/budget/\(message.line.percentEncoded)"), message)
    case .deleteBudgetLine(let message):
      try send("DELETE", plan(message.room, "/budget/\(message.line.percentEncoded)"), message)
    case .setPicture(let message) where !message.content.isEmpty:
      throw ClientFailure.garbled("a picture is uploaded")
    case .setPicture(let message):
      try send("PUT", event(message.room, message.event, "/picture"), message)
    case .removePicture(let message):
      try send("DELETE", event(message.room, message.event, "/picture"), message)
    case nil: throw ClientFailure.garbled("the command is empty")
    }
  }

  /// Has the node carry out commands in their order, in as few requests as they fit into.
  ///
  /// - Returns: what came of each; one that is refused changes nothing for the others.
  public func perform(_ commands: [Command]) throws -> [Result<Answer, ClientFailure>] {
    var results: [Result<Answer, ClientFailure>] = []
    var rest = commands[...]
    while !rest.isEmpty {
      var (batch, size) = (Commands(), 0)
      while let next = rest.first, batch.commands.count < RequestLimits.commands {
        // In JSON, with the comma behind it.
        size += try JSONMapping.bytes(next).count + 1
        guard batch.commands.isEmpty || size <= RequestLimits.bodyBytes - 64 else { break }
        batch.commands.append(rest.removeFirst())
      }
      let answers = try send("POST", "/v1/commands", batch, as: CommandResults.self).results
      guard answers.count == batch.commands.count else {
        throw ClientFailure.garbled("\(answers.count) results of \(batch.commands.count) commands")
      }
      results += answers.map { result in
        if case .refusal(let refusal)? = result.kind { return .failure(.refused(refusal)) }
        return .success(result.answer)
      }
    }
    return results
  }

  private func peer(_ name: String, _ action: String) -> String {
    "/v1/peers/\(name.percentEncoded)/\(action)"
  }

  private func event(_ room: String, _ event: String, _ rest: String = "") -> String {
    plan(room, "/events/\(event.percentEncoded)\(rest)")
  }

  private func plan(_ room: String, _ rest: String) -> String {
    self.room(room.isEmpty ? "personal" : room, rest)
  }

  private func room(_ text: String, _ rest: String) -> String {
    "/v1/rooms/\((text.isEmpty ? "lobby" : text).percentEncoded)\(rest)"
  }

  private func message(_ room: String, _ message: String) -> String {
    self.room(room, "/messages/\(message.percentEncoded)")
  }

  private func toDo(_ room: String, _ toDo: String) -> String {
    plan(room, "/to-dos/\(toDo.percentEncoded)")
  }

  private func record(_ room: String, _ record: String, _ action: String) -> String {
    self.room(room, "/records/\(record.percentEncoded)\(action)")
  }

  private func table(_ id: String, _ action: String) -> String {
    "/v1/tables/\(id.percentEncoded)/\(action)"
  }
}
