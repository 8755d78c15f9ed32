import FoundationEssentials
import Identifiers
import Schema
import Wire

/// Tickets: the one that this node gave out, and the one that it uses (specification section 16).
///
/// A pure machine, like `Pairing`. Tickets are not on disk: a restart ends them.
struct Tickets {
  /// The ticket that we gave out.
  struct Given: Equatable {
    let secret: [UInt8]
    let endsAt: Int64
    /// The room into which its holder comes, until it has; nil for none.
    var room: RoomID?
    /// The node that used it. Nobody else can use it any more; this node can, to get our answer once more.
    var usedBy: NodeID?
  }

  /// The ticket that we were given.
  struct Used: Equatable {
    let ticket: Ticket
    let endsAt: Int64
    /// The reasons why the addresses could not be reached, by address.
    var problems: [String: String] = [:]

    /// The addresses as they are dialled.
    var addresses: [String] { ticket.addresses.map(\.description) }
  }

  let own: NodeID
  private(set) var given: Given?
  private(set) var used: Used?

  init(own: NodeID) { self.own = own }

  /// Makes a ticket; the one before is no longer good.
  ///
  /// - Parameters:
  ///   - secret: 16 fresh random bytes.
  ///   - room: the room into which its holder comes; nil for none.
  mutating func give(
    _ secret: [UInt8], addresses: [Address], room: RoomID? = nil, at now: Int64
  ) -> Ticket {
    given = Given(secret: secret, endsAt: now + Limits.ticketMilliseconds, room: room)
    return Ticket(node: own, secret: secret, addresses: addresses)
  }

  /// Judges a proof and burns the ticket when it holds.
  mutating func take(_ proof: Data, from peer: NodeID, at now: Int64) -> Bool {
    guard let given, now < given.endsAt, given.usedBy == nil || given.usedBy == peer,
      Ticket.isProof(proof, secret: given.secret, maker: own, holder: peer)
    else { return false }
    self.given?.usedBy = peer
    return true
  }

  /// Takes out the room into which a node comes that has used the ticket; nil for none.
  mutating func takeRoom(for peer: NodeID) -> RoomID? {
    guard given?.usedBy == peer else { return nil }
    defer { given?.room = nil }
    return given?.room
  }

  /// A node is wanted no more: the ticket that it used is no way back.
  mutating func revoke(_ node: NodeID) {
    if given?.usedBy == node { given = nil }
  }

  /// Begins to use a ticket.
  mutating func use(_ ticket: Ticket, at now: Int64) -> Pairing.Step {
    used = Used(ticket: ticket, endsAt: now + Limits.pairingMilliseconds)
    return told(ticket.node, .asking)
  }

  /// The frame for the node that made the ticket, when that is the one at the other end.
  func frame(for peer: NodeID) -> Frame.OneOf_Body? {
    guard let used, used.ticket.node == peer else { return nil }
    let proof = Ticket.proof(secret: used.ticket.secret, maker: peer, holder: own)
    return .pairTicket(.with { $0.proof = proof })
  }

  /// The maker took the ticket; nil when none of it was used.
  mutating func accepted(by peer: NodeID) -> [Pairing.Step]? {
    guard let used, used.ticket.node == peer else { return nil }
    self.used = nil
    return [.pair(peer), told(peer, .done)]
  }

  /// The maker did not.
  mutating func refused(_ reason: PairRefusalReason, by peer: NodeID) -> [Pairing.Step]? {
    guard let used, used.ticket.node == peer else { return nil }
    return [end(used, .failed, reason.sentence)]
  }

  /// An address of the ticket led nowhere, or to another key; the last one ends it.
  mutating func missed(_ address: String, _ problem: String) -> [Pairing.Step] {
    guard var used, used.addresses.contains(address) else { return [] }
    used.problems[address] = problem
    self.used = used
    guard used.problems.count == Set(used.addresses).count else { return [] }
    return [end(used, .failed, sentence(used))]
  }

  /// Our person wants it no more.
  mutating func cancel(_ peer: NodeID) -> [Pairing.Step]? {
    guard let used, used.ticket.node == peer else { return nil }
    return [end(used, .failed, "you said no")]
  }

  /// Ends what took too long.
  mutating func tick(at now: Int64) -> [Pairing.Step] {
    if let given, now >= given.endsAt { self.given = nil }
    guard let used, now >= used.endsAt else { return [] }
    return [end(used, .late, sentence(used))]
  }

  /// The time at which `tick` has something to do; nil for never.
  var nextWake: Int64? { [given?.endsAt, used?.endsAt].compactMap { $0 }.min() }

  private func sentence(_ used: Used) -> String {
    let problems = used.addresses.compactMap { address in
      used.problems[address].map { "\(address): \($0)" }
    }
    return problems.isEmpty ? "it took too long" : problems.joined(separator: "; ")
  }

  private mutating func end(_ used: Used, _ state: PairState, _ reason: String) -> Pairing.Step {
    self.used = nil
    return told(used.ticket.node, state, reason)
  }

  private func told(_ peer: NodeID, _ state: PairState, _ reason: String = "") -> Pairing.Step {
    .tell(
      .with {
        $0.peer = peer.description
        $0.state = state
        $0.reason = reason
      })
  }
}
