import Feature
import FoundationEssentials
import Schema

/// The rules for the parts of a profile: one rule at all places where somebody types a part (rows A-03 to A-07).
public enum ProfileRules {
  /// The fewest characters of a password, as people count them.
  public static let passwordCharacters = 8
  /// The most bytes of a password.
  public static let passwordBytes = 1_024
  /// The most bytes of an e-mail, and of the part before the @ (RFC 5321, section 4.5.3.1).
  public static let (emailBytes, localBytes) = (254, 64)
  /// The time for which the link of a mail is valid, in milliseconds.
  public static let linkMilliseconds: Int64 = 30 * 60_000
  /// The number of recovery words.
  public static let recoveryWords = 12

  /// An e-mail without the blanks around it.
  ///
  /// - Parameter text: what is said where it is none: the three places have their own texts.
  /// - Throws: `Refused` with that text.
  public static func email(_ typed: String, or text: String = ProfileText.noEmail) throws -> String
  {
    let email = Text.trimmed(typed)
    guard isEmail(email) else { throw Refused(.invalid, text) }
    return email
  }

  /// Whether a text can be the address of one person: dot-atoms around one @ (RFC 5322, section 3.4.1, and RFC 6531).
  ///
  /// Nothing else is taken, so that an address in the header of a mail is always one address.
  public static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= emailBytes, parts[0].utf8.count <= localBytes else {
      return false
    }
    return isDotAtom(parts[0]) { isAtomText($0) }
      && isDotAtom(parts[1]) { $0 == "-" || isLetterOrDigit($0) }
  }

  private static func isDotAtom(
    _ text: Substring, _ isAllowed: (Unicode.Scalar) -> Bool
  ) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
      !atom.isEmpty && atom.utf8.count <= 64 && !atom.hasPrefix("-")
        && atom.unicodeScalars.allSatisfy(isAllowed)
    }
  }

  private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
    isLetterOrDigit(scalar) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    case .nonspacingMark, .spacingMark: scalar.value > 0x7f
    default: false
    }
  }

  /// Whether two addresses are one: the letters' case does not count.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    !one.isEmpty && one.lowercased() == other.lowercased()
  }

  /// A new password as it is hashed, in composed form, so that it is the same from every keyboard.
  ///
  /// - Parameter confirmation: the same once more; what is to be typed again is looked at first, with the password for both.
  /// - Throws: `Refused` with the text of row A-06 or A-07.
  public static func password(_ typed: String, confirmation: String) throws -> String {
    guard typed.count >= passwordCharacters else {
      throw Refused(.invalid, ProfileText.shortPassword)
    }
    guard typed.utf8.count <= passwordBytes else {
      throw Refused(
        .invalid,
        "The password is longer than \(passwordBytes) bytes, which is the limit: choose a shorter one."
      )
    }
    guard !typed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw Refused(
        .invalid,
        "The password holds a control character, such as a line feed or NUL: choose one without it."
      )
    }
    let password = Text.composed(typed)
    guard password == Text.composed(confirmation) else {
      throw Refused(.invalid, ProfileText.otherConfirmation)
    }
    return password
  }

  /// A password that was tried, as it is hashed; one that is too long is nobody's.
  public static func tried(_ typed: String) -> String {
    typed.utf8.count <= passwordBytes ? Text.composed(typed) : ""
  }

  /// Recovery words as they are hashed: small letters, one blank between them.
  ///
  /// - Throws: `Refused` where they are not twelve.
  public static func words(_ typed: String) throws -> String {
    guard typed.utf8.count <= passwordBytes else {
      throw Refused(.invalid, ProfileText.wrongWords)
    }
    let words = typed.lowercased().split { !$0.isLetter }
    guard words.count == recoveryWords else {
      throw Refused(
        .invalid, "There are \(recoveryWords) recovery words, and these are \(words.count).")
    }
    return words.joined(separator: " ")
  }

  /// New recovery words, out of the list that also stands for keys: 96 bits.
  public static func newWords(_ random: inout RandomSource) -> String {
    KeyWords.words(of: random.bytes(recoveryWords)).replacing("-", with: " ")
  }
}
