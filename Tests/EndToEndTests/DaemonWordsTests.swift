import ArgumentParser
import Commands
import Testing

/// The words that start a daemon without the parser of commands.
@Suite struct DaemonWordsTests {
  private let understood = [
    ["daemon", "--home", "/a"],
    ["daemon", "--home", "/a", "--no-discovery"],
    ["daemon", "--home", "a b", "--address", "127.0.0.1", "--no-discovery"],
    ["daemon", "--no-discovery", "--address", "::1", "--home", "/a"],
  ]

  @Test("they say what the parser takes them for") func same() throws {
    for words in understood {
      let parsed = try DaemonCommand.parse(Array(words.dropFirst()))
      let plain = try #require(DaemonWords(words), "\(words)")
      #expect(plain.home == parsed.options.home && plain.address == parsed.address)
      #expect(plain.discovery == parsed.discovery)
      // What they cannot say is as the parser leaves it.
      #expect(parsed.port == nil && parsed.claimSeconds == 60 && !parsed.options.json)
    }
    let global = try #require(DaemonWords(["--home", "/a", "daemon"]))
    #expect(global.home == "/a")
  }

  @Test("all others are left to the parser, with what is wrong in them")
  func others() {
    for words in [
      [], ["daemon"], ["--home", "/a"], ["daemon", "--home"], ["daemon", "--home", ""],
      ["daemon", "--home", "--no-discovery"], ["--no-discovery", "daemon", "--home", "/a"],
      ["daemon", "--home", "/a", "--home", "/b"], ["daemon", "daemon", "--home", "/a"],
      ["daemon", "--home", "/a", "--address"], ["daemon", "--home", "/a", "--port", "1"],
      ["daemon", "--home=/a"], ["daemon", "--home", "/a", "--json"],
      ["mend", "--home", "/a"], ["daemon", "--home", "/a", "--help"],
    ] {
      #expect(DaemonWords(words) == nil, "\(words)")
    }
  }
}
