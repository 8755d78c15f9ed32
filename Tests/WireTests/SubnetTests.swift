import Testing
import Wire

@Suite struct SubnetTests {
  private func contains(_ own: String, _ length: Int, _ other: String) throws -> Bool {
    Subnet(try Address.Host(own), length: length).contains(try Address.Host(other))
  }

  @Test func ipv4() throws {
    #expect(try contains("192.168.1.20", 24, "192.168.1.255"))
    #expect(try !contains("192.168.1.20", 24, "192.168.2.20"))
    #expect(try contains("192.168.1.20", 32, "192.168.1.20"))
    #expect(try !contains("192.168.1.20", 32, "192.168.1.21"))
    #expect(try contains("10.0.0.1", 0, "203.0.113.1"))
  }

  @Test func ipv6() throws {
    #expect(try contains("fd00::1", 64, "fd00::ffff:1"))
    #expect(try !contains("fd00::1", 64, "fd00:0:0:1::1"))
    #expect(try contains("fd00::1:1", 112, "fd00::1:2"))
    #expect(try !contains("fd00::1:1", 112, "fd00::2:2"))
    #expect(try contains("fe80::1%eth0", 64, "fe80::2%eth0"))
    #expect(try !contains("fe80::1%eth0", 64, "fe80::2%eth1"))
    #expect(try !contains("fd00::1", 0, "10.0.0.1") && !contains("10.0.0.1", 8, "host.local"))
  }
}
