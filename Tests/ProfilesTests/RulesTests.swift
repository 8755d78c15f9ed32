import Feature
import Foundation
import Schema
import Testing

@testable import Profiles

/// The rules of a profile's fields: one rule at every place.
@Suite struct RulesTests {
  private func text(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return (error as? Refused)?.refusal.message ?? "\(error)"
    }
  }

  @Test(
    "A-03, A-04, A-05: what is no e-mail is refused with the text of its place",
    arguments: [
      "", "   ", "ada", "ada@", "@example.org", "ada@@example.org", "a da@example.org",
      "ada@example..org", ".ada@example.org", "ada.@example.org", "ada@-example.org",
      "ada@example.org, bob@example.org", "ada@example.org\nBcc: bob@example.org",
      "Ada <ada@example.org>", "ada@exam\u{0}ple.org", "ada@example.org;bob",
      String(repeating: "a", count: 65) + "@example.org",
      "ada@" + String(repeating: "abc.", count: 70) + "org",
    ])
  func noEmail(typed: String) {
    #expect(text { _ = try ProfileRules.email(typed) } == "Sorry, you must enter an email!")
    #expect(
      text { _ = try ProfileRules.email(typed, or: ProfileText.noEmailAtReset) }
        == "Sorry, you need to enter your email!")
  }

  @Test(
    "A-02: addresses that people have are taken",
    arguments: [
      "ada@example.org", "  ada@example.org ", "ada+parlor@mail.example.org", "a.b-c_d@x.example",
      "ada@localhost", "zoë@exämple.org", "o'hara@example.org", "1@2",
    ])
  func email(typed: String) throws {
    #expect(try ProfileRules.email(typed) == typed.trimmingCharacters(in: .whitespaces))
  }

  @Test("A-08: the case of letters does not make two addresses")
  func sameEmail() {
    #expect(ProfileRules.isSame("Ada@Example.org", "ada@example.org"))
    #expect(!ProfileRules.isSame("", ""))
  }

  @Test(
    "A-06: fewer than eight characters are refused, eight are taken, however many bytes they have",
    arguments: [
      ("1234567", false), ("12345678", true), ("👩‍👩‍👧‍👦🎲🎲🎲🎲🎲🎲🎲", true), ("🎲🎲🎲🎲🎲🎲🎲", false),
      ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", false), ("", false),
      ("        ", true),
    ])
  func eight(password: String, isTaken: Bool) {
    let said = text { _ = try ProfileRules.password(password, confirmation: password) }
    #expect(said == (isTaken ? "" : "Sorry, the password must be at least 8 characters!"))
  }

  @Test("A-06: a password of a megabyte, and one with NUL, are refused with what to do")
  func large() {
    let large = String(repeating: "x", count: 1 << 20)
    #expect(
      text { _ = try ProfileRules.password(large, confirmation: large) }.contains(
        "choose a shorter one"))
    #expect(ProfileRules.tried(large).isEmpty)
    let zero = "1234\u{0}5678"
    #expect(text { _ = try ProfileRules.password(zero, confirmation: zero) }.contains("NUL"))
    let feed = "1234\n5678"
    #expect(text { _ = try ProfileRules.password(feed, confirmation: feed) }.contains("line feed"))
  }

  @Test("A-07: password and confirmation must match, in whatever form the keyboard sends them")
  func confirmation() throws {
    #expect(
      text { _ = try ProfileRules.password("12345678", confirmation: "12345679") }
        == "Sorry, the passwords do not match!")
    let one = try ProfileRules.password("caf\u{e9} noir", confirmation: "cafe\u{301} noir")
    #expect(Array(one.utf8) == Array(ProfileRules.tried("cafe\u{301} noir").utf8))
  }

  @Test(
    "A-09: there are twelve recovery words of the list that stands for keys; blanks and case do not matter"
  )
  func words() throws {
    var random = RandomSource(SystemRandomNumberGenerator())
    let words = ProfileRules.newWords(&random)
    #expect(words.split(separator: " ").count == 12)
    #expect(words != ProfileRules.newWords(&random))
    #expect(
      try ProfileRules.words("  " + words.uppercased().replacing(" ", with: ",\n") + " ") == words)
    #expect(
      text { _ = try ProfileRules.words("acid acorn") }
        == "There are 12 recovery words, and these are 2.")
    #expect(
      !text { _ = try ProfileRules.words(String(repeating: "acid ", count: 1 << 18)) }.isEmpty)
  }
}
