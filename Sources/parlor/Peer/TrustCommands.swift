import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor peer trust`.
struct PeerTrustCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Trust a node whose id you have from a safe place; both sides say it for themselves.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The whole node id, as `parlor status` shows it on the other machine.")
  var node: String

  static let method = Methods.Peers.trust
  func fill(_ request: inout TrustPeer) { request.node = node }
  func lines(_ peer: PeerView) -> [String] {
    ["\(peer.shown) is trusted here. The other side trusts you once its person says so too."]
  }
}

/// `parlor peer unpair`.
struct PeerUnpairCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpair", abstract: "Stop trusting a node; it can still come as a stranger.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: PeerChoice

  static let method = Methods.Peers.unpair
  func fill(_ request: inout UnpairPeer) { request.peer = choice.peer }
  func lines(_ peer: PeerView) -> [String] {
    [
      "You are no longer paired with \(peer.shown), who is out of the rooms that you own and gets nothing of other private rooms from you."
    ]
  }
}

/// `parlor peer block`.
struct PeerBlockCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "block",
    abstract: "Block a node: it can no longer link with yours or ask anything.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: PeerChoice

  static let method = Methods.Peers.block
  func fill(_ request: inout BlockPeer) { request.peer = choice.peer }
  func lines(_ peer: PeerView) -> [String] {
    ["\(peer.shown) is blocked; `parlor peer unblock \(ShortID.text(peer.id))` takes it back."]
  }
}

/// `parlor peer unblock`.
struct PeerUnblockCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "unblock", abstract: "Let a blocked node link and ask again, as a stranger.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: PeerChoice

  static let method = Methods.Peers.unblock
  func fill(_ request: inout UnblockPeer) { request.peer = choice.peer }
  func lines(_ peer: PeerView) -> [String] { ["\(peer.shown) is no longer blocked."] }
}

/// A right that a peer may be denied.
enum RightArgument: String, CaseIterable, ExpressibleByArgument {
  case play, chat, rooms

  var right: PeerRight {
    switch self {
    case .play: .play
    case .chat: .chat
    case .rooms: .rooms
    }
  }
}

/// The options that the two commands about rights share.
struct RightOptions: ParsableArguments {
  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: PeerChoice

  @Argument(
    help:
      "play: your open tables; chat: the lobby, a room of two and what they write anywhere; rooms: adding you to rooms."
  )
  var right: RightArgument

  func decide(withheld: Bool) throws {
    let peer = try options.client().call(Methods.Peers.limit) {
      $0.peer = choice.peer
      $0.right = right.right
      $0.withheld = withheld
    }
    let denied = PairText.withheld(from: peer)
    try options.show(peer, "\(peer.shown): \(denied.isEmpty ? "nothing is denied" : denied).")
  }
}

/// `parlor peer deny`.
struct PeerDenyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Take a right from a node; it is not told.",
    discussion: """
      Who may not chat is hidden from you in every room, through any node: their messages, comments and drawings are \
      not shown, found, counted or called for. Others still read them.

      EXAMPLES
        parlor peer deny bob play
        parlor peer allow bob play
      """)

  @OptionGroup var right: RightOptions

  func run() throws { try right.decide(withheld: true) }
}

/// `parlor peer allow`.
struct PeerAllowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Give a node back a right that it was denied.")

  @OptionGroup var right: RightOptions

  func run() throws { try right.decide(withheld: false) }
}

/// The peer that a command is about.
struct PeerChoice: ParsableArguments {
  @Argument(help: "The node's id or any unique beginning of it, its name, or its address.")
  var peer: String

  func validate() throws {
    if peer.isEmpty {
      throw ValidationError("The peer's name is empty: give an id, a name or an address.")
    }
  }
}

extension PeerView {
  /// The name, or the beginning of the id where there is none.
  fileprivate var shown: String { name.isEmpty ? ShortID.text(id) : name.plain }
}
