import Feature
import HTTPTypes
import Schema

/// The guard of the page's server, which lets only requests of its own page in (specification section 24).
///
/// Any web site that a person visits can send requests to loopback, and every program of the machine can. They differ in the name that they
/// ask for, and in what the browser says of the site that asks.
struct PageGuard: Sendable {
  let address: PageAddress

  /// The reason why a request is turned away.
  struct Rejection: Equatable {
    let status: HTTPResponse.Status
    let sentence: String
    var remedy: RemedyCode?

    /// The same as a refusal.
    var refused: Refused { Refused(.invalid, sentence, remedy.map { Remedy($0) }) }
  }

  /// Looks at the head of a request; nil where it may proceed to a session.
  func rejection(of head: HTTPRequest) -> Rejection? {
    guard head.path?.hasPrefix("/") == true,
      Self.onlyOnce.allSatisfy({ times, name in
        head.headerFields[values: name].count <= times
      })
    else {
      return Rejection(
        status: .badRequest,
        sentence: "The request names its address twice, or says something twice: it is refused.")
    }
    guard head.authority == address.authority else {
      return Rejection(
        status: .misdirectedRequest,
        sentence: "This page has another address.", remedy: .openPage)
    }
    guard [.get, .post, .put, .delete].contains(head.method) else {
      return Rejection(
        status: .methodNotAllowed, sentence: "The page takes GET, POST, PUT and DELETE only.")
    }
    let isSame = head.headerFields[.secFetchSite] == "same-origin"
    guard isSame || isNavigation(head) else {
      return Rejection(
        status: .forbidden,
        sentence:
          "This did not come from Parlor's own page, or the browser does not say from where: it is refused."
      )
    }
    guard head.method != .get else { return nil }
    guard head.headerFields[.origin] == address.origin else {
      return Rejection(
        status: .forbidden, sentence: "This came from another page than Parlor's: it is refused.")
    }
    guard takes(head.headerFields[.contentType], of: head) else {
      return Rejection(
        status: .unsupportedMediaType,
        sentence: "The body has another content type than the page sends: it is refused.")
    }
    return nil
  }

  /// Fields that decide, and how often each may be there beside the first `Host`, which the authority holds: what reads the first
  /// one and what reads the last must see the same (RFC 9112, sections 3.2 and 6.3).
  private static let onlyOnce: [(times: Int, name: HTTPField.Name)] =
    [(0, .host)]
    + [
      .origin, .contentType, .contentLength, .transferEncoding, .secFetchSite, .secFetchMode,
      .secFetchDest,
    ]
    .map { (1, $0) }

  /// A person who opens the page: from a link, a bookmark or the address bar.
  private func isNavigation(_ head: HTTPRequest) -> Bool {
    head.method == .get && path(of: head) == "/"
      && head.headerFields[.secFetchMode] == "navigate"
      && head.headerFields[.secFetchDest] == "document"
  }

  /// A form of another site can send neither of these types.
  private func takes(_ type: String?, of head: HTTPRequest) -> Bool {
    switch head.method {
    case .put: type == "application/octet-stream"
    case .delete: true
    default: type == "application/json"
    }
  }

  private func path(of head: HTTPRequest) -> Substring {
    (head.path ?? "").prefix { $0 != "?" }
  }
}

extension HTTPField.Name {
  /// The name of the page; the first one is the authority of a request.
  static let host = Self("Host")!
  static let secFetchSite = Self("Sec-Fetch-Site")!
  static let secFetchMode = Self("Sec-Fetch-Mode")!
  static let secFetchDest = Self("Sec-Fetch-Dest")!
  static let referrerPolicy = Self("Referrer-Policy")!
  static let openerPolicy = Self("Cross-Origin-Opener-Policy")!
  static let resourcePolicy = Self("Cross-Origin-Resource-Policy")!
  static let embedderPolicy = Self("Cross-Origin-Embedder-Policy")!
}
