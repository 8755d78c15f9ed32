import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Schema

/// Says what went wrong on a connection in words for people.
enum LinkProblem {
  static func sentence(_ error: any Error) -> String {
    switch error {
    case let error as IOError: system(error.errnoCode)
    case let error as NIOConnectionError: connecting(error)
    case let error as NIOSSLError: security(error)
    case is BoringSSLError: "the other side does not speak TLS"
    case let error as ChannelError: channel(error)
    case let error as FrameProblem: error.description
    case let error as LinkSecurityProblem: error.description
    default: "the connection failed in an unexpected way"
    }
  }

  /// Returns whether the way back is open, by the result of a dial.
  static func wayBack(_ result: Result<any Channel, any Error>) -> WayBack {
    guard case .failure(let error) = result else { return .open }
    switch error {
    case let error as IOError:
      switch error.errnoCode {
      case ECONNREFUSED: return .refused
      case ETIMEDOUT: return .silent
      default: return .failed
      }
    case ChannelError.connectTimeout: return .silent
    default: return .failed
    }
  }

  private static func system(_ code: CInt) -> String {
    switch code {
    case ECONNREFUSED: "nothing listens there"
    case ECONNRESET, EPIPE: "the connection broke off"
    case EHOSTUNREACH, ENETUNREACH, ENETDOWN: "that address cannot be reached"
    case ETIMEDOUT: "nobody answered in time"
    case EINVAL, ENODEV, ENXIO: "the address cannot be used on this machine"
    default: "the system said: \(String(cString: strerror(code)))"
    }
  }

  private static func connecting(_ error: NIOConnectionError) -> String {
    if let failure = error.connectionErrors.last { return sentence(failure.error) }
    return error.dnsAError == nil && error.dnsAAAAError == nil
      ? "nobody answered in time" : "the name cannot be found"
  }

  private static func channel(_ error: ChannelError) -> String {
    switch error {
    case .connectTimeout: "nobody answered in time"
    case .eof, .alreadyClosed, .inputClosed, .outputClosed, .ioOnClosedChannel:
      "the connection broke off"
    default: "the connection failed in an unexpected way"
    }
  }

  private static func security(_ error: NIOSSLError) -> String {
    switch error {
    case .uncleanShutdown: "the connection broke off"
    case .handshakeFailed:
      "the TLS handshake failed: the other side is not a Parlor node, or refused this one"
    default: "the TLS connection failed"
    }
  }
}
