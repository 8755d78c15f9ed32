import Foundation
import Glibc
import Testing

extension EndToEndTests {
  /// TLS sessions, as a client sees them that is not Parlor.
  @Suite struct SessionTests {
    private static let variables = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    ]

    static let hasOpenSSL: Bool = {
      guard
        let program = try? Program(
          ["openssl", "version"], streams: .files(FileManager.default.temporaryDirectory.path),
          environment: variables)
      else { return false }
      while program.poll() == nil { usleep(1_000) }
      unlink(program.outputPath)
      unlink(program.errorPath)
      return program.poll() == .exit(0)
    }()

    @Test(
      "no session from before a peer was forgotten is resumed",
      .enabled(if: hasOpenSSL, "SKIPPED: there is no openssl command"))
    func forgotten() async throws {
      let pair = try await Pair.linked()
      let key = pair.ada.scratch + "/key.pem"
      let certificate = pair.ada.scratch + "/certificate.pem"
      let request = [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
        key, "-out", certificate, "-subj", "/CN=x", "-days", "2",
      ]
      _ = try await openSSL(request, pair.ada) { _ in true }
      let session = pair.ada.scratch + "/session.pem"
      let connect = [
        "s_client", "-connect", pair.adasDaemon.address, "-tls1_3", "-alpn", "parlor/1", "-cert",
        certificate, "-key", key, "-sess_out", session,
      ]
      let first = try await openSSL(connect, pair.ada) { $0.contains("Session Ticket arrived") }
      #expect(first.contains("New, TLSv1.3"), "\(first)")
      let second = try await openSSL(connect + ["-sess_in", session], pair.ada) {
        $0.contains("Session Ticket arrived")
      }
      #expect(second.contains("Reused, TLSv1.3"), "a session can be resumed: \(second)")
      try await pair.ada.done("peer", "forget", "Berta")
      try await holds("sessions from before are over") {
        let third = try await openSSL(connect + ["-sess_in", session], pair.ada) {
          $0.contains("Session Ticket arrived")
        }
        return third.contains("New, TLSv1.3")
      }
    }

    /// Runs a command until it has ended or said what was waited for; returns what it said.
    private func openSSL(
      _ words: [String], _ home: Home, until said: (String) -> Bool
    ) async throws -> String {
      let program = try Program(
        ["openssl"] + words, streams: .files(home.scratch), environment: Self.variables)
      if words.first == "req" { try await program.end() }
      try await holds("what openssl says", otherwise: { program.story }) {
        program.poll() != nil || said(program.output)
      }
      program.closeInput()
      try await program.end()
      return program.output
    }
  }
}
