import Schema

/// The part of this disk that other nodes have filled.
public enum ShareText {
  /// The most nodes that are named; the others are counted.
  private static let most = 8

  /// The nodes that have filled most, one a line.
  public static func lines(of shares: [ShareView]) -> [String] {
    var lines = shares.prefix(most).map { share in
      let name = share.name.isEmpty ? ShortID.text(share.node) : share.name.plain
      let used = "\(FileText.size(share.used)) of \(FileText.size(share.limit))"
      return "\(name) (\(share.role.plain)): \(used)"
    }
    let others = shares.dropFirst(most)
    if !others.isEmpty {
      let bytes = others.reduce(UInt64(0)) { $0 &+ $1.used }
      lines.append("\(others.count) more: \(FileText.size(bytes)) together")
    }
    return lines
  }
}
