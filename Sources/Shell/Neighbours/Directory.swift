/// One service as the browser names it: an instance on one interface.
package struct ServiceKey: Hashable {
  /// The instance name.
  package var name: String
  /// The domain, `local.` as a rule.
  package var domain: String
  /// The interface on which it was received.
  package var interface: Interface

  /// The service named.
  package init(name: String, domain: String, interface: Interface) {
    self.name = name
    self.domain = domain
    self.interface = interface
  }
}

/// One way to reach a host.
package struct Reachable: Hashable {
  /// Lower ones are tried first.
  package var rank: Int
  /// The address without a port, with its scope id.
  package var text: String

  /// The address in `text`.
  package init(rank: Int, text: String) {
    self.rank = rank
    self.text = text
  }
}

/// The result of resolving one service.
package struct Resolved: Equatable {
  /// The host name, with its final dot.
  package var host: String
  /// The TCP port.
  package var port: UInt16
  /// The TXT pairs.
  package var text: [String: String]
  /// The addresses known so far.
  package var addresses: Set<Reachable>

  /// Holds the known facts of one service.
  package init(host: String, port: UInt16, text: [String: String], addresses: Set<Reachable>) {
    self.host = host
    self.port = port
    self.text = text
    self.addresses = addresses
  }
}

/// One instance as it is reported: all interfaces together.
package struct Instance: Equatable {
  /// The instance name.
  package var name: String
  /// The host name.
  package var host: String
  /// The TCP port.
  package var port: UInt16
  /// Addresses without port, the best first.
  package var addresses: [String]
  /// The TXT pairs.
  package var text: [String: String]
}

/// The instances that are there, from the adds and removes of the browser.
///
/// IPv4 and IPv6 each give an add and a remove for one interface, so they are counted: a service is
/// gone when all of its adds are taken back, an instance when all of its services are gone.
package struct Directory {
  /// One step that the caller must take; they come in order.
  package enum Step: Equatable {
    /// Find out host, port, TXT and addresses, and hand them to `resolved`.
    case resolve(ServiceKey)
    /// Stop resolving.
    case forget(ServiceKey)
    /// Say it on standard output.
    case tell(Event)
  }

  private struct Entry {
    var adds: [ServiceKey: Int] = [:]
    var resolved: [ServiceKey: Resolved] = [:]
    var told: Instance?
  }

  private var entries: [String: Entry] = [:]

  /// Knows nothing yet.
  package init() {}

  /// The browser added a service.
  ///
  /// A name with control characters breaks RFC 6763 section 4.1.1 and is ignored: cleaned, it could
  /// pass for another one.
  package mutating func appeared(_ key: ServiceKey) -> [Step] {
    guard !key.name.isEmpty, key.name.utf8.count <= Limits.nameOctets, key.name.isPlain else {
      return []
    }
    if entries[key.name] == nil && entries.count >= Limits.instances { return [] }
    let count = entries[key.name, default: Entry()].adds[key, default: 0] + 1
    entries[key.name, default: Entry()].adds[key] = count
    return count == 1 ? [.resolve(key)] : []
  }

  /// The browser took a service back; one that was never added is ignored.
  package mutating func vanished(_ key: ServiceKey) -> [Step] {
    guard var entry = entries[key.name], let count = entry.adds[key] else { return [] }
    entry.adds[key] = count > 1 ? count - 1 : nil
    if count > 1 {
      entries[key.name] = entry
      return []
    }
    entry.resolved[key] = nil
    guard entry.adds.isEmpty else {
      let news = tell(&entry, name: key.name)
      entries[key.name] = entry
      return [.forget(key)] + news
    }
    entries[key.name] = nil
    return [.forget(key)] + (entry.told == nil ? [] : [.tell(.lost(instance: key.name))])
  }

  /// Resolving gave something; services that left meanwhile are ignored.
  package mutating func resolved(_ key: ServiceKey, _ resolved: Resolved) -> [Step] {
    guard var entry = entries[key.name], entry.adds[key] != nil else { return [] }
    entry.resolved[key] = resolved
    let news = tell(&entry, name: key.name)
    entries[key.name] = entry
    return news
  }

  private func tell(_ entry: inout Entry, name: String) -> [Step] {
    guard let instance = merge(entry.resolved, name: name), instance != entry.told else {
      return []
    }
    entry.told = instance
    return [.tell(.found(instance))]
  }

  /// Joins what all interfaces say; the lowest interface index decides where they differ.
  private func merge(_ resolved: [ServiceKey: Resolved], name: String) -> Instance? {
    let ordered = resolved.sorted {
      ($0.key.interface.index, $0.key.domain) < ($1.key.interface.index, $1.key.domain)
    }.map(\.value).filter { !$0.addresses.isEmpty }
    guard let first = ordered.first else { return nil }
    let addresses = Set(ordered.filter { $0.port == first.port }.flatMap(\.addresses))
      .sorted { ($0.rank, $0.text) < ($1.rank, $1.text) }
    return Instance(
      name: name, host: first.host, port: first.port,
      addresses: addresses.prefix(Limits.addresses).map(\.text), text: first.text)
  }
}

extension String {
  /// Whether it has no control character (Unicode category Cc).
  package var isPlain: Bool {
    !unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
