import Node
import Schema
import Testing

@Suite struct RoomOrderTests {
  private func room(
    _ name: String, unread: UInt32 = 0, last: Int64 = 0, kind: RoomKind = .private
  ) -> RoomView {
    .with {
      ($0.id, $0.name, $0.unread, $0.lastMilliseconds, $0.kind) = (name, name, unread, last, kind)
    }
  }

  @Test(
    "42.16 rooms are listed by news: unread first, then the latest, then by name, ours alone last")
  func order() {
    let wanted = [
      room("fresh", unread: 1, last: 900), room("old", unread: 7, last: 100),
      // Its author's clock is wrong: it counts as said now.
      room("future", last: .max), room("lobby", last: 800, kind: .lobby), room("plans", last: 300),
      room("Attic"), room("books"), room("personal", last: 950, kind: .personal),
    ]
    for shift in wanted.indices {
      let mixed = Array(wanted[shift...] + wanted[..<shift])
      #expect(RoomOrder.sorted(mixed, now: 1_000).map(\.name) == wanted.map(\.name))
      #expect(RoomOrder.sorted(mixed.reversed(), now: 1_000).map(\.name) == wanted.map(\.name))
    }
  }
}
