import Schema
import Testing

@testable import Node

/// Values made from passwords and seeds of tables (G-47, G-48).
@Suite struct TablePasswordTests {
  @Test("G-48 A proof of a password fits one host, one table and one asker") func passwords() {
    let key = TablePassword.key("secret", host: [1])
    #expect(key.count == 32)
    #expect(key != TablePassword.key("secreu", host: [1]))
    #expect(key != TablePassword.key("secret", host: [2]))
    let proof = TablePassword.proof(key, table: [3], asker: [4])
    #expect(proof != TablePassword.proof(key, table: [4], asker: [4]))
    #expect(proof != TablePassword.proof(key, table: [3], asker: [5]))
  }

  @Test("G-47 A seed makes the same secret each time, another one for each seat") func seeds() {
    #expect(MatchSeed.secret(of: 1, .host) == MatchSeed.secret(of: 1, .host))
    #expect(MatchSeed.secret(of: 1, .host) != MatchSeed.secret(of: 1, .joiner))
    #expect(MatchSeed.secret(of: 1, .host) != MatchSeed.secret(of: 2, .host))
    #expect(MatchSeed.nonce(of: 1, .host).count == 16 && MatchSeed.secret(of: 1, .host).count == 32)
  }
}
