/// The relation of another node to us: it decides how much of the disk the node may fill.
public enum NodeRole: String, CaseIterable, Sendable {
  /// Nobody here trusts its key.
  case stranger
  /// One of its accounts is in a private room with us.
  case member
  /// Our person has paired with it.
  case paired
}
