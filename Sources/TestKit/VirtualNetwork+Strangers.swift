import Node
import Schema
import Wire

/// Strangers: keys without a node, who say what they like at a link of a node.
extension VirtualNetwork {
  /// A stranger is linked to a node, and has not said anything yet.
  ///
  /// - Parameters:
  ///   - link: one that nobody else has.
  ///   - key: of the stranger's node.
  public func admit(_ key: SigningKey, to victim: Int, on link: LinkID) {
    let peer = LinkPeer(node: key.author.bytes, address: "10.0.9.9:999", dialled: false)
    give(victim, [.linkOpened(link, peer)])
  }

  /// The stranger says a proper Hello, with its key for its node, and for its account where no other one is given.
  ///
  /// - Throws: when a key cannot sign.
  public func greet(
    _ victim: Int, on link: LinkID, as name: String, _ key: SigningKey,
    account: SigningKey? = nil
  ) throws {
    let account = account ?? key
    var hello = Hello()
    hello.lowestVersion = 1
    hello.highestVersion = 9
    hello.nodeName = name
    hello.accounts = [
      try .with {
        $0.author = account.author.data
        $0.name = name
        $0.signature = try account.signBinding(to: key.author)
      }
    ]
    give(victim, [.frame(link, try Coding.encode(Frame(.hello(hello))))])
  }
}
