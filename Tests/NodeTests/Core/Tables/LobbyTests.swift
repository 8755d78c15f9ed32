import Feature
import Identifiers
import Replication
import Schema
import Store
import Testing
import Wire

@testable import Node

/// The limits of strangers in the lobby, and the time at which it is made again, as values.
@Suite struct LobbyTests {
  private let now = Moment(steady: 1_000, wall: 0)

  @Test("specification 10: so many bytes of a stranger are kept, and what is here is counted once")
  func bytes() {
    var lobby = Lobby()
    var counts = 0
    let count = {
      counts += 1
      return 10
    }
    #expect(lobby.keep(Limits.strangerBytes - 20, of: .zero, count) == true)
    #expect(!lobby.isFull(.zero))
    #expect(lobby.keep(10, of: .zero, count) && lobby.isFull(.zero))
    #expect(!lobby.keep(1, of: .zero, count) && counts == 1)
    lobby.forget(.zero)
    #expect(!lobby.isFull(.zero))
  }

  @Test("design 4: an input that is undone keeps nothing, and what it spent stays spent")
  func undone() throws {
    var lobby = Lobby()
    let log = LogKey(author: .zero, incarnation: 0)
    lobby.places.settle([])
    let before = lobby.input
    #expect(lobby.keep(Limits.strangerBytes, of: .zero) { 0 } == true)
    lobby.places.note(log, from: nil, isOwn: false)
    #expect(lobby.spend(Int(Limits.strangerEntries), of: .zero, at: now) == true)
    lobby.undo(before)
    #expect(!lobby.isFull(.zero) && lobby.places.places.isEmpty && lobby.places.isStale)
    #expect(lobby.spend(1, of: .zero, at: now) == false)
  }

  @Test("specification 5: the lobby is made again when what was cited has come, and not too often")
  func order() throws {
    let log = LogKey(author: .zero, incarnation: 0)
    var stored = StoredLog(without: log)
    var order = LobbyOrder()
    #expect(order.mayHaveChanged, "nothing is known after a start")
    order.load { [:] }
    order.add(log, 1)
    #expect(order.unsaved == [log: 1])
    order.saved()
    #expect(order.unsaved == nil)
    #expect(!order.isRemade(with: RoomLogs([stored]), of: 1, at: now) && order.nextWake == nil)
    stored.state.next = 2
    #expect(order.isRemade(with: RoomLogs([stored]), of: 1, at: now) == true)
    // What is missing is read again.
    order.load { [log: 1] }
    #expect(order.isRemade(with: RoomLogs([stored]), of: 1, at: now) == false)
    let next = now.steady + LobbyOrder.milliseconds
    #expect(order.nextWake == next)
    let then = Moment(steady: next, wall: 0)
    #expect(order.isRemade(with: RoomLogs([stored]), of: 1, at: then) == true)
    #expect(order.nextWake == nil)
  }

  @Test("42.h a lobby with 256,000 entries is made again every nine minutes at most")
  func largeLobby() {
    var order = LobbyOrder()
    order.load { [:] }
    order.loseLog()
    func isRemade(after milliseconds: Int64) -> Bool {
      let later = Moment(steady: now.steady + milliseconds, wall: 0)
      return order.isRemade(with: RoomLogs(), of: 256_000, at: later)
    }
    #expect(isRemade(after: 0))
    order.loseLog()
    order.load { [:] }
    #expect(!isRemade(after: 500_000))
    #expect(order.nextWake == now.steady + 512_000)
    #expect(isRemade(after: 512_000))
  }

  @Test("specification 5: the lobby is made again when a log of it was given up") func lostLog() {
    var order = LobbyOrder()
    order.load { [:] }
    #expect(!order.isRemade(with: RoomLogs(), of: 1, at: now) && !order.mayHaveChanged)
    order.loseLog()
    #expect(order.mayHaveChanged && order.isRemade(with: RoomLogs(), of: 1, at: now))
    order.forget()
    #expect(
      order.mayHaveChanged && !order.isRemade(with: RoomLogs(), of: 1, at: now),
      "nothing was read yet")
  }
}

/// The limits on how often things may be done here.
@Suite struct AllowancesTests {
  private let now = Moment(steady: 1_000, wall: 0)

  @Test("C-20: what a feature counts is counted by name") func named() {
    var allowances = Allowances()
    let one = Allowance(name: "one", burst: 1, everyMilliseconds: 1_000, refusal: "")
    let other = Allowance(name: "other", burst: 1, everyMilliseconds: 1_000, refusal: "")
    #expect(allowances.spend(one, at: now) && !allowances.spend(one, at: now))
    #expect(allowances.spend(other, at: now) == true)
    #expect(allowances.spend(one, at: Moment(steady: 2_000, wall: 0)) == true)
  }

  @Test("others cannot make our node write without end, also where they are many")
  func reactions() throws {
    var allowances = Allowances()
    for _ in 0..<Reaction.burst { #expect(allowances.spendReaction(to: .zero, at: now) == true) }
    #expect(allowances.spendReaction(to: .zero, at: now) == false)
    for number in 1...Limits.strangersRemembered {
      let bytes = (0..<32).map { UInt8(truncatingIfNeeded: $0 < 4 ? number >> ($0 * 8) : 9) }
      #expect(allowances.spendReaction(to: try #require(Author(bytes)), at: now) == true)
    }
    #expect(allowances.spendReaction(to: .zero, at: now) == false)
  }

  @Test("P-14: questions to pair and questions about tables are counted apart") func questions() {
    var allowances = Allowances()
    for _ in 0..<Limits.pairingAsks.burst {
      #expect(allowances.spendPairing(.zero, at: now) == true)
    }
    #expect(!allowances.spendPairing(.zero, at: now) && allowances.spendTable(.zero, at: now))
  }
}
