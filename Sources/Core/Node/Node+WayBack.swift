import Schema
import Store
import Wire

/// The way back over a link: whether the side that dialled can be dialled by the other one (specification links.md section 3).
struct LinkWayBack {
  /// The port of the peer's Hello; 0 for none.
  var port: UInt16 = 0
  /// Whether we have asked and were not answered.
  var isAsked = false
  /// Whether the peer has asked: it is tried once for each link.
  var isTried = false
}

/// Whether others reach this node.
extension Node {
  /// Ports below this one are not those of people's programs.
  private static let lowestPort: UInt16 = 1024

  /// Asks the peer that we have dialled to try the way back; not on our own machine, where no firewall stands between.
  func askWayBack(on session: LinkSession) throws {
    guard session.isDialled, configuration.port >= Self.lowestPort,
      let address = try? Address(session.address), !address.host.isLoopback
    else { return }
    links[session.id]?.wayBack.isAsked = true
    try sendOptional(.wayBackAsk(WayBackAsk()), on: session.id)
  }

  /// Has the way back to a peer tried, once for each link.
  func tryWayBack(of session: LinkSession) {
    guard !session.isDialled, !session.wayBack.isTried,
      session.wayBack.port >= Self.lowestPort, let from = try? Address(session.address)
    else { return }
    links[session.id]?.wayBack.isTried = true
    let address = Address(host: from.host, port: session.wayBack.port)
    turn.tell(.tryWay(session.id, address: address.description))
  }

  /// Tells the peer what came of it.
  func tell(_ wayBack: WayBack, at address: String, on link: LinkID) throws {
    guard links[link]?.state == .established else { return }
    let answer = WayBackAnswer.with {
      $0.wayBack = wayBack
      $0.address = address
    }
    try sendOptional(.wayBackAnswer(answer), on: link)
  }

  /// Notes whether the peer reaches us, for `parlor doctor`.
  func receive(
    _ answer: WayBackAnswer, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard session.wayBack.isAsked, var peer = peers[session.node] else { return }
    links[session.id]?.wayBack.isAsked = false
    guard answer.wayBack != .unspecified, WayBack.allCases.contains(answer.wayBack) else { return }
    peer.view.wayBack = answer.wayBack
    peer.view.wayBackAddress = (try? Address(answer.address))?.description ?? ""
    try keep(peer, session.node, transaction)
  }
}
