import Features
import Foundation
import Glibc
import Programs
import Schema
import Store
import Testing

@testable import Doctor

@Suite("P-15: what the doctor makes of facts")
struct VerdictTests {
  static let remedy = SystemCommands()

  private func rights(_ name: String, _ mode: UInt32, owner: UInt32 = 1000) -> FileRights {
    FileRights(name: name, mode: mode, owner: owner)
  }

  @Test(
    "rights of the home and its files",
    arguments: [
      (0o700, 0o600, ""),
      (0o755, 0o600, "chmod 700 '/home/ada b/parlor'"),
      (0o700, 0o640, "chmod 600 '/home/ada b/parlor/node-key.pem'"),
      (0o500, 0o600, "chmod 700 '/home/ada b/parlor'"),
      (
        0o750, 0o400,
        "chmod 700 '/home/ada b/parlor' && chmod 600 '/home/ada b/parlor/node-key.pem'"
      ),
    ])
  func files(home: UInt32, key: UInt32, fix: String) {
    let check = FileRights.verdict(
      home: "/home/ada b/parlor", rights: rights("parlor", home),
      files: [rights("node-key.pem", key), rights("lock", 0o600)], user: 1000, remedy: Self.remedy)
    #expect(check.fix == fix)
    #expect(check.state == (fix.isEmpty ? .ok : .problem))
  }

  @Test("who has used up its share of the disk is named, with what gives it more")
  func shares() {
    func share(_ name: String, _ used: UInt64) -> ShareView {
      .with { ($0.name, $0.role, $0.used, $0.limit) = (name, "paired", used << 20, 512 << 20) }
    }
    let well = ShareVerdict.check([share("Bob", 40), share("Cyd", 2)], command: "parlor")
    #expect(well.state == .ok && well.text.contains("42 MiB"))
    let full = ShareVerdict.check([share("Bob", 512), share("Cyd", 512)], command: "parlor")
    #expect(full.state == .problem && full.text.contains("Bob (and 1 more)"))
    #expect(full.fix == "parlor settings set share-paired 1024")
    #expect(ShareVerdict.check([], command: "parlor").state == .ok)
    let absurd = ShareView.with { ($0.used, $0.limit) = (.max, .max) }
    #expect(ShareVerdict.check([absurd, absurd], command: "parlor").state == .ok)
  }

  @Test(
    "45.5: a daemon whose program was replaced is a problem, with the command that has it begin again"
  )
  func outdated() {
    let facts = DaemonFacts.outdated(.with { $0.version = "0.1.0" }, [])
    let check = facts.check(command: "parlor")
    #expect(check.state == .problem && check.text.contains("upgraded"))
    #expect(check.fix == "parlor stop --restart" && facts.status?.version == "0.1.0")
    #expect(DaemonFacts.running(StatusView(), []).check(command: "parlor").state == .ok)
  }

  @Test("the page is served to one user, or it is said why not")
  func page() {
    let well = PageVerdict.check(
      .with {
        $0.address = "http://abc.localhost:23456"
        $0.checksUser = true
      }, command: "parlor")
    #expect(well.state == .ok && well.text.contains("abc.localhost"))
    #expect(PageVerdict.check(PageStatus(), command: "parlor").state == .ok)
    let open = PageVerdict.check(
      .with { $0.address = "http://abc.localhost:23456" }, command: "parlor")
    #expect(open.state == .problem && open.fix == "parlor page close")
    let taken = PageVerdict.check(.with { $0.problem = "Port 1 is used." }, command: "parlor")
    #expect(taken.state == .problem && taken.text == "Port 1 is used.")
  }

  @Test("another owner is told, and root looks for whoever owns the home")
  func owner() {
    let files = [rights("node-key.pem", 0o600, owner: 0)]
    let check = FileRights.verdict(
      home: "/h", rights: rights("/h", 0o700), files: files, user: 1000, remedy: Self.remedy)
    #expect(check.state == .problem && check.fix == "sudo chown -R 1000 /h")
    let root = FileRights.verdict(
      home: "/h", rights: rights("/h", 0o700), files: files, user: 0, remedy: Self.remedy)
    #expect(root.state == .problem && root.fix == "chown -R 1000 /h")
    let alone = FileRights.verdict(
      home: "/h", rights: rights("/h", 0o700), files: [], user: 0, remedy: Self.remedy)
    #expect(alone.state == .ok)
  }

  @Test("room on the disk")
  func disk() {
    #expect(DiskRoom(free: 5 << 30, files: nil).verdict(home: "/h").state == .ok)
    let low = DiskRoom(free: 10 << 20, files: 9).verdict(home: "/h")
    #expect(low.state == .problem && low.text.contains("nearly full (10 MiB free)"))
    let full = DiskRoom(free: 4095, files: 9).verdict(home: "/h")
    #expect(full.state == .problem && full.text.contains("is full (3 KiB free)"))
    #expect(DiskRoom(free: 5 << 30, files: 0).verdict(home: "/h").state == .problem)
    let told = DiskRoom(free: 5 << 30, files: nil).verdict(home: "/h", complaint: "It fails.")
    #expect(told.state == .problem && told.text == "It fails.")
  }

  @Test("the clock is only told of when it is behind what was seen before")
  func clock() {
    func check(now: Int64, newest: Int64?) -> DoctorCheck {
      ClockVerdict.check(now: now, program: 1_000_000, newest: newest, remedy: Self.remedy)
    }
    #expect(check(now: 1_000_001, newest: nil).state == .ok)
    #expect(check(now: 1_000_000 - 200, newest: nil).state == .ok)
    #expect(check(now: 1_000_000 - 86_400, newest: nil).state == .problem)
    #expect(check(now: 2_000_000, newest: 2_000_100).state == .ok)
    let behind = check(now: 2_000_000, newest: 2_007_200)
    #expect(behind.state == .problem && behind.text.contains("2 hours in the future"))
    #expect(behind.fix == "sudo timedatectl set-ntp true")
    #expect(check(now: 9_000_000, newest: 2_000_000).state == .ok)
  }

  @Test("interfaces: none, down, without address, deaf, well")
  func network() {
    let loopback = NetworkInterface(
      name: "lo", isLoopback: true, hasMulticast: false, addresses: ["127.0.0.1"])
    func check(_ others: NetworkInterface...) -> DoctorCheck {
      NetworkInterface.verdict([loopback] + others, remedy: Self.remedy)
    }
    #expect(check().state == .problem)
    let down = check(NetworkInterface(name: "eth0", isUp: false))
    #expect(down.state == .problem && down.fix == "sudo ip link set dev eth0 up")
    #expect(check(NetworkInterface(name: "eth0")).text.contains("has no address"))
    let deaf = NetworkInterface(name: "tun0", hasMulticast: false, addresses: ["10.8.0.2"])
    #expect(check(deaf).fix == "sudo ip link set dev tun0 multicast on")
    let well = check(deaf, NetworkInterface(name: "eth0", addresses: ["192.168.1.5"]))
    #expect(well.state == .ok && well.text.contains("tun0 does not"))
  }

  @Test("the database's version is read without opening it")
  func database() throws {
    let home = NSTemporaryDirectory() + "/parlor-doctor-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    #expect(DatabaseVersion.read(home: home) == .none)
    try Store(home: home, .parlor).close()
    #expect(DatabaseVersion.read(home: home) == .version(DatabaseVersion.known))
    #expect(DatabaseVerdict.check(DatabaseVersion.read(home: home)).state == .ok)
    #expect(DatabaseVerdict.check(.version(0)).state == .ok)
    let newer = DatabaseVerdict.check(.version(DatabaseVersion.known + 1))
    #expect(newer.state == .problem && newer.text.contains("run the newer Parlor"))
    try Data("nonsense".utf8).write(to: URL(fileURLWithPath: home + "/parlor.sqlite"))
    #expect(DatabaseVerdict.check(DatabaseVersion.read(home: home)).state == .problem)
    try Data().write(to: URL(fileURLWithPath: home + "/parlor.sqlite"))
    #expect(DatabaseVerdict.check(DatabaseVersion.read(home: home)).state == .notChecked)
  }

  @Test("a peer that is not online: in sight, away, never reached, reached by others")
  func peer() {
    func check(_ reached: Reached, _ fill: (inout PeerView) -> Void) -> DoctorCheck {
      var peer = PeerView()
      peer.addresses = ["192.168.1.20:4711"]
      fill(&peer)
      return PeerVerdict.check(
        peer, tries: [("192.168.1.20:4711", reached)], command: "parlor")
    }
    let seen = check(.silent) {
      $0.name = "Ada"
      $0.id = "abc"
      $0.discovered = true
    }
    #expect(seen.state == .problem && seen.text.contains("192.168.1.20:4711: no answer"))
    let away = check(.refused("Connection refused")) {
      $0.name = "Ada"
      $0.id = "abc"
      $0.problem = "told by the daemon"
    }
    #expect(away.state == .notChecked && away.text.contains("(told by the daemon)"))
    let never = check(.refused("No route to host")) { _ in }
    #expect(never.state == .problem && never.fix == "parlor peer forget 192.168.1.20:4711")
    let odd = check(.connected) { $0.id = "abc" }
    #expect(odd.state == .problem && odd.fix == "parlor peer list")
  }

  @Test("the daemon's port at our own addresses")
  func port() {
    func check(_ tries: [(address: String, reached: Reached)]) -> DoctorCheck {
      PortVerdict.check(port: 4711, tries: tries, restart: "again")
    }
    #expect(check([]).state == .notChecked)
    #expect(check([("10.0.0.1:4711", .connected)]).state == .ok)
    let closed = check([
      ("10.0.0.1:4711", .connected), ("[fd00::1]:4711", .refused("Connection refused")),
    ])
    #expect(closed.state == .problem && closed.fix == "again")
    #expect(closed.text.contains("[fd00::1]:4711 (Connection refused)"))
  }

  @Test(
    "others say whether they reach the port: one who does counts more than one who does not (45.4)")
  func wayBack() {
    func peer(_ name: String, _ wayBack: WayBack, online: Bool = true) -> PeerView {
      .with {
        ($0.name, $0.wayBack, $0.online) = (name, wayBack, online)
        $0.wayBackAddress = "10.0.0.1:4711"
      }
    }
    func check(_ peers: PeerView...) -> DoctorCheck {
      PortVerdict.check(
        port: 4711, tries: [("10.0.0.1:4711", .connected)], peers: peers, restart: "again")
    }
    #expect(check().text.hasSuffix("Only others can tell whether they reach it."))
    #expect(check(peer("Bob", .silent, online: false)).state == .ok)
    #expect(check(peer("Bob", .unspecified)).text.hasSuffix("whether they reach it."))
    #expect(check(peer("Bob", .open)).text.hasSuffix("Bob reaches it."))
    #expect(check(peer("Bob", .open), peer("Cleo", .open)).text.hasSuffix("Bob and Cleo reach it."))
    let many = check(
      peer("A", .open), peer("B", .open), peer("C", .open), peer("D", .open), peer("E", .open))
    #expect(many.text.hasSuffix("A, B, C and 2 more reach it."))
    let silent = check(peer("Bob", .silent))
    #expect(silent.state == .problem)
    #expect(silent.text.hasPrefix("Bob cannot reach this node: nothing answers at 10.0.0.1:4711."))
    #expect(
      check(peer("Bob", .refused)).text.contains("the connection at 10.0.0.1:4711 is refused"))
    #expect(check(peer("Bob", .failed)).state == .problem)
    let mixed = check(peer("Bob", .open), peer("Mallory", .silent))
    #expect(mixed.state == .ok && mixed.text.contains("Bob reaches it, and Mallory does not"))
  }

  @Test("commands fit the machine, and words the shell")
  func remedies() {
    #expect(
      SystemCommands().start("avahi-daemon", program: "x")
        == "sudo systemctl enable --now avahi-daemon")
    #expect(
      SystemCommands(isRoot: true, hasSystemd: false).start("a", program: "a --daemonize")
        == "a --daemonize")
    #expect(
      SystemCommands(packager: "dnf").install(debian: "a", elsewhere: "b") == "sudo dnf install b")
    #expect(SystemCommands(packager: nil).install(debian: "a", elsewhere: "b").isEmpty)
    #expect(SystemCommands.word("/home/ada/x-1.y") == "/home/ada/x-1.y")
    #expect(SystemCommands.word("a'b c") == "'a'\\''b c'")
    #expect(SystemCommands.word("") == "''")
  }
}

@Suite("The doctor never hangs")
struct BoundTests {
  @Test("work that takes too long is left alone")
  func late() {
    let begin = ContinuousClock.now
    let slow = Probe {
      sleep(5)
      return 1
    }
    #expect(slow.value(by: begin + .milliseconds(50)) == nil)
    #expect(ContinuousClock.now - begin < .seconds(3))
    let quick = Probe { 7 }
    for _ in 0..<2 { #expect(quick.value(by: ContinuousClock.now + .seconds(5)) == 7) }
  }

  @Test("a tool that hangs is ended, one that is missing is nothing")
  func tools() {
    let begin = ContinuousClock.now
    #expect(Tool.output(["sleep", "60"], within: .milliseconds(50)) == nil)
    #expect(ContinuousClock.now - begin < .seconds(5))
    #expect(Tool.output(["echo", "a", "b"], within: .seconds(20)) == "a b\n")
    let failed = Tool.run(["ls", "/no/such/place"], within: .seconds(20))
    #expect(failed?.code == 2 && failed?.output.contains("No such file") == true)
    #expect(Tool.output(["no-such-tool-here"], within: .seconds(20)) == nil)
  }

  @Test("addresses are tried all at once")
  func addresses() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        listen(listener, 1)
        _ = getsockname(listener, $0, &length)
      }
    }
    let port = UInt16(bigEndian: name.sin_port)
    let open = try #require(Endpoint("127.0.0.1:\(port)"))
    let closed = try #require(Endpoint("[::1]:9"))
    let results = Endpoint.tryAll([open, closed], within: .seconds(5))
    #expect(results.map(\.address) == ["127.0.0.1:\(port)", "[::1]:9"])
    #expect(results[0].reached == .connected)
    #expect(results[1].reached != .connected)
    #expect(Endpoint("a.name:80") == nil)
  }
}
