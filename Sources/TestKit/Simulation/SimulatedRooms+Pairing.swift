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
      let answer = call(other, Methods.Pairing.makeTicket) { $0.addresses = [address] }
      guard let ticket = answer?.ticket, !ticket.isEmpty else { return }
      _ = call(number, Methods.Pairing.useTicket) { $0.ticket = ticket }
      wait()
    } else {
      let ids = [number, other].map { network.nodes[$0].id.description }
      _ = call(other, Methods.Pairing.await) { $0.peer = ids[0] }
      _ = call(number, Methods.Pairing.ask) { $0.peer = ids[1] }
      wait()
      for (person, peer) in [(number, ids[1]), (other, ids[0])] {
        _ = call(person, Methods.Pairing.answer) {
          $0.peer = peer
          $0.yes = true
        }
      }
      wait()
    }
    guard !before, trusts(number, other) else { return }
    compared.insert([number, other])
    tally.pairings += 1
    trace?("\(network.now) \(number) pairs with \(other)")
  }

  /// Whether two people have paired by themselves while the world went on.
  func hasCompared(_ one: Int, _ other: Int) -> Bool { compared.contains([one, other]) }

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
    guard call(number, Methods.Peers.unpair, { $0.peer = id }) != nil else { return }
    tally.unpairings += 1
    trace?("\(network.now) \(number) unpairs \(other)")
  }
}
