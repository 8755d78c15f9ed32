import Feature
import Node
import Schema
import SwiftProtobuf

/// The methods that the daemon answers itself: they show its node, and rooms and tables whatever is in them.
extension DaemonAccess {
  typealias Read = @Sendable (DaemonAccess, any Message) throws -> any Message

  static let reads: [String: Read] = Dictionary(
    uniqueKeysWithValues: [
      on(Methods.Node.status) { access, _ in try access.status() },
      on(Methods.Node.settings) { access, _ in try access.settings() },
      on(Methods.Node.secrets) { access, _ in try access.settings(withSecrets: true) },
      on(Methods.Node.stop) { access, _ in
        access.stopping.stop(nil)
        return Done()
      },
      on(Methods.Peers.list) { access, _ in
        access.driver.look()
        let peers = try access.peers()
        return .with { $0.peers = peers }
      },
      on(Methods.Pairing.list) { access, _ in .with { $0.pairings = access.board.pairings } },
      on(Methods.Rooms.list) { access, _ in
        let rooms = try access.rooms()
        return .with { $0.rooms = rooms }
      },
      on(Methods.Rooms.show) { try $0.room($1.room) },
      on(Methods.Rooms.state) { try $0.roomState($1.room) },
      on(Methods.Rooms.history) { try $0.versions(room: $1.room, record: $1.record) },
      on(Methods.Rooms.conflicts) { access, _ in try access.conflicts() },
      on(Methods.Tables.list) { access, _ in
        let tables = try access.tables()
        return .with { $0.tables = tables }
      },
      on(Methods.Tables.statistics) { access, request in
        try access.store.read { try MatchRecords.statistics(request.person, $0) }
      },
      on(Methods.Tables.show) { try $0.table($1.table) },
      on(Methods.Tables.events) { access, request in
        let events = try access.events(table: request.table)
        return .with { $0.events = events }
      },
    ])

  /// The methods that show views of tables.
  static let showsTables: Set<String> = [Methods.Tables.list.path, Methods.Tables.show.path]

  private static func on<Request, Response>(
    _ method: Method<Request, Response>,
    _ read: @escaping @Sendable (DaemonAccess, Request) throws -> Response
  ) -> (String, Read) {
    (method.path, { access, message in try read(access, method.request(message)) })
  }
}
