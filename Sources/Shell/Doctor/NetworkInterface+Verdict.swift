import Programs
import Schema

extension NetworkInterface {
  /// Whether there is a network on which others can be found.
  static func verdict(_ interfaces: [NetworkInterface], remedy: SystemCommands) -> DoctorCheck {
    let others = interfaces.filter { !$0.isLoopback }
    let up = inOrder(others.filter(\.isConnected))
    guard !up.isEmpty else { return unconnected(others, remedy) }
    let deaf = up.filter { !$0.hasMulticast }
    guard deaf.count < up.count else {
      return .problem(
        .network,
        "No interface passes multicast (\(names(deaf))), so others are not found automatically: switch it on, or add "
          + "peers with `parlor peer add HOST:PORT`.",
        fix: deaf.map {
          remedy.asRoot("ip link set dev \(SystemCommands.word($0.name)) multicast on")
        }
        .joined(separator: " && "))
    }
    let good = up.filter(\.hasMulticast)
    let note = deaf.isEmpty ? "" : " \(names(deaf)) does not: others are not found there."
    return .ok(.network, "\(names(good)) is up and passes multicast.\(note)")
  }

  private static func unconnected(_ others: [NetworkInterface], _ remedy: SystemCommands)
    -> DoctorCheck
  {
    let text = "This machine is in no network, so only nodes on it are reached"
    if let loose = others.first(where: { $0.isUp && !$0.hasCarrier }) {
      return .problem(
        .network,
        "\(text): \(loose.name) has no cable, or has joined no wireless network; connect it.")
    }
    if let down = others.first(where: { !$0.isUp }) {
      return .problem(
        .network, "\(text): connect it, or bring its interface up.",
        fix: remedy.asRoot("ip link set dev \(SystemCommands.word(down.name)) up"))
    }
    if let bare = others.first {
      return .problem(.network, "\(text): \(bare.name) is up and has no address; connect it.")
    }
    return .problem(.network, "\(text): it has no interface beside loopback; connect it.")
  }

  private static func names(_ interfaces: [NetworkInterface]) -> String {
    interfaces.map(\.name).joined(separator: ", ")
  }
}
