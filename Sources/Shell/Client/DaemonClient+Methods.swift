import Schema
import SwiftProtobuf
import WholeSchema

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

  /// Calls a method that answers in pieces, and takes each as it comes; merged, they are its response.
  ///
  /// - Throws: `ClientFailure`, also after some pieces; what `take` throws.
  public func call<Request, Response>(
    _ method: Method<Request, Response>, _ fill: (inout Request) throws -> Void = { _ in },
    inPieces take: (Response) throws -> Void
  ) throws {
    var request = Request()
    try fill(&request)
    let rest = try self.request(
      "POST", "/v1/\(method.path)", body: request.serializedBytes(),
      take: { body in
        let count = WholeFields.count(in: body)
        guard count > 0 else { return }
        try take(decode(Response.self, (Array(body[..<count]), .protobuf)))
        body.removeFirst(count)
      })
    if !rest.body.isEmpty { try take(decode(Response.self, rest)) }
  }

  /// Calls a method with a call that was put together elsewhere.
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
  /// - Returns: the result of each; one that is refused changes nothing for the others.
  /// - Throws: `ClientFailure`.
  public func perform(_ calls: [Call]) throws -> [Result<any Message, ClientFailure>] {
    var (results, rest): ([Result<any Message, ClientFailure>], _) = ([], calls[...])
    var answered: (batch: ArraySlice<Call>, body: [UInt8], form: BodyForm)?
    func take() throws {
      if let (batch, body, form) = answered {
        results += try Self.results(of: batch, decode(MethodResults.self, (body, form)))
      }
      answered = nil
    }
    var next = try Self.takeBatch(from: &rest)
    while let (batch, body) = next {
      let answer = try request("POST", "/v1/batch", body: body) {
        try take()
        next = try Self.takeBatch(from: &rest)
      }
      answered = (batch, answer.body, answer.form)
    }
    try take()
    return results
  }

  /// Takes as many calls as one request may hold.
  ///
  /// - Returns: them, and the body of the request; nil where there are none.
  private static func takeBatch(
    from rest: inout ArraySlice<Call>
  ) throws -> (calls: ArraySlice<Call>, body: [UInt8])? {
    var (count, body): (Int, [UInt8]) = (0, [])
    for call in rest.prefix(RequestLimits.commands) {
      // Lists of calls, encoded one after the other, are one list.
      let one: [UInt8] = try MethodCalls.with {
        $0.calls = [
          try .with {
            $0.method = call.path
            $0.request = try Google_Protobuf_Any(encoding: call.request)
          }
        ]
      }.serializedBytes()
      guard count == 0 || body.count + one.count <= RequestLimits.bodyBytes else { break }
      body += one
      count += 1
    }
    defer { rest = rest.dropFirst(count) }
    return count == 0 ? nil : (rest.prefix(count), body)
  }

  private static func results(
    of calls: ArraySlice<Call>, _ answers: MethodResults
  ) throws -> [Result<any Message, ClientFailure>] {
    guard answers.results.count == calls.count else {
      throw ClientFailure.garbled("\(answers.results.count) results of \(calls.count) calls")
    }
    return try zip(calls, answers.results).map { try result($1, of: $0.path) }
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

extension Google_Protobuf_Any {
  /// A message as its bytes, which `init(message:)` makes again each time that they are asked for.
  fileprivate init(encoding message: any Message) throws {
    self.init()
    typeURL = "type.googleapis.com/\(type(of: message).protoMessageName)"
    value = try message.serializedData()
  }
}
