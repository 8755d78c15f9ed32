/// Limits of introductions.
enum IntroductionRules {
  static let keyBytes = 32
  static let mostName = 63
  static let mostNote = 200
  static let mostAddresses = 8
  static let mostAddress = 128
  /// Introductions of one room that are listed.
  static let mostListed = 200
}
