import TestKit
import Testing
import Wire

struct AddressTests {
  @Test(arguments: [
    ("192.168.1.20:7711", "192.168.1.20:7711"),
    ("ADA.local.:1", "ada.local:1"),
    ("my_host-2:65535", "my_host-2:65535"),
    ("[::]:80", "[::]:80"),
    ("[::1]:80", "[::1]:80"),
    ("[1::]:80", "[1::]:80"),
    ("[2001:DB8:0:0:1:0:0:1]:9", "[2001:db8::1:0:0:1]:9"),
    ("[2001:db8:0:1:1:1:1:1]:9", "[2001:db8:0:1:1:1:1:1]:9"),
    ("[1:2:3:4:5:6:7::]:9", "[1:2:3:4:5:6:7:0]:9"),
    ("[0:0:1:0:0:0:1:0]:9", "[0:0:1::1:0]:9"),
    ("[64:ff9b::1.2.3.4]:9", "[64:ff9b::102:304]:9"),
    ("[::ffff:10.0.0.1]:9", "10.0.0.1:9"),
    ("[fe80::1%eth0]:7711", "[fe80::1%eth0]:7711"),
    ("[FE80::a:B%2]:7711", "[fe80::a:b%2]:7711"),
  ])
  func spelling(text: String, canonical: String) throws {
    let address = try Address(text)
    #expect(address.description == canonical)
    #expect(try Address(canonical) == address)
  }

  @Test(arguments: [
    ("", AddressProblem.missingPort), ("ada", .missingPort), ("[::1]", .missingPort),
    ("[::1]7711", .missingPort), ("ada:", .malformedPort), ("ada:0", .malformedPort),
    ("ada:65536", .malformedPort), ("ada:-1", .malformedPort), ("ada:+1", .malformedPort),
    ("ada:1 ", .malformedPort), ("ada:٣", .malformedPort), ("::1:7711", .missingBracket),
    ("[::1:7711", .missingBracket), (":7711", .malformedHost), ("127.1:7", .malformedHost),
    ("1.2.3.256:7", .malformedHost), ("01.2.3.4:7", .malformedHost), ("a..b:7", .malformedHost),
    ("-a:7", .malformedHost), ("a b:7", .malformedHost), ("ad\u{e4}:7", .malformedHost),
    ("[]:7", .malformedHost), ("[1::2::3]:7", .malformedHost), ("[1:2:3]:7", .malformedHost),
    ("[:::]:7", .malformedHost), ("[12345::]:7", .malformedHost), ("[::g]:7", .malformedHost),
    ("[1:2:3:4:5:6:7::8]:7", .malformedHost), ("[1.2.3.4::]:7", .malformedHost),
    ("[1.2.3.4]:7", .malformedHost), ("[fe80::1]:7", .missingScope),
    ("[fe80::1%]:7", .malformedHost), ("[fe80::1%a/b]:7", .malformedHost),
    ("[fe80::1%a]b]:7", .malformedHost), ("[::1%sixteen-letters1]:7", .malformedHost),
  ])
  func refusal(text: String, problem: AddressProblem) {
    #expect(throws: problem) { try Address(text) }
  }

  @Test func lengths() throws {
    let label = String(repeating: "a", count: 63)
    let name = "\(label).\(label).\(label).\(label.dropLast(2))"
    #expect(try Address("\(name):1").description == "\(name):1")
    #expect(throws: AddressProblem.malformedHost) { try Address("\(name)b:1") }
    #expect(throws: AddressProblem.malformedHost) { try Address("\(label)a:1") }
    #expect(throws: AddressProblem.malformedHost) {
      try Address(String(repeating: "[", count: 1 << 16))
    }
  }

  @Test("a host without brackets and a port are joined as people write them")
  func joined() throws {
    #expect(
      try Address(host: "FE80::1%eth0", port: 7711).description == "[fe80::1%eth0]:7711")
    #expect(try Address(host: "10.0.0.1", port: 80) == Address("10.0.0.1:80"))
    #expect(try Address(host: "ada.local", port: 65_535) == Address("ada.local:65535"))
    for port in [-1, 0, 65_536] {
      #expect(throws: AddressProblem.malformedPort) { try Address(host: "10.0.0.1", port: port) }
    }
    #expect(throws: AddressProblem.self) { try Address(host: "10.0.0.1:80", port: 80) }
  }

  @Test func everyAddressSurvivesItsSpelling() throws {
    var random = SeededGenerator(seed: 20_251)
    for round in 0..<2_000 {
      // Sparse bits, so that runs of zero groups are common.
      let high = random.next() & random.next() & random.next()
      let low = random.next() & random.next() & random.next()
      let address = Address(host: .ipv6(high: high, low: low, scope: "lo"), port: 7)
      #expect(try Address(address.description) == address, "seed 20251, round \(round)")
    }
  }
}
