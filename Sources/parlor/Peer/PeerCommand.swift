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
struct PeerListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the nodes that yours knows of.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let peers = try options.client().call(Methods.Peers.list)
    if options.json { return try Output.json(peers) }
    for line in Overview.lines(of: peers.peers) {
      Output.line(line.render(Output.style, columns: .max))
    }
  }
}

/// `parlor peer add`.
struct PeerAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Connect to a node by its address, now and whenever it is there.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "HOST:PORT or [IPv6]:PORT.")
  var address: String

  func run() throws {
    let peer = try options.client().call(Methods.Peers.add) { $0.address = address }
    if options.json { return try Output.json(peer) }
    Output.line("\(address.plain) is remembered; `parlor peer list` shows when it is connected.")
  }
}

/// `parlor peer forget`.
struct PeerForgetCommand: ParsableCommand {
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

  func run() throws {
    let forgotten = try options.client().call(Methods.Peers.forget) { $0.peer = peer }
    if options.json { return try Output.json(forgotten) }
    Output.line("\(peer.plain) is forgotten.")
  }
}
