import Schema

extension DaemonClient {
  /// Whether the daemon that answers runs a program whose file was replaced meanwhile, as an upgrade does.
  public var isOutdated: Bool {
    guard (try? connect()) != nil else { return false }
    return programNote?.isReplaced == true
  }

  /// Whether nothing is lost or held up when the daemon begins again now. Screens, pages and streams come back to it by themselves.
  ///
  /// A home with a password that is open would be locked afterwards.
  var isIdle: Bool {
    guard let status = try? call(Methods.Node.status), status.tablesPlaying == 0,
      status.tablesOpen == 0
    else { return false }
    guard !status.lock.locked else { return true }
    guard !status.lock.hasPassword_p, let list = try? call(Methods.Pairing.list) else {
      return false
    }
    return list.pairings.allSatisfy { [.done, .failed, .late].contains($0.state) }
  }
}
