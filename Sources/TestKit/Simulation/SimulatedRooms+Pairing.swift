import Node
import Schema
import Store
import Wire

/// Pairing in simulated rooms.
extension SimulatedRooms {
  /// Two people pair while all else goes on: by comparing words, or with a ticket.
  func pair(_ number: Int) {
    let other = Int.random(in: 0..<people, using: &random)
    guard other != number, network.nodes[other].node != nil, pauses[other] == nil else { return }
    let before = trusts(number, other)
    if Bool.random(using: &random) {
      let address = network.address(of: other)
      let answer = command(other) { $0.makeTicket.addresses = [address] }
      guard let ticket = answer?.ticket.ticket, !ticket.isEmpty else { return }
      _ = command(number) { $0.useTicket.ticket = ticket }
      wait()
    } else {
      let ids = [number, other].map { network.nodes[$0].id.description }
      _ = command(other) { $0.awaitPairing.peer = ids[0] }
      _ = command(number) { $0.pairPeer.peer = ids[1] }
      wait()
      for (person, peer) in [(number, ids[1]), (other, ids[0])] {
        _ = command(person) {
          $0.answerPairing.peer = peer
          $0.answerPairing.yes = true
        }
      }
      wait()
    }
    guard !before, trusts(number, other) else { return }
    tally.pairings += 1
    trace?("\(network.now) \(number) pairs with \(other)")
  }

  /// As long as some frames there and back take.
  private func wait() {
    let end = network.now + 4 * plan.delay
    while network.step(until: end) {}
  }

  /// Somebody takes its trust in another one back.
  func unpair(_ number: Int) {
    let other = Int.random(in: 0..<people, using: &random)
    guard other != number, trusts(number, other) else { return }
    // Whoever owns a room takes the other one out of it.
    for room in owned(number) { unsteady[room, default: []].insert(other) }
    let id = network.nodes[other].id.description
    guard command(number, { $0.unpairPeer.peer = id }) != nil else { return }
    tally.unpairings += 1
    trace?("\(network.now) \(number) unpairs \(other)")
  }
}
