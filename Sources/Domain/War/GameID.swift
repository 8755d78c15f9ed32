/// The name of one match, fixed before either player commits to a chain (protocol section 8).
public enum GameID {
  /// The 32 bytes of the id; the keys are author keys, the nonces those of the two first steps.
  /// - Parameter rules: the exact bytes that the host sent, never an encoding made here.
  public static func make(
    rules: [UInt8], hostKey: [UInt8], joinerKey: [UInt8], hostNonce: [UInt8], joinerNonce: [UInt8]
  ) -> [UInt8] {
    digest(
      "parlor.war.game.v1", digest("parlor.war.rules.v1", rules), hostKey, joinerKey, hostNonce,
      joinerNonce)
  }
}
