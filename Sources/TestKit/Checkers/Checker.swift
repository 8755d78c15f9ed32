import Node

/// A frame at the moment it is sent.
public struct Passing {
  /// The number of the sender.
  public let from: Int
  /// The number of the receiver.
  public let to: Int
  /// Names the link that it is sent on.
  public let connection: Int
  /// The frame without its length, before anybody changed it.
  public let bytes: [UInt8]
}

/// Watches a virtual network for one thing that must never happen (design
/// section 12); it is told before the frames leave and throws `CheckViolation`.
public protocol Checker: AnyObject {
  /// A node started, and has not had a turn yet.
  func started(_ number: Int, in network: VirtualNetwork) throws
  /// A node's turn is committed; nothing of its outputs is carried out yet.
  func turned(_ number: Int, _ inputs: [Input], _ outputs: [Output], in network: VirtualNetwork)
    throws
  /// A node sends a frame.
  func sent(_ passing: Passing, in network: VirtualNetwork) throws
  /// The run is over; everything is quiet.
  func finished(in network: VirtualNetwork) throws
}

extension Checker {
  /// Looks at nothing.
  public func started(_ number: Int, in network: VirtualNetwork) throws {}
  /// Looks at nothing.
  public func turned(
    _ number: Int, _ inputs: [Input], _ outputs: [Output], in network: VirtualNetwork
  ) throws {}
  /// Looks at nothing.
  public func sent(_ passing: Passing, in network: VirtualNetwork) throws {}
  /// Looks at nothing.
  public func finished(in network: VirtualNetwork) throws {}
}

/// Something that must never happen has happened.
public struct CheckViolation: Error, CustomStringConvertible {
  /// The checker that saw it.
  public let checker: String
  /// One sentence: what was seen.
  public let sentence: String

  /// Names what was seen and by whom.
  public init(_ checker: String, _ sentence: String) {
    self.checker = checker
    self.sentence = sentence
  }

  public var description: String { "\(checker): \(sentence)" }
}
