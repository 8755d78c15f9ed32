import Foundation
import Identifiers
@testable import Link
import Programs
import Schema
import Testing

@testable import Doctor

@Suite("42.14: one cause is one problem, with one command that fits the machine")
struct CauseTests {
  private static let systemd = SystemCommands()
  private static let scripts = SystemCommands(
    isRoot: true, hasSystemd: false, scripts: ["avahi-daemon", "dbus"])
  private static let bare = SystemCommands(isRoot: true, hasSystemd: false)

  private func problems(_ checks: [DoctorCheck]) -> [String] {
    checks.filter { $0.state == .problem }.map(\.name)
  }

  @Test("Avahi that is not there is installed, and nothing else is a problem, D-Bus or not")
  func notInstalled() {
    for busProblem in [nil, "/run/dbus/system_bus_socket: No such file or directory"] {
      let checks = AvahiFacts(
        isInstalled: false, isRunning: false, busProblem: busProblem, isBusInstalled: false,
        trial: .unreached
      ).checks(Self.bare)
      #expect(checks.map(\.name) == ["dbus", "avahi", "loopback"])
      #expect(problems(checks) == ["avahi"])
      #expect(checks[1].fix == "apt install avahi-daemon")
      #expect(checks.filter { !$0.fix.isEmpty }.count == 1)
    }
  }

  @Test(
    "Avahi that does not run is started by what the machine has",
    arguments: [
      (systemd, "sudo systemctl enable --now avahi-daemon"),
      (scripts, "/etc/init.d/avahi-daemon start"), (bare, "avahi-daemon --daemonize"),
    ])
  func notRunning(remedy: SystemCommands, fix: String) {
    for trial in [AvahiFacts.Trial.unreached, .silent] {
      let checks = AvahiFacts(isRunning: false, trial: trial).checks(remedy)
      #expect(problems(checks) == ["avahi"])
      #expect(checks[1].fix == fix && checks[1].text.contains("does not run"))
    }
  }

  @Test(
    "Avahi that runs and says nothing is started again",
    arguments: [
      (systemd, "sudo systemctl restart avahi-daemon"),
      (scripts, "/etc/init.d/avahi-daemon restart"),
      (bare, "avahi-daemon --kill && avahi-daemon --daemonize"),
    ])
  func silent(remedy: SystemCommands, fix: String) {
    let checks = AvahiFacts(trial: .silent).checks(remedy)
    #expect(problems(checks) == ["avahi"] && checks[1].fix == fix)
  }

  @Test("without D-Bus one command starts it, and Avahi after it where that does not run either")
  func bus() {
    let facts = AvahiFacts(isRunning: false, busProblem: "no", trial: .unreached)
    #expect(problems(facts.checks(Self.scripts)) == ["dbus"])
    #expect(
      facts.checks(Self.scripts)[0].fix
        == "/etc/init.d/dbus start && /etc/init.d/avahi-daemon start")
    let running = AvahiFacts(busProblem: "no", trial: .unreached)
    #expect(running.checks(Self.systemd)[0].fix == "sudo systemctl start dbus")
  }

  @Test("a service that comes back is well, one that has had no time is none of a problem")
  func loopback() {
    #expect(problems(AvahiFacts(trial: .seen(["10.0.0.1:9"])).checks(Self.bare)).isEmpty)
    let early = AvahiFacts(trial: .taken).checks(Self.bare)
    #expect(problems(early).isEmpty && early[2].state == .notChecked)
    #expect(problems(AvahiFacts(trial: .lost).checks(Self.bare)) == ["loopback"])
    #expect(problems(AvahiFacts(trial: .noProgram("no")).checks(Self.bare)) == ["avahi"])
  }

  @Test("what follows from a cause is told as not checked, and without a command")
  func consequences() {
    let all: [DoctorCheck] = [
      .problem(.clock, "Bob's clock is 60 minutes behind yours.", fix: "clock"),
      .problem(.network, "no cable"), .problem(.loopback, "not seen", fix: "a"),
      .problem(.avahi, "does not run", fix: "b"), .problem(.discovery, "no Avahi", fix: "c"),
    ]
    let marked = Consequences.marked(all)
    #expect(problems(marked) == ["clock", "network", "avahi"])
    #expect(marked.map(\.name) == all.map(\.name))
    #expect(marked.allSatisfy { $0.state == .problem || ($0.fix.isEmpty && !$0.text.isEmpty) })
    #expect(problems(Consequences.marked([all[0], all[4]])) == ["clock", "discovery"])
  }

  @Test("without a network a peer elsewhere is no problem of its own, one on this machine is")
  func peerWithoutNetwork() {
    func check(_ address: String) -> DoctorCheck {
      PeerVerdict.check(
        .with { $0.addresses = [address] }, tries: [(address, .refused("no"))], command: "parlor",
        isConnected: false)
    }
    #expect(check("192.168.1.7:4711").state == .notChecked)
    #expect(check("127.0.0.1:9").state == .problem)
    #expect(check("[::1]:9").state == .problem)
  }

  @Test("an interface without a cable is no network, and no command plugs one in")
  func cable() {
    let loose = NetworkInterface(name: "eth0", hasCarrier: false, addresses: ["192.168.1.5"])
    let down = NetworkInterface(name: "wlan0", isUp: false)
    let check = NetworkInterface.verdict([down, loose], remedy: Self.systemd)
    #expect(check.state == .problem && check.text.contains("eth0 has no cable"))
    #expect(check.fix.isEmpty)
  }

  @Test("a clock that differs from a peer's is told, with what sets ours where nothing keeps it")
  func clock() {
    func check(_ differences: [String], isKept: Bool?) -> DoctorCheck {
      ClockVerdict.check(
        now: 2_000_000, program: 1_000_000, newest: nil,
        others: .init(compared: 2, differences: differences), isKept: isKept, remedy: Self.systemd)
    }
    let said = "Bob's clock is 60 minutes behind yours"
    let free = check([said], isKept: false)
    #expect(free.state == .problem && free.text.hasPrefix(said + "."))
    #expect(free.fix == "sudo timedatectl set-ntp true")
    let kept = check([said], isKept: true)
    #expect(kept.state == .problem && kept.text.hasPrefix(said + ".") && kept.fix.isEmpty)
    #expect(check([], isKept: nil).text == "The clock agrees with those of 2 linked peers.")
    #expect(!check([], isKept: nil).text.contains("plausible"))
    #expect(Self.bare.setClock() == "apt install chrony")
    #expect(
      SystemCommands(isRoot: true, hasSystemd: false, scripts: ["ntpsec"]).setClock()
        == "/etc/init.d/ntpsec restart")
  }

  @Test("who plays from a home below the own one is known by the key there")
  func guests() throws {
    let home = NSTemporaryDirectory() + "/parlor-doctor-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    var expected: Set<String> = []
    for name in ["machine", "guest"] {
      let below = "\(home)/\(name)"
      try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: true)
      let identity = try NodeIdentity.loadOrCreate(in: below)
      expected.insert(try #require(NodeID(identity.node)).description)
    }
    try FileManager.default.createDirectory(
      atPath: home + "/blobs", withIntermediateDirectories: true)
    _ = try NodeIdentity.loadOrCreate(in: home)
    #expect(GuestNodes.ids(in: home) == expected)
    #expect(GuestNodes.ids(in: home + "/nowhere").isEmpty)
  }

  @Test("all of it takes no more than a second, whatever is there")
  func second() {
    let begin = ContinuousClock.now
    Doctor(home: NSTemporaryDirectory() + "/nowhere", isUsual: false).examine { _ in }
    #expect(ContinuousClock.now - begin < .milliseconds(1_100))
  }
}
