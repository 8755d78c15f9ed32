import Foundation

/// Two machines with a cable between them: network namespaces of a process of its own, so that nothing is left of them.
///
/// Real connections are tried through real rulesets, in Python: it knows nothing of how rules are read here.
enum FirewallLab {
  /// The outcome for a ruleset.
  struct Outcome: Decodable {
    /// Whether a packet has passed, by its way: `mdns_in`, `mdns_out`, `tcp_in`, `tcp_out`.
    let found: [String: Bool]
    /// The ruleset as nft prints it for programs.
    let json: String
    /// The same for people.
    let words: String
  }

  /// Whether such machines can be made here.
  static let isAllowed: Bool = {
    guard getuid() == 0,
      let said = try? run([
        "sh", "-c", "command -v nft && command -v ip && command -v python3 && unshare --net true",
      ])
    else { return false }
    return said.code == 0
  }()

  /// Tries each ruleset in turn.
  static func outcomes(of rulesets: [String]) throws -> [Outcome] {
    let lines = try rulesets.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    let said = try run(["python3", "-c", script], input: lines.joined(separator: "\n") + "\n")
    return try said.output.split(separator: "\n").map {
      try JSONDecoder().decode(Outcome.self, from: Data($0.utf8))
    }
  }

  private static func run(
    _ words: [String], input: String = ""
  ) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    let (there, back) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (there, back)
    try process.run()
    // All of it fits into the pipe.
    try there.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try there.fileHandleForWriting.close()
    let output = try back.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  private static let script = """
    import ctypes, errno, json, os, select, socket, subprocess, sys, time
    libc = ctypes.CDLL(None, use_errno=True)
    NEWNET = 0x40000000
    PORT, GROUP = 27567, "224.0.0.251"
    if libc.unshare(NEWNET): sys.exit("no network namespace: " + os.strerror(ctypes.get_errno()))
    here = os.open("/proc/self/ns/net", os.O_RDONLY)
    other = subprocess.Popen(["unshare", "--net", "sleep", "600"])
    try:
        while os.readlink(f"/proc/{other.pid}/ns/net") == os.readlink("/proc/self/ns/net"): time.sleep(0.01)
        there = os.open(f"/proc/{other.pid}/ns/net", os.O_RDONLY)
        def run(text, **more): return subprocess.run(text, shell=True, check=True, capture_output=True, text=True, **more).stdout
        def enter(where):
            if libc.setns(where, NEWNET): sys.exit("setns")
        run("ip link add lan0 type veth peer name lan1")
        run(f"ip link set lan1 netns {other.pid}")
        run("ip addr add 10.78.0.1/24 dev lan0; ip link set lo up; ip link set lan0 up")
        enter(there)
        run("ip addr add 10.78.0.2/24 dev lan1; ip link set lo up; ip link set lan1 up")
        enter(here)
        def sockets(where, own):
            enter(where)
            listener = socket.socket(); listener.bind((own, PORT)); listener.listen(50); listener.setblocking(False)
            udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); udp.bind(("", 5353)); udp.setblocking(False)
            udp.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + socket.inet_aton(own))
            udp.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own))
            udp.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 0)
            enter(here)
            return listener, udp
        a, b = sockets(here, "10.78.0.1"), sockets(there, "10.78.0.2")
        def dial(where, to):
            enter(where)
            s = socket.socket(); s.setblocking(False)
            try: s.connect((to, PORT))
            except OSError as error:
                if error.errno not in (errno.EINPROGRESS,): return None
            finally: enter(here)
            return s
        def tell(udp, word):
            try: udp.sendto(word, (GROUP, 5353))
            except OSError: pass
        for number, line in enumerate(sys.stdin):
            rules = json.loads(line)
            run("nft flush ruleset")
            run("nft -f -", input=rules)
            word = f"word {number}".encode()
            dials = {"tcp_in": dial(there, "10.78.0.1"), "tcp_out": dial(here, "10.78.0.2")}
            tell(a[1], word); tell(b[1], word)
            found = {"tcp_in": False, "tcp_out": False, "mdns_in": False, "mdns_out": False}
            end = time.monotonic() + 0.8
            while time.monotonic() < end and not all(found.values()):
                for name, s in dials.items():
                    if s and not found[name] and select.select([], [s], [], 0)[1]:
                        found[name] = s.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0
                        if not found[name]: dials[name] = None
                for name, s in (("mdns_in", a[1]), ("mdns_out", b[1])):
                    try: found[name] |= s.recv(100) == word
                    except OSError: pass
                time.sleep(0.01)
            for s in dials.values():
                if s: s.close()
            for listener, _ in (a, b):
                try:
                    while True: listener.accept()[0].close()
                except OSError: pass
            print(json.dumps({"found": found, "json": run("nft -j list ruleset"), "words": run("nft -a list ruleset")}), flush=True)
    finally:
        other.kill()
    """
}
