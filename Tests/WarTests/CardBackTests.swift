import Foundation
import Schema
import Testing

@testable import War

/// The backs of cards by the weather (rows G-26, G-28).
@Suite struct CardBackTests {
  private func back(_ json: String) -> String? { CardBacks.name(ofAnswer: Data(json.utf8)) }

  @Test("G-26 Every weather has a back by day and one by night") func weathers() {
    let numbers = [(200, "thunder"), (301, "rain"), (501, "rain"), (601, "snow"), (741, "fog")]
    for (number, name) in numbers + [(800, "clear"), (803, "clouds")] {
      for (icon, time) in [("d", "day"), ("n", "night")] {
        let answer = #"{"weather":[{"id":\#(number),"icon":"01\#(icon)"}]}"#
        #expect(back(answer) == "\(name)-\(time)")
        #expect(CardBack(name: "\(name)-\(time)") != nil)
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
      #expect(CardBack(name: back.name) == back)
    }
    #expect(CardBack.names.count == CardBack.allCases.count)
    #expect(CardBack.UNRECOGNIZED(99).name == "plain")
    #expect(CardBack(name: "hail-day") == nil)
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
}
