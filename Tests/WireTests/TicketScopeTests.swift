import Identifiers
import Testing

@testable import Wire

@Suite("P-10: link-local addresses in a ticket")
struct TicketScopeTests {
  private func ticket(_ addresses: [String]) throws -> Ticket {
    Ticket(
      node: try #require(NodeID([UInt8](repeating: 7, count: 32))),
      secret: [UInt8](repeating: 1, count: Ticket.secretLength),
      addresses: try addresses.map { try Address($0) })
  }

  @Test("the zone of the maker is left out, and each interface of the joiner is tried")
  func scoped() throws {
    let made = try ticket([
      "10.0.0.5:7711", "[fe80::1%wlp3s0]:7711", "[fd00::2]:7711", "[fe80::3%eth7]:7711",
    ])
    #expect(
      made.description.hasSuffix("/10.0.0.5:7711/[fe80::1]:7711/[fd00::2]:7711/[fe80::3]:7711"))
    #expect(Ticket(made.description) == nil)
    let read = try #require(
      Ticket(Ticket.scoped(" \(made.description)\n", to: ["eth0", "wlan0"])))
    #expect(
      read.addresses.map(\.description) == [
        "10.0.0.5:7711", "[fd00::2]:7711", "[fe80::1%eth0]:7711", "[fe80::1%wlan0]:7711",
        "[fe80::3%eth0]:7711", "[fe80::3%wlan0]:7711",
      ])
    #expect(read.secret == made.secret)
  }

  @Test("without an interface the other addresses are left")
  func noInterface() throws {
    let made = try ticket(["[fe80::1%lan0]:7711", "10.0.0.5:7711"])
    let read = try #require(Ticket(Ticket.scoped(made.description, to: [])))
    #expect(read.addresses.map(\.description) == ["10.0.0.5:7711"])
  }

  @Test(
    "however many interfaces there are, a ticket has eight addresses, and no other text changes")
  func limits() throws {
    let made = try ticket(["[fe80::1%lan0]:7711", "10.0.0.5:7711"])
    let many = (0..<20).map { "veth\($0)" }
    let read = try #require(Ticket(Ticket.scoped(made.description, to: many)))
    #expect(read.addresses.count == Limits.addressesPerPeer)
    #expect(read.addresses.first?.description == "10.0.0.5:7711")
    let plain = try ticket(["10.0.0.5:7711"]).description
    for text in [
      plain, "", "parlor:", "hello", "a//b/", String(repeating: "[fe80::1]:1/", count: 9_000),
    ] {
      #expect(Ticket.scoped(text, to: many) == text)
    }
  }
}
