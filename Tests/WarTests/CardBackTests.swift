import Foundation
import Schema
import Testing

@testable import War

/// The backs of cards by the weather (rows G-26, G-28), and what is made of passwords and seeds (G-47, G-48).
@Suite struct CardBackTests {
  private func back(_ json: String) -> String? { CardBacks.name(ofAnswer: Data(json.utf8)) }

  @Test("G-26 Every weather has a back by day and one by night") func weathers() {
    let numbers = [(200, "thunder"), (301, "rain"), (501, "rain"), (601, "snow"), (741, "fog")]
    for (number, name) in numbers + [(800, "clear"), (803, "clouds")] {
      for (icon, time) in [("d", "day"), ("n", "night")] {
        let answer = #"{"weather":[{"id":\#(number),"icon":"01\#(icon)"}]}"#
        #expect(back(answer) == "\(name)-\(time)")
        #expect(CardBacks.back("\(name)-\(time)") != nil)
      }
    }
    let sun = #""sys":{"sunrise":100,"sunset":200}"#
    #expect(back(#"{"weather":[{"id":800}],"dt":150,\#(sun)}"#) == "clear-day")
    #expect(back(#"{"weather":[{"id":800}],"dt":200,\#(sun)}"#) == "clear-night")
  }

  @Test("G-28 What is no weather brings no back") func nonsense() {
    for text in [
      "", "{", "[]", "{}", #"{"weather":[]}"#, #"{"weather":[{"id":"800"}]}"#,
      #"{"weather":[{"id":42}]}"#, #"{"cod":401,"message":"Invalid API key"}"#,
    ] {
      #expect(back(text) == nil)
    }
    #expect(
      back(#"{"weather":[{"id":800}],"x":""# + String(repeating: "x", count: 65_536) + "\"}") == nil
    )
  }

  @Test("G-26 The names and numbers of backs are those of the schema") func names() {
    for back in CardBack.allCases {
      #expect(CardBacks.back(CardBacks.name(back)) == back)
    }
    #expect(CardBacks.names.count == CardBack.allCases.count)
    #expect(CardBacks.name(.UNRECOGNIZED(99)) == "plain")
    #expect(CardBacks.back("hail-day") == nil)
  }

  @Test("G-26 A place is a town or a latitude and a longitude") func address() {
    let service = "http://w/x"
    #expect(
      CardBacks.address(service, key: "k&1", place: "São Paulo")
        == "http://w/x?q=S%C3%A3o%20Paulo&appid=k%261")
    #expect(
      CardBacks.address(service + "?units=metric", key: "k", place: "52.5, -13.4")
        == "http://w/x?units=metric&lat=52.5&lon=-13.4&appid=k")
  }

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
