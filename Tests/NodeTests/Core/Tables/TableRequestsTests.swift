import Feature
import Identifiers
import Schema
import Testing
import Wire

@testable import Node

/// The state of tables beside their logs, as a value.
@Suite struct TableRequestsTests {
  private static let start = Moment(steady: 1_000, wall: 0)
  private let one: RoomID
  private let other: RoomID
  private let node: NodeID
  private let host: Author

  init() throws {
    one = try #require(RoomID([UInt8](repeating: 1, count: 16)))
    other = try #require(RoomID([UInt8](repeating: 2, count: 16)))
    node = try #require(NodeID([UInt8](repeating: 3, count: 32)))
    host = try #require(Author([UInt8](repeating: 4, count: 32)))
  }

  private func after(_ milliseconds: Int64) -> Moment {
    Moment(steady: Self.start.steady + milliseconds, wall: 0)
  }

  @Test("an offer counts while its link is up, and until its node takes it back") func offers() {
    var links = LinkTable()
    var sessions = TableRequests()
    for id in [one, other] {
      sessions.note(Offer(link: LinkID(1), node: node, host: host, view: TableView()), of: id)
    }
    #expect(sessions.offer(of: one, links) == nil)
    links.open(
      LinkID(1), to: node, LinkPeer(node: node.bytes, address: "", dialled: true), run: 1,
      at: Self.start)
    #expect(sessions.offer(of: one, links)?.host == host)
    #expect(sessions.withdraw(of: .zero, except: []).isEmpty)
    #expect(sessions.withdraw(of: node, except: [other]) == [one])
    #expect(sessions.offer(of: one, links) == nil && sessions.offer(of: other, links) != nil)
  }

  @Test("only one chair is asked for at a time, but for those that were agreed on")
  func asks() {
    var sessions = TableRequests(asks: [:])
    #expect(sessions.mayAsk)
    sessions.ask(OwnAsk(host: host, node: node, isAgreed: true), at: other)
    #expect(sessions.mayAsk)
    sessions.ask(OwnAsk(host: host, node: node), at: one)
    #expect(!sessions.mayAsk)
    #expect(sessions.asks(of: [host]) == [one, other] && sessions.asks(of: []).isEmpty)
    sessions.move(one, to: .zero)
    #expect(sessions.asks[one]?.node == .zero)
    #expect(sessions.endAsk(at: one)?.host == host && sessions.endAsk(at: one) == nil)
    #expect(sessions.mayAsk && !sessions.isAsking(about: one) && sessions.isAsking(about: other))
  }

  @Test("G-49: who asks to watch is asking about the table, until the host answers") func watches()
  {
    var sessions = TableRequests()
    sessions.watch(OwnAsk(host: host, node: node), at: one)
    #expect(sessions.isAsking(about: one) && sessions.host(of: one) == host)
    #expect(sessions.watches(of: [host]) == [one] && sessions.mayAsk)
    sessions.endWatch(at: one)
    #expect(!sessions.isAsking(about: one) && sessions.host(of: one) == nil)
  }

  @Test("G-53: our person may claim after the time, counted anew when who is silent comes back")
  func waits() {
    var sessions = TableRequests()
    sessions.wait(at: one, 500, isTimed: false, from: Self.start)
    #expect(sessions.nextWake == Self.start.steady + 500)
    // Said again, it goes on.
    sessions.wait(at: one, 500, isTimed: false, from: after(300))
    #expect(sessions.claimable(at: after(499)).isEmpty)
    // The other player is here again and uses its time for a card.
    sessions.wait(at: one, 900, isTimed: true, from: after(499))
    #expect(sessions.claimable(at: after(500)).isEmpty)
    #expect(sessions.nextWake == Self.start.steady + 1_399)
    #expect(sessions.claimable(at: after(1_399)) == [one])
    #expect(sessions.waits[one]?.mayClaim == true && sessions.nextWake == nil)
    #expect(sessions.claimable(at: after(1_400)).isEmpty, "it is told once")
    sessions.wait(at: one, nil, isTimed: true, from: after(1_400))
    #expect(sessions.waits[one] == nil)
  }
}

/// The people who look at each room, as a value.
@Suite struct RoomPresenceTests {
  @Test("C-25: who comes and goes is news once, and goes with its link") func presence() throws {
    let (ada, bob) = (Author.zero, try #require(Author([UInt8](repeating: 1, count: 32))))
    let room = try #require(RoomID([UInt8](repeating: 2, count: 16)))
    var presence = RoomPresence()
    #expect(presence.set(false, of: ada, in: room) == false)
    #expect(presence.set(true, of: ada, in: room) && !presence.set(true, of: ada, in: room))
    #expect(presence.companions(of: bob).isEmpty)
    #expect(presence.set(true, of: bob, in: .lobby) && presence.set(true, of: bob, in: room))
    #expect(presence.companions(of: ada) == [ada, bob])
    #expect(presence.rooms(of: bob) == [room, .lobby].sorted())
    presence.part(from: [bob])
    #expect(presence[room] == [ada] && presence[.lobby].isEmpty)
    presence.forget(room)
    #expect(presence[room].isEmpty && presence.rooms(of: ada).isEmpty)
  }
}

/// The people who share a room with us although our own logs do not say that we belong to it.
@Suite struct RoomInvitationsTests {
  private func room(_ number: Int) throws -> RoomID {
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: $0 < 4 ? number >> ($0 * 8) : 9) }
    return try #require(RoomID(bytes))
  }

  @Test("specification 13: a room is shared with who invites into it, until the logs say more")
  func invited() throws {
    let (id, other) = (try room(1), try room(2))
    let (ada, bob) = (Author.zero, try #require(Author([UInt8](repeating: 1, count: 32))))
    var invitations = RoomInvitations()
    #expect(invitations.note(id, by: [ada]) && invitations.note(id, by: [bob]))
    #expect(invitations.isInvited(into: id) && invitations.inviters(into: id) == [ada, bob])
    #expect(invitations.shares(id, with: [bob]) && !invitations.shares(other, with: [bob]))
    #expect(invitations.rooms(sharedWith: [ada]) == [id])
    invitations.part(from: [bob])
    #expect(invitations.inviters(into: id) == [ada])
    #expect(invitations.settle(id, isMember: true, nil) == [ada])
    #expect(!invitations.isInvited(into: id) && !invitations.shares(id, with: [ada]))
  }

  @Test("who is to hear that we left a room shares it, and nobody once we are back") func leaving()
    throws
  {
    let id = try room(1)
    var invitations = RoomInvitations()
    invitations.settle(id, isMember: false, [.zero])
    #expect(invitations.shares(id, with: [.zero]) && !invitations.isInvited(into: id))
    #expect(invitations.rooms(sharedWith: [.zero]) == [id])
    invitations.settle(id, isMember: false, nil)
    #expect(invitations.rooms(sharedWith: [.zero]).isEmpty)
    invitations.settle(id, isMember: false, [.zero])
    invitations.forget(id)
    #expect(!invitations.shares(id, with: [.zero]))
  }

  @Test("specification 10: others invite into so many rooms only") func limit() throws {
    var invitations = RoomInvitations()
    for number in 0..<Limits.roomsOfOthers {
      #expect(invitations.note(try room(number), by: [.zero]) == true)
    }
    let (known, new) = (try room(0), try room(Limits.roomsOfOthers))
    #expect(invitations.note(known, by: [.zero]) && !invitations.note(new, by: [.zero]))
    #expect(!invitations.isInvited(into: new))
    invitations.forget(known)
    #expect(invitations.note(new, by: [.zero]) == true)
  }
}
