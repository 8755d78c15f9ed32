import API
import Feature
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Schema

/// Answers the requests of browsers: the checks, the page's files, sessions, and behind them the routes of the API.
struct PageAnswers: Sendable {
  static let logger = Logger(label: "parlor.page") { _ in SwiftLogNoOpLogHandler() }

  private let address: PageAddress
  private let browsers: Browsers
  /// As in `PageServer.Host`.
  private let folder: String?
  private let responder: RouterResponder<APIContext>
  private let notice: @Sendable (String) -> Void
  /// Has streams ask for their session again.
  private let sessionEnded: @Sendable () async -> Void

  init(
    address: PageAddress, browsers: Browsers, folder: String?,
    responder: RouterResponder<APIContext>, notice: @escaping @Sendable (String) -> Void,
    sessionEnded: @escaping @Sendable () async -> Void
  ) {
    self.address = address
    self.browsers = browsers
    self.folder = folder
    self.responder = responder
    self.notice = notice
    self.sessionEnded = sessionEnded
  }

  /// The answer to a request, whatever it is.
  func answer(_ request: Request, _ channel: any Channel) async -> Response {
    var response: Response
    if let rejection = PageGuard(address: address).rejection(of: request.head) {
      response = Self.refusal(rejection.status, rejection.refused)
    } else {
      do {
        response = try await checked(request, channel)
      } catch let refused as Refused {
        response = Self.refusal(.conflict, refused)
      } catch {
        response = Self.refusal(
          .badRequest, Refused(.invalid, "The request cannot be read."))
      }
    }
    let isForeign = response.headers[.contentType] == "application/octet-stream"
    PageHeaders.add(to: &response.headers, isForeign: isForeign)
    return response
  }

  private func checked(_ request: Request, _ channel: any Channel) async throws -> Response {
    let path = request.uri.path
    if request.method == .get {
      if path == "/" { return first(request) }
      if path.hasPrefix("/a/") { return file(path, request) }
    }
    if path == "/session", request.method == .post { return try await enter(request) }
    guard let cookie = cookie(of: request), browsers.knows(cookie) else {
      return Self.refusal(
        .unauthorized, Refused(.unavailable, "This browser may not see the page.", .openPage))
    }
    if path == "/session", request.method == .delete {
      try browsers.end(cookie: cookie)
      await sessionEnded()
      return Self.json(.ok, "{}", [.setCookie: "\(address.cookie)=; Path=/; Max-Age=0"])
    }
    return try await responder.respond(to: request, context: APIContext(channel, Self.logger))
  }

  // MARK: Files

  private var files: PageFiles { folder.map { PageFiles(folder: $0) } ?? .built }

  private func first(_ request: Request) -> Response {
    let files = files
    guard let file = files.first else {
      return Self.refusal(
        .notFound, Refused(.notFound, "This program was built without its page."))
    }
    let tag = "\"\(files.tree)\""
    let fields: HTTPFields = [.eTag: tag, .cacheControl: "no-cache"]
    if request.headers[.ifNoneMatch] == tag {
      return Response(status: .notModified, headers: fields)
    }
    return Self.response(file, fields, to: request)
  }

  private func file(_ path: String, _ request: Request) -> Response {
    let files = files
    let parts = path.split(separator: "/", maxSplits: 2)
    guard parts.count == 3, parts[1] == files.tree, let file = files.file(String(parts[2])) else {
      return Self.refusal(
        .notFound, Refused(.notFound, "The page has no such file: load it again."))
    }
    let caching = folder == nil ? "public, max-age=31536000, immutable" : "no-cache"
    return Self.response(file, [.cacheControl: caching], to: request)
  }

  // MARK: Sessions

  private struct Ticket: Decodable { let ticket: String }

  private func enter(_ request: Request) async throws -> Response {
    let body = try await request.body.collect(upTo: 1_024)
    let ticket = try JSONDecoder().decode(Ticket.self, from: Data(body.readableBytesView)).ticket
    let name = BrowserName.of(request.headers[.userAgent])
    switch try browsers.enter(ticket, name: name) {
    case .cookie(let cookie):
      let field =
        "\(address.cookie)=\(cookie); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
      return Self.json(.ok, "{}", [.setCookie: field])
    case .used(let first):
      notice(
        "\(name) tried a link to the page that \(first) had used before, and was refused. If that was not you, run `parlor page close`."
      )
      return Self.refusal(
        .unauthorized,
        Refused(
          .unavailable, "This link was used before, and works only once.", .renewPageLink))
    case .late:
      return Self.refusal(
        .unauthorized, Refused(.unavailable, "This link no longer works.", .renewPageLink))
    }
  }

  private func cookie(of request: Request) -> String? {
    let start = address.cookie + "="
    for field in request.headers[values: .cookie] {
      for part in field.split(separator: ";") {
        let part = part.drop { $0 == " " }
        if part.hasPrefix(start) { return String(part.dropFirst(start.count)) }
      }
    }
    return nil
  }

  // MARK: Responses

  /// A file, packed for a browser that can unpack it.
  private static func response(
    _ file: PageFiles.File, _ fields: HTTPFields, to request: Request
  ) -> Response {
    guard let packed = file.packed,
      request.headers[.acceptEncoding]?.contains("gzip") == true
    else { return response(.ok, file.bytes, fields, file.type) }
    var fields = fields
    fields[.contentEncoding] = "gzip"
    fields[.vary] = "Accept-Encoding"
    return response(.ok, packed, fields, file.type)
  }

  private static func response(
    _ status: HTTPResponse.Status, _ bytes: [UInt8], _ fields: HTTPFields, _ type: String
  ) -> Response {
    var fields = fields
    fields[.contentType] = type
    return Response(
      status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  private static func json(
    _ status: HTTPResponse.Status, _ text: String, _ fields: HTTPFields = [:]
  ) -> Response {
    response(status, Array(text.utf8), fields, "application/json")
  }

  private static func refusal(_ status: HTTPResponse.Status, _ refused: Refused) -> Response {
    json(status, (try? JSONMapping.text(refused.refusal)) ?? "{}")
  }
}
