/// The part of a match that only our node keeps: its secret and the choices of its person.
public struct SessionKeep: Sendable {
  /// The secret of the seat, 32 bytes at random.
  public let secret: [UInt8]
  /// The choices of the person in the order in which they were made, in the game's encoding. The first is the one before the
  /// start.
  public private(set) var choices: [[UInt8]]
  /// The links that the game has computed from the secret; empty before.
  public private(set) var links: [[UInt8]] = []

  /// Puts together what the store has.
  public init(secret: [UInt8], choices: [[UInt8]] = []) {
    self.secret = secret
    self.choices = choices
  }

  /// Adds a choice of the person.
  public mutating func add(_ choice: [UInt8]) { choices.append(choice) }

  /// Returns the links of the game's chain, which are computed once.
  ///
  /// - Parameter make: computes them from the secret, in the order in which they are revealed.
  public mutating func links(_ make: (_ secret: [UInt8]) -> [[UInt8]]) -> [[UInt8]] {
    if links.isEmpty { links = make(secret) }
    return links
  }
}
