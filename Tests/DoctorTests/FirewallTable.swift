/// Rulesets of nftables that a firewall may have, each with a name.
///
/// The fate of a packet is not written here: the kernel says it.
enum FirewallTable {
  /// A ruleset, and the ways of which nothing may be claimed.
  struct Entry: Sendable {
    let name: String
    let rules: String
    var unclear: Set<String> = []
  }

  /// One chain at a hook.
  private static func chain(_ hook: String, _ policy: String, _ rules: [String]) -> String {
    let lines = ["type filter hook \(hook) priority 0; policy \(policy);"] + rules
    return "table inet f {\nchain i {\n\(lines.joined(separator: "\n"))\n}\n}\n"
  }

  private static func input(_ policy: String, _ rules: String...) -> String {
    chain("input", policy, rules)
  }

  private static func output(_ policy: String, _ rules: String...) -> String {
    chain("output", policy, rules)
  }

  static let entries: [Entry] = [
    Entry(name: "nothing", rules: ""),
    Entry(
      name: "drops multicast DNS", rules: input("accept", "udp dport 5353 drop")),
    Entry(
      name: "drops SYN by a flag", rules: input("accept", "tcp flags syn tcp dport 27567 drop")),
    Entry(
      name: "drops SYN by a mask",
      rules: input("accept", "tcp flags & (fin|syn|rst|ack) == syn drop")),
    Entry(
      name: "lets in answers and one other port",
      rules: input(
        "drop", "ct state established,related accept", "iif lo accept", "tcp dport 22 accept")),
    Entry(
      name: "a set with a range",
      rules: input(
        "drop", "ct state established,related accept", "udp dport 5353 accept",
        "tcp dport { 22, 27000-28000 } accept")),
    Entry(
      name: "a map of states, and two protocols",
      rules: input(
        "drop", "ct state vmap { established : accept, related : accept, invalid : drop }",
        "meta l4proto { tcp, udp } th dport { 5353, 27567 } accept")),
    Entry(
      name: "no answers come in",
      rules: input("drop", "udp dport 5353 accept", "tcp dport 27567 accept")),
    Entry(
      name: "only answers go out", rules: output("drop", "ct state established,related accept")),
    Entry(
      name: "no answers go out", rules: output("drop", "ct state new accept")),
    Entry(
      name: "rejects what goes out", rules: output("accept", "udp dport 5353 reject")),
    Entry(
      name: "a network of multicast goes nowhere",
      rules: output("accept", "ip daddr 224.0.0.0/4 drop")),
    Entry(
      name: "an interface by a pattern",
      rules: output("accept", "oifname \"lan*\" tcp dport 20000-30000 reject with tcp reset")),
    Entry(
      name: "drops the network", rules: input("accept", "ip saddr 10.78.0.0/16 drop")),
    Entry(
      name: "drops all other networks", rules: input("accept", "ip saddr != 10.78.0.0/16 drop")),
    Entry(
      name: "lets in a set of networks",
      rules: input(
        "drop", "ct state established,related accept",
        "ip saddr { 10.0.0.0/8, 192.168.0.0/16 } accept")),
    Entry(
      name: "IPv6 alone",
      rules: input("accept", "ip6 saddr fe80::/10 drop", "meta nfproto ipv6 drop")),
    Entry(
      name: "other interfaces alone",
      rules: input("accept", "iifname \"eth9\" drop", "iifname != \"lan0\" drop")),
    Entry(
      name: "jump and goto",
      rules: """
        table inet f {
        chain i {
        type filter hook input priority 0; policy drop;
        ct state established accept
        jump lan
        }
        chain lan {
        udp dport 5353 accept
        iifname "lan0" goto tcps
        accept
        }
        chain tcps {
        tcp dport 27567 return
        accept
        }
        }
        """),
    Entry(
      name: "return",
      rules: """
        table inet f {
        chain i {
        type filter hook input priority 0; policy accept;
        jump lan
        accept
        }
        chain lan {
        tcp dport 27567 return
        ip protocol tcp drop
        udp dport != 53 drop
        }
        }
        """),
    Entry(
      name: "a later table",
      rules: """
        table ip first {
        chain i {
        type filter hook input priority -10; policy accept;
        tcp dport 27567 accept
        }
        }
        table inet second {
        chain i {
        type filter hook input priority 10; policy accept;
        tcp dport 27567 drop
        }
        }
        """),
    Entry(
      name: "prerouting",
      rules: """
        table ip raw {
        chain p {
        type filter hook prerouting priority -300; policy accept;
        udp dport 5353 drop
        }
        }
        """),
    Entry(
      name: "a named set",
      rules: """
        table inet f {
        set ports {
        type inet_service
        flags interval
        elements = { 5353, 27000-28000 }
        }
        chain i {
        type filter hook input priority 0; policy drop;
        ct state established accept
        th dport @ports accept
        }
        }
        """),
    Entry(
      name: "a named map of two keys",
      rules: """
        table inet f {
        map verdicts {
        type inet_proto . inet_service : verdict
        elements = { tcp . 27567 : drop, udp . 5353 : accept }
        }
        chain i {
        type filter hook input priority 0; policy accept;
        meta l4proto . th dport vmap @verdicts
        }
        }
        """),
    Entry(
      name: "ingress",
      rules: """
        table netdev edge {
        chain in {
        type filter hook ingress device lan0 priority 0; policy accept;
        tcp dport 27567 drop
        }
        }
        """, unclear: ["tcp_in"]),
    Entry(
      name: "the kind of an address", rules: input("accept", "fib daddr type multicast drop")),
    Entry(
      name: "the kind of a packet", rules: input("accept", "pkttype multicast drop")),
    Entry(
      name: "two keys, and a kind",
      rules: input(
        "drop", "ct state established accept", "ip daddr . tcp dport { 10.78.0.1 . 27567 } accept",
        "meta pkttype multicast udp dport 5353 accept")),
    Entry(
      name: "masquerading",
      rules: """
        table ip nat {
        chain post {
        type nat hook postrouting priority 100; policy accept;
        oifname "lan0" masquerade
        }
        }
        """),
    Entry(
      name: "numbers that are compared",
      rules: input(
        "accept", "counter log ct state invalid drop", "tcp dport < 1024 drop",
        "tcp sport >= 32768 tcp dport 27567 counter drop")),
    Entry(
      name: "no tracking",
      rules: """
        table inet f {
        chain r {
        type filter hook prerouting priority -300; policy accept;
        udp dport 5353 notrack
        }
        chain i {
        type filter hook input priority 0; policy drop;
        ct state untracked,established accept
        }
        }
        """),
    Entry(
      name: "a mark", rules: input("accept", "meta mark 7 drop"),
      unclear: ["mdns_in", "tcp_in", "tcp_out"]),
    Entry(
      name: "a rate",
      rules: input("accept", "tcp dport 27567 limit rate over 1/hour burst 1 packets drop"),
      unclear: ["tcp_in"]),
    Entry(
      name: "one machine",
      rules: input("drop", "ct state established accept", "ip saddr 10.78.0.9 accept"),
      unclear: ["mdns_in", "tcp_in"]),
    Entry(
      name: "a user", rules: output("accept", "meta skuid 12345 drop"),
      unclear: ["mdns_out", "tcp_in", "tcp_out"]),
  ]
}
