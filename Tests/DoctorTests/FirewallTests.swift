import Testing

@testable import Doctor

@Suite("P-15: what firewalls say")
struct FirewallTests {
  static let needs = [Need.multicastDNS, Need(transport: "tcp", port: 4711)]
  static let root = SystemCommands(isRoot: true)

  static let ufw = """
    Status: active
    Logging: on (low)
    Default: deny (incoming), allow (outgoing), disabled (routed)
    New profiles: skip

    To                         Action      From
    --                         ------      ----

    """

  @Test(
    "a rule of ufw lets in what it names",
    arguments: [
      ("22/tcp                     ALLOW IN    Anywhere", ["udp", "tcp"]),
      ("5353/udp                   ALLOW IN    Anywhere", ["tcp"]),
      ("224.0.0.251 5353/udp (v6)  ALLOW IN    Anywhere (v6)", ["tcp"]),
      ("4711                       ALLOW IN    192.168.1.0/24", ["udp"]),
      ("4711/udp                   ALLOW IN    Anywhere", ["udp", "tcp"]),
      ("4700:4720/tcp              LIMIT IN    Anywhere", ["udp"]),
      ("80,4711/tcp                ALLOW       Anywhere", ["udp"]),
      ("4711/tcp                   DENY IN     Anywhere", ["udp", "tcp"]),
      ("4711/tcp                   ALLOW OUT   Anywhere", ["udp", "tcp"]),
      ("Anywhere on eth0           ALLOW IN    192.168.1.0/24", []),
    ])
  func ufw(rule: String, missing: [String]) {
    let found = Ufw.missing(Self.needs, in: Self.ufw + rule, letsMulticastIn: false)
    #expect(found?.map(\.transport) == missing)
  }

  @Test("ufw that is off, or open by itself, keeps nothing out")
  func ufwOpen() {
    #expect(Ufw.missing(Self.needs, in: "Status: inactive", letsMulticastIn: false) == nil)
    let open = "Status: active\nDefault: allow (incoming), allow (outgoing)\n"
    #expect(Ufw.missing(Self.needs, in: open, letsMulticastIn: false) == [])
  }

  @Test("ufw's first rules let multicast DNS in unless they were taken out")
  func ufwBefore() {
    let rule = "-A ufw-before-input -p udp -d 224.0.0.251 --dport 5353 -j ACCEPT\n"
    #expect(Ufw.letsMulticastIn("# allow MULTICAST mDNS\n" + rule))
    #expect(!Ufw.letsMulticastIn("#" + rule))
    let found = Ufw.missing(Self.needs, in: Self.ufw, letsMulticastIn: true)
    #expect(found == [Self.needs[1]])
    #expect(Ufw.isEnabled("# /etc/ufw/ufw.conf\nENABLED=yes\n"))
    #expect(!Ufw.isEnabled("#ENABLED=yes\nENABLED=no\n"))
  }

  @Test("the commands for ufw can be pasted")
  func ufwFix() {
    #expect(
      Ufw.fix(Self.needs, SystemCommands()) == "sudo ufw allow 5353/udp && sudo ufw allow 4711/tcp")
    // The profile of a package says it shorter, where it has all that is needed.
    func profile(_ ports: String) -> String { "[Parlor]\ntitle=Parlor\nports=\(ports)\n" }
    let fix = { Ufw.fix(Self.needs, SystemCommands(), profile: $0) }
    #expect(fix(profile("4711/tcp|5353/udp")) == "sudo ufw allow Parlor")
    for other in ["27567/tcp|5353/udp", "4711/udp|5353/udp", "4711/tcp"] {
      #expect(fix(profile(other)) == Ufw.fix(Self.needs, SystemCommands()), "\(other)")
    }
  }

  @Test("firewalld: only active zones count, and each gets what it lacks")
  func firewalld() throws {
    let zones = """
      block
        target: %%REJECT%%
        services:
        ports:

      public (active)
        target: default
        interfaces: eth0
        services: dhcpv6-client ssh
        ports: 4000-5000/tcp

      home (default, active)
        target: default
        interfaces: wlan0
        services: mdns ssh
        ports:

      trusted (active)
        target: ACCEPT
        services:
        ports:
      """
    let found = try #require(Firewalld.missing(Self.needs, in: zones, Self.root))
    #expect(found.needs == Self.needs)
    #expect(
      found.fix
        == "firewall-cmd --permanent --zone=public --add-service=mdns"
        + " && firewall-cmd --permanent --zone=home --add-port=4711/tcp && firewall-cmd --reload")
  }

  @Test("45.3: the service of a package opens what its file names, and is the shorter command")
  func firewalldService() throws {
    func zone(_ services: String) -> String {
      "public (active)\n  target: default\n  services: \(services)\n  ports:\n"
    }
    func profile(_ port: Int, _ include: String) -> String {
      "<service>\n  <port protocol=\"tcp\" port=\"\(port)\"/>\n  \(include)\n</service>\n"
    }
    let whole = profile(4711, "<include service=\"mdns\"/>")
    let open = Firewalld.missing(Self.needs, in: zone("ssh parlor"), Self.root, profile: whole)
    #expect(open?.needs == [])
    let closed = Firewalld.missing(Self.needs, in: zone("ssh"), Self.root, profile: whole)
    #expect(
      closed?.fix
        == "firewall-cmd --permanent --zone=public --add-service=parlor && firewall-cmd --reload")
    // A second home has another port, of which the file knows nothing.
    let other = profile(27_567, "<include service=\"mdns\"/>")
    let second = Firewalld.missing(Self.needs, in: zone("parlor"), Self.root, profile: other)
    #expect(second?.needs == [Self.needs[1]])
    #expect(second?.fix.contains("--add-port=4711/tcp") == true)
    let bare = Firewalld.missing(
      Self.needs, in: zone("parlor"), Self.root, profile: profile(4711, ""))
    #expect(bare?.needs == [.multicastDNS])
    #expect(Firewalld.missing(Self.needs, in: zone("parlor"), Self.root)?.needs == Self.needs)
  }

  @Test("firewalld that does not run says nothing of zones")
  func firewalldOff() {
    #expect(Firewalld.missing(Self.needs, in: "", Self.root) == nil)
    #expect(Firewalld.missing(Self.needs, in: "public\n  ports:\n", Self.root) == nil)
  }

  @Test("what was found becomes a check")
  func verdict() {
    let open = Firewall.open("No firewall is active.").verdict(isPortKnown: true)
    #expect(open.state == .ok && open.fix.isEmpty)
    let closed = Firewall.closed("ufw", Self.needs, fix: "do it").verdict(isPortKnown: true)
    #expect(closed.state == .problem && closed.fix == "do it")
    #expect(closed.text.contains("5353/udp and 4711/tcp"))
    let hidden = Firewall.hidden("ufw", fix: "do it").verdict(isPortKnown: false)
    #expect(hidden.state == .notChecked && hidden.text.contains("own port was not checked"))
  }
}
