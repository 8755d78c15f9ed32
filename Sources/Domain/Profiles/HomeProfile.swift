import Feature
import FoundationEssentials
import ProfileSchema
import Schema

/// The profile of a home as a machine: what was checked goes in, what is to be kept is `stored`.
///
/// It hashes nothing and sends nothing. The caller keeps `stored` after each change and before it tells anybody.
public struct HomeProfile: Equatable, Sendable {
  /// The delay after one wrong password, and the longest, in milliseconds (row A-12).
  static let (firstDelay, longestDelay): (Int64, Int64) = (1_000, 300_000)

  /// The profile to keep on disk.
  public private(set) var stored: StoredProfile

  /// Goes on with what was kept.
  public init(_ stored: StoredProfile = StoredProfile()) { self.stored = stored }

  /// Whether somebody has created it.
  public var isCreated: Bool { stored.created }
  /// Whether it has a password.
  public var hasPassword: Bool { stored.hasPassword }
  /// Whether its home is locked.
  public var isLocked: Bool { stored.locked && stored.hasPassword }

  // MARK: Tries

  /// Returns the time for which nobody may try a password, in milliseconds. A clock that was put back makes it no longer than the delay.
  public func wait(at now: Int64) -> Int64 {
    min(max(0, stored.waitUntil - now), Self.delay(after: stored.failures))
  }

  /// Counts a try as a wrong one before it is looked at, so that no kill -9 hides it; `noteSuccess` takes that back.
  ///
  /// - Throws: `Refused` while nobody may try.
  public mutating func beginTry(at now: Int64) throws {
    let wait = wait(at: now)
    guard wait == 0 else { throw Refused(.notNow, ProfileText.wait(wait)) }
    stored.failures = min(stored.failures, 1_000_000) + 1
    stored.waitUntil = now + Self.delay(after: stored.failures)
  }

  /// The try was a wrong one: the delay begins when that is told, as the look has taken its time.
  public mutating func noteFailure(at now: Int64) {
    stored.waitUntil = now + Self.delay(after: stored.failures)
  }

  /// The try was a right one.
  public mutating func noteSuccess() {
    stored.failures = 0
    stored.waitUntil = 0
  }

  /// The delay after a number of wrong passwords: 1 s, doubled each time up to 5 min.
  static func delay(after failures: UInt32) -> Int64 {
    guard failures > 0 else { return 0 }
    return failures > 9 ? longestDelay : min(longestDelay, firstDelay << Int64(failures - 1))
  }

  // MARK: What our person does

  /// Gives the home to somebody.
  public mutating func create(email: String, password: StoredHash?) {
    stored.created = true
    stored.email = email
    set(password: password)
  }

  /// Sets a password, or none; what could replace the old one is forgotten.
  public mutating func set(password: StoredHash?) {
    if let password { stored.password = password } else { stored.clearPassword() }
    stored.locked = false
    stored.clearResetToken()
    noteSuccess()
  }

  /// Sets another e-mail, which is not confirmed.
  public mutating func set(email: String) {
    guard email != stored.email else { return }
    stored.email = email
    stored.emailConfirmed = false
    stored.clearConfirmToken()
    stored.clearResetToken()
  }

  /// Sets recovery words, which are not confirmed.
  public mutating func set(words: StoredHash) {
    stored.words = words
    stored.wordsConfirmed = false
  }

  /// Locks the home.
  ///
  /// - Throws: `Refused` where there is no password: anybody could open it.
  public mutating func lock() throws {
    guard hasPassword else {
      throw Refused(
        .notNow,
        "This profile has no password, so there is nothing to lock.", .setPassword
      )
    }
    stored.locked = true
  }

  /// Opens the home, once the password was right.
  public mutating func unlock() {
    noteSuccess()
    stored.locked = false
  }

  /// The words were said again, rightly.
  public mutating func confirmWords() {
    noteSuccess()
    stored.wordsConfirmed = true
  }

  // MARK: Links

  /// A mail with a token goes out, to confirm the e-mail; an older one is not valid any more.
  public mutating func sendConfirmation(hash: Data, at now: Int64) {
    stored.confirmToken = Self.token(hash, now)
  }

  /// The same, to replace the password.
  public mutating func sendReset(hash: Data, at now: Int64) {
    stored.resetToken = Self.token(hash, now)
  }

  private static func token(_ hash: Data, _ now: Int64) -> StoredToken {
    .with {
      $0.hash = hash
      $0.until = now + ProfileRules.linkMilliseconds
    }
  }

  /// The mail did not go out.
  public mutating func forgetLinks(confirmation: Bool, reset: Bool) {
    if confirmation { stored.clearConfirmToken() }
    if reset { stored.clearResetToken() }
  }

  /// Confirms the e-mail.
  ///
  /// - Throws: `Refused` for a token that is not valid (any more).
  public mutating func confirmEmail(hash: Data, at now: Int64) throws {
    guard Self.fits(stored.confirmToken, hash, now) else {
      throw Refused(.notNow, ProfileText.deadLink)
    }
    stored.clearConfirmToken()
    stored.emailConfirmed = true
  }

  /// Whether a token replaces the password now.
  ///
  /// - Throws: `Refused` where it does not.
  public func checkReset(hash: Data, at now: Int64) throws {
    guard Self.fits(stored.resetToken, hash, now) else {
      throw Refused(.notNow, ProfileText.deadLink)
    }
  }

  /// Replaces the password once the token or the words were right. Only the owner of the e-mail address gets the token.
  public mutating func reset(password: StoredHash, byMail: Bool) {
    set(password: password)
    if byMail { stored.emailConfirmed = true }
  }

  /// Returns the time at which the mails that were sent expire, in milliseconds since 1970; 0 if none is valid.
  public func confirmUntil(at now: Int64) -> Int64 { Self.until(stored.confirmToken, now) }
  /// The same for the mail that replaces a password.
  public func resetUntil(at now: Int64) -> Int64 { Self.until(stored.resetToken, now) }

  private static func until(_ token: StoredToken, _ now: Int64) -> Int64 {
    isGood(token, now) ? token.until : 0
  }

  /// A clock that was put back makes no token good for longer.
  private static func isGood(_ token: StoredToken, _ now: Int64) -> Bool {
    now < token.until && token.until - now <= ProfileRules.linkMilliseconds
  }

  /// Compares all bytes, wherever the first difference is.
  private static func fits(_ token: StoredToken, _ hash: Data, _ now: Int64) -> Bool {
    guard isGood(token, now), token.hash.count == hash.count, !hash.isEmpty else { return false }
    return zip(token.hash, hash).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  // MARK: Restored homes

  /// The profile of a home that was restored from a backup: it starts locked, and no mail that was sent before is good.
  public mutating func restore() {
    stored.locked = hasPassword
    forgetLinks(confirmation: true, reset: true)
  }
}

/// The state of a profile as people see it.
extension HomeProfile {
  /// Returns the confirmation that our person still owes.
  ///
  /// - Parameter hasMail: whether a mail can be sent from here.
  public func awaits(hasMail: Bool) -> AwaitedConfirmation {
    if stored.hasWords, !stored.wordsConfirmed { return .words }
    return hasMail && !stored.email.isEmpty && !stored.emailConfirmed ? .mail : .none
  }

  /// Returns the way in which a forgotten password can be replaced.
  public func recovery(hasMail: Bool) -> RecoveryWay {
    guard hasPassword else { return .none }
    if stored.hasWords { return .words }
    return hasMail && !stored.email.isEmpty ? .mail : .none
  }

  /// Milliseconds until the home locks by itself; nil where it does not. A clock that was put back locks it at once.
  ///
  /// - Parameters:
  ///   - minutes: without use, as our person has set it; 0 for never.
  ///   - usedAt: when it was used last, in milliseconds since 1970.
  public func rest(minutes: Int64, usedAt: Int64, now: Int64, isLocked: Bool) -> Int64? {
    guard minutes > 0, hasPassword, !isLocked else { return nil }
    return usedAt > now + 1_000 ? 0 : usedAt + minutes * 60_000 - now
  }
}
