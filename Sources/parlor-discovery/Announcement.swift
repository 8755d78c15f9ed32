import Neighbours

/// Our own service on the network: registers it, and finds a free name.
final class Announcement {
  private let type: String
  private let port: UInt16
  private var text: [UInt8]
  /// The name asked for last; the one in use may be another.
  private var name: String
  private(set) var reference: Reference?

  /// Prepares the service; nothing is announced before `open`.
  init(_ arguments: Arguments) {
    type = arguments.type
    port = arguments.port
    text = TextRecord.encode(arguments.text)
    name = InstanceName.fitting(arguments.name)
  }

  /// Announces the service anew. Names that another service of this machine has are passed over;
  /// those of other machines the library passes over by itself.
  func open() throws(Failure) {
    reference = nil
    guard port != 0 else { return }
    var attempt = name
    for _ in 1..<Limits.instances {
      do {
        reference = try Reference.register(name: attempt, type: type, port: port, text: text)
        return
      } catch  where error.isNameConflict {
        attempt = InstanceName.following(attempt)
      }
    }
    throw Failure(code: -1)
  }

  /// Takes the service back.
  func close() { reference = nil }

  /// Changes the name wanted; a no-op when it is wanted already, whatever name is in use.
  func rename(_ wanted: String) throws(Failure) {
    let wanted = InstanceName.fitting(wanted)
    guard wanted != name else { return }
    name = wanted
    if reference != nil { try open() }
  }

  /// Changes the TXT record in place.
  func replace(text pairs: [String]) throws(Failure) {
    let record = TextRecord.encode(pairs)
    guard record != text else { return }
    text = record
    try reference?.update(text: record)
  }
}
