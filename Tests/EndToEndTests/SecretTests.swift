import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// Secrets that must be in no file: passwords, recovery words, tokens of mails, and the key of the weather.
  @Suite struct SecretTests {
    /// The files below a folder that hold a text, whatever else is in them.
    static func files(holding secret: String, below folder: String) throws -> [String] {
      let names = try #require(FileManager.default.enumerator(atPath: folder))
      var found: [String] = []
      var count = 0
      while let name = names.nextObject() as? String {
        guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
        count += 1
        if data.range(of: Data(secret.utf8)) != nil { found.append(name) }
      }
      #expect(count > 0)
      return found
    }

    @Test(
      "A-14, A-19: no file of the home, no log, no backup and no output holds a password, no file of the home the words or a token, and nobody else may read one"
    )
    func nothingInTheClear() async throws {
      let home = try Home("ada")
      let mail = home.scratch + "/mail"
      let program = home.scratch + "/sendmail"
      try "#!/bin/sh\ncat > \(mail)\n".write(toFile: program, atomically: true, encoding: .utf8)
      chmod(program, 0o700)
      let view = try await ProfileTests.create(home, mail: program, "--words")
      #expect(view.mailSent)
      let text = try String(contentsOfFile: mail, encoding: .utf8)
      let token = try #require(
        text.split(separator: "\n").first { $0.contains("profile confirm") }?
          .split(separator: " ").last
      ).description
      _ = try await ProfileTests.unlock(home, "wrong horse staple")
      try await home.done("profile", "confirm", token)
      #expect(
        try await home.run("profile", "confirm", token).sentences.first?.contains("works once")
          == true)
      let elsewhere = try Home("berta")
      #expect(try await elsewhere.run("profile", "confirm", token).code == 1)
      _ = try await home.run("profile", "lock")
      try await home.done("profile", "reset", "ada@example.org")
      let second = try String(contentsOfFile: mail, encoding: .utf8)
      let reset = try #require(
        second.split(separator: "\n").first { $0.contains("--token") }?
          .split(separator: " ").last
      ).description
      #expect(second.contains("parlor --home '\(home.path)' profile reset --token "))
      let new = "another horse entirely"
      #expect(
        try await home.run("profile", "reset", "--token", reset, "--password-fd", "0", input: new)
          .output.contains("The new password is set"))
      let newest = "a third horse of mine"
      #expect(
        try await home.run(
          "profile", "change-password", "--password-fd", "0", input: new + "\n" + newest
        ).code == 0)
      try await home.done("chat", "post", "hello")
      try await home.done("backup", home.scratch + "/ada.backup")
      try await home.done("stop")
      // The home, its log, backups, mails, and all that commands have said.
      for secret in [ProfileTests.password, "wrong horse staple", new, newest] {
        let found = try Self.files(holding: secret, below: home.scratch)
        #expect(found.isEmpty, "\(secret) is in \(found)")
      }
      // The words were said once, and tokens were mailed: the home holds neither.
      for secret in [view.recoveryWords, token, reset] {
        let found = try Self.files(holding: secret, below: home.path)
        #expect(found.isEmpty, "\(secret) is in \(found)")
      }
      #expect(
        try Self.files(holding: reset, below: home.scratch).isEmpty == false,
        "what is searched is found where it is")
      var count = 0
      let names = FileManager.default.enumerator(atPath: home.path)
      while let name = names?.nextObject() as? String {
        var status = stat()
        #expect(
          stat(home.path + "/" + name, &status) == 0 && status.st_mode & 0o077 == 0, "\(name)")
        count += 1
      }
      #expect(count > 5)
    }

    @Test(
      "G-27: the key of the weather is in no log, no exported match and nothing that another person has"
    )
    func weatherKey() async throws {
      let pair = try await Pair.linked()
      let key = "sesame4711sesame"
      for (name, value) in [
        // Nobody answers there, which is told to nobody (G-28).
        ("weather-url", "http://127.0.0.1:9/weather"), ("weather-key", key),
        ("weather-place", "52.5,13.4"),
      ] { try await pair.ada.done("settings", "set", name, value) }
      let host = try pair.ada.start("war", "host", "--auto", "--accept-first")
      let joiner = try pair.berta.start("war", "join", "ada", "--auto", "--wait", "30")
      for program in [host, joiner] {
        #expect(try await program.end() == .exit(0), "\(program.story)")
      }
      let table = try #require(
        try await pair.ada.ask("war", "list", as: TableList.self).tables.first)
      try await pair.ada.done("war", "export", table.id, pair.ada.scratch + "/match.war")
      for home in [pair.ada, pair.berta] { try await home.done("stop") }
      // In our own database, which nobody else may read, and nowhere else.
      let own = try Self.files(holding: key, below: pair.ada.scratch)
      #expect(own.allSatisfy { $0.hasPrefix("ada/parlor.sqlite") } && !own.isEmpty, "\(own)")
      #expect(try Self.files(holding: key, below: pair.berta.scratch).isEmpty)
      for program in [host, joiner] {
        #expect(!program.story.lowercased().contains("weather"), "\(program.story)")
      }
    }
  }
}
