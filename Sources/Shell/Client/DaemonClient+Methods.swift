import Schema
import SwiftProtobuf

extension DaemonClient {
  /// Calls a method of the schema and returns its response.
  ///
  /// - Throws: `ClientFailure`.
  @discardableResult
  public func call<Request, Response>(
    _ method: Method<Request, Response>, _ fill: (inout Request) throws -> Void = { _ in }
  ) throws -> Response {
    var request = Request()
    try fill(&request)
    return try post("/v1/\(method.path)", request, as: Response.self)
  }

  /// The same of a call that was put together elsewhere.
  ///
  /// - Throws: `ClientFailure`.
  @discardableResult
  public func perform(_ call: Call) throws -> any Message {
    guard let method = Methods.method(call.path) else {
      throw ClientFailure.garbled("there is no method \(call.path)")
    }
    return try post("/v1/\(call.path)", call.request, as: method.response)
  }

  /// Has the node carry out calls in their order, in as few requests as they fit into.
  ///
  /// - Returns: what came of each; one that is refused changes nothing for the others.
  /// - Throws: `ClientFailure`.
  public func perform(_ calls: [Call]) throws -> [Result<any Message, ClientFailure>] {
    var results: [Result<any Message, ClientFailure>] = []
    var rest = try calls.map { call in
      try MethodCall.with {
        $0.method = call.path
        $0.request = try Google_Protobuf_Any(message: call.request)
      }
    }[...]
    while !rest.isEmpty {
      var (batch, size) = (MethodCalls(), 0)
      while let next = rest.first, batch.calls.count < RequestLimits.commands {
        // With the length before it.
        size += try next.serializedData().count + 8
        guard batch.calls.isEmpty || size <= RequestLimits.bodyBytes - 64 else { break }
        batch.calls.append(rest.removeFirst())
      }
      let answers = try post("/v1/batch", batch, as: MethodResults.self).results
      guard answers.count == batch.calls.count else {
        throw ClientFailure.garbled("\(answers.count) results of \(batch.calls.count) calls")
      }
      for (call, answer) in zip(batch.calls, answers) {
        results.append(try Self.result(answer, of: call.method))
      }
    }
    return results
  }

  private static func result(
    _ answer: MethodResult, of path: String
  ) throws -> Result<any Message, ClientFailure> {
    if case .refusal(let refusal)? = answer.kind { return .failure(.refused(refusal)) }
    guard let method = Methods.method(path),
      let response = try? answer.response.unpacked(as: method.response)
    else { throw ClientFailure.garbled("the answer to \(path) is something else") }
    return .success(response)
  }

  private func post<Response: Message>(
    _ path: String, _ request: some Message, as type: Response.Type
  ) throws -> Response {
    try decode(type, self.request("POST", path, body: try request.serializedBytes()))
  }
}
