import API
import Doctor
import Feature
import Features
import FoundationEssentials
import Identifiers
import Node
import Page
import Programs
import Schema
import Store
import SwiftProtobuf
import WholeSchema
import Wire

/// The node as the local API sees it.
struct DaemonAccess: NodeAccess {
  let driver: NodeDriver
  let store: Store
  let board: ChangeBoard
  let description: DaemonDescription
  let stopping: StopSignal
  let page: PageServer
  let heap: Heap
  let works = RunningWorks()
  let cardPictures = CardPictures()
  let latch: Latch

  func call(_ call: Call) async throws -> any Message {
    if let answer = try await answeredHere(call) { return answer }
    return try await perform([call])[0].get()
  }

  func perform(_ calls: [Call]) async -> [Result<any Message, Refused>] {
    var results: [Result<any Message, Refused>] = []
    var commands: [Call] = []
    for call in calls {
      guard isAnsweredHere(call) else {
        commands.append(call)
        continue
      }
      // It reads what the commands before it have written.
      results += await submit(commands)
      commands = []
      do {
        results.append(.success(try await answeredHere(call) ?? Done()))
      } catch {
        results.append(.failure(error as? Refused ?? Refused(.storage, "\(error)")))
      }
    }
    return results + (await submit(commands))
  }

  /// Has the node carry out commands, as many as possible in one turn.
  private func submit(_ commands: [Call]) async -> [Result<any Message, Refused>] {
    var refusals = commands.map(refusal)
    var rest: [Call] = []
    for (place, command) in commands.enumerated() where refusals[place] == nil {
      do {
        rest.append(try await prepared(command))
      } catch {
        refusals[place] = error
      }
    }
    var results = await driver.submit(rest).makeIterator()
    let stopping = Refused(
      .unavailable, "The daemon is stopping: run the command again in a moment.")
    return refusals.map { $0.map { .failure($0) } ?? results.next() ?? .failure(stopping) }
  }

  /// Whether a method is answered here, without the node.
  private func isAnsweredHere(_ call: Call) -> Bool {
    PageServer.performs(call) || works.method(call.path) != nil || Self.reads[call.path] != nil
      || Methods.method(call.path)?.isRead == true
  }

  /// Answers a method that the node need not perform; nil for any other.
  private func answeredHere(_ call: Call) async throws -> (any Message)? {
    guard isAnsweredHere(call) else { return nil }
    // Whoever calls may be on the loop of the turns, and this may take long.
    return try await withTaskExecutorPreference(TaskThreads.shared) {
      if let answer = try await page.perform(call) { return answer }
      if let method = works.method(call.path) { return try await method(call.request) }
      if Self.showsTables.contains(call.path) { await driver.publishUnseen() }
      let answer = try read(call)
      // The status shows where the page is, which only the page knows.
      guard var status = answer as? StatusView else { return answer }
      status.page = await page.status
      return status
    }
  }

  private func read(_ call: Call) throws -> any Message {
    heap.noteUse()
    let began = ContinuousClock.now
    defer { Heap.noteEnd(of: ContinuousClock.now - began) }
    if let read = Self.reads[call.path] { return try read(self, call.request) }
    // The lobby is always there, and all rooms are seen from it.
    let answer = try store.read { try views(.lobby, $0)?.read(call) }
    guard let answer else {
      throw Refused(.notFound, "No feature performs \(call.path) in this program.")
    }
    return answer
  }

  func pieces(of call: Call) throws -> AsyncThrowingStream<[UInt8], any Error>? {
    guard store.registry.handler(call.path)?.pieces != nil else { return nil }
    heap.noteUse()
    return AsyncThrowingStream { continuation in
      Task(executorPreference: TaskThreads.shared) {
        do {
          try store.read { reader in
            try views(.lobby, reader)?.read(call) { continuation.yield(try $0.serializedBytes()) }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
  }

  func keep(_ content: Data) async throws -> BlobView {
    let call = Call(Node.keepBlob, .with { $0.content = content })
    return try await driver.submit([call]).first?.get() as? BlobView ?? BlobView()
  }

  /// A command with what only the daemon knows, and with its file, which no turn reads.
  private func prepared(_ call: Call) async throws(Refused) -> Call {
    if let added = call.request as? AddPeer,
      OwnAddresses.contain(
        added.address, listeningOn: description.address, port: description.port)
    {
      throw Node.isSelf(added.address)
    }
    guard let reading = store.registry.handler(call.path)?.file else { return withAddresses(call) }
    do {
      let blob = try reading.blob(call.request)
      var content = Data()
      if !blob.isEmpty {
        let kept = Call(Node.keptBlob, .with { $0.blob = blob })
        // Where the bytes are not here, the command says so.
        guard let found = try? await driver.submit([kept]).first?.get() as? KeepBlob else {
          return call
        }
        content = found.content
      }
      // Whoever calls may be on the loop of the turns.
      return try await withTaskExecutorPreference(TaskThreads.shared) { [content] in
        var call = call
        call.file = try reading.read(call.request, content)
        return call
      }
    } catch let refused as Refused {
      throw refused
    } catch let problem as any Problem {
      throw Refused(problem)
    } catch {
      throw Refused(.invalid, "The file cannot be read: \(error)")
    }
  }

  /// A ticket that is made or used, with the interfaces of this machine.
  private func withAddresses(_ call: Call) -> Call {
    switch call.request {
    case var ticket as MakeTicket where ticket.addresses.isEmpty:
      ticket.addresses = ownAddresses
      return Call(Methods.Pairing.makeTicket, ticket)
    case var used as UseTicket:
      let interfaces = NetworkInterface.linkLocal(of: NetworkInterface.all())
      used.ticket = Ticket.scoped(used.ticket, to: interfaces)
      return Call(Methods.Pairing.useTicket, used)
    default: return call
    }
  }

  private var ownAddresses: [String] {
    OwnAddresses.list(listeningOn: description.address, port: description.port)
  }

  func status() throws -> StatusView {
    let own = description.account
    let (peers, playing, open, shares) = try store.read { reader in
      let shares = try RoomSurroundings(reader).shares(reader, own: own)
      return (
        withoutGuests(try reader.peers().map(\.view)), try reader.count(.playing),
        try reader.count(.open), shares
      )
    }
    let problems = board.problems
    let conflicts = try conflicts().conflicts.count
    return StatusView.with { view in
      view.version = Version.text
      view.protocolVersion = Node.protocolVersion
      view.node = description.node.description
      view.words = KeyWords.words(of: description.account)
      view.account = description.account.description
      view.home = description.home
      view.port = UInt32(description.port)
      view.addresses = ownAddresses
      view.discovery = problems.discovery == nil
      view.discoveryProblem = problems.discovery ?? ""
      view.storageProblem = problems.storage ?? ""
      view.conflicts = UInt32(conflicts)
      for work in works.all { work.show(in: &view) }
      view.shares = shares
      view.peersKnown = UInt32(peers.count)
      view.peersOnline = UInt32(peers.count(where: \.online))
      view.tablesPlaying = UInt32(playing)
      view.tablesOpen = UInt32(open)
      view.uptimeMilliseconds = Clock.now.steady - description.startedAt
      view.name = (try? settings().name) ?? ""
    }
  }

  func peers() throws -> [PeerView] {
    let (peers, typed) = try store.read { (try $0.peers().map(\.view), try $0.addresses()) }
    let known = Set(peers.flatMap(\.addresses))
    let unmet = typed.filter { !known.contains($0) }.map { address in
      PeerView.with {
        $0.setDefaults()
        $0.addresses = [address]
        $0.problem = board.problem(of: address) ?? "not reached yet"
      }
    }
    return withoutGuests(peers).sorted {
      ($0.online ? 0 : 1, $0.name, $0.id) < ($1.online ? 0 : 1, $1.name, $1.id)
    }
      + unmet
  }

  /// Peers without those who play at this screen, from homes below this one.
  private func withoutGuests(_ peers: [PeerView]) -> [PeerView] {
    let guests = GuestNodes.ids(in: description.home)
    return peers.filter { !guests.contains($0.id) }
  }

  func tables() throws -> [TableView] {
    board.newest(try store.read { try $0.tables() }).map(\.withoutPassword)
  }

  func table(_ idPrefix: String) throws -> TableView {
    guard let stored = try store.read({ try $0.table(Node.table(idPrefix, $0)) }) else {
      throw Node.noTable(idPrefix)
    }
    return board.newest(stored).withoutPassword
  }

  func rooms() throws -> [RoomView] {
    try store.read { reader in
      let surroundings = try surroundings(reader)
      let rooms = try RoomNames.all(reader, own: description.account).compactMap {
        try views($0, reader, surroundings)?.roomView()
      }
      return RoomOrder.sorted(rooms, now: Clock.now.wall)
    }
  }

  func room(_ text: String) throws -> RoomView {
    try read(text) { try $0.roomView() }
  }

  func versions(room: String, record: String) throws -> VersionList {
    try read(room) { try $0.versionList(of: record) }
  }

  func conflicts() throws -> ConflictList {
    try store.read { reader in
      let surroundings = try surroundings(reader)
      return try ConflictList.with { list in
        for room in try reader.contendedRooms() {
          list.conflicts += try views(room, reader, surroundings)?.conflicts() ?? []
        }
      }
    }
  }

  func roomState(_ text: String) throws -> RoomState {
    try read(text) { try $0.state() }
  }

  func read<T>(_ text: String, _ body: (RoomViews) throws -> T) throws -> T {
    try store.read { reader in
      let id = try RoomNames.chatRoom(text, reader, own: description.account)
      guard let views = try views(id, reader) else {
        throw Refused(
          .notFound, "There is no room \(text).", .see("room list"))
      }
      return try body(views)
    }
  }

  func views(
    _ id: RoomID, _ reader: Reader, _ surroundings: RoomSurroundings? = nil
  ) throws -> RoomViews? {
    try RoomViews(
      id, reader, own: description.account, here: board.here(in: id),
      delivered: board.delivered(in: id),
      surroundings: try surroundings ?? self.surroundings(reader))
  }

  func surroundings(_ reader: Reader) throws -> RoomSurroundings {
    try RoomSurroundings(
      reader, defaultName: description.defaultName, here: board.here, now: Clock.now.wall)
  }

  func settings(withSecrets: Bool = false) throws -> SettingsView {
    try store.read {
      Settings(try $0.settings(), defaultName: description.defaultName, store.registry)
        .view(withSecrets: withSecrets)
    }
  }

  func events(table idPrefix: String) throws -> [TableEvent] {
    try store.read { try Transcript.events(Node.table(idPrefix, $0), $0) } ?? []
  }

  func transcript(table idPrefix: String) throws -> [UInt8] {
    guard let bytes = try store.read({ try Transcript.export(Node.table(idPrefix, $0), $0) }) else {
      throw Refused(.notNow, "Nothing has happened at that table yet: there is nothing to export.")
    }
    return bytes
  }

  func changes() -> AsyncStream<Change> { board.changes() }

  var isStopping: Bool { stopping.isStopped }

  var refusal: Refused? { latch.refusal }
}

extension TableView {
  /// The view as people see it.
  fileprivate var withoutPassword: TableView {
    var view = self
    view.passwordKey = Data()
    return view
  }
}

/// The facts that do not change while a daemon runs.
struct DaemonDescription: Sendable {
  let node: NodeID
  let account: Author
  let home: String
  /// The IP address on which links are taken; nil means all.
  let address: String?
  let port: Int
  let startedAt: Int64
  let defaultName: String
}
