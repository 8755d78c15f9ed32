import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// Pairing: asks `Pairing` and `Tickets` what is to be done (specification section 16). `Node.carryOut` does it, because a pairing
/// changes rooms and tables too.
extension Peers {
  // MARK: Commands

  func perform(_ command: PairPeer) throws -> [Pairing.Step] {
    let node: NodeID
    if command.peer.isEmpty {
      let asking = pairing.questions.keys.sorted()
      guard let first = asking.first else {
        throw Refused(
          .notFound, "Nobody asks to pair: name a peer.", .see("peer list"))
      }
      guard asking.count == 1 else {
        let names = asking.map { name(of: $0) }.joined(separator: ", ")
        throw Refused(.ambiguous, "\(asking.count) peers ask to pair (\(names)): name one.")
      }
      node = first
    } else {
      node = try find(peer: command.peer).node
    }
    try checkIdle(for: node)
    try checkNobodyElse(than: node)
    guard links.link(to: node) != nil else {
      throw Refused(
        .notNow,
        "\(name(of: node)) is not connected: wait until it is online.", .see("peer list"))
    }
    return try pairing.start(node, nonce: nonce(), at: now.steady)
  }

  func perform(_ command: AwaitPairing) throws -> [Pairing.Step] {
    guard tickets.used == nil else { throw Self.ticketBusy }
    try checkNobodyElse()
    let name = Text.clean(command.peer, limit: Limits.text)
    var steps = try pairing.wait(for: name, at: now.steady)
    if let node = pairing.questions.keys.sorted().first(where: { isAwaited($0) }) {
      steps += try pairing.start(node, nonce: nonce(), at: now.steady)
    }
    return steps
  }

  func perform(_ command: AnswerPairing) throws -> [Pairing.Step] {
    if command.peer.isEmpty, pairing.exchange == nil, pairing.waiting != nil, !command.yes {
      return pairing.stopWaiting()
    }
    let node =
      if command.peer.isEmpty, let exchange = pairing.exchange {
        exchange.peer
      } else if let used = tickets.used?.ticket.node, used.description == command.peer {
        used
      } else {
        try find(peer: command.peer).node
      }
    if !command.yes, let steps = tickets.cancel(node) { return steps }
    return try pairing.say(command.yes, to: node, at: now.steady)
  }

  /// Makes a ticket.
  ///
  /// - Parameter room: the room into which its holder comes; nil for none.
  func perform(_ command: MakeTicket, into room: RoomID?) throws -> TicketView {
    let addresses = try command.addresses.prefix(Limits.addressesPerPeer).map { text in
      do { return try Address(text) } catch {
        throw Refused(.invalid, "No ticket was made, because of the address \(text): \(error).")
      }
    }
    guard !addresses.isEmpty else {
      throw Refused(
        .invalid, "A ticket needs an address where this node can be reached: name one.")
    }
    let ticket = tickets.give(
      randomBytes(Ticket.secretLength), addresses: addresses, room: room, at: now.steady)
    return .with {
      $0.ticket = ticket.description
      $0.expiresMilliseconds = now.wall + Limits.ticketMilliseconds
    }
  }

  func perform(_ command: UseTicket) throws -> [Pairing.Step] {
    guard let ticket = Ticket(command.ticket) else {
      throw Refused(
        .invalid,
        "That is not a ticket.", .printTicketThere
      )
    }
    guard ticket.node != configuration.node else {
      throw Refused(.invalid, "That ticket is your own: use it on the other machine.")
    }
    guard tickets.used == nil else { throw Self.ticketBusy }
    try checkIdle(for: ticket.node)
    try checkNotBlocked(ticket.node)
    let step = tickets.use(ticket, at: now.steady)
    if let link = links.link(to: ticket.node) {
      try sendTicket(to: ticket.node, on: link)
    } else {
      dialler.add(
        .peer(ticket.node), addresses: ticket.addresses.map(\.description), node: ticket.node,
        at: now)
    }
    return [step]
  }

  private static var ticketBusy: Refused {
    Refused(.busy, "Another ticket is being used: wait until that is done.")
  }

  private func checkIdle(for node: NodeID) throws {
    if let used = tickets.used, used.ticket.node != node { throw Self.ticketBusy }
  }

  /// Refuses while a pairing with somebody else goes on, and names that one as people see it everywhere.
  private func checkNobodyElse(than node: NodeID? = nil) throws {
    guard let other = pairing.exchange?.peer, other != node else { return }
    let words = table[other]?.view.words ?? KeyWords.words(of: other)
    throw Refused(
      .busy,
      "Another pairing is in progress, with \(name(of: other)) (\(words)).",
      .about(other, .finishPairing)
    )
  }

  // MARK: Frames

  func receive(_ ask: PairAsk, _ session: LinkSession) throws -> [Pairing.Step] {
    guard let commitment = Bytes32(ask.commitment) else {
      throw WireError.malformed("a commitment of \(ask.commitment.count) bytes")
    }
    guard isPaired(session.node) || context.allowances.spendPairing(session.node, at: now) else {
      try links.send(.pairRefuse(.with { $0.reason = .busy }), on: session.id)
      return []
    }
    return pairing.asked(
      by: session.node, from: session.machine, commitment, isAwaited: isAwaited(session.node),
      nonce: nonce(), at: now.steady)
  }

  func receive(_ word: PairNonce, _ session: LinkSession) throws -> [Pairing.Step] {
    guard let nonce = Bytes32(word.nonce) else {
      throw WireError.malformed("a nonce of \(word.nonce.count) bytes")
    }
    guard let steps = pairing.heard(nonce, from: session.node, at: now.steady) else {
      return outOfTurn(session)
    }
    return steps
  }

  func receive(_ word: PairConfirm, _ session: LinkSession) throws -> [Pairing.Step] {
    guard let steps = tickets.accepted(by: session.node) ?? pairing.heardYes(from: session.node)
    else { return outOfTurn(session) }
    return steps
  }

  func receive(_ word: PairRefuse, _ session: LinkSession) -> [Pairing.Step] {
    (word.reason == .ticket ? tickets.refused(word.reason, by: session.node) : nil)
      ?? pairing.heardNo(word.reason, from: session.node, at: now.steady)
  }

  func receive(_ ticket: PairTicket, _ session: LinkSession) throws -> [Pairing.Step] {
    guard tickets.take(ticket.proof, from: session.node, at: now.steady) else {
      try links.send(.pairRefuse(.with { $0.reason = .ticket }), on: session.id)
      return outOfTurn(session)
    }
    let done = PairView.with {
      $0.peer = session.node.description
      $0.state = .done
    }
    try links.send(.pairConfirm(PairConfirm()), on: session.id)
    return [.pair(session.node), .tell(done)]
  }

  /// A word that came too late does no harm; many of them are a violation.
  private func outOfTurn(_ session: LinkSession) -> [Pairing.Step] {
    links.countViolation(on: session.id, "too many words about pairings that do not go on")
    return []
  }

  // MARK: Links and time

  /// A dial led to a node: perhaps not the one of the ticket.
  func checkTicket(_ address: String, leadsTo node: NodeID) throws {
    guard let used = tickets.used, used.ticket.node != node else { return }
    let problem = "a node with another key answers there, so somebody may be in between"
    try end(tickets.missed(address, problem))
  }

  /// An address of the ticket cannot be reached.
  func missTicket(_ address: String, _ problem: String) throws {
    try end(tickets.missed(address, problem))
  }

  /// A peer is linked: the ticket is used now.
  func sendTicket(to node: NodeID, on link: LinkID) throws {
    if let frame = tickets.frame(for: node) { try links.send(frame, on: link) }
  }

  /// A peer is not linked any more.
  func endPairing(with node: NodeID, _ reason: String) throws {
    try end(pairing.lost(node, reason, at: now.steady))
  }

  /// A peer is not wanted any more: nothing that went on, and no ticket, leads back to trust.
  func revokePairing(with node: NodeID) throws {
    let steps = tickets.cancel(node) ?? []
    tickets.revoke(node)
    try end(steps + pairing.lost(node, "you no longer want it", at: now.steady))
  }

  func tickPairing() -> [Pairing.Step] {
    pairing.tick(at: now.steady) + tickets.tick(at: now.steady)
  }

  // MARK: Steps

  /// Carries out the part of a pairing step that concerns links and peers.
  ///
  /// - Returns: the node that is to be trusted now; nil for none.
  func carryOut(_ step: Pairing.Step) throws -> NodeID? {
    switch step {
    case .send(let frame, let node):
      if let link = links.link(to: node) { try links.send(frame, on: link) }
    case .tell(let view):
      turn.publish(.pairing(named(view)))
      if let node = NodeID(text: view.peer), view.state != .asking { stopDialling(node) }
    case .pair(let node): return node
    }
    return nil
  }

  /// Carries out the steps of an ending, which trusts nobody.
  private func end(_ steps: [Pairing.Step]) throws {
    for step in steps { _ = try carryOut(step) }
  }

  /// Stops dialling a node that was dialled for a ticket only.
  private func stopDialling(_ node: NodeID) {
    if tickets.used == nil, table[node]?.isKept != true { dialler.remove(.peer(node)) }
  }

  /// The newest view of a pairing that people are told in some steps; empty where there is none.
  func newest(of steps: [Pairing.Step]) -> PairView {
    for case .tell(let view) in steps.reversed() { return named(view) }
    return PairView()
  }

  /// A view of a pairing with the name of its peer.
  func named(_ view: PairView) -> PairView {
    var view = view
    view.setDefaults()
    guard let peer = NodeID(text: view.peer).flatMap({ table[$0] }) else { return view }
    view.name = peer.view.name
    view.nameIsTaken = peer.view.nameIsTaken
    return view
  }

  /// Whether our person waits for this node.
  private func isAwaited(_ node: NodeID) -> Bool {
    guard let waiting = pairing.waiting else { return false }
    guard !waiting.peer.isEmpty else { return true }
    if name(of: node).isName(waiting.peer) { return true }
    return node.description.hasPrefix(waiting.peer)
      && table.named(waiting.peer).allSatisfy { $0 == node }
  }

  private func nonce() -> Bytes32 { Bytes32(randomBytes(32)) ?? .zero }
}

extension NodeID {
  /// Reads a whole node id as people see it; nil for anything else.
  init?(text: String) {
    guard let bytes = Base32.decode(text), let node = NodeID(bytes) else { return nil }
    self = node
  }
}
