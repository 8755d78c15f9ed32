import Node
import Testing

@testable import Discovery

@Suite("What the program says is checked and bounded")
struct SaidTests {
  private func said(_ line: String) -> Said? { Said(line: Array(line.utf8)) }

  @Test("P-01: an instance with both families becomes a sighting with ports and scope ids")
  func found() {
    let line = """
      {"event":"found","instance":"Ada #2","host":"ada.local.","port":4711,\
      "addresses":["10.0.0.7","fd00::7","fe80::1%eth0"],"txt":{"id":"abc234","v":"1"}}
      """
    let sighting = Sighting(
      instance: "Ada #2", nodePrefix: "abc234",
      addresses: ["10.0.0.7:4711", "[fd00::7]:4711", "[fe80::1%eth0]:4711"])
    #expect(said(line) == .found(sighting))
  }

  @Test(
    "an instance that cannot be used is left out",
    arguments: [
      #"{"event":"found","instance":"Ada","port":4711,"addresses":[]}"#,
      #"{"event":"found","instance":"Ada","port":0,"addresses":["10.0.0.7"]}"#,
      #"{"event":"found","instance":"Ada","port":65536,"addresses":["10.0.0.7"]}"#,
      #"{"event":"found","instance":"","port":1,"addresses":["10.0.0.7"]}"#,
      #"{"event":"found","instance":"A\u001b[2J","port":1,"addresses":["10.0.0.7"]}"#,
      #"{"event":"found","instance":"Ada","port":1,"addresses":["ada.example.org"]}"#,
      #"{"event":"found","instance":"Ada","port":1,"addresses":["10.0.0.7:22","fe80::1"]}"#,
      #"{"event":"found","port":1,"addresses":["10.0.0.7"]}"#,
      #"{"event":"something new","value":7}"#,
    ])
  func unusable(line: String) {
    #expect(said(line) == .nothing)
  }

  @Test("a name of more than one label's octets is left out")
  func longName() {
    let name = String(repeating: "ä", count: 32)
    #expect(
      said(#"{"event":"found","instance":"\#(name)","port":1,"addresses":["10.0.0.7"]}"#)
        == .nothing)
  }

  @Test("a prefix that is no base32 is no prefix", arguments: ["ABC", "a b", "a1", "é", ""])
  func oddPrefix(prefix: String) {
    let line = """
      {"event":"found","instance":"Ada","port":1,"addresses":["10.0.0.7"],"txt":{"id":"\(prefix)"}}
      """
    let sighting = Sighting(instance: "Ada", nodePrefix: "", addresses: ["10.0.0.7:1"])
    #expect(said(line) == .found(sighting))
  }

  @Test("at most sixteen addresses count")
  func manyAddresses() {
    let all = (1...40).map { "\"10.0.0.\($0)\"" }.joined(separator: ",")
    guard
      case .found(let sighting) = said(
        #"{"event":"found","instance":"Ada","port":1,"addresses":[\#(all)]}"#)
    else {
      Issue.record("not a sighting")
      return
    }
    #expect(sighting.addresses.count == Limits.addresses)
  }

  @Test(
    "garbage makes no sense",
    arguments: [
      "", "*** WARNING ***", "{", "[]", "7", #"{"event":7}"#, #"{"name":"Ada"}"#,
      String(repeating: "[", count: 10_000),
      #"{"event":"found","instance":7,"port":1}"#, "\u{0}",
    ])
  func garbage(line: String) {
    #expect(said(line) == nil)
  }

  @Test("octets that are no text make no sense and do not trap")
  func octets() {
    #expect(Said(line: [0xff, 0xfe, 0x00]) == nil)
    #expect(Said(line: [UInt8](repeating: 0x80, count: Limits.lineOctets + 1)) == nil)
  }

  @Test("a problem is one plain, short sentence")
  func problem() {
    #expect(said(#"{"event":"problem","reason":"Bad\u001b[31m\n"}"#) == .problem("Bad[31m"))
    let long = String(repeating: "x", count: 9000)
    #expect(
      said(#"{"event":"problem","reason":"\#(long)"}"#)
        == .problem(String(long.prefix(Limits.sentenceCharacters))))
  }
}
