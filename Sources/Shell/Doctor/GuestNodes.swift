import FoundationEssentials
import Identifiers
import Link
import Programs

/// The nodes whose homes lie in another home: the machine, or a guest, who play at this screen. They are no peers.
package enum GuestNodes {
  /// The most names in a home that are looked at.
  private static let limit = 256

  /// The ids of the nodes in a home, as peers have them.
  package static func ids(in home: String) -> Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: home)) ?? []
    let nodes = names.sorted().prefix(limit).compactMap { name in
      SystemFile.read("\(home)/\(name)/\(NodeIdentity.certificateFile)")
        .flatMap { NodeIdentity.node(certificateText: $0) }.flatMap { NodeID($0) }
    }
    return Set(nodes.map(\.description))
  }
}
