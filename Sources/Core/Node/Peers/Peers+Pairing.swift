import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// Pairing: carries out what `Pairing` and `Tickets` say (specification section 16).
extension Node {
  // MARK: Commands

  func perform(_ command: PairPeer, _ transaction: Transaction) throws -> PairView {
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
    let steps = try pairing.start(node, nonce: nonce(), at: now.steady)
    return try answer(steps, transaction)
  }

  func perform(_ command: AwaitPairing, _ transaction: Transaction) throws -> PairView {
    guard invitations.used == nil else { throw Self.ticketBusy }
    try checkNobodyElse()
    let name = Text.clean(command.peer, limit: Limits.text)
    var steps = try pairing.wait(for: name, at: now.steady)
    if let node = pairing.questions.keys.sorted().first(where: { isAwaited($0) }) {
      steps += try pairing.start(node, nonce: nonce(), at: now.steady)
    }
    return try answer(steps, transaction)
  }

  func perform(_ command: AnswerPairing, _ transaction: Transaction) throws -> PairView {
    if command.peer.isEmpty, pairing.exchange == nil, pairing.waiting != nil, !command.yes {
      return try answer(pairing.stopWaiting(), transaction)
    }
    let node =
      if command.peer.isEmpty, let exchange = pairing.exchange {
        exchange.peer
      } else if let used = invitations.used?.ticket.node, used.description == command.peer {
        used
      } else {
        try find(peer: command.peer).node
      }
    if !command.yes, let steps = invitations.cancel(node) { return try answer(steps, transaction) }
    return try answer(pairing.say(command.yes, to: node, at: now.steady), transaction)
  }

  func perform(_ command: MakeTicket) throws -> TicketView {
    let addresses = try command.addresses.prefix(Limits.addressesPerPeer).map { text in
      do { return try Address(text) } catch {
        throw Refused(.invalid, "No ticket was made, because of the address \(text): \(error).")
      }
    }
    guard !addresses.isEmpty else {
      throw Refused(
        .invalid, "A ticket needs an address where this node can be reached: name one.")
    }
    let ticket = invitations.give(
      randomBytes(Ticket.secretLength), addresses: addresses, at: now.steady)
    return .with {
      $0.ticket = ticket.description
      $0.expiresMilliseconds = now.wall + Limits.ticketMilliseconds
    }
  }

  func perform(_ command: UseTicket, _ transaction: Transaction) throws -> PairView {
    guard let ticket = Ticket(command.ticket) else {
      throw Refused(
        .invalid,
        "That is not a ticket.", .printTicketThere
      )
    }
    guard ticket.node != configuration.node else {
      throw Refused(.invalid, "That ticket is your own: use it on the other machine.")
    }
    guard invitations.used == nil else { throw Self.ticketBusy }
    try checkIdle(for: ticket.node)
    try checkNotBlocked(ticket.node)
    let step = invitations.use(ticket, at: now.steady)
    if let link = links.link(to: ticket.node) {
      try sendTicket(to: ticket.node, on: link)
    } else {
      dialler.add(
        .peer(ticket.node), addresses: ticket.addresses.map(\.description), node: ticket.node,
        at: now)
    }
    return try answer([step], transaction)
  }

  private static var ticketBusy: Refused {
    Refused(.busy, "Another ticket is being used: wait until that is done.")
  }

  private func checkIdle(for node: NodeID) throws {
    if let used = invitations.used, used.ticket.node != node { throw Self.ticketBusy }
  }

  /// Refuses while a pairing with somebody else goes on, and names that one as people see it everywhere.
  private func checkNobodyElse(than node: NodeID? = nil) throws {
    guard let other = pairing.exchange?.peer, other != node else { return }
    let words = peers[other]?.view.words ?? KeyWords.words(of: other)
    throw Refused(
      .busy,
      "Another pairing is in progress, with \(name(of: other)) (\(words)).",
      .about(other, .finishPairing)
    )
  }

  private func answer(_ steps: [Pairing.Step], _ transaction: Transaction) throws -> PairView {
    try carryOut(steps, transaction)
    var answer = PairView()
    for case .tell(let view) in steps { answer = named(view) }
    return answer
  }

  // MARK: Frames

  func receive(
    _ ask: PairAsk, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let commitment = Bytes32(ask.commitment) else {
      throw WireError.malformed("a commitment of \(ask.commitment.count) bytes")
    }
    guard isPaired(session.node) || allowances.spendPairing(session.node, at: now) else {
      return try send(.pairRefuse(.with { $0.reason = .busy }), on: session.id)
    }
    try carryOut(
      pairing.asked(
        by: session.node, from: session.machine, commitment, isAwaited: isAwaited(session.node),
        nonce: nonce(), at: now.steady), transaction)
  }

  func receive(
    _ word: PairNonce, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let nonce = Bytes32(word.nonce) else {
      throw WireError.malformed("a nonce of \(word.nonce.count) bytes")
    }
    guard let steps = pairing.heard(nonce, from: session.node, at: now.steady) else {
      return outOfTurn(session)
    }
    try carryOut(steps, transaction)
  }

  func receive(
    _ word: PairConfirm, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard
      let steps = invitations.accepted(by: session.node) ?? pairing.heardYes(from: session.node)
    else { return outOfTurn(session) }
    try carryOut(steps, transaction)
  }

  func receive(
    _ word: PairRefuse, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    let steps =
      (word.reason == .ticket ? invitations.refused(word.reason, by: session.node) : nil)
      ?? pairing.heardNo(word.reason, from: session.node, at: now.steady)
    try carryOut(steps, transaction)
  }

  func receive(
    _ ticket: PairTicket, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard invitations.take(ticket.proof, from: session.node, at: now.steady) else {
      try send(.pairRefuse(.with { $0.reason = .ticket }), on: session.id)
      return outOfTurn(session)
    }
    let done = PairView.with {
      $0.peer = session.node.description
      $0.state = .done
    }
    try send(.pairConfirm(PairConfirm()), on: session.id)
    try carryOut([.pair(session.node), .tell(done)], transaction)
  }

  /// A word that came too late does no harm; many of them are a sin.
  private func outOfTurn(_ session: LinkSession) {
    sin(on: session.id, "too many words about pairings that do not go on")
  }

  // MARK: Links and time

  /// A dial led to a node: perhaps not the one of the ticket.
  func checkTicket(_ address: String, leadsTo node: NodeID, _ transaction: Transaction) throws {
    guard let used = invitations.used, used.ticket.node != node else { return }
    let problem = "a node with another key answers there, so somebody may be in between"
    try carryOut(invitations.missed(address, problem), transaction)
  }

  /// An address of the ticket cannot be reached.
  func missTicket(_ address: String, _ problem: String, _ transaction: Transaction) throws {
    try carryOut(invitations.missed(address, problem), transaction)
  }

  /// A peer is linked: the ticket is used now.
  func sendTicket(to node: NodeID, on link: LinkID) throws {
    if let frame = invitations.frame(for: node) { try send(frame, on: link) }
  }

  /// A peer is not linked any more.
  func endPairing(with node: NodeID, _ reason: String, _ transaction: Transaction) throws {
    try carryOut(pairing.lost(node, reason, at: now.steady), transaction)
  }

  /// A peer is not wanted any more: nothing that went on, and no ticket, leads back to trust.
  func revokePairing(with node: NodeID, _ transaction: Transaction) throws {
    let steps = invitations.cancel(node) ?? []
    invitations.revoke(node)
    try carryOut(
      steps + pairing.lost(node, "you no longer want it", at: now.steady), transaction)
  }

  func tickPairing(_ transaction: Transaction) throws {
    try carryOut(
      pairing.tick(at: now.steady) + invitations.tick(at: now.steady), transaction)
  }

  // MARK: Steps

  private func carryOut(_ steps: [Pairing.Step], _ transaction: Transaction) throws {
    for step in steps {
      switch step {
      case .send(let frame, let node):
        if let link = links.link(to: node) { try send(frame, on: link) }
      case .tell(let view):
        turn.publish(.pairing(named(view)))
        if let node = NodeID(text: view.peer), view.state != .asking { stopDialling(node) }
      case .pair(let node): try setPaired(node, transaction)
      }
    }
  }

  /// Stops dialling a node that was dialled for a ticket only.
  private func stopDialling(_ node: NodeID) {
    if invitations.used == nil, peers[node]?.isKept != true { dialler.remove(.peer(node)) }
  }

  private func named(_ view: PairView) -> PairView {
    var view = view
    view.setDefaults()
    guard let peer = NodeID(text: view.peer).flatMap({ peers[$0] }) else { return view }
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
      && peers.named(waiting.peer).allSatisfy { $0 == node }
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
