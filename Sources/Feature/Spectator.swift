/// Somebody whom the host has let watch.
public struct Spectator: Equatable, Sendable {
  /// The author key, 32 bytes.
  public let key: [UInt8]
  /// A label.
  public let name: String
  /// Whether the host has sent it away.
  public var isRemoved = false
  /// The last entry of each of its logs, by incarnation, at that moment; later entries do not count.
  public var last: [UInt64: UInt64] = [:]

  /// Somebody who watches from now on.
  public init(key: [UInt8], name: String) {
    self.key = key
    self.name = name
  }

  /// Whether its messages in an entry count.
  public func counts(_ sequence: UInt64, incarnation: UInt64) -> Bool {
    !isRemoved || sequence <= last[incarnation] ?? 0
  }
}
