import Feature
import Node
import Programs
import Schema
import WarSchema

/// Plays beside our person at this machine: the machine, or a guest at the same screen (rows G-57 and G-58).
///
/// A program takes the other chair, from a home below ours, over the same links as everybody: our node knows no card of it.
final class BesideWork: OutsideWork {
  private let host: OutsideHost
  private let seats: [BesideSeat]

  /// - Parameter program: the path of `parlor`.
  init(_ host: OutsideHost, program: String = Installed.program("parlor")) {
    self.host = host
    seats = [false, true].map { BesideSeat(guest: $0, home: host.home, program: program) }
  }

  func stop() { for seat in seats { seat.stop() } }

  var methods: [String: OutsideMethod] {
    let (host, seats) = (host, seats)
    return Dictionary(
      uniqueKeysWithValues: [
        Self.on(Methods.War.playBeside) { request in
          let seat = seats[request.guest ? 1 : 0]
          return try await Self.table(try await aside { try seat.play(request) }, host)
        },
        Self.on(Methods.War.tapBeside) { request in
          let seat = try Self.seat(request.table, seats)
          guard seat.isGuest else {
            throw Refused(.notNow, "The machine plays its cards by itself.")
          }
          try await aside { try seat.tap(request) }
          return try await Self.table(request.table, host)
        },
        Self.on(Methods.War.endBeside) { request in
          let seat = try Self.seat(request.table, seats)
          try await aside { seat.end() }
          return try await Self.table(request.table, host)
        },
        Self.on(Methods.War.beside) { _ in .with { $0.matches = seats.compactMap(\.view) } },
      ])
  }

  /// Returns the chair of the other side of a match that was begun here.
  ///
  /// - Throws: `Refused` for every other table.
  private static func seat(_ table: String, _ seats: [BesideSeat]) throws -> BesideSeat {
    guard let seat = seats.first(where: { $0.table == table && !table.isEmpty }) else {
      throw Refused(
        .notFound, "That table is no match against the machine or a guest at this screen.")
    }
    return seat
  }

  private static func table(_ id: String, _ host: OutsideHost) async throws -> TableView {
    let shown = await host.perform([Methods.Tables.show { $0.table = id }]).first
    return try shown?.get() as? TableView ?? TableView()
  }
}
