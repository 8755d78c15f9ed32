import NIOCore
import Node
import Testing

@testable import Daemon

/// The order of the waiting inputs: strangers who send much make nobody else wait.
@Suite struct MailboxTests {
  private let start = NIODeadline.uptimeNanoseconds(10_000_000_000)
  private let friend = LinkID(1)

  private func mailbox() -> Mailbox {
    var mailbox = Mailbox()
    mailbox.note(.established(friend, .paired))
    for link in UInt64(7)...9 { mailbox.note(.established(LinkID(link), .stranger)) }
    return mailbox
  }

  private func frame(_ link: LinkID, _ size: Int = 10) -> Input {
    .frame(link, [UInt8](repeating: 0, count: size))
  }

  private func links(_ inputs: [Input]) -> [LinkID?] {
    inputs.map { if case .frame(let link, _) = $0 { link } else { nil } }
  }

  @Test("invariant 10: what comes of a paired peer goes before what waits of strangers")
  func first() {
    var mailbox = mailbox()
    for _ in 0..<50 { mailbox.add(frame(LinkID(7))) }
    mailbox.add(frame(friend))
    mailbox.add(.wake)
    #expect(links(mailbox.next(at: start) { _ in 16 }) == [friend, nil])
    #expect(links(mailbox.next(at: start) { _ in 16 }).allSatisfy { $0 == LinkID(7) })
  }

  @Test("invariant 10: strangers take turns, and long frames come alone")
  func turns() {
    var mailbox = mailbox()
    for _ in 0..<5 { mailbox.add(frame(LinkID(7))) }
    mailbox.add(frame(LinkID(8)))
    mailbox.add(frame(LinkID(9), 60_000))
    #expect(links(mailbox.next(at: start) { _ in 16 }) == [7, 8].map { LinkID($0) })
    #expect(links(mailbox.next(at: start) { _ in 16 }) == [LinkID(9)])
    #expect(links(mailbox.next(at: start) { _ in 16 }).count == 4)
    #expect(mailbox.isEmpty)
  }

  @Test(
    "invariant 10: while others are there strangers have a fifth of the time, and all of it otherwise"
  )
  func share() {
    var mailbox = mailbox()
    for _ in 0..<20 { mailbox.add(frame(LinkID(7), 20_000)) }
    let alone = mailbox.next(at: start) { _ in 16 }
    mailbox.took(alone, from: start, to: start + .milliseconds(10))
    #expect(mailbox.readyAt.map { $0 <= start + .milliseconds(10) } == true)
    mailbox.add(frame(friend))
    let now = start + .milliseconds(10)
    #expect(links(mailbox.next(at: now) { _ in 16 }) == [friend])
    let beside = mailbox.next(at: now) { _ in 16 }
    #expect(links(beside) == [LinkID(7)])
    mailbox.took(beside, from: now, to: now + .milliseconds(10))
    #expect(mailbox.readyAt == now + .milliseconds(50))
    #expect(mailbox.next(at: now + .milliseconds(49)) { _ in 16 }.isEmpty)
    // Who goes first does so meanwhile.
    mailbox.add(frame(friend))
    #expect(links(mailbox.next(at: now + .milliseconds(20)) { _ in 16 }) == [friend])
    #expect(links(mailbox.next(at: now + .milliseconds(51)) { _ in 16 }) == [LinkID(7)])
  }

  @Test(
    "42.e: long frames of a paired peer do not share a turn, and a command waits for one of them")
  func longFrames() {
    var mailbox = mailbox()
    for _ in 0..<4 { mailbox.add(frame(friend, 200_000)) }
    for _ in 0..<20 { mailbox.add(frame(friend, 10_000)) }
    mailbox.add(.wake)
    let turns = (0..<8).map { _ in mailbox.next(at: start) { _ in 16 }.count }
    #expect(turns == [1, 1, 1, 1, 6, 6, 6, 3])
    #expect(mailbox.isEmpty)
  }

  @Test("invariant 10: paired peers that send without end leave strangers their turns")
  func both() {
    var mailbox = mailbox()
    mailbox.add(frame(LinkID(7)))
    for _ in 0..<100 { mailbox.add(frame(friend)) }
    #expect(links(mailbox.next(at: start) { _ in 16 }).count == 16)
    #expect(links(mailbox.next(at: start) { _ in 16 }) == [LinkID(7)])
    #expect(links(mailbox.next(at: start) { _ in 16 }).count == 16)
  }

  @Test("invariant 10: a stranger with whom our person deals goes first, and in its order")
  func engaged() {
    var mailbox = mailbox()
    mailbox.add(.linkOpened(LinkID(7), LinkPeer(node: [], address: "", dialled: false)))
    mailbox.add(frame(LinkID(7)))
    mailbox.note(.engage([LinkID(7)]))
    mailbox.add(.linkClosed(LinkID(7), reason: ""))
    let inputs = mailbox.next(at: start) { _ in 16 }
    guard inputs.count == 3, case .linkOpened = inputs[0], case .linkClosed = inputs[2] else {
      Issue.record("not in order: \(inputs)")
      return
    }
  }

  @Test("invariant 10: who is not greeted yet goes before other strangers") func greeting() {
    var mailbox = mailbox()
    for _ in 0..<20 { mailbox.add(frame(LinkID(7), 20_000)) }
    mailbox.add(frame(LinkID(11)))
    #expect(links(mailbox.next(at: start) { _ in 16 }) == [LinkID(11)])
  }

  @Test("invariant 10: a stranger whose frames wait hands over no more")
  func held() {
    var mailbox = mailbox()
    for _ in 0..<4 { mailbox.add(frame(LinkID(7), 20_000)) }
    for _ in 0..<40 { mailbox.add(frame(friend)) }
    #expect(mailbox.isHeld(LinkID(7)) && !mailbox.isHeld(friend) && !mailbox.isHeld(LinkID(8)))
    while !mailbox.isEmpty { _ = mailbox.next(at: start) { _ in 16 } }
    #expect(!mailbox.isHeld(LinkID(7)))
  }
}
