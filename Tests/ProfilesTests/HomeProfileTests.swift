import Feature
import Foundation
import ProfileSchema
import Schema
import Testing

@testable import Profiles

/// The profile as a machine, with a clock of the test.
@Suite struct HomeProfileTests {
  private let hash = StoredHash.with { $0.hash = Data([1, 2, 3]) }

  private func created() -> HomeProfile {
    var profile = HomeProfile()
    profile.create(email: "ada@example.org", password: hash)
    return profile
  }

  /// Returns the profile as a daemon that was killed at this instruction goes on with it.
  private func restarted(_ profile: HomeProfile) throws -> HomeProfile {
    HomeProfile(try StoredProfile(serializedBytes: profile.stored.serializedData()))
  }

  @Test("A-10: a profile without a password is never locked")
  func open() {
    var profile = HomeProfile()
    #expect(throws: Refused.self) { try profile.lock() }
    profile.create(email: "ada@example.org", password: nil)
    #expect(throws: Refused.self) { try profile.lock() }
    #expect(!profile.isLocked && profile.isCreated)
  }

  @Test("A-12: the delay after wrong passwords is 1 s, doubles, and ends at 5 min")
  func delays() throws {
    var profile = created()
    var now: Int64 = 1_000_000
    var waits: [Int64] = []
    for _ in 0..<12 {
      try profile.beginTry(at: now)
      waits.append(profile.wait(at: now))
      now += profile.wait(at: now)
    }
    #expect(
      waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map { Int64($0) * 1_000 })
    profile.noteSuccess()
    #expect(profile.wait(at: now) == 0)
  }

  @Test("A-12: five thousand wrong passwords, with a kill after each, take weeks")
  func thousands() throws {
    var profile = created()
    var now: Int64 = 0
    for _ in 0..<5_000 {
      try profile.beginTry(at: now)
      profile = try restarted(profile)
      #expect(throws: Refused.self) { try profile.beginTry(at: now) }
      now += profile.wait(at: now)
    }
    #expect(profile.stored.failures == 5_000)
    #expect(now > 17 * 86_400_000)
  }

  @Test("A-12: a clock that is put back makes no wait longer than its delay")
  func clockPutBack() throws {
    var profile = created()
    try profile.beginTry(at: 1_000_000_000)
    #expect(profile.wait(at: 0) == 1_000)
    #expect(
      ProfileText.wait(1) == "A wrong password was tried just now: wait 1 second, then try again.")
    #expect(ProfileText.wait(299_500).contains("5 min 0 s"))
  }

  @Test("A-15: a lock outlives a restart, and a restored home starts locked")
  func lock() throws {
    var profile = created()
    try profile.lock()
    #expect(try restarted(profile).isLocked)
    profile.unlock()
    #expect(try !restarted(profile).isLocked)
    profile.sendReset(hash: Data([7]), at: 0)
    profile.restore()
    #expect(profile.isLocked && profile.resetUntil(at: 1) == 0)
    var open = HomeProfile()
    open.restore()
    #expect(!open.isLocked)
  }

  @Test("A-09, A-13: a token works once, within 30 minutes, and only the newest one")
  func tokens() throws {
    var profile = created()
    let (one, two) = (Data([1]), Data([2]))
    profile.sendConfirmation(hash: one, at: 0)
    #expect(throws: Refused.self) { try profile.confirmEmail(hash: two, at: 1) }
    #expect(throws: Refused.self) { try profile.confirmEmail(hash: one, at: 30 * 60_000) }
    #expect(throws: Refused.self) { try profile.confirmEmail(hash: one, at: -1) }
    profile.sendConfirmation(hash: two, at: 5)
    #expect(throws: Refused.self) { try profile.confirmEmail(hash: one, at: 6) }
    try profile.confirmEmail(hash: two, at: 30 * 60_000 + 4)
    #expect(profile.stored.emailConfirmed)
    #expect(throws: Refused.self) { try profile.confirmEmail(hash: two, at: 7) }
    #expect(throws: Refused.self) { try profile.checkReset(hash: Data(), at: 7) }
    profile.sendReset(hash: one, at: 10)
    try profile.checkReset(hash: one, at: 11)
    profile.reset(password: hash, byMail: true)
    #expect(throws: Refused.self) { try profile.checkReset(hash: one, at: 12) }
  }

  @Test("A-08: another e-mail is not confirmed, and mails to the old one are not valid")
  func otherEmail() throws {
    var profile = created()
    profile.sendConfirmation(hash: Data([1]), at: 0)
    profile.sendReset(hash: Data([2]), at: 0)
    profile.set(email: "ada@example.com")
    #expect(throws: Refused.self) { try profile.confirmEmail(hash: Data([1]), at: 1) }
    #expect(throws: Refused.self) { try profile.checkReset(hash: Data([2]), at: 1) }
    #expect(profile.awaits(hasMail: true) == .mail && profile.awaits(hasMail: false) == .none)
  }

  @Test("A-09: without mail the words are what is to be confirmed")
  func awaitsWords() {
    var profile = created()
    #expect(profile.recovery(hasMail: false) == .none && profile.recovery(hasMail: true) == .mail)
    profile.set(words: hash)
    #expect(profile.awaits(hasMail: false) == .words && profile.recovery(hasMail: false) == .words)
    profile.confirmWords()
    #expect(profile.awaits(hasMail: false) == .none)
  }

  @Test(
    "A-15: the home locks after the minutes that are set, and at once where the clock was put back")
  func idle() {
    let profile = created()
    func rest(_ minutes: Int64, used: Int64, now: Int64, locked: Bool = false) -> Int64? {
      profile.rest(minutes: minutes, usedAt: used, now: now, isLocked: locked)
    }
    #expect(rest(0, used: 0, now: 1 << 40) == nil)
    #expect(rest(5, used: 0, now: 0, locked: true) == nil)
    #expect(rest(5, used: 1_000, now: 61_000) == 240_000)
    #expect(rest(5, used: 0, now: 300_000) == 0)
    #expect(rest(5, used: 100_000, now: 0) == 0)
    #expect(HomeProfile().rest(minutes: 5, usedAt: 0, now: 1 << 40, isLocked: false) == nil)
  }
}
