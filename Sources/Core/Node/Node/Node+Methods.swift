import Feature
import Schema
import Store
import SwiftProtobuf

/// The methods that the core performs itself.
extension Node {
  typealias Command = @Sendable (Node, any Message, Transaction) throws -> any Message

  /// Performs a method: a feature's, or one of the core's own.
  func perform(_ call: Call, _ transaction: Transaction) throws -> any Message {
    // With a full disk nothing is done that would be written down; that somebody is there is not.
    if turn.writing == .diskFull, !Self.unwritten.contains(call.path) { throw DiskFull.refused }
    if let handler = store.registry.handler(call.path) {
      return try run(handler, call, transaction)
    }
    guard let command = Self.commands[call.path] else {
      throw Refused(
        .notFound, "There is no method \(call.path): protocol/api.yaml lists those that there are.")
    }
    return try command(self, call.request, transaction)
  }

  /// Has a feature perform a method. Tables are asked before anything is said at one.
  private func run(
    _ handler: Handler, _ call: Call, _ transaction: Transaction
  ) throws -> any Message {
    let drafted = try records.draft(handler, call, transaction)
    for room in drafted.rooms { try tables.checkChat(in: room, transaction) }
    return try records.perform(drafted, transaction)
  }

  private static let unwritten = [Methods.Tables.attend.path, Methods.Rooms.enter.path]

  /// Takes a piece of a room's file. It is no method of the API: a file is sent whole.
  public static let importBundle = Method<ImportBundle, BundleView>("import-bundle")

  /// Keeps bytes until a command names them. It is no method of the API: bytes have a route of their own.
  public static let keepBlob = Method<KeepBlob, BlobView>("keep-blob")

  /// The bytes that were kept for a command. It is no method of the API: the work of the shell calls it.
  public static let keptBlob = Method<BlobView, KeepBlob>("kept-blob")

  /// Keeps a value that is of no other node's concern, such as the hash of a password. It is no method of the API: the work of the
  /// shell calls it.
  public static let keepPrivate = Method<KeepPrivate, Done>("keep-private")

  static let commands: [String: Command] = Dictionary(
    uniqueKeysWithValues: [
      on(importBundle) { try $0.perform($1, $2) },
      on(keepBlob) { node, request, _ in
        try node.context.uploads.keep(request.content, at: node.now.steady)
      },
      on(keptBlob) { node, request, _ in
        try .with { $0.content = try node.upload(request.blob) }
      },
      on(keepPrivate) { _, request, transaction in
        try transaction.setPrivate(request.key, request.value)
        return Done()
      },
      on(Methods.Node.set) { try $0.perform($1, $2) },

      on(Methods.Peers.add) { try $0.peers.addPeer($1.address, $2) },
      on(Methods.Peers.forget) { try $0.forgetPeer($1.peer, $2) },
      on(Methods.Peers.trust) { try $0.perform($1, $2) },
      on(Methods.Peers.unpair) { try $0.perform($1, $2) },
      on(Methods.Peers.block) { try $0.perform($1, $2) },
      on(Methods.Peers.unblock) { try $0.perform($1, $2) },
      on(Methods.Peers.limit) { try $0.perform($1, $2) },

      on(Methods.Pairing.ask) { try $0.answer($0.peers.perform($1), $2) },
      on(Methods.Pairing.await) { try $0.answer($0.peers.perform($1), $2) },
      on(Methods.Pairing.answer) { try $0.answer($0.peers.perform($1), $2) },
      on(Methods.Pairing.makeTicket) { try $0.perform($1, $2) },
      on(Methods.Pairing.useTicket) { try $0.answer($0.peers.perform($1), $2) },

      on(Methods.Rooms.make) { try $0.roomService.perform($1, $2) },
      on(Methods.Rooms.edit) { try $0.roomService.perform($1, $2) },
      on(Methods.Rooms.delete) { try $0.roomService.perform($1, $2) },
      on(Methods.Rooms.changeMember) { try $0.roomService.perform($1, $2) },
      on(Methods.Rooms.takeOver) { try $0.roomService.perform($1, $2) },
      on(Methods.Rooms.choose) { try $0.roomService.perform($1, $2) },
      on(Methods.Rooms.leave) { try $0.roomService.perform($1, $2) },
      on(Methods.Rooms.enter) { try $0.roomService.perform($1, $2) },
      on(Methods.Rooms.markRead) { try $0.records.perform($1, $2) },
      on(Methods.Rooms.mute) { try $0.records.perform($1, $2) },
      on(Methods.Rooms.move) { try $0.records.perform($1, $2) },
      on(Methods.Rooms.restore) { try $0.records.perform($1, $2) },
      on(Methods.Rooms.undo) { node, _, transaction in
        UndoKeeper.answer(try node.undos.takeBackLast(transaction))
      },
      on(Methods.Rooms.settle) { try $0.records.perform($1, $2) },

      on(Methods.Tables.host) { try $0.tableService.perform($1, $2) },
      on(Methods.Tables.answer) { try $0.tableService.perform($1, $2) },
      on(Methods.Tables.start) { try $0.tableService.start($1.table, $2) },
      on(Methods.Tables.close) { try $0.tableService.perform($1, $2) },
      on(Methods.Tables.ask) { try $0.tableService.perform($1, $2) },
      on(Methods.Tables.attend) { try $0.tableService.perform($1, $2) },
      on(Methods.Tables.tap) { try $0.tableService.perform($1, $2) },
      on(Methods.Tables.giveUp) {
        try $0.tableService.act($1.table, $2) { $0.concede = Concede() }
      },
      on(Methods.Tables.claim) { try $0.tableService.perform($1, $2) },
      on(Methods.Tables.watch) { try $0.spectators.perform($1, $2) },
      on(Methods.Tables.dismiss) { try $0.spectators.perform($1, $2) },
      on(Methods.Tables.rematch) { try $0.tableService.perform($1, $2) },
      on(Methods.Tables.takeBack) { try $0.tableService.perform($1, $2) },
      on(Methods.Tables.carry) { try $0.perform($1, $2) },
      on(Methods.Tables.moveHosting) { try $0.tableService.perform($1, $2) },
    ])

  private static func on<Request, Response>(
    _ method: Method<Request, Response>,
    _ perform: @escaping @Sendable (Node, Request, Transaction) throws -> Response
  ) -> (String, Command) {
    (
      method.path,
      { node, message, transaction in
        try perform(node, method.request(message), transaction)
      }
    )
  }
}
