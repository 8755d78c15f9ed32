import Schema

/// Whether the page is served where it should be, to nobody else.
enum PageVerdict {
  static func check(_ page: PageStatus, command: String) -> DoctorCheck {
    if !page.problem.isEmpty { return .problem(.page, page.problem) }
    guard !page.address.isEmpty else {
      return .ok(.page, "The page is not served: nobody has asked for it.")
    }
    guard page.checksUser else {
      return .problem(
        .page,
        "The page is served, but this system does not tell which user has opened a connection: another user of the machine who has read a browser's cookies can see it.",
        fix: "\(command) page close")
    }
    return .ok(.page, "The page is served at \(page.address), to your own user alone.")
  }
}
