import Discovery
import Glibc
import Programs
import Schema
import Store

/// Looks for what keeps people from finding and reaching each other, one check after the other.
///
/// Works with and without a daemon. Every step has a bound: a machine that hangs somewhere is told of, not
/// waited for.
public struct Doctor: Sendable {
  /// How long a look at a file, an interface or the clock may take.
  private static let short = Duration.seconds(3)
  /// How long Avahi may take to answer, and then our own service to come back.
  private static let avahiPatience = Duration.seconds(6)
  /// How long connections may take.
  private static let connecting = Duration.milliseconds(1_500)
  /// Peers that are looked at.
  private static let peerLimit = 16
  /// Addresses of one peer, and of this machine, that are tried: the daemon grants few links at once.
  private static let addressLimit = 4

  private let home: String
  private let command: String
  private let remedy: Remedy

  /// Prepares a look at the node of a home, an absolute path; `isUsual` says that commands find it without
  /// being told.
  public init(home: String, isUsual: Bool) {
    self.home = home
    command = isUsual ? "parlor" : "parlor --home \(Remedy.word(home))"
    remedy = Facts.remedy()
  }

  /// Makes all checks and tells each as soon as it is done, in the order of `CheckName`.
  public func examine(_ tell: (DoctorCheck) -> Void) {
    let (home, remedy) = (home, remedy)
    let daemon = Bounded.run(.seconds(8)) { DaemonFacts.ask(home: home) }
    let isThere = Bounded.run(Self.short) { Facts.isThere(home) }
    if isThere == false {
      tell(.notChecked(.files, "The home \(home) is not there yet: the first start makes it."))
    } else {
      tell(bounded(.files) { Facts.files(home: home, remedy) })
      let complaint = daemon?.status?.storageProblem ?? ""
      tell(bounded(.disk) { Facts.disk(home: home, complaint: complaint) })
      tell(bounded(.database) { DatabaseVerdict.check(DatabaseVersion.read(home: home)) })
    }
    tell(daemon?.check(command: command) ?? late(.daemon))
    if let status = daemon?.status {
      tell(PageVerdict.check(status.page, command: command))
      tell(ShareVerdict.check(status.shares, command: command))
    }
    let peers = daemon?.peers ?? []
    tell(bounded(.clock) { Facts.clock(home: home, peers: peers, remedy) })
    examineNetwork(port: daemon?.status.map { Int($0.port) }, tell)
    examineDiscovery(tell)
    if let check = daemon?.discoveryCheck { tell(check) }
    for peer in peers.filter({ !$0.online }).prefix(Self.peerLimit) {
      let endpoints = peer.addresses.prefix(Self.addressLimit).compactMap { Endpoint($0) }
      let tries = Endpoint.tryAll(endpoints, within: Self.connecting)
      tell(PeerVerdict.check(peer, tries: tries, command: command))
    }
  }

  private func examineNetwork(port: Int?, _ tell: (DoctorCheck) -> Void) {
    let (home, remedy) = (home, remedy)
    let network = Bounded.run(Self.short) { Facts.network(port: UInt16(clamping: port ?? 0)) }
    guard let network else { return tell(late(.network)) }
    tell(NetworkInterface.verdict(network.interfaces, remedy: remedy))
    if let port {
      let tries = Endpoint.tryAll(
        Array(network.endpoints.prefix(Self.addressLimit)), within: Self.connecting)
      tell(
        PortVerdict.check(port: port, tries: tries, restart: "\(command) stop && \(command) status")
      )
    }
    let needs = [.multicastDNS] + (port.map { [Need(transport: "tcp", port: $0)] } ?? [])
    let isPortKnown = port != nil
    tell(
      bounded(.firewall, within: .seconds(15)) {
        Facts.firewall(needs, home: home, remedy).verdict(isPortKnown: isPortKnown)
      })
  }

  private func examineDiscovery(_ tell: (DoctorCheck) -> Void) {
    let remedy = remedy
    let dbus = bounded(.dbus) {
      guard let reason = Facts.dbusProblem() else { return .ok(.dbus, "D-Bus answers.") }
      let fix =
        Tool.exists("dbus-daemon") || Tool.exists("dbus-broker")
        ? remedy.start("dbus", program: "service dbus start")
        : remedy.install(debian: "dbus", elsewhere: "dbus")
      return .problem(
        .dbus, "The system's D-Bus does not answer (\(reason)), and Avahi is asked through it.",
        fix: fix)
    }
    tell(dbus)
    guard dbus.state == .ok else {
      tell(.notChecked(.avahi, "Avahi cannot be asked without D-Bus."))
      return tell(.notChecked(.loopback, "Nothing can be registered without D-Bus."))
    }
    // Together, because the second one goes on with the helper of the first.
    let checks = Bounded.run(Self.avahiPatience * 2 + .seconds(2)) { Self.tryAvahi(remedy) }
    for check in checks ?? [late(.avahi), late(.loopback)] { tell(check) }
  }

  /// Asks Avahi, and registers a service to see whether it comes back.
  private static func tryAvahi(_ remedy: Remedy) -> [DoctorCheck] {
    let skipped = DoctorCheck.notChecked(.loopback, "Nothing can be registered without Avahi.")
    let trial: LoopbackTrial
    do {
      trial = try LoopbackTrial()
    } catch {
      let reason = String(cString: strerror(error.code))
      return [
        .problem(
          .avahi,
          "The program parlor-discovery cannot be started (\(reason)), so others are not found automatically: put it "
            + "beside parlor."), skipped,
      ]
    }
    switch trial.opens(within: avahiPatience) {
    case .works: break
    case .problem:
      let fix =
        Tool.exists("avahi-daemon")
        ? remedy.start("avahi-daemon", program: "avahi-daemon --daemonize")
        : remedy.install(debian: "avahi-daemon", elsewhere: "avahi")
      return [
        .problem(.avahi, "Avahi does not run, so others are not found automatically.", fix: fix),
        skipped,
      ]
    case .silent, .ended:
      return [
        .problem(
          .avahi, "Avahi does not answer, so others are not found automatically: start it again.",
          fix: remedy.asRoot(
            remedy.hasSystemd ? "systemctl restart avahi-daemon" : "avahi-daemon --kill")),
        skipped,
      ]
    }
    let avahi = DoctorCheck.ok(.avahi, "Avahi runs and takes registrations.")
    guard let addresses = trial.returns(within: avahiPatience) else {
      return [
        avahi,
        .problem(
          .loopback,
          "A service that was registered is not seen from this machine, so others will not see yours: Avahi "
            + "may be kept from the interfaces in use (allow-interfaces, deny-interfaces in "
            + "/etc/avahi/avahi-daemon.conf).",
          fix: remedy.asRoot("systemctl restart avahi-daemon")),
      ]
    }
    let places = addresses.prefix(addressLimit).joined(separator: ", ")
    return [avahi, .ok(.loopback, "A service that was registered came back, at \(places).")]
  }

  private func bounded(
    _ name: CheckName, within limit: Duration = Self.short,
    _ check: @escaping @Sendable () -> DoctorCheck
  ) -> DoctorCheck { Bounded.run(limit, check) ?? late(name) }

  private func late(_ name: CheckName) -> DoctorCheck {
    .problem(name, "This check did not finish in time: something hangs there.")
  }
}
