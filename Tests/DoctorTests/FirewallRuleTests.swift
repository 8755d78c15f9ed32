import Foundation
import Schema
import Testing

@testable import Doctor

@Suite("45.4: what the rules of nftables do to what we need")
struct FirewallRuleTests {
  static let names = ["mdns_in", "mdns_out", "tcp_in", "tcp_out"]
  static let network = LocalNetwork(
    interface: "lan0", isIPv6: false, own: 0x0a4e_0001, prefix: 24)

  /// The verdict on one way; nil where it is free.
  static func verdict(
    _ name: String, _ json: String, _ words: String = "", networks: [LocalNetwork] = [network]
  ) throws -> Firewall? {
    let rules = try #require(Ruleset(json), "\(json)")
    let ways = zip(names, Way.all(port: 27_567)).filter { $0.0 == name }.map(\.1)
    return Nftables(rules, words: words, networks: networks, remedy: SystemCommands(isRoot: true))
      .verdict(
        ways)
  }

  @Test(
    "45.4: the doctor's word on a ruleset agrees with real connections through it",
    .enabled(if: FirewallLab.isAllowed, "SKIPPED: no network namespaces with nft here"))
  func agrees() throws {
    let outcomes = try FirewallLab.outcomes(of: FirewallTable.entries.map(\.rules))
    #expect(outcomes.count == FirewallTable.entries.count)
    var blocked = 0
    for (entry, outcome) in zip(FirewallTable.entries, outcomes) {
      for name in Self.names {
        let passes = try #require(outcome.found[name] as Bool?)
        let said = try Self.verdict(name, outcome.json, outcome.words)
        let text =
          "\(entry.name), \(name): \(said.map { "\($0)" } ?? "free"), and it passes: \(passes)"
        switch said {
        case nil: #expect(passes && !entry.unclear.contains(name), "\(text)")
        case .blocked(let sentence, let fix):
          blocked += 1
          #expect(!passes && !entry.unclear.contains(name), "\(text)")
          #expect(sentence.contains("chain ") && !sentence.contains("`rule "), "\(text)")
          #expect(fix.hasPrefix("nft insert rule ") && fix.hasSuffix(" accept"), "\(text)")
        case .unclear(let sentence):
          #expect(entry.unclear.contains(name), "\(text)")
          #expect(sentence.contains("There is a rule "), "\(text)")
        default: Issue.record("\(text)")
        }
      }
    }
    #expect(blocked > 20)
  }

  @Test(
    "45.4: the command that is shown lets in what its rule kept out",
    .enabled(if: FirewallLab.isAllowed, "SKIPPED: no network namespaces with nft here"))
  func mended() throws {
    let entries = FirewallTable.entries.filter { $0.unclear.isEmpty && !$0.rules.isEmpty }
    var mended: [String] = []
    for (entry, outcome) in zip(entries, try FirewallLab.outcomes(of: entries.map(\.rules))) {
      let rules = try #require(Ruleset(outcome.json))
      let said = Nftables(
        rules, words: outcome.words, networks: [Self.network], remedy: SystemCommands(isRoot: true)
      ).verdict(Way.all(port: 27_567))
      guard case .blocked(_, let fix) = said else { continue }
      let commands = fix.components(separatedBy: " && ").map { $0.dropFirst("nft ".count) }
      mended.append(entry.rules + "\n" + commands.joined(separator: "\n") + "\n")
    }
    #expect(mended.count > 12)
    for (rules, outcome) in zip(mended, try FirewallLab.outcomes(of: mended)) {
      #expect(!outcome.found.values.contains(false), "\(outcome.found): \(rules)")
    }
  }

  @Test(
    "recorded rulesets of nft 1.0.6, with what the kernel did not let pass",
    arguments: [
      (
        """
        {"nftables": [{"table": {"family": "inet", "name": "f", "handle": 1}}, {"chain":
        {"family": "inet", "table": "f", "name": "i", "handle": 1, "type": "filter", "hook":
        "input", "prio": 0, "policy": "accept"}}, {"rule": {"family": "inet", "table": "f",
        "chain": "i", "handle": 2, "expr": [{"match": {"op": "==", "left": {"payload":
        {"protocol": "udp", "field": "dport"}}, "right": 5353}}, {"drop": null}]}}]}
        """, ["mdns_in"]
      ),
      (
        """
        {"nftables": [{"table": {"family": "inet", "name": "f", "handle": 3}}, {"chain":
        {"family": "inet", "table": "f", "name": "i", "handle": 1, "type": "filter", "hook":
        "input", "prio": 0, "policy": "accept"}}, {"rule": {"family": "inet", "table": "f",
        "chain": "i", "handle": 2, "expr": [{"match": {"op": "==", "left": {"&": [{"payload":
        {"protocol": "tcp", "field": "flags"}}, ["fin", "syn", "rst", "ack"]]}, "right":
        "syn"}}, {"drop": null}]}}]}
        """, ["tcp_in"]
      ),
      (
        """
        {"nftables": [{"table": {"family": "inet", "name": "f", "handle": 6}}, {"chain":
        {"family": "inet", "table": "f", "name": "i", "handle": 1, "type": "filter", "hook":
        "input", "prio": 0, "policy": "drop"}}, {"rule": {"family": "inet", "table": "f",
        "chain": "i", "handle": 3, "expr": [{"vmap": {"key": {"ct": {"key": "state"}}, "data":
        {"set": [["invalid", {"drop": null}], ["established", {"accept": null}], ["related",
        {"accept": null}]]}}}]}}, {"rule": {"family": "inet", "table": "f", "chain": "i",
        "handle": 6, "expr": [{"match": {"op": "==", "left": {"meta": {"key": "l4proto"}},
        "right": {"set": ["tcp", "udp"]}}}, {"match": {"op": "==", "left": {"payload":
        {"protocol": "th", "field": "dport"}}, "right": {"set": [5353, 27567]}}}, {"accept":
        null}]}}]}
        """, []
      ),
      (
        """
        {"nftables": [{"table": {"family": "inet", "name": "f", "handle": 24}}, {"map":
        {"family": "inet", "name": "verdicts", "table": "f", "type": ["inet_proto",
        "inet_service"], "handle": 2, "map": "verdict", "elem": [[{"concat": ["tcp", 27567]},
        {"drop": null}], [{"concat": ["udp", 5353]}, {"accept": null}]]}}, {"chain": {"family":
        "inet", "table": "f", "name": "i", "handle": 1, "type": "filter", "hook": "input",
        "prio": 0, "policy": "accept"}}, {"rule": {"family": "inet", "table": "f", "chain": "i",
        "handle": 3, "expr": [{"vmap": {"key": {"concat": [{"meta": {"key": "l4proto"}},
        {"payload": {"protocol": "th", "field": "dport"}}]}, "data": "@verdicts"}}]}}]}
        """, ["tcp_in"]
      ),
      (
        """
        {"nftables": [{"table": {"family": "inet", "name": "f", "handle": 18}}, {"chain":
        {"family": "inet", "table": "f", "name": "i", "handle": 1, "type": "filter", "hook":
        "input", "prio": 0, "policy": "drop"}}, {"chain": {"family": "inet", "table": "f",
        "name": "lan", "handle": 2}}, {"chain": {"family": "inet", "table": "f", "name": "tcps",
        "handle": 3}}, {"rule": {"family": "inet", "table": "f", "chain": "i", "handle": 4,
        "expr": [{"match": {"op": "in", "left": {"ct": {"key": "state"}}, "right":
        "established"}}, {"accept": null}]}}, {"rule": {"family": "inet", "table": "f", "chain":
        "i", "handle": 5, "expr": [{"jump": {"target": "lan"}}]}}, {"rule": {"family": "inet",
        "table": "f", "chain": "lan", "handle": 6, "expr": [{"match": {"op": "==", "left":
        {"payload": {"protocol": "udp", "field": "dport"}}, "right": 5353}}, {"accept":
        null}]}}, {"rule": {"family": "inet", "table": "f", "chain": "lan", "handle": 7, "expr":
        [{"match": {"op": "==", "left": {"meta": {"key": "iifname"}}, "right": "lan0"}},
        {"goto": {"target": "tcps"}}]}}, {"rule": {"family": "inet", "table": "f", "chain":
        "lan", "handle": 8, "expr": [{"accept": null}]}}, {"rule": {"family": "inet", "table":
        "f", "chain": "tcps", "handle": 9, "expr": [{"match": {"op": "==", "left": {"payload":
        {"protocol": "tcp", "field": "dport"}}, "right": 27567}}, {"return": null}]}}, {"rule":
        {"family": "inet", "table": "f", "chain": "tcps", "handle": 10, "expr": [{"accept":
        null}]}}]}
        """, ["tcp_in"]
      ),
      (
        """
        {"nftables": [{"table": {"family": "inet", "name": "f", "handle": 8}}, {"chain":
        {"family": "inet", "table": "f", "name": "o", "handle": 1, "type": "filter", "hook":
        "output", "prio": 0, "policy": "drop"}}, {"rule": {"family": "inet", "table": "f",
        "chain": "o", "handle": 2, "expr": [{"match": {"op": "in", "left": {"ct": {"key":
        "state"}}, "right": ["established", "related"]}}, {"accept": null}]}}]}
        """, ["mdns_out", "tcp_out"]
      ),
      (
        """
        {"nftables": [{"table": {"family": "inet", "name": "f", "handle": 7}}, {"chain":
        {"family": "inet", "table": "f", "name": "i", "handle": 1, "type": "filter", "hook":
        "input", "prio": 0, "policy": "drop"}}, {"rule": {"family": "inet", "table": "f",
        "chain": "i", "handle": 2, "expr": [{"match": {"op": "==", "left": {"payload":
        {"protocol": "udp", "field": "dport"}}, "right": 5353}}, {"accept": null}]}}, {"rule":
        {"family": "inet", "table": "f", "chain": "i", "handle": 3, "expr": [{"match": {"op":
        "==", "left": {"payload": {"protocol": "tcp", "field": "dport"}}, "right": 27567}},
        {"accept": null}]}}]}
        """, ["tcp_out"]
      ),
    ] as [(String, [String])])
  func recorded(json: String, closed: [String]) throws {
    for name in Self.names {
      let said = try Self.verdict(name, json)
      if case .blocked = said {
        #expect(closed.contains(name), "\(name)")
      } else {
        #expect(said == nil && !closed.contains(name), "\(name)")
      }
    }
  }

  /// A ruleset with one chain for what comes in, of whose rules each is JSON.
  static func input(_ rules: [String], policy: String = "accept", family: String = "inet") -> String
  {
    let place = "\"family\":\"\(family)\",\"table\":\"f\""
    let items = rules.enumerated().map {
      "{\"rule\":{\(place),\"chain\":\"i\",\"handle\":\($0.offset + 2),\"expr\":\($0.element)}}"
    }
    return
      "{\"nftables\":[{\"chain\":{\(place),\"name\":\"i\",\"handle\":1,\"type\":\"filter\",\"hook\":\"input\",\"prio\":0,\"policy\":\"\(policy)\"}},\(items.joined(separator: ","))]}"
      .replacing(",]}", with: "]}")
  }

  @Test("a number that is not whole, or is huge, makes no other rule unreadable")
  func strangeNumbers() throws {
    let drop = """
      [{"match": {"op": "==", "left": {"payload": {"protocol": "tcp", "field": "dport"}}, \
      "right": 27567}}, {"drop": null}]
      """
    for number in ["1.5", "1e30"] {
      let counted = "[{\"counter\":{\"packets\":\(number),\"bytes\":0}}]"
      let rules = Self.input([counted, drop])
      guard case .blocked = try Self.verdict("tcp_in", rules) else {
        Issue.record("the rule behind \(number) is not read")
        return
      }
      #expect(try Self.verdict("mdns_in", rules) == nil)
    }
    #expect(Ruleset("{\"nftables\": [}") == nil)
  }

  @Test(
    "a rule that is not understood is named and decides nothing, and one behind which all is the same is no matter"
  )
  func unread() throws {
    let strange = "[{\"xt\":{\"type\":\"match\",\"name\":\"time\"}},{\"drop\":null}]"
    let words =
      "table inet f {\n\tchain i { # handle 1\n\t\txt match \"time\" drop # handle 2\n\t}\n}\n"
    guard case .unclear(let text) = try Self.verdict("tcp_in", Self.input([strange]), words) else {
      Issue.record("it is no matter of doubt")
      return
    }
    #expect(
      text
        == "nftables may keep out 27567/tcp that comes in. There is a rule that Parlor cannot read: inet f, chain i: `xt match \"time\" drop`."
    )
    let closed = try Self.verdict("tcp_in", Self.input([strange], policy: "drop"), words)
    if case .blocked = closed {} else { Issue.record("\(String(describing: closed))") }
    let harmless = strange.replacing("drop", with: "accept")
    #expect(try Self.verdict("tcp_in", Self.input([harmless])) == nil)
    // A statement that no version knows yet, and one that is no statement.
    for other in ["[{\"new\":{\"a\":1}},{\"drop\":null}]", "[7,{\"drop\":null}]"] {
      guard case .unclear = try Self.verdict("tcp_in", Self.input([other])) else {
        Issue.record("\(other)")
        continue
      }
    }
  }

  @Test(
    "on a machine in two networks a way is closed where it is closed in both; IPv4 decides in each")
  func networks() throws {
    let wire = LocalNetwork(interface: "eth0", isIPv6: false, own: 0x0a00_0001, prefix: 8)
    let six = LocalNetwork(interface: "eth0", isIPv6: true, own: 0xfe80 << 112 | 1, prefix: 64)
    let air = LocalNetwork(interface: "wlan0", isIPv6: false, own: 0xc0a8_0001, prefix: 16)
    let rule =
      "[{\"match\":{\"op\":\"==\",\"left\":{\"meta\":{\"key\":\"iifname\"}},\"right\":\"eth0\"}},{\"drop\":null}]"
    let one = try Self.verdict("tcp_in", Self.input([rule]), networks: [wire, air])
    #expect(
      one
        == .open(
          "nftables keeps out 27567/tcp that comes in on eth0 (IPv4), and lets the rest pass."))
    for both in [[wire], [wire, six]] {
      let said = try Self.verdict("tcp_in", Self.input([rule]), networks: both)
      if case .blocked = said {} else { Issue.record("\(String(describing: said))") }
    }
    let four = Self.input(["[{\"drop\":null}]"], family: "ip")
    if case .blocked = try Self.verdict("mdns_in", four, networks: [wire, six]) {
    } else {
      Issue.record("IPv4 is closed")
    }
    let last = Self.input(["[{\"drop\":null}]"], family: "ip6")
    if case .open = try Self.verdict("mdns_in", last, networks: [wire, six]) {
    } else {
      Issue.record("IPv4 is open")
    }
    #expect(try Self.verdict("mdns_in", last, networks: []) == nil)
  }

  @Test(
    "what is no output of nft is not taken for rules",
    arguments: ["", "{}", "[]", "{\"nftables\":[7]}", "Error: syntax"])
  func garbled(text: String) { #expect(Ruleset(text) == nil) }

  @Test("chains that lead to each other without end are not followed for ever")
  func endless() throws {
    let loop = Self.input(["[{\"jump\":{\"target\":\"i\"}}]", "[{\"jump\":{\"target\":\"i\"}}]"])
    let begin = ContinuousClock.now
    _ = try Self.verdict("tcp_in", loop)
    #expect(ContinuousClock.now - begin < .seconds(5))
  }

  @Test("the tables of ufw and of firewalld are left to them")
  func others() throws {
    let json = Self.input(["[{\"drop\":null}]"]).replacing(
      "\"table\":\"f\"", with: "\"table\":\"firewalld\"")
    let rules = try #require(Ruleset(json))
    #expect(rules.chains.count == 1 && rules.without(ufw: true, firewalld: true).chains.isEmpty)
    #expect(rules.without(ufw: true, firewalld: false).chains.count == 1)
    let ufw = json.replacing("\"i\"", with: "\"ufw-user-input\"")
    #expect(try #require(Ruleset(ufw)).without(ufw: true, firewalld: false).chains.isEmpty)
  }
}
