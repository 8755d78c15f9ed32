import Schema

/// The sentences that people read about their profile; most of them word for word as the rows of features/accounts have them.
public enum ProfileText {
  /// At a login and at a new profile (rows ).
  public static let noEmail = "Sorry, you must enter an email!"
  /// At the reset of a password (row A-04).
  public static let noEmailAtReset = "Sorry, you need to enter your email!"
  /// Row A-06.
  public static let shortPassword = "Sorry, the password must be at least 8 characters!"
  /// Row A-07.
  public static let otherConfirmation = "Sorry, the passwords do not match!"
  /// Row A-08.
  public static let emailInUse = "Sorry, that email is already in use!"
  /// Row A-11.
  public static let noAccount = "Sorry, that account doesn't exist!"
  /// Row A-12.
  public static let wrongPassword = "Sorry, that password is incorrect!"
  /// For words that are not the recovery words.
  public static let wrongWords = "Sorry, those are not the recovery words!"
  /// For a link that was used, is too old, or was made elsewhere (row A-13).
  public static let deadLink =
    "This link is not valid: it works once, within 30 minutes, on the machine that sent it, and only the newest one does. Ask for another one."
  /// The refusal of every method but a few while the home is locked.
  public static let locked = "This home is locked."
  /// The warning that is shown where a password is set (design, section 2 of the manual).
  public static let encryptsNothing =
    "The password keeps other people at this keyboard out of Parlor. It encrypts nothing: anybody who can read the files of this home can read all that is in it. For more, use an encrypted home directory."

  /// For a password that was tried too soon.
  public static func wait(_ milliseconds: Int64) -> String {
    let seconds = max(1, (milliseconds + 999) / 1_000)
    let time =
      seconds < 60
      ? Count.of(seconds, "second")
      : "\(seconds / 60) min \(seconds % 60) s"
    return "A wrong password was tried just now: wait \(time), then try again."
  }
}
