import Feature
import Foundation
import Homes
import ProfileSchema
import Schema
import TestKit
import Testing

@testable import Features
@testable import Profiles

/// The profile as work of a daemon, over restarts, with programs that stand in for sendmail.
@Suite struct ProfileWorkTests {
  private let password = "correct horse"

  private func created(_ host: StandInHost) async throws -> (ProfileWork, ProfileView) {
    let work = host.started()
    let view = try await work.call(Methods.Profiles.create) {
      $0.email = "ada@example.org"
      ($0.password, $0.passwordConfirmation) = (password, password)
    }
    return (work, view)
  }

  /// A program that does with a mail what a line of shell says, and the file that it may write.
  private func standIn(_ host: StandInHost, _ line: String) throws -> String {
    let path = host.home + "/sendmail.sh"
    try ScriptFile.write("#!/bin/sh\n\(line)\n", to: path)
    host.set("mail-command", path + " -t -i")
    return host.home + "/mail"
  }

  /// The word after a command of the last mail.
  private func token(_ path: String, after command: String) throws -> String {
    let mail = try String(contentsOfFile: path, encoding: .utf8)
    let line = try #require(mail.split(separator: "\n").first { $0.contains(command) })
    return String(try #require(line.split(separator: " ").last))
  }

  @Test(
    "A-01, A-02, A-09, A-12, A-14: created, locked, killed, unlocked; each wrong password waits longer"
  )
  func lockAndUnlock() async throws {
    let host = try StandInHost()
    let (first, view) = try await created(host)
    #expect(view.hasPassword_p && !view.locked && view.awaits == .words)
    #expect(view.recoveryWords.split(separator: " ").count == 12)
    #expect(view.text.contains("It encrypts nothing"))
    _ = try await first.call(Methods.Profiles.lock)
    #expect(host.latch.isLocked && host.state.withLock { $0.left } == 1)
    // As after kill -9.
    let work = host.started()
    #expect(host.latch.isLocked)
    let wrong = try await work.refusal(Methods.Profiles.unlock) { $0.password = "wrong horse" }
    #expect(wrong == "Sorry, that password is incorrect!")
    #expect(
      host.state.withLock { $0.failures.last } == 1, "the try is counted before it is looked at")
    let again = host.started()
    let early = try await again.refusal(Methods.Profiles.unlock) { $0.password = password }
    #expect(early == ProfileText.wait(1_000))
    var status = StatusView()
    again.show(in: &status)
    #expect(status.lock.locked && status.lock.waitMilliseconds == 1_000)
    host.pass(milliseconds: 1_000)
    #expect(
      try await again.refusal(Methods.Profiles.unlock) { $0.password = "" }
        == ProfileText.wrongPassword)
    host.pass(milliseconds: 1_999)
    #expect(!(try await again.refusal(Methods.Profiles.unlock) { $0.password = password }).isEmpty)
    host.pass(milliseconds: 1)
    let open = try await again.call(Methods.Profiles.unlock) { $0.password = password }
    #expect(!open.locked && !host.latch.isLocked && open.email == "ada@example.org")
  }

  @Test(
    "A-03, A-10, A-11, A-16: unlocked by e-mail or name; others do not exist, and what is neither is no e-mail"
  )
  func accounts() async throws {
    let host = try StandInHost()
    let (work, _) = try await created(host)
    _ = try await work.call(Methods.Profiles.lock)
    func said(_ account: String) async throws -> String {
      try await work.refusal(Methods.Profiles.unlock) {
        ($0.account, $0.password) = (account, password)
      }
    }
    #expect(try await said("bob@example.org") == "Sorry, that account doesn't exist!")
    #expect(try await said("bob") == "Sorry, you must enter an email!")
    #expect(host.latch.isLocked)
    #expect(try await said("ADA@example.org").isEmpty)
    _ = try await work.call(Methods.Profiles.lock)
    #expect(try await said("ada").isEmpty && !host.latch.isLocked)
  }

  @Test("A-05 to A-08: what a profile cannot consist of is refused, and nothing is made")
  func badProfiles() async throws {
    let host = try StandInHost()
    let work = host.started()
    func said(_ email: String, _ password: String, _ again: String) async throws -> String {
      try await work.refusal(Methods.Profiles.create) {
        ($0.email, $0.password, $0.passwordConfirmation) = (email, password, again)
      }
    }
    #expect(try await said("ada", password, password) == ProfileText.noEmail)
    #expect(try await said("ada@example.org", "1234567", "1234567") == ProfileText.shortPassword)
    #expect(
      try await said("ada@example.org", password, password + "!") == ProfileText.otherConfirmation)
    // Another home of this machine has the address.
    let other = host.homes.newHome(for: "Bob")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: other + "/parlor.sqlite", contents: nil)
    try host.homes.claim(
      HomeLabel(name: "Bob", email: "Bob@Example.org", hasPassword: false), home: other)
    #expect(
      try await said("bob@example.org", password, password)
        == "Sorry, that email is already in use!")
    #expect(host.state.withLock { $0.kept.isEmpty } && HomeLabel(home: host.home) == nil)
    #expect(try await said("ada@example.org", password, password).isEmpty)
    #expect(
      try await said("ada@example.org", password, password).contains("already has an account"))
    #expect(try host.homes.home(named: "bob") == other)
    #expect(try host.homes.home(named: "ADA@example.org") == host.home)
  }

  @Test(
    "A-09, A-13: confirmed by mail, once; the password is replaced by mail, once; nothing of it is kept in the clear"
  )
  func mail() async throws {
    let host = try StandInHost()
    let path = try standIn(host, "cat > \(host.home)/mail")
    let (work, view) = try await created(host)
    #expect(
      view.mailSent && view.awaits == .mail && view.recoveryWords.isEmpty && view.recovery == .mail)
    let mail = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      mail.hasPrefix("To: <ada@example.org>\nSubject: ") && mail.contains("within 30 minutes"))
    let token = try token(path, after: "profile confirm")
    #expect(
      !host.state.withLock { $0.kept.values.contains { $0.range(of: Data(token.utf8)) != nil } })
    let wrong = try await work.refusal(Methods.Profiles.confirm) { $0.token = "x" + token }
    #expect(wrong == ProfileText.deadLink)
    #expect(
      try await work.call(Methods.Profiles.confirm) { $0.token = token.uppercased() }.emailConfirmed
    )
    #expect(
      try await work.refusal(Methods.Profiles.confirm) { $0.token = token } == ProfileText.deadLink)

    _ = try await work.call(Methods.Profiles.lock)
    let unknown = try await work.refusal(Methods.Profiles.askReset) { $0.email = "bob@example.org" }
    #expect(unknown == ProfileText.noAccount)
    #expect(
      try await work.refusal(Methods.Profiles.askReset) { $0.email = "ada" }
        == ProfileText.noEmailAtReset)
    #expect(
      try await work.call(Methods.Profiles.askReset) { $0.email = "ada@example.org" }.mailSent)
    let soon = try await work.refusal(Methods.Profiles.askReset) { $0.email = "ada@example.org" }
    #expect(soon.contains("less than a minute ago"))
    let reset = try self.token(path, after: "profile reset --token")
    func replace(_ token: String, _ new: String) async throws -> String {
      try await work.refusal(Methods.Profiles.reset) {
        ($0.token, $0.newPassword, $0.passwordConfirmation) = (token, new, new)
      }
    }
    #expect(try await replace(reset, "1234567") == ProfileText.shortPassword)
    // On another machine the same link is nothing, also where the same address has a profile.
    let (elsewhere, _) = try await created(try StandInHost())
    #expect(
      try await elsewhere.refusal(Methods.Profiles.reset) {
        ($0.token, $0.newPassword, $0.passwordConfirmation) = (reset, password, password)
      } == ProfileText.deadLink)
    // Here it is too old after a while.
    host.pass(milliseconds: 30 * 60_000)
    #expect(try await replace(reset, "new password") == ProfileText.deadLink && host.latch.isLocked)
    #expect(
      try await work.call(Methods.Profiles.askReset) { $0.email = "ada@example.org" }.resetUntil > 0
    )
    let second = try self.token(path, after: "profile reset --token")
    #expect(try await replace(second, "new password").isEmpty && !host.latch.isLocked)
    #expect(try await replace(second, "new password 2") == ProfileText.deadLink)
    _ = try await work.call(Methods.Profiles.lock)
    #expect(
      try await work.refusal(Methods.Profiles.unlock) { $0.password = password }
        == ProfileText.wrongPassword)
    host.pass(milliseconds: 1_000)
    #expect(
      try await work.refusal(Methods.Profiles.unlock) { $0.password = "new password" }.isEmpty)
  }

  @Test("A-13: the password is replaced by the words; wrong words wait as wrong passwords do")
  func words() async throws {
    let host = try StandInHost()
    let (work, view) = try await created(host)
    let words = view.recoveryWords
    let other = words.split(separator: " ").reversed().joined(separator: " ")
    #expect(
      try await work.refusal(Methods.Profiles.confirm) { $0.words = other }
        == ProfileText.wrongWords)
    #expect(
      try await work.call(Methods.Profiles.confirm) { $0.words = words.uppercased() }.awaits
        == .none)
    _ = try await work.call(Methods.Profiles.lock)
    let noMail = try await work.refusal(Methods.Profiles.askReset) { $0.email = "ada@example.org" }
    #expect(noMail.contains("No mail can be sent") && noMail.contains("--words"))
    func replace(_ words: String) async throws -> String {
      try await work.refusal(Methods.Profiles.reset) {
        ($0.words, $0.newPassword, $0.passwordConfirmation) = (
          words, "new password", "new password"
        )
      }
    }
    #expect(try await replace(other) == ProfileText.wrongWords)
    #expect(try await replace(words) == ProfileText.wait(1_000) && host.latch.isLocked)
    host.pass(milliseconds: 1_000)
    #expect(try await replace(words).isEmpty && !host.latch.isLocked)
  }

  @Test(
    "A-09: a mail command that is missing, fails or hangs is named, the profile is there, and words take the mail's place",
    arguments: [
      ("exit 75", "ended with 75"), ("echo no such user >&2; exit 1", "no such user"),
      ("kill -9 $$", "died of a signal"), ("sleep 60", "had not ended after"),
      ("", "cannot be started"),
    ])
  func badMailCommand(line: String, said: String) async throws {
    let host = try StandInHost()
    _ = try standIn(host, line)
    if line.isEmpty { host.set("mail-command", host.home + "/nothing") }
    let work = host.started(patience: .milliseconds(200))
    let view = try await work.call(Methods.Profiles.create) {
      $0.email = "ada@example.org"
      ($0.password, $0.passwordConfirmation) = (password, password)
    }
    #expect(view.mailProblem.contains(said) && !view.mailSent, "\(view.mailProblem)")
    #expect(view.hasPassword_p && view.confirmUntil == 0)
    #expect(view.recoveryWords.split(separator: " ").count == 12)
    let reset = try await work.refusal(Methods.Profiles.askReset) { $0.email = "ada@example.org" }
    #expect(reset.contains(said) && reset.contains("--words"), "\(reset)")
  }

  @Test(
    "A-15: a home locks by itself after the minutes that are set, and whenever its daemon starts")
  func idle() async throws {
    let host = try StandInHost()
    let (work, _) = try await created(host)
    host.set("lock-after", "5")
    host.latch.noteUse("chat/post", at: host.state.withLock(\.now))
    host.pass(milliseconds: 299_000)
    work.watchIdleTime()
    #expect(!host.latch.isLocked)
    // What asks for the status does not use the home.
    host.latch.noteUse(Methods.Node.status.path, at: host.state.withLock(\.now))
    host.pass(milliseconds: 1_000)
    work.watchIdleTime()
    try await work.line.run {}
    while !work.now.isLocked { await Task.yield() }
    #expect(host.latch.isLocked)
    _ = try await work.call(Methods.Profiles.unlock) { $0.password = password }
    #expect(!host.latch.isLocked)
    let next = host.started()
    #expect(host.latch.isLocked && next.now.isLocked)
  }

  @Test(
    "A-12, A-14: change-password and remove-password ask for the current password, and a full disk changes nothing"
  )
  func passwords() async throws {
    let host = try StandInHost()
    let (work, _) = try await created(host)
    let before = work.now
    #expect(
      before.stored.password.logN == 17 && before.stored.password.r == 8
        && before.stored.password.p == 1)
    #expect(
      before.stored.password.salt.count == 16
        && before.stored.password.salt != before.stored.words.salt)
    host.state.withLock { $0.isFull = true }
    let full = try await work.refusal(Methods.Profiles.changePassword) {
      ($0.password, $0.newPassword, $0.passwordConfirmation) = (
        password, "new password", "new password"
      )
    }
    #expect(full == "The disk is full." && work.now == before)
    host.state.withLock { $0.isFull = false }
    #expect(
      try await work.refusal(Methods.Profiles.removePassword) { $0.password = "wrong" }
        == ProfileText.wrongPassword)
    host.pass(milliseconds: 1_000)
    let view = try await work.call(Methods.Profiles.removePassword) { $0.password = password }
    #expect(!view.hasPassword_p && view.recovery == .none)
    #expect(try await work.refusal(Methods.Profiles.lock).contains("no password"))
  }

  @Test("A-13: a link to the page is made from where the page is")
  func link() {
    #expect(
      ProfileLink.text(.confirm, token: "abc", base: "http://127.0.0.1:4711/")
        == "http://127.0.0.1:4711/#confirm=abc")
    var mail = ProfileMail(
      purpose: .reset, name: "Ada", email: "a@b", token: "abc", home: "/a b/c'd", page: nil,
      machine: "box")
    #expect(
      !mail.text.contains("http")
        && mail.command == "parlor --home '/a b/c'\\''d' profile reset --token abc")
    mail = ProfileMail(
      purpose: .reset, name: "Ada", email: "a@b", token: "abc", home: nil,
      page: "http://localhost:1", machine: "box")
    #expect(mail.text.contains("\n    http://localhost:1/#reset=abc\n"))
  }
}
