import API
import Client
import Feature
import Foundation
import Schema
import SwiftProtobuf
import Testing
import WholeSchema

/// Rules for every method of every service.
@Suite struct MethodTests {
  @Test("every method takes an empty body, and a body in either form")
  func empty() async throws {
    try await withServer { (node, home) throws in
      node.put(table: .with { $0.id = "abcd" })
      let connection = try RawConnection(home: home)
      for method in Methods.all where method.request != StopNode.self {
        for (form, body) in [
          (nil, ""), ("application/json", "{}"), ("application/json; charset=utf-8", "{}"),
          ("application/x-protobuf", ""),
        ] {
          let before = node.calls.count
          let answer = try connection.request("POST", "/v1/\(method.path)", body, contentType: form)
          // The fake node has no table and no room without a name.
          #expect([200, 404].contains(answer.status), "\(method.path) \(answer.status)")
          guard !method.isRead else { continue }
          #expect(node.calls.dropFirst(before).map(\.path) == [method.path])
        }
      }
    }
  }

  @Test(
    "no method takes broken JSON, a field that it does not know, a wrong type or too long a body")
  func badBodies() async throws {
    let tooLong = String(repeating: " ", count: RequestLimits.bodyBytes + 1)
    try await withServer { (node, home) throws in
      for method in Methods.all {
        let connection = try RawConnection(home: home)
        for (body, word) in [
          ("{", "ends too early"), (#"{"nonsense":1}"#, "no field nonsense"), ("[]", "(it is"),
          ("7", "(it is"), (tooLong, "longer than"), (#"{"a":{"b":"#, "no field a"),
        ] {
          let answer = try connection.request("POST", "/v1/\(method.path)", body)
          #expect(
            answer.status == (body == tooLong ? 413 : 400), "\(method.path) \(body.prefix(20))")
          let refusal = try JSONMapping.message(Refusal.self, from: answer.body)
          #expect(refusal.message.contains(word), "\(method.path): \(refusal.message)")
        }
        for (field, kind) in method.query where kind != .text {
          let answer = try connection.request("POST", "/v1/\(method.path)", #"{"\#(field)":"x"}"#)
          #expect(answer.status == 400, "\(method.path) \(field)")
        }
      }
      #expect(node.calls.isEmpty)
    }
  }

  @Test("every method names the HTTP methods that it has, and the content types that it reads")
  func wrongMethodsAndTypes() async throws {
    try await withServer { (node, home) throws in
      let connection = try RawConnection(home: home)
      for method in Methods.all {
        let path = "/v1/\(method.path)"
        for verb in ["PATCH", "DELETE", "PUT"] + (method.isRead ? [] : ["GET"]) {
          let answer = try connection.request(verb, path)
          #expect(answer.status == 405, "\(verb) \(path)")
          let refusal = try JSONMapping.message(Refusal.self, from: answer.body)
          let known = method.isRead ? "GET or POST" : "POST"
          #expect(refusal.message.contains("use \(known),"), "\(refusal.message)")
        }
        for type in ["text/plain", "application/xml", "application/octet-stream", "x"] {
          let answer = try connection.request("POST", path, "{}", contentType: type)
          #expect(answer.status == 415, "\(path) \(type)")
        }
      }
      for path in ["/v1/nothing", "/v1/node/status/more", "/", "/v1/node"] {
        #expect(try connection.request("PATCH", path).status == 404)
      }
      #expect(node.calls.isEmpty)
    }
  }
}
