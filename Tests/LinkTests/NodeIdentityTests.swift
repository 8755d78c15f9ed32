import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import Testing

@testable import Link

struct NodeIdentityTests {
  @Test("P-09: the node id is the hash of the key") func theNodeIDIsTheHashOfTheKey() throws {
    let key = P256.Signing.PrivateKey()
    let certificate = try NodeIdentity.certificate(for: key)
    let identity = try NodeIdentity(
      keyText: key.pemRepresentation, certificateText: certificate.serializeAsPEM().pemString)
    #expect(identity.node == Array(SHA256.hash(data: key.publicKey.derRepresentation)))
    #expect(
      try identity.certificate.extractPublicKey().toSPKIBytes()
        == Array(key.publicKey.derRepresentation))
  }

  @Test func aSecondStartFindsTheFirstIdentity() throws {
    try withHome { home in
      let first = try NodeIdentity.loadOrCreate(in: home)
      let second = try NodeIdentity.loadOrCreate(in: home)
      #expect(first.node == second.node)
      #expect(first.certificate == second.certificate)
      #expect(try NodeIdentity.ephemeral().node != first.node)
      let names = try FileManager.default.contentsOfDirectory(atPath: home)
      #expect(names.sorted() == ["node-certificate.pem", "node-key.pem"])
    }
  }

  @Test func onlyTheOwnerReadsTheFiles() throws {
    try withHome { home in
      _ = try NodeIdentity.loadOrCreate(in: home)
      for name in ["node-key.pem", "node-certificate.pem"] {
        #expect(try mode(home + "/" + name) == 0o600)
      }
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: home + "/node-key.pem")
      _ = try NodeIdentity.loadOrCreate(in: home)
      #expect(try mode(home + "/node-key.pem") == 0o600)
    }
  }

  @Test func aCrashBetweenTheFilesKeepsTheNode() throws {
    try withHome { home in
      let first = try NodeIdentity.loadOrCreate(in: home)
      try FileManager.default.removeItem(atPath: home + "/node-certificate.pem")
      try write("half a certif", home + "/node-certificate.pem.new")
      #expect(try NodeIdentity.loadOrCreate(in: home).node == first.node)
    }
  }

  @Test func damageIsNamed() throws {
    try withHome { home in
      let key = home + "/node-key.pem"
      let certificate = home + "/node-certificate.pem"
      _ = try NodeIdentity.loadOrCreate(in: home)
      let goodKey = try String(contentsOfFile: key, encoding: .utf8)
      let goodCertificate = try String(contentsOfFile: certificate, encoding: .utf8)
      for text in ["", "nonsense", String(goodKey.dropLast(60)), goodCertificate] {
        try write(text, key)
        #expect(throws: NodeIdentityError.damaged(path: key)) {
          try NodeIdentity.loadOrCreate(in: home)
        }
      }
      try write(goodKey, key)
      for text in ["", "nonsense", String(goodCertificate.dropLast(60)), goodKey] {
        try write(text, certificate)
        #expect(throws: NodeIdentityError.certificateDamaged(path: certificate)) {
          try NodeIdentity.loadOrCreate(in: home)
        }
      }
      try write(goodCertificate, certificate)
      try write(P256.Signing.PrivateKey().pemRepresentation, key)
      #expect(throws: NodeIdentityError.mismatch(key: key, certificate: certificate)) {
        try NodeIdentity.loadOrCreate(in: home)
      }
      try FileManager.default.removeItem(atPath: key)
      #expect(throws: NodeIdentityError.keyMissing(key: key, certificate: certificate)) {
        try NodeIdentity.loadOrCreate(in: home)
      }
    }
  }

  @Test func whatCannotBeReadOrWrittenIsNamed() throws {
    try withHome { home in
      let key = home + "/node-key.pem"
      try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
      #expect(throws: NodeIdentityError.unreadable(path: key, reason: "it is not a file")) {
        try NodeIdentity.loadOrCreate(in: home)
      }
      let nowhere = home + "/nowhere"
      #expect(
        throws: NodeIdentityError.unwritable(
          path: nowhere + "/node-key.pem", reason: "No such file or directory")
      ) { try NodeIdentity.loadOrCreate(in: nowhere) }
    }
  }

  @Test func noDamageToACertificateEndsTheProcess() throws {
    let good = try NodeIdentity.ephemeral().certificate.toDERBytes()
    let key = try LinkSecurity.publicKey(ofCertificate: good)
    #expect(key.count == 91)
    for index in good.indices {
      for flip: UInt8 in [1, 0x20, 0x80, 0xff] {
        var damaged = good
        damaged[index] ^= flip
        _ = try? LinkSecurity.publicKey(ofCertificate: damaged)
      }
      #expect(throws: (any Error).self) {
        try LinkSecurity.publicKey(ofCertificate: Array(good[..<index]))
      }
    }
  }

  private func withHome(_ body: (String) throws -> Void) throws {
    let home = FileManager.default.temporaryDirectory.path + "/parlor-identity-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    try body(home)
  }

  private func write(_ text: String, _ path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
