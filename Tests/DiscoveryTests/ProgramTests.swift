import TestKit
import Testing

@testable import Neighbours

@Suite("Names fit a DNS label")
struct InstanceNameTests {
  @Test("a long name is cut between characters and keeps whole emoji")
  func cut() {
    let family = "👩‍👩‍👧‍👦"  // 25 octets, one character
    #expect(InstanceName.fitting("Ada") == "Ada")
    #expect(
      InstanceName.fitting(String(repeating: family, count: 3))
        == String(repeating: family, count: 2))
    #expect(InstanceName.fitting(String(repeating: "a", count: 64)).utf8.count == 63)
    #expect(
      InstanceName.fitting(String(repeating: "ä", count: 40)) == String(repeating: "ä", count: 31))
  }

  @Test("a character longer than a label is cut between its scalars")
  func combining() {
    let name = "e" + String(repeating: "\u{301}", count: 100)
    #expect(InstanceName.fitting(name).utf8.count == 63)
  }

  @Test(
    "the next name counts on",
    arguments: [
      ("Ada", "Ada #2"), ("Ada #2", "Ada #3"), ("Ada #9", "Ada #10"), ("#", "# #2"),
      ("Ada #x", "Ada #x #2"), ("Ada#2", "Ada#2 #2"), ("Ada #99999999999999999999", nil),
    ])
  func following(name: String, next: String?) {
    #expect(InstanceName.following(name) == next ?? name + " #2")
  }

  @Test("the next name of a long one fits as well")
  func followingLong() {
    let next = InstanceName.following(String(repeating: "a", count: 63))
    #expect(next == String(repeating: "a", count: 60) + " #2")
  }
}

@Suite("TXT records")
struct TextRecordTests {
  @Test("pairs come back as they were")
  func roundTrip() {
    let record = TextRecord.encode(["v=1", "id=abc"])
    #expect(record == [3] + Array("v=1".utf8) + [6] + Array("id=abc".utf8))
    #expect(TextRecord.decode(record) == ["v": "1", "id": "abc"])
  }

  @Test("ours stays under 400 octets and drops what does not fit")
  func bounded() {
    let record = TextRecord.encode([
      "v=1", "a=" + String(repeating: "x", count: 253), "b=" + String(repeating: "y", count: 200),
      "c=" + String(repeating: "z", count: 254), "=no", "", "id=abc",
    ])
    #expect(record.count <= Limits.textOctets)
    #expect(TextRecord.decode(record).keys.sorted() == ["a", "id", "v"])
    #expect(TextRecord.encode([]) == [0])
  }

  @Test("whatever strangers announce is read without a trap, seed by seed", arguments: 0..<200)
  func garbage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let record = (0..<Int.random(in: 0...2000, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let values = TextRecord.decode(record)
    #expect(values.count <= Limits.foreignTextOctets / 3, "seed \(seed)")
  }

  @Test("a record that ends inside a pair gives the pairs before it; the first of a key counts")
  func damaged() {
    #expect(TextRecord.decode([3] + Array("v=1".utf8) + [200, 1]) == ["v": "1"])
    #expect(TextRecord.decode([3] + Array("v=1".utf8) + [3] + Array("V=2".utf8)) == ["v": "1"])
    #expect(TextRecord.decode([4, 0x1b, 0x5b, 0x3d, 0x31]) == [:])
  }
}

@Suite("Addresses that can be dialled")
struct AddressTests {
  @Test("loopback counts only on the loopback interface; nowhere and everywhere never")
  func usable() {
    let loopback = Address.version4([127, 0, 0, 1])
    #expect(!loopback.isUsable(onLoopback: false))
    #expect(loopback.isUsable(onLoopback: true))
    #expect(!Address.version4([0, 0, 0, 0]).isUsable(onLoopback: true))
    #expect(!Address.version4([224, 0, 0, 251]).isUsable(onLoopback: true))
    #expect(Address.version4([192, 168, 1, 2]).isUsable(onLoopback: false))
    let zeros = [UInt8](repeating: 0, count: 16)
    #expect(!Address.version6(zeros).isUsable(onLoopback: true))
    #expect(!Address.version6(zeros.dropLast() + [1]).isUsable(onLoopback: false))
    #expect(
      !Address.version6(
        [UInt8](repeating: 0, count: 10) + [255, 255, 127, 0, 0, 1]
      ).isUsable(onLoopback: true))
    #expect(Address(record: [1, 2, 3]) == nil)
  }

  @Test("link-local IPv6 carries its interface and comes last")
  func scope() {
    let linkLocal = Address.version6([0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [7])
    let global = Address.version6([0xfd] + [UInt8](repeating: 0, count: 14) + [7])
    #expect(linkLocal.text(scope: "eth0") == "fe80::7%eth0")
    #expect(global.text(scope: "eth0") == "fd00::7")
    #expect([linkLocal, global, .version4([10, 0, 0, 1])].map(\.rank) == [2, 1, 0])
  }
}

@Suite("Commands and arguments")
struct CommandTests {
  @Test("commands are read, and anything else is passed over")
  func commands() {
    #expect(Command(line: "name Ada and Bo") == .name("Ada and Bo"))
    #expect(Command(line: "text v=1\tid=a b") == .text(["v=1", "id=a b"]))
    #expect(Command(line: "check") == .check)
    for line in ["", "name", "name ", "quit", " name x"] { #expect(Command(line: line) == nil) }
  }

  @Test("P-01: a name or a pair that begins with a mark is no part of what stands before it")
  func combining() {
    #expect(Command(line: "name \u{301}Ada") == .name("\u{301}Ada"))
    #expect(Command(line: "text v=1\t\u{301}t=a") == .text(["v=1", "\u{301}t=a"]))
  }

  @Test("arguments that make no sense are refused")
  func arguments() {
    #expect(Arguments(["_parlor._tcp", "Ada", "4711", "v=1"])?.text == ["v=1"])
    for bad in [[], ["_a._tcp", "Ada"], ["a", "Ada", "1"], ["_a._tcp", "Ada", "70000"]] {
      #expect(Arguments(bad) == nil)
    }
  }

  @Test("a command line over the limit is skipped")
  func longLine() {
    var lines = Lines()
    let long = [UInt8](repeating: 0x61, count: Limits.commandOctets + 1)
    #expect(lines.take(long + Array("\ncheck\n".utf8)) == ["check"])
  }
}
