import Client
import Discovery
import Glibc
import Programs
import Schema
import Store
import Wire

/// Looks at everything at once, each look on a thread of its own, under one deadline.
///
/// A look that depends on the daemon begins when it has answered, which it does within milliseconds or not at all.
struct Examination: Sendable {
  /// The time that all of it may take; the rest of a second is for starting and ending the program.
  static let patience = Duration.milliseconds(900)
  /// The time that the daemon may take to answer.
  private static let daemonPatience = Duration.milliseconds(650)
  /// The time that is kept for the work after a look that takes all of it.
  private static let margin = Duration.milliseconds(50)
  /// The least time that a registered service needs to be seen again.
  private static let seeing = Duration.milliseconds(250)
  /// The milliseconds after which the daemon has announced its own service.
  private static let announced: Int64 = 5_000
  /// Peers that are looked at.
  private static let peerLimit = 16
  /// Addresses of one peer, and of this machine, that are tried: the daemon grants few links at once.
  private static let addressLimit = 4

  private let end: ContinuousClock.Instant
  private let command: String
  private let home: String
  private let isThere: Probe<Bool>
  private let daemon: Probe<DaemonFacts>
  private let files: Probe<DoctorCheck>
  private let disk: Probe<DoctorCheck>
  private let database: Probe<DoctorCheck>
  private let clock: Probe<DoctorCheck>
  private let network: Probe<DoctorCheck>
  private let port: Probe<DoctorCheck?>
  private let firewall: Probe<DoctorCheck>
  private let avahi: Probe<[DoctorCheck]>
  private let peers: Probe<[DoctorCheck]>

  /// Begins all looks at the node of a home.
  ///
  /// - Parameter command: how people call the program for this home.
  init(home: String, command: String, remedy: SystemCommands) {
    let begin = ContinuousClock.now
    let end = begin + Self.patience
    let answered = begin + Self.daemonPatience
    (self.end, self.command, self.home) = (end, command, home)
    let daemon = Probe { DaemonFacts.ask(home: home, within: Self.daemonPatience - Self.margin) }
    self.daemon = daemon
    let known: @Sendable () -> DaemonFacts = { daemon.value(by: answered) ?? .late }
    let guests = Probe { GuestNodes.ids(in: home) }
    let others: @Sendable () -> [PeerView] = {
      let own = guests.value(by: answered) ?? []
      return known().peers.filter { !own.contains($0.id) }
    }
    isThere = Probe { Facts.isThere(home) }
    files = Probe { Facts.files(home: home, remedy) }
    disk = Probe { Facts.disk(home: home, complaint: known().status?.storageProblem ?? "") }
    database = Probe { DatabaseVerdict.check(DatabaseVersion.read(home: home)) }
    clock = Probe { Facts.clock(home: home, peers: others(), remedy) }
    let interfaces = Probe { NetworkInterface.all() }
    network = Probe {
      interfaces.value(by: end).map { NetworkInterface.verdict($0, remedy: remedy) }
        ?? Self.late(.network)
    }
    port = Probe {
      Self.port(known().status, peers: others(), command: command, by: end - Self.margin)
    }
    firewall = Probe {
      let port = known().status.map { Need(transport: "tcp", port: Int($0.port)) }
      // What is asked after the end is not told: nothing is made of a tool that had no time.
      return Facts.firewall(
        [.multicastDNS] + (port.map { [$0] } ?? []), home: home, remedy, by: end + .seconds(1)
      ).verdict(isPortKnown: port != nil)
    }
    avahi = Probe {
      Facts.avahi(Self.trial(known().status, by: end - Self.margin)).checks(remedy)
    }
    peers = Probe {
      Self.peers(
        others().filter { !$0.online },
        isConnected: interfaces.value(by: end)?.contains(where: \.isConnected) ?? true,
        command: command, by: end - Self.margin)
    }
  }

  /// The checks by the deadline, in the order of `CheckName`.
  func checks() -> [DoctorCheck] {
    var checks: [DoctorCheck] = []
    let facts = daemon.value(by: end) ?? .late
    if isThere.value(by: end) == false {
      checks.append(
        .notChecked(.files, "The home \(home) is not there yet: the first start makes it."))
    } else {
      checks.append(files.value(by: end) ?? Self.late(.files))
      checks.append(disk.value(by: end) ?? Self.late(.disk))
      checks.append(database.value(by: end) ?? Self.late(.database))
    }
    checks.append(facts.check(command: command))
    if let status = facts.status {
      checks.append(PageVerdict.check(status.page, command: command))
      checks.append(ShareVerdict.check(status.shares, command: command))
    }
    checks.append(clock.value(by: end) ?? Self.late(.clock))
    checks.append(network.value(by: end) ?? Self.late(.network))
    if facts.status != nil, let check = port.value(by: end) ?? Self.late(.port) {
      checks.append(check)
    }
    checks.append(firewall.value(by: end) ?? Self.late(.firewall))
    let found = avahi.value(by: end) ?? [Self.late(.dbus), Self.late(.avahi), Self.late(.loopback)]
    checks += found
    let works = found.contains { $0.name == CheckName.avahi.rawValue && $0.state == .ok }
    if let check = facts.discoveryCheck(isAvahiThere: works) { checks.append(check) }
    checks += peers.value(by: end) ?? [Self.late(.peer)]
    return checks
  }

  private static func late(_ name: CheckName) -> DoctorCheck {
    .notChecked(
      name,
      "This check was not done within a second: the machine is busy, or something hangs there.")
  }

  private static func port(
    _ status: StatusView?, peers: [PeerView], command: String, by end: ContinuousClock.Instant
  ) -> DoctorCheck? {
    guard let status else { return nil }
    let own = NetworkInterface.all().filter(\.isConnected)
    let endpoints = NetworkInterface.addresses(of: own).compactMap { host in
      (try? Wire.Address(host: host, port: Int(status.port))).flatMap { Endpoint($0.description) }
    }
    let tries = Endpoint.tryAll(
      Array(endpoints.prefix(addressLimit)), within: end - ContinuousClock.now)
    return PortVerdict.check(
      port: Int(status.port), tries: tries, peers: peers,
      restart: "\(command) stop && \(command) status")
  }

  /// Looks for the service of a daemon that has announced itself, or registers one where none runs.
  private static func trial(
    _ status: StatusView?, by end: ContinuousClock.Instant
  ) -> AvahiFacts.Trial {
    let node = status.flatMap { status in
      status.discovery && status.uptimeMilliseconds >= announced ? status.node : nil
    }
    let trial: LoopbackTrial
    do {
      trial = try LoopbackTrial(lookingFor: node)
    } catch {
      return .noProgram(String(cString: strerror(error.code)))
    }
    switch trial.opens(within: end - ContinuousClock.now) {
    case .works: break
    case .problem: return .unreached
    case .silent, .ended: return .silent
    }
    let rest = end - ContinuousClock.now
    if let addresses = trial.returns(within: rest) {
      return .seen(Array(addresses.prefix(addressLimit)))
    }
    return node != nil && rest >= seeing ? .lost : .taken
  }

  /// Tries the addresses of all peers at once.
  private static func peers(
    _ away: [PeerView], isConnected: Bool, command: String, by end: ContinuousClock.Instant
  ) -> [DoctorCheck] {
    let peers = away.prefix(peerLimit)
    let endpoints = peers.map { $0.addresses.prefix(addressLimit).compactMap { Endpoint($0) } }
    var tries = Endpoint.tryAll(endpoints.flatMap(\.self), within: end - ContinuousClock.now)[...]
    return zip(peers, endpoints).map { peer, endpoints in
      defer { tries = tries.dropFirst(endpoints.count) }
      return PeerVerdict.check(
        peer, tries: Array(tries.prefix(endpoints.count)), command: command,
        isConnected: isConnected)
    }
  }
}
