import Feature
import Foundation
import Identifiers
import Schema
import Testing
import Wire

@testable import Node

/// The slices of a batch on their way into a room, and the access of a table to its room.
@Suite struct DeliveryTests {
  private func slice(_ first: UInt64) -> Slice { .with { $0.first = first } }

  private func author(_ byte: UInt8) throws -> Author {
    try #require(Author(Array(repeating: byte, count: 32)))
  }

  @Test("specification 6: slices of new members wait until the room is made again, once a batch")
  func early() {
    var delivery = Delivery([slice(1), slice(2)], in: .lobby)
    delivery.beginPass(without: [])
    #expect(delivery.nextSlice()?.first == 1)
    #expect(delivery.nextSlice()?.first == 2)
    delivery.early.append(slice(2))
    delivery.useless = 1
    #expect(delivery.nextSlice() == nil)
    #expect(delivery.endPass() && !delivery.isInPass && !delivery.hasGap)
    delivery.beginPass(without: [])
    #expect(delivery.useless == 0)
    #expect(delivery.nextSlice()?.first == 2)
    delivery.early.append(slice(2))
    #expect(delivery.nextSlice() == nil)
    #expect(!delivery.endPass() && delivery.hasGap)
  }

  @Test("specification 6: a batch without anything that waits is over after one pass")
  func onePass() {
    var delivery = Delivery([slice(1)], in: .lobby)
    delivery.beginPass(without: [])
    #expect(delivery.nextSlice()?.first == 1)
    #expect(!delivery.endPass() && !delivery.hasGap)
  }

  @Test("specification 6: where the room is gone, something is missing")
  func roomIsGone() {
    var delivery = Delivery([slice(1)], in: .lobby)
    delivery.beginPass(without: [])
    delivery.cutOff()
    #expect(!delivery.endPass() && delivery.isCutOff && delivery.hasGap)
  }

  @Test("entries that were applied are counted once") func applied() throws {
    var delivery = Delivery([slice(1)], in: .lobby)
    let log = LogKey(author: try author(1), incarnation: 0)
    delivery.apply(Delivery.Applied(log: log, next: 5, isNew: true, cost: 70))
    #expect(delivery.takeApplied()?.next == 5)
    #expect(delivery.takeApplied() == nil)
  }

  @Test("design 4: a table pushes down to its room who has a chair") func chairs() throws {
    let (host, other) = (try author(1), try author(2))
    let table = Table(id: .lobby, host: host, created: 0, person: host, Games([]))
    #expect(table.access.isSeated && table.access.concerns(host) && !table.access.concerns(other))
    table.seat = .unspecified
    #expect(!table.access.isSeated)
    table.needsReload = true
    #expect(table.access.needsReload)
  }

  @Test("design 4: everybody in a chair is concerned, by one rule for a table and its room")
  func concerned() throws {
    let (host, second, third) = (try author(1), try author(2), try author(3))
    let stranger = try author(4)
    let table = Table(id: .lobby, host: host, created: 0, person: host, Games([]))
    #expect(table.concerns(host) && !table.concerns(second) && !table.concerns(third))
    table.access.guests = [second, third]
    #expect(table.concerns(host) && table.concerns(second) && table.concerns(third))
    #expect(!table.concerns(stranger))
  }

  @Test("row G-49: who was sent away watches no more, and is known") func spectators() throws {
    let (host, other) = (try author(1), try author(2))
    let access = RoomAccess(host: host)
    var spectator = Spectator(key: other.bytes, name: "Bo")
    access.spectators = [spectator]
    #expect(access.watches(other) && !access.watches(host))
    spectator.isRemoved = true
    access.spectators = [spectator]
    #expect(!access.watches(other) && access.spectator(other) == spectator)
  }
}
