import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor peer`: the other nodes.
struct PeerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peer", abstract: "See, add, trust, block and forget other nodes.",
    discussion: """
      EXAMPLES
        parlor peer list
        parlor peer list --find ada
        parlor peer add 192.168.1.20:4711
        parlor peer add '[fe80::1%eth0]:4711'
        parlor peer pair ada
        parlor peer forget ada
      """,
    subcommands: [
      PeerListCommand.self, PeerAddCommand.self, PeerForgetCommand.self, PairCommand.self,
      PeerTrustCommand.self, PeerUnpairCommand.self, PeerBlockCommand.self,
      PeerUnblockCommand.self, PeerAllowCommand.self, PeerDenyCommand.self,
      PeerIntroduceCommand.self, PeerIntroductionsCommand.self, PeerMeetCommand.self,
    ],
    defaultSubcommand: PeerListCommand.self)
}

/// `parlor peer list`.
struct PeerListCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the nodes that yours knows of.",
    discussion: """
      Those with something to say come first, then those that you have paired with, then those that are here. Of many the first \
      \(PeopleChoice.few) are listed and the others counted; --json prints all.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var people: PeopleOptions

  static let method = Methods.Peers.list
  func fill(_ request: inout ListPeers) {}
  func lines(_ peers: PeerList) -> [String] { Overview.lines(of: peers.peers, people.choice).shown }
}

/// `parlor peer add`.
struct PeerAddCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Connect to a node by its address, now and whenever it is there.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "HOST:PORT or [IPv6]:PORT.")
  var address: String

  static let method = Methods.Peers.add
  func fill(_ request: inout AddPeer) { request.address = address }
  func lines(_ peer: PeerView) -> [String] {
    ["\(address.plain) is remembered; `parlor peer list` shows when it is connected."]
  }
}

/// `parlor peer forget`.
struct PeerForgetCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forget a node and close the link to it.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The node's id or any unique beginning of it, its name, or its address.")
  var peer: String

  func validate() throws {
    if peer.isEmpty {
      throw ValidationError("The peer's name is empty: give an id, a name or an address.")
    }
  }

  static let method = Methods.Peers.forget
  func fill(_ request: inout ForgetPeer) { request.peer = peer }
  func lines(_ forgotten: PeerView) -> [String] { ["\(peer.plain) is forgotten."] }
}
