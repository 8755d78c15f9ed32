import ChatSchema
import Feature
import Features
import Foundation
import Glibc
import Identifiers
import Link
import Node
import Schema
import Store
import Testing
import Wire

extension EndToEndTests {
  /// Entries of many commands reach a node that is killed again and again meanwhile.
  @Suite struct KilledSyncTests {
    /// `PARLOR_ENTRIES` takes another number: docs/making.md.
    private static let entries =
      ProcessInfo.processInfo.environment["PARLOR_ENTRIES"].flatMap { Int($0) } ?? 4_000
    private static let kills = 20

    /// Has the node of a home say many things in a room while its daemon does not run: ten in ten seconds of a
    /// clock that the test sets.
    private func fill(_ home: Home, room: String) throws {
      let identity = try NodeIdentity.loadOrCreate(in: home.path)
      let store = try Store(home: home.path, .parlor)
      let node = try Node(
        configuration: NodeConfiguration(
          node: try #require(NodeID(identity.node)), defaultName: "Ada", port: 1, run: 1,
          claimMilliseconds: 60_000),
        store: store, random: RandomSource(SystemRandomNumberGenerator()))
      var time: Int64 = 1
      for first in stride(from: 0, to: Self.entries, by: 10) {
        time += 10_000
        var inputs: [Input] = []
        for number in first..<first + 10 {
          let post = Methods.Chat.post {
            $0.room = room
            $0.text = "message \(number)"
          }
          inputs.append(.command(CommandID(UInt64(number)), post))
        }
        let result = node.turn(inputs, at: Moment(steady: time, wall: 1_700_000_000_000 + time))
        for case .answer(_, .failure(let refused)) in result.outputs { throw refused }
      }
      try store.close()
    }

    private func kill(_ daemon: RunningDaemon) async throws {
      Glibc.kill(daemon.program.id, SIGKILL)
      _ = try await daemon.program.end()
    }

    /// Counts the entries of a room in the database of a home whose daemon does not run, from the first without
    /// a gap.
    private func kept(_ home: Home, _ room: RoomID) throws -> UInt64 {
      let store = try Store(home: home.path, .parlor)
      let places = try store.read { try Self.places(of: room, $0) }
      try store.close()
      var nexts: [LogKey: UInt64] = [:]
      for place in places {
        #expect(place.sequence == nexts[place.log, default: 1])
        nexts[place.log, default: 1] += 1
      }
      return UInt64(places.count)
    }

    private static func places(of room: RoomID, _ reader: Reader) throws -> [LogPlace] {
      var places: [LogPlace] = []
      let logs = try reader.room(room).map { try reader.logs($0) } ?? []
      try reader.entries(in: room, of: logs) { _, entry in
        places.append(entry.place)
        return true
      }
      return places
    }

    @Test("P-25: kill -9 at twenty moments of a long sync: it always goes on, and never with a gap")
    func kills() async throws {
      var pair = try await Pair.linked()
      try await pair.trust()
      let made = try await pair.ada.ask("room", "make", "club", "Berta", as: RoomView.self)
      let room = try #require(Base32.decode(made.id).flatMap { RoomID($0) })
      try await kill(pair.bertasDaemon)
      try await kill(pair.adasDaemon)
      try fill(pair.ada, room: made.id)
      let port = pair.adasDaemon.port
      pair.adasDaemon = try await pair.ada.daemon("--port", "\(port)")
      var seen: UInt64 = 0
      var inTheMiddle = 0
      var shortest: UInt64 = 60
      var counts: [UInt64] = []
      for number in 0..<3 * Self.kills where number < Self.kills || inTheMiddle == 0 {
        pair.bertasDaemon = try await pair.berta.daemon()
        let size = UInt64(Self.entries)
        // Some way into it, or when it is over.
        let pause = shortest + UInt64.random(in: 0...size / 200)
        try await Task.sleep(for: .milliseconds(pause))
        if number % 3 == 2 {
          try await kill(pair.adasDaemon)
          pair.adasDaemon = try await pair.ada.daemon("--port", "\(port)")
        }
        try await kill(pair.bertasDaemon)
        let count = try kept(pair.berta, room)
        counts.append(count)
        #expect(count >= seen, "kill \(number) lost entries")
        if count > seen, count < size { inTheMiddle += 1 }
        // How far it comes in which time depends on the machine: in steps that do not jump over it.
        if count == seen, count < size { shortest += shortest / 7 }
        seen = count
      }
      pair.bertasDaemon = try await pair.berta.daemon()
      var states: [RoomState] = []
      try await holds("both have all of it", within: .seconds(120), otherwise: { "\(states)" }) {
        states = []
        for home in [pair.ada, pair.berta] {
          // On a busy machine it may have come to nothing until now.
          let said = try await home.run("room", "show", made.id, "--json")
          guard said.code == 0 else { return false }
          states.append(try RoomShown.state(said.output))
        }
        return states[0] == states[1] && states[0].records >= UInt64(Self.entries)
      }
      print("Entries there at each kill: \(counts)")
      #expect(inTheMiddle > 0)
    }
  }
}

/// The output of `room show --json`.
private enum RoomShown {
  static func state(_ line: String) throws -> RoomState {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let state = try JSONSerialization.data(withJSONObject: try #require(object?["state"]))
    return try JSONMapping.message(RoomState.self, from: Array(state))
  }
}
