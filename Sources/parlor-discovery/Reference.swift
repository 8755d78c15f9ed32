import CDNSSD
import Neighbours

/// A call into the library failed.
struct Failure: Error, Equatable {
  /// The library's error code (`kDNSServiceErr_...`).
  var code: Int32

  /// Whether the name is taken on this machine or network.
  var isNameConflict: Bool { code == Int32(kDNSServiceErr_NameConflict) }
}

/// One open operation of the library, closed when the object goes.
///
/// The library blocks when nothing is to be read, so call `process` only after its descriptor
/// polled readable. Everything happens on one thread.
final class Reference {
  /// One reply that an operation can bring.
  enum Reply: Equatable {
    /// Our service is announced.
    case registered(name: String)
    /// A service was added.
    case appeared(ServiceKey)
    /// A service was taken back.
    case vanished(ServiceKey)
    /// The place of a service: its host, its port and its TXT record.
    case resolved(host: String, port: UInt16, text: [UInt8])
    /// An address of a host.
    case address(Address)
    /// The operation is over; for a browser or a registration so is the connection to Avahi.
    case failed(Failure)
  }

  private var raw: DNSServiceRef?
  private var replies: [Reply] = []

  private init() {}

  deinit {
    if let raw { DNSServiceRefDeallocate(raw) }
  }

  /// The descriptor to poll; the library owns it, never close it.
  var descriptor: Int32 { raw.map(DNSServiceRefSockFD) ?? -1 }

  /// Reads one message and returns what came of it.
  func process() -> [Reply] {
    guard let raw else { return [] }
    let code = DNSServiceProcessResult(raw)
    defer { replies = [] }
    return code == kDNSServiceErr_NoError ? replies : replies + [.failed(Failure(code: code))]
  }

  /// Replaces the TXT record of a registration.
  func update(text: [UInt8]) throws(Failure) {
    try check(DNSServiceUpdateRecord(raw, nil, 0, UInt16(text.count), text, 0))
  }

  /// Announces a service on all interfaces, in the default domain, on this host.
  static func register(name: String, type: String, port: UInt16, text: [UInt8]) throws(Failure)
    -> Reference
  {
    try open { raw, context in
      DNSServiceRegister(
        raw, 0, 0, name, type, nil, nil, port.bigEndian, UInt16(text.count), text,
        { _, _, code, name, _, _, context in
          Reference.receive(context, code) { name.map { .registered(name: String(cString: $0)) } }
        }, context)
    }
  }

  /// Looks for services of a type on all interfaces.
  static func browse(type: String) throws(Failure) -> Reference {
    try open { raw, context in
      DNSServiceBrowse(
        raw, 0, 0, type, nil,
        { _, flags, index, code, name, _, domain, context in
          Reference.receive(context, code) {
            guard let name, let domain else { return nil }
            let key = ServiceKey(
              name: String(cString: name), domain: String(cString: domain),
              interface: Interface(index: index))
            return flags & UInt32(kDNSServiceFlagsAdd) != 0 ? .appeared(key) : .vanished(key)
          }
        }, context)
    }
  }

  /// Asks for host, port and TXT of a service; the library leaves the address out.
  static func resolve(_ key: ServiceKey, type: String) throws(Failure) -> Reference {
    try open { raw, context in
      DNSServiceResolve(
        raw, 0, key.interface.index, key.name, type, key.domain,
        { _, _, _, code, _, host, port, count, text, context in
          Reference.receive(context, code) {
            guard let host else { return nil }
            let record = UnsafeBufferPointer(start: text, count: text == nil ? 0 : Int(count))
            return .resolved(
              host: String(cString: host), port: UInt16(bigEndian: port), text: Array(record))
          }
        }, context)
    }
  }

  /// Asks for the addresses of a host on one interface.
  static func addresses(of host: String, version6: Bool, on interface: Interface) throws(Failure)
    -> Reference
  {
    let kind = version6 ? kDNSServiceType_AAAA : kDNSServiceType_A
    return try open { raw, context in
      DNSServiceQueryRecord(
        raw, 0, interface.index, host, UInt16(kind), UInt16(kDNSServiceClass_IN),
        { _, flags, _, code, _, _, _, count, data, _, context in
          Reference.receive(context, code) {
            guard let data, flags & UInt32(kDNSServiceFlagsAdd) != 0 else { return nil }
            let record = UnsafeRawBufferPointer(start: data, count: Int(count))
            return Address(record: Array(record)).map { .address($0) }
          }
        }, context)
    }
  }

  private static func open(
    _ call: (UnsafeMutablePointer<DNSServiceRef?>, UnsafeMutableRawPointer) -> DNSServiceErrorType
  ) throws(Failure) -> Reference {
    let reference = Reference()
    var raw: DNSServiceRef?
    let code = call(&raw, Unmanaged.passUnretained(reference).toOpaque())
    try reference.check(code)
    reference.raw = raw
    return reference
  }

  private func check(_ code: DNSServiceErrorType) throws(Failure) {
    if code != kDNSServiceErr_NoError { throw Failure(code: code) }
  }

  /// Keeps a reply until `process` returns. The error code comes first: an error looks like a
  /// removal by its flags.
  private static func receive(
    _ context: UnsafeMutableRawPointer?, _ code: DNSServiceErrorType, _ reply: () -> Reply?
  ) {
    guard let context else { return }
    let reference = Unmanaged<Reference>.fromOpaque(context).takeUnretainedValue()
    if code != kDNSServiceErr_NoError {
      reference.replies.append(.failed(Failure(code: code)))
    } else if let reply = reply() {
      reference.replies.append(reply)
    }
  }
}
