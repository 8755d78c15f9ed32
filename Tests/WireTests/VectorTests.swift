import Foundation
import Identifiers
import Schema
import SwiftProtobuf
import TestKit
import Testing
import WholeSchema
import Wire

/// The frozen bytes of protocol/vectors, made by code that shares nothing with this one.
@Suite struct VectorTests {
  static let protocolFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("protocol")

  /// The names of all messages in the schema.
  static func declared() throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(
      at: protocolFolder, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    for file in files where file.pathExtension == "proto" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      where line.hasPrefix("message ") {
        names.insert(String(line.split(separator: " ")[1]))
      }
    }
    return names
  }

  @Test func everyMessageHasAVector() throws {
    let vectors = try FileManager.default.contentsOfDirectory(
      atPath: Self.protocolFolder.appendingPathComponent("vectors/messages").path)
    let declared = try Self.declared()
    #expect(declared == Set(vectors.map { String($0.dropLast(".json".count)) }))
    let tested = Set(
      SchemaMessages.all.map { String($0.protoMessageName.split(separator: ".")[1]) })
    #expect(declared == tested)
  }

  @Test func everyMessageReadsAndWritesItsVector() throws {
    Methods.registerMessages()
    for type in SchemaMessages.all {
      let name = String(type.protoMessageName.split(separator: ".")[1])
      let file = Self.protocolFolder.appendingPathComponent("vectors/messages/\(name).json")
      let vector = try #require(
        try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
      let bytes = try #require((vector["bytes"] as? String).flatMap { Data(hex: $0) })
      let message = try type.init(serializedBytes: bytes)
      let written: Data = try message.serializedBytes()
      #expect(written == bytes, "\(name)")
      let json = try JSONSerialization.data(withJSONObject: try #require(vector["json"]))
      let read: Data = try type.init(jsonUTF8Data: json).serializedBytes()
      #expect(read == bytes, "\(name)")
    }
  }

  @Test func hashesAndSignaturesAreThoseOfTheSpecification() throws {
    let file = Self.protocolFolder.appendingPathComponent("vectors/hashes.json")
    let vector = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: String])
    func data(_ name: String) throws -> Data {
      try #require(vector[name].flatMap { Data(hex: $0) })
    }
    let key = try SigningKey(secret: [UInt8](data("secret")))
    #expect(key.author.data == (try data("author")))
    let room = RoomID(table: key.author, nonce: try data("nonce"))
    #expect(room.data == (try data("room")))
    let payloadHash = Hashing.payload(try data("payload"))
    #expect(payloadHash.data == (try data("payload_hash")))
    let log = LogKey(author: key.author, incarnation: 0)
    let header = try data("header")
    let first = Hashing.entry(
      LogPlace(room: room, log: log, sequence: 1), previous: .zero, payloadHash: payloadHash,
      header: header)
    #expect(first.data == (try data("first_entry")))
    let second = Hashing.entry(
      LogPlace(room: room, log: log, sequence: 2), previous: first, payloadHash: payloadHash,
      header: header)
    #expect(second.data == (try data("second_entry")))
    #expect(try key.signHeads([second]) == [data("head_signature")])
    #expect(
      try key.signHeads([first, second, payloadHash])[1] == data("second_of_three_signature"))
    let node = try #require(NodeID(try data("node")))
    #expect(try key.signBinding(to: node) == data("binding"))
    #expect(Signatures.isBinding(try data("binding"), to: node, by: key.author))
  }

  @Test("P-35: the id of a blob is that of the specification, and each chunk is checked")
  func blobs() throws {
    let file = Self.protocolFolder.appendingPathComponent("vectors/hashes.json")
    let vector = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: String])
    let content = Data((0..<40_000).map { UInt8($0 % 251) })
    let chunks = BlobChunking.chunks(of: content)
    #expect(chunks.map(\.count) == [32_768, 7_232])
    let hashes = BlobChunking.hashes(of: chunks)
    #expect(hashes == vector["blob_hashes"].flatMap { Data(hex: $0) })
    #expect(
      BlobID(blobOf: 40_000, hashes: hashes).data == vector["blob"].flatMap { Data(hex: $0) })
    for (number, size, bytes, isRight) in [
      (0, 40_000, chunks[0], true), (1, 40_000, chunks[1], true), (0, 40_000, chunks[1], false),
      (2, 40_000, Data(), false), (-1, 40_000, chunks[0], false),
      (1, 40_001, chunks[1] + [0], false), (1, 70_000, chunks[1], false),
    ] {
      #expect(
        BlobChunking.isChunk(bytes, number: number, size: UInt64(size), hashes: hashes) == isRight)
    }
  }

  @Test("P-10: the hashes of pairing are those of the specification")
  func pairing() throws {
    let file = Self.protocolFolder.appendingPathComponent("vectors/hashes.json")
    let vector = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: String])
    func bytes(_ name: String) throws -> Bytes32 {
      try #require(vector[name].flatMap { Data(hex: $0) }.flatMap { Bytes32($0) })
    }
    let asker = try bytes("node")
    let answerer = try bytes("other_node")
    let (askersNonce, answerersNonce) = (try bytes("payload_hash"), try bytes("first_entry"))
    let commitment = PairCode.commitment(asker: asker, answerer: answerer, nonce: askersNonce)
    #expect(try commitment == bytes("pair_commitment"))
    let code = PairCode(
      asker: asker, answerer: answerer, askersNonce: askersNonce, answerersNonce: answerersNonce)
    #expect(code.digits == vector["pair_digits"])
    #expect(code.words == vector["pair_words"])
    let secret = try #require(vector["nonce"].flatMap { Data(hex: $0) })
    let proof = try bytes("ticket_proof").data
    #expect(Ticket.proof(secret: [UInt8](secret), maker: asker, holder: answerer) == proof)
    #expect(Ticket.isProof(proof, secret: [UInt8](secret), maker: asker, holder: answerer))
    #expect(!Ticket.isProof(proof, secret: [UInt8](secret), maker: answerer, holder: asker))
    #expect(!Ticket.isProof(Data(), secret: [UInt8](secret), maker: asker, holder: answerer))
    let ticket = try #require(vector["ticket"].flatMap { Ticket($0) })
    #expect(ticket.node == asker && ticket.secret == [UInt8](secret))
    #expect(ticket.addresses.map(\.description) == ["192.168.1.20:7711", "[fd00::1]:7711"])
    #expect(ticket.description == vector["ticket"])
  }
}

extension Data {
  /// Reads hexadecimal digits; nil for anything else.
  init?(hex: String) {
    let digits = hex.compactMap(\.hexDigitValue)
    guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
    self.init(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
  }
}
