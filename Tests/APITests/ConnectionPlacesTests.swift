import Client
import Feature
import Foundation
import Schema
import Testing

@testable import API

@Suite struct ConnectionPlacesTests {
  /// Requests of which something is missing.
  static let halves = [
    "", "POST /v1/tables/give-up HTTP/1.1\r\nhost: x\r\n",
    "POST /v1/tables/give-up HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{",
  ]
  private static let second: Int64 = 1_000_000_000

  @Test("42.i: half requests keep their places for a second, and only while there are others")
  func givingWay() {
    var places = ConnectionPlaces<Int>(4)
    for number in 1...3 { places.opened(number, now: Int64(number)) }
    #expect(places.givingWay(now: 90 * Self.second).isEmpty && places.next == nil)
    places.opened(4, now: Self.second)
    #expect(places.next == Self.second + 1)
    #expect(places.givingWay(now: Self.second).isEmpty)
    #expect(places.givingWay(now: Self.second + 2) == [1, 2])
    // One whose request has come whole waits for its answer as long as that takes, and for the next one a second.
    places.cameWhole(on: 1)
    places.cameWhole(on: 1)
    places.answered(on: 1, now: 5 * Self.second)
    #expect(places.givingWay(now: 90 * Self.second) == [2, 3, 4])
    places.answered(on: 1, now: 90 * Self.second)
    #expect(places.givingWay(now: 90 * Self.second) == [2, 3, 4])
    #expect(places.givingWay(now: 91 * Self.second) == [1, 2, 3, 4])
    places.closed(3)
    #expect(places.givingWay(now: 91 * Self.second).isEmpty && places.next == nil)
  }

  @Test("42.i: a long body keeps its place while parts of it come, and bytes by themselves do not")
  func bodies() {
    var places = ConnectionPlaces<Int>(2)
    for number in 1...2 { places.opened(number, now: 0) }
    places.came(ConnectionPlaces<Int>.part, on: 1, now: Self.second / 2)
    for _ in 0..<100 { places.came(1, on: 2, now: Self.second / 2) }
    #expect(places.givingWay(now: 30 * Self.second) == [2])
    places.came(ConnectionPlaces<Int>.part, on: 1, now: 30 * Self.second)
    #expect(places.givingWay(now: 59 * Self.second) == [2])
    #expect(places.givingWay(now: 60 * Self.second) == [1, 2])
    // Bytes of a connection that is gone are nobody's.
    places.closed(2)
    places.came(1, on: 2, now: 0)
    #expect(places.next == nil)
  }

  @Test("42.i: 64 half requests on the own socket give way to a command, and a stream stays")
  func ownSocket() async throws {
    try await withServer { (node, home) throws in
      let client = DaemonClient(home: home)
      let reader = try client.changes("")
      #expect(eventually { node.readers == 1 })
      let halves = try (0..<APILimits.connections - 1).map { number in
        let half = try RawConnection(home: home)
        half.begin(Self.halves[number % Self.halves.count])
        return half
      }
      #expect(try client.call(Methods.Node.status).name == "Ada")
      #expect(eventually { halves.contains { $0.isClosed } })
      let change = Change.with { $0.notice = "still here" }
      node.publish(change)
      _ = try read(reader, until: .change(change))
    }
  }
}
