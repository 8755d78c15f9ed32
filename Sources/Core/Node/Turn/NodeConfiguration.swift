import Identifiers
import Wire

/// The values that a node is given once, when it starts.
public struct NodeConfiguration: Sendable {
  /// SHA-256 of the TLS key's SPKI.
  public var node: NodeID
  /// The name to start with where the person has not chosen one: the host name.
  public var defaultName: String
  /// The port that peers can dial; 0 when the node does not listen.
  public var port: UInt16
  /// Random, and another one at each start.
  public var run: UInt64
  /// Milliseconds without an answer after which a claim may be made.
  public var claimMilliseconds: Int64
  /// The bytes of entries at which a batch to a paired peer aims.
  public var batchBytes = Limits.batchPaired
  /// A room of so many entries and operations is made again within a turn; a larger one in slices.
  public var rebuildWork = 500
  /// So many entries and operations are read in a slice: 20 ms at most, at about 0.1 ms for each.
  var rebuildSlice: Int { min(rebuildWork, 150) }
  /// The most that others may have the node write.
  public var writeRates = WriteRates()
  #if DEBUG
    /// The bug that is planted in the node; nil for an honest one.
    public var planted: PlantedBug?
  #endif

  /// Describes a node before its first turn.
  public init(
    node: NodeID, defaultName: String, port: UInt16, run: UInt64,
    claimMilliseconds: Int64 = Limits.claimMilliseconds
  ) {
    self.node = node
    self.defaultName = defaultName
    self.port = port
    self.run = run
    self.claimMilliseconds = claimMilliseconds
  }
}
