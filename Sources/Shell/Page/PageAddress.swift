/// The address of a home's page.
///
/// The name has a label that is this home's alone: a browser sends the cookies of a name to every port, so those of another
/// home or of another program must have another name. Browsers resolve names below `localhost` to loopback by themselves.
struct PageAddress: Hashable, Sendable {
  /// Ten random letters.
  let label: String
  let port: Int

  /// The host that requests name.
  var authority: String { "\(label).localhost:\(port)" }
  /// The origin that the page's own requests name.
  var origin: String { "http://\(authority)" }
  /// The cookie that names a browser's session.
  var cookie: String { "parlor-\(label)" }
}
