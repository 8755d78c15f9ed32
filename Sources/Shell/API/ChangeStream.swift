import Feature
import HTTPTypes
import Hummingbird
import NIOCore
import Node
import Programs
import Schema
import SwiftProtobuf

/// The server-sent events of one client: the present state as changes numbered 0, an event `ready`, then
/// every change.
///
/// With `table` or `room` only the changes of that one, the peers', the settings' and the notices are sent. With
/// `attend` the person counts as present there for as long as the connection stands. A reader who is slower
/// than the changes is not disconnected (that would pause its match) but gets an event `gap` and the state
/// again. An event `stopping` says that the daemon was told to stop. With `hold` the stream holds what the client's command has
/// opened: the table, or without one the pairing. It is withdrawn when the stream ends (`HeldThings`). With `beat` an event of that name comes whenever
/// the node says that it is alive, which a change without content does: a browser shows scripts no comment of a stream.
struct ChangeStream: Sendable {
  private let request: Request
  private let channel: any Channel
  private let node: any NodeAccess
  private let attendance: AttendingScreens
  private let streams: OpenStreams
  /// The whole id of the one table wanted.
  private let table: String?
  /// The whole id of the one room wanted.
  private let room: String?
  private let attend: Bool
  private let auto: Bool
  private let beat: Bool
  /// The thing that ends with the stream.
  private let held: HeldThings.Held?

  /// Reads the query of a request; throws `Refused` for a table that is not there, and while nothing is shown.
  init(
    request: Request, channel: any Channel, node: any NodeAccess, attendance: AttendingScreens,
    streams: OpenStreams
  ) async throws {
    self.request = request
    self.channel = channel
    self.streams = streams
    self.node = node
    self.attendance = attendance
    if let refused = node.refusal { throw refused }
    let query = request.uri.queryParameters
    attend = try Self.flag("attend", query)
    auto = try Self.flag("auto", query)
    beat = try Self.flag("beat", query)
    try await streams.check()
    if let given = query.get("table") {
      table = try await node.call(Methods.Tables.show) { $0.table = given }.id
    } else {
      table = nil
    }
    if let given = query.get("room") {
      room = try await node.call(Methods.Rooms.show) { $0.room = given }.id
    } else {
      room = nil
    }
    held =
      try Self.flag("hold", query)
      ? table.map { .table($0) } ?? (room == nil ? .pairing : nil) : nil
    if attend && table == nil && room == nil {
      throw Refused(.invalid, "attend needs a table or a room: add table=ID or room=ID.")
    }
  }

  private var place: AttendingScreens.Place? {
    if let table { return .table(table) }
    return room.map { .room($0) }
  }

  private static func flag(_ name: String, _ query: Parameters) throws -> Bool {
    switch query.get(name) {
    case nil, "false", "0": false
    case "true", "1", "": true
    case let value?:
      throw Refused(.invalid, "\(name) cannot be \(value): say true or false.")
    }
  }

  func response() -> Response {
    Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        await streams.opened(channel)
        if let held { await attendance.held.opened(held) }
        // The task may be cancelled by then, and what was held must be let go all the same.
        let close = { @Sendable in
          await Task(executorPreference: TaskThreads.shared) {
            await streams.closed(channel)
            if let held { await attendance.held.closed(held) }
          }.value
        }
        do {
          try await run(&writer)
        } catch {
          await close()
          throw error
        }
        await close()
        try await writer.finish(nil)
      })
  }

  private func run(_ writer: inout any ResponseBodyWriter) async throws {
    guard attend, let place else { return try await follow(&writer, greeting: nil) }
    let answer = await attendance.opened(place, auto: auto)
    // The task may be cancelled by then, and the node must learn of it nevertheless.
    let leave = { @Sendable in
      await Task(executorPreference: TaskThreads.shared) { await attendance.closed(place) }.value
    }
    do {
      try await follow(&writer, greeting: answer)
    } catch {
      await leave()
      throw error
    }
    await leave()
  }

  private func follow(
    _ writer: inout any ResponseBodyWriter, greeting: Result<any Message, Refused>?
  ) async throws {
    if case .failure(let refused) = greeting {
      return try await send(refused.refusal, event: "refused", to: &writer)
    }
    do {
      try await request.body.consumeWithCancellationOnInboundClose { _ in
        var event = "ready"
        while try await pass(to: &writer, after: event), !node.isStopping, node.refusal == nil {
          event = "gap"
        }
        if !Task.isCancelled, let refused = node.refusal {
          try await send(refused.refusal, event: "refused", to: &writer)
        } else if !Task.isCancelled {
          try await send(Change(), event: "stopping", to: &writer)
        }
      }
    } catch is CancellationError {
      // The client went away: the usual end.
    }
  }

  /// Sends the state, then changes until the node ends the stream; false when it ended without a change.
  private func pass(to writer: inout any ResponseBodyWriter, after event: String) async throws
    -> Bool
  {
    let changes = node.changes()
    // How soon a browser comes again after a stream that broke.
    if beat, event == "ready" { try await writer.write(ByteBuffer(string: "retry: 500\n\n")) }
    if event == "gap" { try await send(Change(), event: event, to: &writer) }
    try await besideConnections {
      for change in try await snapshot() { try await send(change, event: nil, to: &writer) }
    }
    if event == "ready" { try await send(Change(), event: event, to: &writer) }
    var moved = false
    for await change in changes {
      moved = true
      guard change.what != nil else {
        if beat { try await send(change, event: "beat", to: &writer) }
        continue
      }
      if concerns(change) { try await send(change, event: nil, to: &writer) }
    }
    return moved && !Task.isCancelled
  }

  private func snapshot() async throws -> [Change] {
    var kinds: [Change.OneOf_What] = [.settings(try await node.call(Methods.Node.settings))]
    kinds += try await node.call(Methods.Peers.list).peers.map { .peer($0) }
    kinds += try await node.call(Methods.Pairing.list).pairings.map { .pairing($0) }
    if let table {
      kinds.append(.table(try await node.call(Methods.Tables.show) { $0.table = table }))
    } else if room == nil {
      kinds += try await node.call(Methods.Tables.list).tables.map { .table($0) }
    }
    if let room {
      kinds.append(.room(try await node.call(Methods.Rooms.show) { $0.room = room }))
    } else if table == nil {
      kinds += try await node.call(Methods.Rooms.list).rooms.map { .room($0) }
    }
    return kinds.map { kind in .with { $0.what = kind } }
  }

  private func concerns(_ change: Change) -> Bool {
    guard table != nil || room != nil else { return true }
    switch change.what {
    case .table(let view): return view.id == table
    case .tableEvent(let event): return event.table == table
    case .tableGone(let id): return id == table
    case .room(let view): return view.id == room
    case .record(let record): return record.room == room || record.room == table
    case .ephemeral(let shown): return shown.room == room
    case .roomGone(let id), .roomChanged(let id): return id == room
    case .peer, .settings, .notice, .pairing, nil: return true
    }
  }

  private func send(
    _ message: some Message, event: String?, to writer: inout any ResponseBodyWriter
  ) async throws {
    let json = try JSONMapping.bytes(message)
    var buffer = ByteBuffer()
    if let event { buffer.writeString("event: \(event)\n") }
    buffer.writeString("data: ")
    buffer.writeBytes(json)
    buffer.writeString("\n\n")
    try await writer.write(buffer)
  }
}
