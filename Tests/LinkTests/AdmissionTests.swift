import NIOCore
import Testing
import Wire

@testable import Link

struct AdmissionTests {
  private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

  @Test func atMostFourLinksOfOneAddress() {
    var admission = Admission(limits: LinkLimits())
    for _ in 0..<4 { #expect(admission.accept(from: host(1), now: start) == nil) }
    #expect(admission.accept(from: host(1), now: start) == .address)
    #expect(admission.accept(from: host(2), now: start) == nil)
    admission.leave(host: host(1), stranger: true)
    #expect(admission.accept(from: host(1), now: start) == nil)
  }

  @Test func atMostTenNewLinksOfOneAddressAMinute() {
    var admission = Admission(limits: LinkLimits())
    for second in 0..<10 {
      #expect(admission.accept(from: host(1), now: start + .seconds(Int64(second))) == nil)
      admission.leave(host: host(1), stranger: true)
    }
    #expect(admission.accept(from: host(1), now: start + .seconds(59)) == .rate)
    #expect(admission.accept(from: host(1), now: start + .seconds(60)) == nil)
    admission.leave(host: host(1), stranger: true)
    #expect(admission.accept(from: host(1), now: start + .milliseconds(60_500)) == .rate)
    #expect(admission.accept(from: host(1), now: start + .seconds(61)) == nil)
  }

  @Test func sixteenStrangersLeaveRoomForPeers() {
    var admission = Admission(limits: LinkLimits())
    for number in 0..<16 { #expect(admission.accept(from: host(number), now: start) == nil) }
    #expect(admission.accept(from: host(99), now: start) == .strangers)
    #expect(admission.dial() == nil)
    #expect(admission.becomeStranger() == .strangers)
    admission.becomePaired()
    #expect(admission.accept(from: host(99), now: start) == nil)
  }

  @Test(
    "P-13: strangers that sit in their Hello leave places for who comes from a kept peer's address")
  func keptPlaces() {
    var admission = Admission(limits: LinkLimits())
    admission.expected = [host(99), host(98), host(97)]
    for number in 0..<16 { #expect(admission.accept(from: host(number), now: start) == nil) }
    #expect(admission.accept(from: host(50), now: start) == .strangers)
    for _ in 0..<4 { #expect(admission.accept(from: host(99), now: start) == nil) }
    #expect(admission.accept(from: host(99), now: start) == .address)
    for _ in 0..<4 { #expect(admission.accept(from: host(98), now: start) == nil) }
    #expect(admission.accept(from: host(97), now: start) == .strangers, "eight places are kept")
    // A place that is given back is for whoever is expected, until there are few strangers again.
    admission.leave(host: host(0), stranger: true)
    #expect(admission.accept(from: host(50), now: start) == .strangers)
    #expect(admission.accept(from: host(97), now: start) == nil)
    #expect(admission.becomeStranger(from: host(50)) == .strangers)
  }

  @Test func sixtyFourLinksInAll() {
    var admission = Admission(limits: LinkLimits())
    for _ in 0..<64 {
      #expect(admission.dial() == nil)
      admission.endDial(.wanted)
    }
    #expect(admission.dial() == .links)
    #expect(admission.accept(from: host(1), now: start) == .links)
    admission.leave(host: nil, stranger: false)
    #expect(admission.accept(from: host(1), now: start) == nil)
  }

  @Test(
    "P-13: dials that hang leave places for those who come, and made-up instances for kept peers")
  func hangingDials() {
    var admission = Admission(limits: LinkLimits())
    for _ in 0..<8 { #expect(admission.dial(.sighting) == nil) }
    #expect(admission.dial(.sighting) == .sightings)
    for _ in 0..<32 { #expect(admission.dial(.wanted) == nil) }
    #expect(admission.dial(.wanted) == .dials)
    for number in 0..<16 { #expect(admission.accept(from: host(number), now: start) == nil) }
    admission.endDial(.sighting)
    admission.leave(host: nil, stranger: false)
    #expect(admission.dial(.sighting) == nil)
  }

  @Test("P-13: what our own person dials has a place when strangers hold all of theirs")
  func ownDial() {
    var admission = Admission(limits: LinkLimits())
    for number in 0..<16 { #expect(admission.accept(from: host(number), now: start) == nil) }
    #expect(admission.becomeStranger(from: host(20)) == .strangers)
    #expect(admission.becomeStranger(from: host(20), isWanted: true) == nil)
  }

  @Test func rememberedAddressesAreBounded() {
    var limits = LinkLimits()
    limits.addressesRemembered = 8
    limits.linksPerMinute = 1
    var admission = Admission(limits: limits)
    for number in 0..<100 {
      let now = start + .milliseconds(Int64(number))
      #expect(admission.accept(from: host(number), now: now) == nil)
      admission.leave(host: host(number), stranger: true)
      #expect(admission.addressesRemembered <= 8)
    }
    // The last ones are still known, the first ones were let go.
    #expect(admission.accept(from: host(99), now: start + .seconds(1)) == .rate)
    #expect(admission.accept(from: host(0), now: start + .seconds(1)) == nil)
  }

  private func host(_ number: Int) -> Address.Host { .ipv4(UInt32(0x0a00_0000 + number)) }
}
