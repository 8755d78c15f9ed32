import Glibc
import Neighbours
import Node
import Programs

/// Registers a service of a type that no node looks for, and waits until it is seen from this machine; or waits for the service
/// that a node of this machine has registered.
///
/// For a look at whether DNS-SD works at all; has a `parlor-discovery` of its own, which ends with this value.
public final class LoopbackTrial {
  /// The service type that is registered.
  public static let serviceType = "_parlor-test._tcp"

  /// The answer of the program about Avahi.
  public enum Answer: Equatable, Sendable {
    /// Avahi took the registration.
    case works
    /// It does not work; a sentence for people.
    case problem(String)
    /// The program said nothing in time.
    case silent
    /// The program ended.
    case ended
  }

  private let child: Child
  private let name: String
  /// The id of the node whose service is waited for; nil while one is registered here.
  private let node: String?
  private var splitter = LineSplitter(limit: Limits.lineOctets)
  private var waiting: [Said] = []
  private var hasEnded = false

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - node: the id of a node that has registered its service; nil to register one.
  ///   - program: its path, found by itself when nil.
  /// - Throws: `Child.Failure` when it cannot be started.
  public init(lookingFor node: String? = nil, program: String? = nil) throws(Child.Failure) {
    name = "Parlor doctor \(getpid())"
    self.node = node
    // Nothing listens on the port (9, discard): nobody connects to this service. With port 0 none is registered.
    let type = node == nil ? Self.serviceType : Discovery.serviceType
    child = try Child(
      program ?? Installed.program("parlor-discovery"),
      arguments: [type, name, node == nil ? "9" : "0"])
  }

  private func isLookedFor(_ sighting: Sighting) -> Bool {
    guard let node else { return sighting.instance == name }
    return !sighting.nodePrefix.isEmpty && node.hasPrefix(sighting.nodePrefix)
  }

  /// Waits until the program says whether Avahi works.
  public func opens(within limit: Duration) -> Answer {
    let answer = first(within: limit) { said -> Answer? in
      switch said {
      case .working: .works
      case .problem(let sentence): .problem(sentence)
      default: nil
      }
    }
    return answer ?? (hasEnded ? .ended : .silent)
  }

  /// Waits until the service is found, with an address; returns the addresses, or nil when it is not.
  public func returns(within limit: Duration) -> [String]? {
    first(within: limit) { said in
      guard case .found(let sighting) = said, isLookedFor(sighting) else { return nil }
      return sighting.addresses
    }
  }

  /// The first thing said that `pick` takes.
  private func first<Found>(within limit: Duration, _ pick: (Said) -> Found?) -> Found? {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while true {
      while !waiting.isEmpty {
        if let found = pick(waiting.removeFirst()) { return found }
      }
      let rest = (deadline - clock.now).wholeMilliseconds
      guard rest > 0, !hasEnded else { return nil }
      var entry = pollfd(fd: child.socket, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, rest)
      guard let octets = child.read() else {
        hasEnded = true
        continue
      }
      waiting += splitter.take(octets).compactMap { $0.flatMap(Said.init(line:)) }
    }
  }
}
