import Discovery
import Foundation
import Neighbours
import Node
import Wire

/// Announcements of neighbours, from the network through the helper's lines to the node, and those of this node.
enum FuzzedNeighbours {
  /// A byte says which way.
  static func neighbours(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    switch input.byte() % 4 {
    case 0: TextRecords.tryOut(Array(input.rest))
    case 1: announce(&input)
    case 2: sayLines(&input)
    default:
      var nearby = Nearby()
      nearby.happen(&input)
    }
  }

  /// Checks that an announcement of this node arrives at the helper as it was meant.
  private static func announce(_ input: inout FuzzBytes) {
    let name = String(decoding: input.short(), as: UTF8.self)
    var text: [String: String] = [:]
    while !input.isEmpty, text.count < 20 {
      let key = String(decoding: input.short(), as: UTF8.self)
      text[key] = String(decoding: input.short(), as: UTF8.self)
    }
    let announced = Announced(Advertisement(name: name, text: text))
    var lines = Lines()
    let commands = lines.take(announced.commands(after: nil).utf8).map(Command.init(line:))
    FuzzTarget.expect(
      commands == [.name(announced.name), .text(announced.pairs)],
      "\(announced) is asked for as \(commands)")
    FuzzTarget.expect(
      announced.commands(after: announced).isEmpty, "what is announced is asked for again")
    TextRecords.tryOut(TextRecord.encode(announced.pairs))
    var fitting = InstanceName.fitting(announced.name)
    for _ in 0..<3 {
      FuzzTarget.expect(1...63 ~= fitting.utf8.count, "a name does not fit a label")
      let next = InstanceName.following(fitting)
      FuzzTarget.expect(next != fitting, "a name that is taken is tried again")
      fitting = next
    }
  }

  /// Lines as no helper says them, in pieces.
  private static func sayLines(_ input: inout FuzzBytes) {
    let size = Int(input.byte()) + 1
    var whole = LineSplitter(limit: 600)
    let lines = whole.take(input.rest)
    var cut = LineSplitter(limit: 600)
    var pieces: [[UInt8]?] = []
    while !input.isEmpty { pieces += cut.take(input.bytes(size)) }
    FuzzTarget.expect(pieces == lines, "lines in pieces are other lines")
    var sightings = Sightings()
    var told: Set<String> = []
    for line in lines {
      guard let line, let said = Said(line: line) else { continue }
      switch said {
      case .found(let sighting): note(sightings.found(sighting), in: &told)
      case .lost(let instance): note(sightings.lost(instance: instance), in: &told)
      case .problem(let sentence):
        FuzzTarget.expect(PlainText(sentence).text == sentence, "a sentence has control characters")
        sightings.interrupt()
      case .working: note(sightings.settle(), in: &told)
      case .registered, .alive, .nothing: break
      }
    }
    sightings.interrupt()
    note(sightings.settle(), in: &told)
    FuzzTarget.expect(told.isEmpty, "what was not seen again stays")
  }

  /// Checks that the node can use the inputs, and notes the instances that they tell of.
  private static func note(_ inputs: [Input], in told: inout Set<String>) {
    for input in inputs {
      switch input {
      case .discovered(let sighting):
        told.insert(sighting.instance)
        FuzzTarget.expect(1...63 ~= sighting.instance.utf8.count, "an instance that no label holds")
        FuzzTarget.expect(1...16 ~= sighting.addresses.count, "no addresses, or too many")
        for address in sighting.addresses {
          let read = try? Wire.Address(address)
          FuzzTarget.expect(read?.description == address, "\(address) cannot be dialled")
        }
      case .lost(let instance):
        FuzzTarget.expect(told.remove(instance) != nil, "what was never told is lost")
      default: fatalError("sightings give \(input)")
      }
    }
  }

  /// The browser's adds and removes, and what resolving gives.
  private struct Nearby {
    private var directory = Neighbours.Directory()
    private var splitter = LineSplitter(limit: Limits.lineOctets)
    private var sightings = Sightings()
    private var names = ["Ada"]
    private var keys: [ServiceKey] = []
    private var told: Set<String> = []
    private var wanted: Set<String> = []

    mutating func happen(_ input: inout FuzzBytes) {
      while !input.isEmpty {
        switch input.byte() % 4 {
        case 0:
          let key = key(&input)
          keys.append(key)
          carryOut(directory.appeared(key))
        case 1:
          let key = key(&input)
          if let index = keys.firstIndex(of: key) { keys.remove(at: index) }
          carryOut(directory.vanished(key))
        default: resolve(&input)
        }
        FuzzTarget.expect(told == wanted, "the node knows \(told) and the helper \(wanted)")
      }
      for key in keys { carryOut(directory.vanished(key)) }
      FuzzTarget.expect(told.isEmpty && wanted.isEmpty, "what is gone is still there")
    }

    /// A name and an interface, mostly of those that came before.
    private mutating func key(_ input: inout FuzzBytes) -> ServiceKey {
      let choice = Int(input.byte())
      if choice > 127 {
        // The library hands names over as strings of C.
        let name = input.bytes(choice & 127).prefix { $0 != 0 }
        names.append(String(decoding: name, as: UTF8.self))
      }
      let name = choice > 127 ? names[names.count - 1] : names[choice % names.count]
      // Numbers that no machine has an interface for, so that the scope is the number everywhere.
      let interface = 0x7fff_fff0 + UInt32(input.byte() % 4)
      return ServiceKey(name: name, domain: "local.", interface: Interface(index: interface))
    }

    private mutating func resolve(_ input: inout FuzzBytes) {
      let key = key(&input)
      let port = UInt16(input.byte()) << 8 | UInt16(input.byte())
      let host = String(decoding: input.short().prefix { $0 != 0 }, as: UTF8.self)
      let text = input.long()
      var addresses: Set<Reachable> = []
      for _ in 0..<Int(input.byte() % 20) {
        let record = input.bytes(input.byte() % 2 == 0 ? 4 : 16)
        guard let address = Neighbours.Address(record: record),
          address.isUsable(onLoopback: port % 2 == 0)
        else { continue }
        addresses.insert(
          Reachable(rank: address.rank, text: address.text(scope: key.interface.scope)))
      }
      carryOut(
        directory.resolved(
          key,
          Resolved(host: host, port: port, text: TextRecord.decode(text), addresses: addresses)))
    }

    private mutating func carryOut(_ steps: [Neighbours.Directory.Step]) {
      for case .tell(let event) in steps {
        let lines = splitter.take((event.line + "\n").utf8)
        FuzzTarget.expect(lines.count == 1, "an event is \(lines.count) lines")
        guard let line = lines.first ?? nil, let said = Said(line: line) else {
          fatalError("the helper says what makes no sense: \(event)")
        }
        switch (event, said) {
        case (.found(let instance), .found(let sighting)):
          FuzzTarget.expect(
            instance.name.utf8.elementsEqual(sighting.instance.utf8), "a name changes")
          FuzzTarget.expect(
            sighting.addresses.count == instance.addresses.count,
            "\(instance.addresses) become \(sighting.addresses)")
          wanted.insert(instance.name)
          FuzzedNeighbours.note(sightings.found(sighting), in: &told)
        case (.found(let instance), .nothing):
          FuzzTarget.expect(instance.port == 0, "\(instance) is left out")
        case (.lost(let instance), .lost(let name)):
          FuzzTarget.expect(instance.utf8.elementsEqual(name.utf8), "a name changes")
          wanted.remove(instance)
          FuzzedNeighbours.note(sightings.lost(instance: name), in: &told)
        default: fatalError("\(event) is heard as \(said)")
        }
      }
    }
  }

  /// TXT records of strangers.
  private enum TextRecords {
    /// Checks that the values read of a record are the same after they are written, up to the longest record.
    static func tryOut(_ record: [UInt8]) {
      let values = TextRecord.decode(record)
      FuzzTarget.expect(!values.keys.contains(""), "a value without a key")
      let pairs = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let written = TextRecord.encode(pairs)
      FuzzTarget.expect(
        written.count <= Neighbours.Limits.textOctets, "a record is longer than allowed")
      let again = TextRecord.decode(written)
      var size = 0
      for pair in pairs where pair.utf8.count <= Neighbours.Limits.pairOctets {
        size += 1 + pair.utf8.count
      }
      let isWhole =
        size <= Neighbours.Limits.textOctets
        && pairs.allSatisfy { $0.utf8.count <= Neighbours.Limits.pairOctets }
      FuzzTarget.expect(!isWhole || again == values, "\(values) becomes \(again)")
      for (key, value) in again {
        FuzzTarget.expect(values[key] == value, "\(key) becomes \(value)")
      }
    }
  }

  /// Announcements to begin with.
  static func announcements() -> [[UInt8]] {
    func short(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }
    let record = TextRecord.encode(["v=1", "id=abcdefghijklmnop", "t=q7k2abcd"])
    let address: [UInt8] = [0, 192, 168, 1, 20]
    let linkLocal: [UInt8] = [1, 0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [7]
    var resolved: [UInt8] = [2, 0, 1, 30, 31] + short("ada.local.")
    resolved += [0, UInt8(record.count)] + record
    resolved += [2] + address + linkLocal
    let lines = """
      {"event":"working"}
      {"event":"found","instance":"Ada","host":"a.local.","port":7711,"addresses":["10.0.0.7","fe80::7%eth0"],"txt":{"id":"abcdefgh"}}
      {"event":"lost","instance":"Ada"}
      {"event":"problem","reason":"Avahi is not running."}
      {"event":"alive"}

      """
    var seeds: [[UInt8]] = [
      [0] + record, [1] + short("Ada") + short("v") + short("1") + short("id") + short("abc"),
      [2, 7] + Array(lines.utf8), [3, 0, 0, 1] + resolved + [0, 0, 2] + resolved + [1, 0, 1],
    ]
    seeds.append([3, 0, 131] + Array("Bob".utf8) + [1] + resolved + [2, 1, 1, 0, 80, 0, 0, 0, 1])
    seeds[4] += address
    return seeds
  }
}
