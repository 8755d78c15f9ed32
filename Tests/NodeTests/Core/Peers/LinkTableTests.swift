import Feature
import Identifiers
import Schema
import Testing
import Wire

@testable import Node

/// Links as values: which is the one to a node, which of two stays, and when a silent one is noticed.
@Suite struct LinkTableTests {
  private static let start = Moment(steady: 1_000, wall: 0)
  private let own = NodeID.zero
  private let ada: NodeID
  private let bob: Author

  init() throws {
    ada = try #require(NodeID([UInt8](repeating: 1, count: 32)))
    bob = try #require(Author([UInt8](repeating: 2, count: 32)))
  }

  /// Opens a link and establishes it, as a Hello does.
  private func establish(
    _ number: UInt64, dialled: Bool, dial: LinkSession.Dial? = nil, at now: Moment = start,
    in links: inout LinkTable
  ) throws -> LinkTable.Rivalry {
    let link = LinkID(number)
    links.open(
      link, to: ada, LinkPeer(node: ada.bytes, address: "10.0.0.1:1", dialled: dialled), run: 7,
      at: now)
    var session = try #require(links[link])
    session.accounts = [bob]
    if let dial { session.dial = dial }
    let rivalry = links.rivalry(of: session, own: own)
    guard rivalry != .loses else { return rivalry }
    if case .replaces(let other) = rivalry { _ = links.remove(other) }
    session.state = .established
    links.establish(session)
    return rivalry
  }

  @Test("specification 3: of two links that both nodes dialled, that of the smaller id stays")
  func bothDialled() throws {
    // We are the smaller one.
    var links = LinkTable()
    #expect(try establish(1, dialled: false, in: &links) == .none)
    #expect(try establish(2, dialled: true, in: &links) == .replaces(LinkID(1)))
    #expect(try establish(3, dialled: false, in: &links) == .loses)
    #expect(links.link(to: ada) == LinkID(2))
  }

  @Test("42.17: a peer that dials has lost the old link, unless both may have dialled at once")
  func dialledAfresh() throws {
    func later(_ milliseconds: Int64) -> Moment {
      Moment(steady: Self.start.steady + milliseconds, wall: 0)
    }
    // We are the smaller one, and dialled the old one.
    var links = LinkTable()
    #expect(try establish(1, dialled: true, in: &links) == .none)
    #expect(try establish(2, dialled: false, at: later(10_000), in: &links) == .loses)

    // One in doubt gives way when a live peer would have answered; one that was heard again does not.
    links = LinkTable()
    #expect(try establish(1, dialled: true, in: &links) == .none)
    #expect(links.doubt(LinkID(1), at: later(50)) == true)
    #expect(links.hear(LinkID(1), at: later(60)) == .established)
    #expect(try establish(2, dialled: false, at: later(100), in: &links) == .loses)
    #expect(links.doubt(LinkID(1), at: later(200)) == true)
    #expect(try establish(3, dialled: false, at: later(449), in: &links) == .loses)
    #expect(try establish(4, dialled: false, at: later(450), in: &links) == .replaces(LinkID(1)))
  }

  @Test("specification 3: of two links that the other node dialled, the one dialled later stays")
  func dialledTwice() throws {
    var links = LinkTable()
    #expect(
      try establish(1, dialled: false, dial: .init(run: 5, number: 2), in: &links) == .none)
    #expect(try establish(2, dialled: false, dial: .init(run: 5, number: 1), in: &links) == .loses)
    #expect(
      try establish(3, dialled: false, dial: .init(run: 5, number: 3), in: &links)
        == .replaces(LinkID(1)))
    // Numbers of another start say nothing.
    #expect(
      try establish(4, dialled: false, dial: .init(run: 6, number: 1), in: &links)
        == .replaces(LinkID(3)))
  }

  @Test("specification 3: what this node dials is numbered, what others dial is not") func dials() {
    var links = LinkTable()
    let peer = LinkPeer(node: ada.bytes, address: "10.0.0.1:1", dialled: true)
    for number in 1...2 {
      links.open(LinkID(UInt64(number)), to: ada, peer, run: 7, at: Self.start)
      #expect(links[LinkID(UInt64(number))]?.dial?.number == UInt64(number))
      #expect(links[LinkID(UInt64(number))]?.dial?.run == 7)
    }
    let other = LinkPeer(node: ada.bytes, address: "10.0.0.1:1", dialled: false)
    links.open(LinkID(3), to: ada, other, run: 7, at: Self.start)
    #expect(links[LinkID(3)]?.dial == nil)
  }

  @Test("a link is found by its node and by its accounts, until it is gone") func found() throws {
    var links = LinkTable()
    #expect(links.nextComparison == nil)
    _ = try establish(1, dialled: true, in: &links)
    #expect(links.session(to: ada)?.id == LinkID(1) && links.link(ofAuthor: bob) == LinkID(1))
    #expect(links.isAccount(bob, at: LinkID(1)) && !links.isAccount(bob, at: nil))
    #expect(links.isKept(LinkID(1)) && links.nodes == [ada])
    #expect(links.remove(LinkID(1))?.node == ada)
    #expect(links.remove(LinkID(1)) == nil)
    #expect(links.link(to: ada) == nil && links.link(ofAuthor: bob) == nil && links.ids.isEmpty)
  }

  @Test("after goodbye nothing is heard, and it is said once") func closing() throws {
    var links = LinkTable()
    _ = try establish(1, dialled: true, in: &links)
    #expect(links.hear(LinkID(1), at: Self.start) == .established)
    #expect(links.beginClosing(LinkID(1)) == true)
    #expect(links.beginClosing(LinkID(1)) == false)
    #expect(links.hear(LinkID(1), at: Self.start) == nil)
    #expect(links.nextWake(watched: WatchedPeople()) == nil)
    #expect(links.beginClosing(LinkID(2)) == false)
  }

  @Test("specification 3: a silent link is pinged, then it is dead; sooner where people look on")
  func silence() throws {
    var links = LinkTable()
    _ = try establish(1, dialled: true, in: &links)
    let ping = Self.start.steady + Limits.pingMilliseconds
    #expect(links.nextWake(watched: WatchedPeople()) == ping)
    #expect(
      links.nextWake(watched: WatchedPeople(people: [bob])) == Self.start.steady
        + Limits.watchedPingMilliseconds)
    #expect(links.silent(at: Moment(steady: ping - 1, wall: 0), watched: WatchedPeople()).isEmpty)
    #expect(
      links.silent(at: Moment(steady: ping, wall: 0), watched: WatchedPeople()) == [LinkID(1)])
    links[LinkID(1)]?.pinged = ping
    let end = Self.start.steady + Limits.silenceMilliseconds
    #expect(links.nextWake(watched: WatchedPeople()) == end)
    _ = links.hear(LinkID(1), at: Moment(steady: ping + 1, wall: 0))
    #expect(links.nextWake(watched: WatchedPeople()) == ping + 1 + Limits.pingMilliseconds)
  }

  @Test("specification 6: rooms are compared again from time to time") func comparison() throws {
    var links = LinkTable()
    _ = try establish(1, dialled: true, in: &links)
    #expect(links.beginComparison(at: Self.start) == true)
    #expect(links.beginComparison(at: Self.start) == false)
    #expect(links.nextComparison == 0)
    #expect(links.takeComparison() == LinkID(1))
    #expect(links.takeComparison() == nil)
    #expect(links.nextComparison == Self.start.steady + Limits.digestMilliseconds)
    #expect(
      links.beginComparison(
        at: Moment(steady: Self.start.steady + Limits.digestMilliseconds, wall: 0))
        == true)
  }
}

/// The parts of a link: its rooms, its blobs and its budget.
@Suite struct LinkPartsTests {
  private let now = Moment(steady: 1_000, wall: 0)

  private func room(_ number: UInt8) throws -> RoomID {
    try #require(RoomID([UInt8](repeating: number, count: 16)))
  }

  private func log(_ number: Int) throws -> LogKey {
    let bytes = (0..<32).map { UInt8(truncatingIfNeeded: $0 < 4 ? number >> ($0 * 8) : 9) }
    return LogKey(author: try #require(Author(bytes)), incarnation: 0)
  }

  @Test("specification 6: rooms take turns, and wait while too much is on its way") func queue()
    throws
  {
    let (one, other) = (try room(1), try room(2))
    var rooms = LinkRooms()
    for id in [one, other, one] { rooms.enqueue(id) }
    #expect(rooms.first == one)
    rooms.removeFirst()
    rooms.wait(for: Limits.bytesPerLink, of: one)
    #expect(rooms.first == nil)
    rooms.drop(one)
    #expect(rooms.first == other)
    rooms.removeFirst()
    #expect(rooms.first == nil)
  }

  @Test("specification 10: a log that is not taken is told once, and only so many are")
  func unwanted()
    throws
  {
    let id = try room(1)
    var share = LinkShare()
    #expect(share.tellUnwanted() == false && share.takeAllAgain() == false)
    for number in 0..<Limits.unwantedPerRoom {
      #expect(share.refuse(try log(number), in: id) == true)
    }
    #expect(share.refuse(try log(0), in: id) == false)
    #expect(share.refuse(try log(Limits.unwantedPerRoom), in: id) == false)
    #expect(share.isUnwanted(try log(0), in: id))
    #expect(!share.isUnwanted(try log(0), in: try room(2)))
    #expect(share.tellUnwanted() == true)
    #expect(share.tellUnwanted() == false)
    #expect(share.takeAllAgain() == true)
    #expect(share.unwanted(in: id).isEmpty && share.takeAllAgain() == false)
  }

  @Test("specification 10: that a file does not fit is told once, until there is room again")
  func toldShare() {
    var share = LinkShare()
    #expect(share.tell() == true)
    #expect(share.tell() == false)
    share.knowsShare = false
    #expect(share.tell() == true)
  }

  @Test("a room that is claimed is refused no more") func claimed() throws {
    let id = try room(1)
    var rooms = LinkRooms()
    rooms.refusedHere = [id]
    rooms.claim(id)
    #expect(rooms.claimed == [id] && rooms.refusedHere.isEmpty)
    rooms.drop(id)
    #expect(rooms.claimed.isEmpty)
  }

  @Test("specification 15: a peer is asked for one blob after the other, and not again in vain")
  func blobs() throws {
    let id = try #require(BlobID([UInt8](repeating: 3, count: 32)))
    let fetch = BlobFetch(id: id, blob: 1, room: try room(1), first: 2, until: 5)
    var blobs = LinkBlobs()
    #expect(blobs.isReady)
    blobs.ask(fetch)
    #expect(!blobs.isReady)
    #expect(blobs.answered(id, from: 1) == nil && blobs.answered(nil, from: 2) == nil)
    #expect(blobs.answered(id, from: 2) == fetch)
    #expect(blobs.answered(id, from: 2) == nil && blobs.isReady)
    blobs.ask(fetch)
    blobs.giveUp(id)
    #expect(blobs.lacks(id) && blobs.fetch == nil)
    blobs.rest()
    #expect(!blobs.isReady)
    blobs.has(id)
    #expect(!blobs.lacks(id) && blobs.isReady)
  }

  @Test("specification 15: a promise to tell of a blob is kept once, and there are so many")
  func promises() throws {
    let ids = try (0...Limits.blobsPromised).map { number in
      let bytes = (0..<32).map { UInt8(truncatingIfNeeded: $0 < 4 ? number >> ($0 * 8) : 9) }
      return try #require(BlobID(bytes))
    }
    var blobs = LinkBlobs()
    for id in ids { blobs.promise(id) }
    #expect(blobs.keepPromise(ids[0]) == true)
    #expect(blobs.keepPromise(ids[0]) == false)
    #expect(blobs.keepPromise(ids[Limits.blobsPromised]) == false)
  }

  @Test("specification 10: small violations and changes of a share are counted") func budget() {
    var budget = LinkBudget(at: now)
    for _ in 0..<Limits.violationsPerLink { #expect(budget.sin() == true) }
    #expect(budget.sin() == false)
    for _ in 0..<Limits.shareChangesPerLink { #expect(budget.spendShareChange() == true) }
    #expect(budget.spendShareChange() == false)
    #expect(budget.spendUseless(0, at: now) == true)
    #expect(budget.spendFrame(at: now) == true)
  }

  @Test("P-13: a link brings so many logs of strangers, and one more after a time") func newLogs() {
    var budget = LinkBudget(at: now)
    #expect(budget.mayBringLog(at: now))
    for _ in 0..<2 { #expect(budget.spendNewLog(quota: 2, at: now) == true) }
    #expect(!budget.spendNewLog(quota: 2, at: now) && !budget.mayBringLog(at: now))
    let later = Moment(steady: now.steady + Limits.strangerLogMilliseconds, wall: 0)
    #expect(budget.mayBringLog(at: later) && budget.spendNewLog(quota: 2, at: later))
  }
}
