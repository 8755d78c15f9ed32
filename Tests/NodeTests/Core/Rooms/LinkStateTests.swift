import TestKit
import Testing

@testable import Node

/// The state that engines keep of each link.
@Suite struct LinkStateTests {
  @Test("design 4: what engines remember of a link begins once it is established, and ends with it")
  func links() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let node = try #require(world.network.nodes[0].node)
    try world.pair(0, 1)
    world.network.run(milliseconds: 5_000)
    let before = node.links.ids
    #expect(before.count == 1)
    #expect(node.rooms.atLinks.keys.sorted() == before)
    #expect(node.blobs.state.keys.sorted() == before)
    world.network.cutLinks(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 5_000)
    let after = node.links.ids
    #expect(after.count == 1 && after != before)
    #expect(node.rooms.atLinks.keys.sorted() == after)
    #expect(node.blobs.state.keys.sorted() == after)
  }
}
