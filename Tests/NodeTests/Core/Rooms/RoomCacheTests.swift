import Feature
import Foundation
import Identifiers
import Replication
import RockPaperScissors
import Schema
import Testing
import Wire

@testable import Node
@testable import Store

/// Rooms in memory, and what is left of those that were let go of.
@Suite struct RoomCacheTests {
  private let link = LinkID(1)

  private func room(_ number: Int64) throws -> Room {
    let id = try #require(RoomID([UInt8](repeating: UInt8(number), count: 16)))
    let stored = StoredRoom(
      number: number, kind: .private, opener: .zero, position: 0, records: number)
    return Room(id: id, stored: stored)
  }

  @Test("design 4: a room that is let go of is compared again, and its syncs begin anew")
  func letGo() throws {
    let room = try room(1)
    var rooms = RoomCache()
    #expect(rooms.load(room).isEmpty && !rooms.isEmpty)
    rooms[room.id]?.syncs[link] = RoomSync()
    #expect(rooms.letGo(of: room.id) == [link])
    #expect(rooms.isEmpty && rooms[room.id] == nil)
    #expect(rooms.letGo(of: room.id).isEmpty, "its syncs are kept all the same")
    #expect(rooms.takeResyncs() == [room.id] && rooms.takeResyncs().isEmpty)
    #expect(rooms.load(room) == [link])
    #expect(rooms.letGo(of: room.id) == [link])
    rooms.forget(room.id)
    #expect(rooms.load(room).isEmpty)
  }

  @Test(
    "42.h: a room that is not in memory is read once to be compared, until it was in memory again")
  func standing() throws {
    var room = try room(1)
    room.stored.position = 5
    var (rooms, reads) = (RoomCache(), 0)
    for _ in 0..<3 {
      let standing = rooms.standing(of: room.id) {
        reads += 1
        return room
      }
      #expect(standing?.position == 5)
      #expect(standing?.digest == room.digest)
    }
    #expect(reads == 1)
    // In memory it may change.
    room.stored.position = 6
    _ = rooms.load(room)
    let loaded = rooms.standing(of: room.id) { nil }
    #expect(loaded?.position == 6)
    _ = rooms.letGo(of: room.id)
    room.stored.position = 7
    let changed = rooms.standing(of: room.id) { room }
    #expect(changed?.position == 7)
    rooms.forget(room.id)
    let gone = rooms.standing(of: room.id) { nil }
    #expect(gone?.position == nil)
  }

  @Test("a link that is gone is synced with in no room, also where that is not in memory")
  func droppedLink() throws {
    let (one, other) = (try room(1), try room(2))
    var rooms = RoomCache()
    for room in [one, other] {
      _ = rooms.load(room)
      rooms[room.id]?.syncs[link] = RoomSync()
    }
    _ = rooms.letGo(of: other.id)
    rooms.drop(link)
    #expect(rooms[one.id]?.syncs.isEmpty == true && rooms.load(other).isEmpty)
    _ = rooms.takeResyncs()
    rooms.resyncAll()
    #expect(rooms.resyncs == [one.id, other.id] && rooms.ids == [one.id, other.id])
  }

  @Test("a room that is taken out is not there until it is put back") func takenOut() throws {
    let room = try room(1)
    var rooms = RoomCache()
    _ = rooms.load(room)
    #expect(rooms.takeOut(room.id)?.id == room.id && rooms.takeOut(room.id) == nil)
    rooms[room.id] = room
    #expect(rooms.rooms.map(\.id) == [room.id])
  }
}

/// The conditions that stop the node from writing.
@Suite struct StorageStateTests {
  private let start = Moment(steady: 1_000, wall: 0)

  private func after(_ milliseconds: Int64) -> Moment {
    Moment(steady: start.steady + milliseconds, wall: 0)
  }

  @Test("design 12: room is looked for from time to time, and what has waited comes then")
  func fullDisk() {
    var storage = StorageState()
    #expect(storage.writing == .allowed && storage.nextWake(at: start) == nil)
    storage.beginShortage(probeAt: start.steady + 500)
    #expect(storage.writing != .allowed && storage.problem == DiskFull.sentence)
    storage.diskFull?.postpone(.lost(instance: "Ada"))
    #expect(storage.resume(at: after(499)) { true } == nil)
    #expect(storage.resume(at: after(500)) { false } == nil)
    #expect(storage.nextWake(at: after(500)) == start.steady + 500 + DiskFull.probeMilliseconds)
    #expect(storage.resume(at: after(500 + DiskFull.probeMilliseconds)) { true }?.count == 1)
    #expect(storage.writing == .allowed && storage.problem != nil, "no turn has shown it yet")
    storage.hasRoomAgain()
    #expect(storage.problem == nil)
  }

  @Test("design 12: a full disk goes before a recovery, which goes on after it")
  func writing() {
    var storage = StorageState(recovery: Recovery())
    #expect(storage.writing == .recovering)
    #expect(storage.writing.refusal?.refusal.code == .busy)
    storage.beginShortage(probeAt: 1)
    #expect(storage.writing == .diskFull)
    #expect(storage.writing.refusal?.refusal.code == .storage)
    storage.diskFull = nil
    #expect(storage.writing == .recovering)
    storage.recovery = nil
    #expect(storage.writing == .allowed && storage.writing.refusal == nil)
  }

  @Test("design 12: what the disk does beside being full ends the node") func fatal() {
    var storage = StorageState()
    storage.fail(.full)
    #expect(storage.fatal == nil && storage.problem != nil)
    storage.fail(.failed("it is broken"))
    #expect(storage.fatal == .failed("it is broken"))
  }

  @Test("specification 5: commands that came after a restore are carried out when its wait is over")
  func recovery() {
    var storage = StorageState(recovery: Recovery())
    #expect(storage.writing != .allowed && !storage.endRecovery(at: start), "it has not begun")
    storage.recovery?.begin(at: start)
    #expect(storage.recovery?.keep(.wake, at: start) == true)
    #expect(storage.endRecovery(at: after(Recovery.aloneMilliseconds - 1)) == false)
    #expect(storage.takeRecovered().isEmpty)
    #expect(
      storage.endRecovery(at: after(Recovery.aloneMilliseconds)) && storage.writing == .allowed)
    #expect(storage.takeRecovered().count == 1 && storage.takeRecovered().isEmpty)
    #expect(storage.endRecovery(at: after(Recovery.aloneMilliseconds)) == false)
  }

  @Test("the index of words is worked on now and then while there is something to do and room")
  func words() {
    var storage = StorageState()
    let pause = StorageState.wordsPause
    var works = 0
    func work(at milliseconds: Int64, _ isMoreLeft: Bool) {
      storage.settleWords(at: after(milliseconds)) {
        works += 1; return isMoreLeft
      }
    }
    work(at: 0, true)
    #expect(works == 1 && storage.nextWake(at: start) == start.steady + pause)
    work(at: pause - 1, true)
    #expect(works == 1, "what else there is to do goes first")
    work(at: pause, false)
    work(at: 2 * pause, false)
    #expect(works == 2 && storage.nextWake(at: after(2 * pause)) == nil)
    let quiet = StorageState.wordsQuiet
    storage.noteWords(hasNew: true, isUrgent: false, at: after(100))
    #expect(storage.nextWake(at: after(100)) == nil, "it waits for the next input")
    storage.beginShortage(probeAt: 0)
    work(at: 100 + quiet, false)
    #expect(works == 2)
    storage.diskFull = nil
    work(at: 100 + quiet, false)
    #expect(works == 3)
    storage.noteWords(hasNew: false, isUrgent: true, at: after(300))
    #expect(storage.nextWake(at: after(300)) == start.steady + 301, "at once")
  }

  @Test("while records come the index of words waits, but not for ever")
  func manyWords() {
    var storage = StorageState()
    var worksAt: [Int64] = []
    for milliseconds in stride(from: Int64(0), to: 3_000, by: 30) {
      storage.settleWords(at: after(milliseconds)) {
        worksAt.append(milliseconds); return true
      }
      storage.noteWords(hasNew: true, isUrgent: false, at: after(milliseconds))
    }
    #expect(worksAt == [0, 1_020, 2_040])
    let wake = storage.nextWake(at: after(3_000))
    #expect(wake == start.steady + 2_040 + StorageState.wordsPatience)
  }
}

/// The memory of a table, in its parts.
@Suite struct TablePartsTests {
  private func log(_ number: UInt8, _ incarnation: UInt64 = 0) throws -> LogKey {
    let author = try #require(Author([UInt8](repeating: number, count: 32)))
    return LogKey(author: author, incarnation: incarnation)
  }

  @Test("specification 8: of each seat the first incarnation that wrote counts") func logs() throws
  {
    let (host, joiner, later) = (try log(1), try log(2), try log(2, 1))
    var logs = TableLogs()
    #expect(logs.take(host, by: .host) && logs.take(joiner, by: .joiner))
    #expect(!logs.take(later, by: .joiner) && logs[.joiner] == joiner)
    logs.cite(later, of: .joiner, 9, by: .host)
    logs.cite(host, of: .host, 2, by: .host)
    #expect(logs.position(3, of: .host) == SessionPosition(sequence: 3, seen: [:]))
    logs.cite(joiner, of: .joiner, 4, by: .host)
    logs.cite(joiner, of: .joiner, 2, by: .host)
    let third = logs.position(3, of: .host)
    #expect(third == SessionPosition(sequence: 3, seen: [.joiner: 4]))
    #expect(third.seen(of: .joiner) == 4 && third.seen(of: .host) == 0)
    // A log of which the next entry is the eighth has seven.
    let next = logs.nextPosition(5, of: .joiner) { $0 == host ? 8 : nil }
    #expect(next == SessionPosition(sequence: 5, seen: [.host: 7]))
    logs.propose(in: joiner, at: next, by: .joiner)
    #expect(logs.position(6, of: .joiner).seen == [.host: 7])
  }

  @Test("specification 8: the first step of the host says which game is played") func game() {
    var game = TableGame(Games([.rockPaperScissors]))
    let open = TableStep.with { $0.open.game = SessionRules.rockPaperScissors.game }
    #expect(game.begin(with: open, hostKey: Author.zero.bytes) != nil)
    #expect(game.name == SessionRules.rockPaperScissors.game)
    #expect(game.begin(with: open, hostKey: Author.zero.bytes) == nil, "once and for all")
    _ = game.clear(hostKey: Author.zero.bytes)
    #expect(game.name.isEmpty && game.begin(with: open, hostKey: Author.zero.bytes) != nil)
  }

  @Test("G-48: a table with a password opens to its proof alone") func door() throws {
    let (table, asker) = (try #require(RoomID([UInt8](repeating: 1, count: 16))), Author.zero)
    var door = TableDoor()
    #expect(door.opens(to: Data(), of: asker, at: table))
    let key = TablePassword.key("swordfish", host: Author.zero.bytes)
    door.passwordKey = Data(key)
    let proof = TablePassword.proof(key, table: table.bytes, asker: asker.bytes)
    #expect(door.opens(to: Data(proof), of: asker, at: table))
    #expect(!door.opens(to: Data(), of: asker, at: table))
    #expect(!door.opens(to: Data(proof), of: asker, at: .lobby))
  }

  @Test("specification 10: so many people may ask at one table") func askers() throws {
    var door = TableDoor()
    for number in 0..<Limits.asksPerTable {
      let author = try log(UInt8(number + 1)).author
      #expect(door.hasPlace(for: author))
      door.askers[author] = TableDoor.Asker(link: LinkID(1), node: .zero, name: "")
    }
    let known = try log(1).author
    #expect(!door.hasPlace(for: .zero) && door.hasPlace(for: known))
  }

  @Test("G-53: the time for a card is counted from when it was owed first") func owing() {
    var attendance = TableAttendance()
    attendance.owe(true, at: Moment(steady: 5, wall: 0))
    attendance.owe(true, at: Moment(steady: 6, wall: 0))
    #expect(attendance.owesSince == 5)
    attendance.owe(false, at: Moment(steady: 7, wall: 0))
    #expect(attendance.owesSince == nil)
  }
}
