import Foundation
import Identifiers
import Testing
import Wire

/// One signature over the heads of many rooms (specification section 4).
@Suite struct HeadSignatureTests {
  private let key: SigningKey
  private let hashes: [EntryHash]

  init() throws {
    key = try SigningKey(secret: [UInt8](repeating: 7, count: 32))
    hashes = (0..<70).map { Hashing.payload(Data([UInt8($0)])) }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 8, 13, 50, 64, 70])
  func everyHeadHoldsByItself(count: Int) throws {
    let signatures = try key.signHeads(Array(hashes.prefix(count)))
    #expect(signatures.count == count)
    for (index, signature) in signatures.enumerated() {
      #expect(holds(signature, of: hashes[index]), "\(index) of \(count)")
      #expect(!holds(signature, of: hashes[(index + 1) % 70]))
    }
  }

  @Test func oneHeadIsSignedWithoutAPath() throws {
    #expect(try key.signHeads([hashes[0]])[0].count == 64)
  }

  @Test func whatWasSeenToHoldVouchesOnlyForItself() throws {
    var heads = HeadVerifier()
    let signatures = try key.signHeads(Array(hashes.prefix(5)))
    let other = try SigningKey(secret: [UInt8](repeating: 8, count: 32)).author
    let first = heads.isHead(signatures[0], of: hashes[0], by: key.author)
    let fourth = heads.isHead(signatures[3], of: hashes[3], by: key.author)
    let anotherHash = heads.isHead(signatures[3], of: hashes[5], by: key.author)
    let anotherAuthor = heads.isHead(signatures[3], of: hashes[3], by: other)
    #expect([first, fourth, anotherHash, anotherAuthor] == [true, true, false, false])
  }

  @Test func anyOtherByteDoesNotHold() throws {
    let signature = try key.signHeads(Array(hashes.prefix(5)))[2]
    #expect(holds(signature, of: hashes[2]))
    for index in signature.indices {
      var changed = signature
      changed[index] ^= 1
      #expect(!holds(changed, of: hashes[2]), "byte \(index)")
    }
    for count in 0..<signature.count {
      #expect(!holds(signature.prefix(count), of: hashes[2]), "\(count) bytes")
    }
  }

  @Test func aPathHasSixteenLevelsAtMost() throws {
    let long = try key.signHeads([hashes[0]])[0] + Data(repeating: 0, count: 17 * 33)
    #expect(!holds(long, of: hashes[0]))
  }

  @Test func manySignaturesLaterTheFirstStillHolds() throws {
    var heads = HeadVerifier()
    let signatures = try (1..<70).map { try key.signHeads([hashes[0], hashes[$0]])[0] }
    for _ in 0..<2 {
      for signature in signatures {
        let isValid = heads.isHead(signature, of: hashes[0], by: key.author)
        #expect(isValid)
      }
    }
  }

  private func holds(_ signature: Data, of hash: EntryHash) -> Bool {
    var heads = HeadVerifier()
    return heads.isHead(signature, of: hash, by: key.author)
  }
}
