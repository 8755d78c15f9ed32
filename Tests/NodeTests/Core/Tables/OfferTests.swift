import Identifiers
import Node
import Schema
import TestKit
import Testing
import War
import Wire

/// Offers of tables that are not the offerer's.
@Suite struct OfferTests {
  @Test func nobodyOffersATableOfOurs() throws {
    let network = VirtualNetwork(seed: 3)
    let ada = try network.add("Ada")
    let bob = try network.add("Bob")
    network.connect(ada, bob)
    let table = try network.call(ada, Methods.Tables.host) { $0 = HostTable() }.get()
    let author = try network.nodes[bob].store.read { try $0.accounts() }[0].author
    let offer = TableOffer.with {
      $0.room = Base32.decode(table.id).flatMap { RoomID($0) }?.data ?? .init()
      $0.host = author.data
      $0.name = "Bob"
      $0.rules = .standard
    }
    for offers in [[offer], []] {
      let frame = Frame(.tableOffers(.with { $0.offers = offers }))
      #expect(network.inject(try Coding.encode(frame), from: bob, to: ada))
      network.settle()
      let kept = try network.nodes[ada].tables()
      #expect(kept.map(\.id) == [table.id])
      #expect(kept.first?.phase == .open)
      #expect(kept.first?.host.name == "Ada")
    }
  }
}
