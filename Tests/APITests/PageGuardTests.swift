import HTTPTypes
import Testing

@testable import Page

/// Requests that the page's server looks at or not, as each browser and each attacker sends them.
@Suite struct PageGuardTests {
  private let address = PageAddress(label: "abcdefghij", port: 23_456)

  /// A request with the fields of the page's own, but for some; an empty one is left out.
  private func request(
    _ method: HTTPRequest.Method, _ path: String, host: String? = nil,
    _ changed: [String: String] = [:]
  ) -> HTTPRequest {
    var fields = ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"]
    if method != .get { fields["Origin"] = address.origin }
    if method == .post { fields["Content-Type"] = "application/json" }
    if method == .put { fields["Content-Type"] = "application/octet-stream" }
    fields.merge(changed) { $1 }
    var request = HTTPRequest(
      method: method, scheme: "http", authority: host ?? address.authority, path: path)
    for (name, value) in fields where !value.isEmpty {
      request.headerFields[HTTPField.Name(name)!] = value
    }
    return request
  }

  private func status(_ request: HTTPRequest) -> Int? {
    PageGuard(address: address).rejection(of: request)?.status.code
  }

  private let navigation = [
    "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
  ]

  @Test("the page's own requests, and a person who opens it, go on")
  func own() {
    #expect(status(request(.get, "/v1/peers/list")) == nil)
    #expect(status(request(.post, "/v1/chat/post")) == nil)
    #expect(status(request(.put, "/v1/blobs")) == nil)
    #expect(status(request(.delete, "/session")) == nil)
    #expect(status(request(.get, "/", navigation)) == nil)
    #expect(status(request(.get, "/?x", navigation)) == nil)
    let linked = navigation.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
    #expect(status(request(.get, "/", linked)) == nil)
  }

  @Test(
    "DNS rebinding: a request that asks for another name is turned away",
    arguments: [
      "attacker.example:23456", "127.0.0.1:23456", "localhost:23456", "[::1]:23456",
      "abcdefghij.localhost", "abcdefghij.localhost:23457", "ABCDEFGHIJ.localhost:23456", "",
    ])
  func otherNames(host: String) {
    #expect(status(request(.get, "/v1/peers/list", host: host)) == 421)
    #expect(status(request(.get, "/", host: host, navigation)) == 421)
  }

  @Test(
    "another site's page, another port's, a program and a tab of its own read nothing",
    arguments: ["cross-site", "same-site", "none", ""])
  func otherSites(site: String) {
    #expect(status(request(.get, "/v1/peers/list", ["Sec-Fetch-Site": site])) == 403)
    #expect(status(request(.get, "/a/x/js/main.js", ["Sec-Fetch-Site": site])) == 403)
    #expect(status(request(.post, "/v1/chat/post", ["Sec-Fetch-Site": site])) == 403)
    // As an image, a frame and a script.
    for place in ["image", "iframe", "script", "empty"] {
      let fields = [
        "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": place,
      ]
      #expect(status(request(.get, "/", fields)) == 403)
    }
    let deep = navigation.merging(["Sec-Fetch-Site": site]) { $1 }
    #expect(status(request(.get, "/v1/peers/list", deep)) == 403)
  }

  @Test("42.j: a target with another host in it, and a field that is there twice, are refused")
  func twice() throws {
    for path in ["http://attacker.example/", "http://\(address.authority)/", "*", ""] {
      #expect(status(request(.get, path)) == 400, "\(path)")
      #expect(status(request(.get, path, navigation)) == 400, "\(path)")
    }
    var hosts = request(.get, "/v1/peers/list")
    hosts.headerFields[.host] = "attacker.example"
    #expect(status(hosts) == 400)
    for name in ["Origin", "Content-Type", "Content-Length", "Transfer-Encoding", "Sec-Fetch-Site"]
    {
      var request = request(.post, "/v1/chat/post", [name: "1"])
      let field = try #require(HTTPField.Name(name))
      request.headerFields.append(HTTPField(name: field, value: "2"))
      #expect(status(request) == 400, "\(name)")
    }
  }

  @Test("a form of another page cannot write")
  func forms() {
    for origin in ["http://attacker.example", "null", "http://localhost:23456", ""] {
      #expect(status(request(.post, "/v1/chat/post", ["Origin": origin])) == 403)
    }
    for type in [
      "application/x-www-form-urlencoded", "text/plain", "multipart/form-data",
      "application/json; charset=utf-8", "",
    ] {
      #expect(status(request(.post, "/v1/chat/post", ["Content-Type": type])) == 415)
    }
    #expect(status(request(.put, "/v1/blobs", ["Content-Type": "text/plain"])) == 415)
  }

  @Test("no other method is taken, and no question of another site is answered")
  func methods() {
    for method in [HTTPRequest.Method.options, .head, .patch, .trace, .connect] {
      #expect(status(request(method, "/")) == 405)
    }
  }
}
