import Identifiers
import Schema
import Store
import Wire

extension RoomSurroundings {
  /// Returns the shares of this disk that other nodes have filled, the largest first.
  ///
  /// - Parameter own: the account that lives here.
  /// - Throws: `StoreError`.
  public func shares(_ reader: Reader, own: Author) throws -> [ShareView] {
    let peers = Dictionary(
      try reader.peers().map { ($0.view.id, $0.view) }, uniquingKeysWith: { first, _ in first })
    return try reader.shares().map { node, bytes in
      let peer = peers[node.description] ?? PeerView()
      let role: NodeRole =
        if peer.paired {
          .paired
        } else {
          try reader.sharePrivateRoom(own, peer.authors) ? .member : .stranger
        }
      return ShareView.with {
        $0.node = node.description
        $0.name = peer.name
        $0.role = role.rawValue
        $0.used = bytes
        $0.limit = settings.share(of: role)
      }
    }
  }
}
