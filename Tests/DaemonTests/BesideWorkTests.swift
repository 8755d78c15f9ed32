import Feature
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import WarSchema

@testable import Features

/// The program that plays the other side of a match at this machine (rows G-57 and G-58), with a script in its place.
@Suite struct BesideWorkTests {
  /// A home with a script that answers as `parlor war beside` does, and a file for each start and end of it.
  private final class Home: Sendable {
    let path: String
    var program: String { path + "/parlor" }

    /// - Parameter answer: what it says to the first line.
    init(answering answer: String) throws {
      let pattern =
        FileManager.default.temporaryDirectory.path + "/parlor-beside."
        + String(repeating: "X", count: 6)
      path = try #require(pattern.withCString { mkdtemp(strdup($0)) }.map { String(cString: $0) })
      for folder in ["machine", "guest"] {
        try FileManager.default.createDirectory(
          atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
      }
      let script = """
        #!/bin/sh
        echo "$@" >> "\(path)/started"
        read -r first
        echo "$first" >> "\(path)/heard"
        echo '\(answer)'
        while read -r line; do
          echo "$line" >> "\(path)/heard"
          echo '\(answer)'
        done
        echo ended >> "\(path)/ended"

        """
      try ScriptFile.write(script, to: program)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The lines of a file that the script writes.
    func lines(_ name: String) -> [String] {
      ((try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "")
        .split(separator: "\n").map(String.init)
    }

    func work(program: String? = nil) -> BesideWork {
      let host = OutsideHost(
        home: path, account: .zero, setting: { _ in "" }, visitRooms: { _ in },
        perform: { calls in
          calls.map { call in
            .success(TableView.with { $0.id = (call.request as? ShowTable)?.table ?? "" })
          }
        }, now: { 0 })
      return BesideWork(host, program: program ?? self.program)
    }
  }

  private static let table = #"{"table": {"id": "abcd", "phase": "TABLE_PHASE_PLAYING"}}"#

  private func call<Request, Response>(
    _ work: BesideWork, _ method: Method<Request, Response>,
    _ fill: (inout Request) -> Void = { _ in }
  ) async throws -> Response {
    let perform = try #require(work.methods[method.path])
    return try #require(try await perform(Request.with(fill)) as? Response)
  }

  private func refusal(_ body: () async throws -> Void) async throws -> String {
    do {
      try await body()
      return ""
    } catch let refused as Refused {
      return refused.refusal.message
    }
  }

  @Test("G-58 one program plays a guest until it is ended, and hears each card")
  func guest() async throws {
    let home = try Home(answering: Self.table)
    let work = home.work()
    #expect(try await call(work, Methods.War.beside).matches.isEmpty)
    for _ in 0..<2 {
      let view = try await call(work, Methods.War.playBeside) {
        $0.guest = true
        $0.name = "Grace"
      }
      #expect(view.id == "abcd")
    }
    #expect(home.lines("started") == ["war beside --home \(home.path)"])
    let asked = #"{"guest":true,"name":"Grace"}"#
    #expect(home.lines("heard") == [asked, asked])
    let playing = try #require(try await call(work, Methods.War.beside).matches.first)
    #expect(playing.table == "abcd" && playing.guest && playing.playing)
    _ = try await call(work, Methods.War.tapBeside) {
      $0.table = "abcd"
      $0.round = 3
    }
    #expect(home.lines("heard").last == #"{"table":"abcd","round":3}"#)
    _ = try await call(work, Methods.War.endBeside) { $0.table = "abcd" }
    #expect(home.lines("ended") == ["ended"])
    // Also after a restart of the daemon it is known whose match that was.
    for one in [work, home.work()] {
      let left = try #require(try await call(one, Methods.War.beside).matches.first)
      #expect(left.table == "abcd" && left.guest && !left.playing)
    }
    let away = try await refusal {
      _ = try await call(work, Methods.War.tapBeside) { $0.table = "abcd" }
    }
    #expect(away.contains("continue the match"))
  }

  @Test("G-57 nobody is led back to a match that is over, though its program runs still")
  func again() async throws {
    let over = #"{"table": {"id": "abcd", "phase": "TABLE_PHASE_FINISHED"}}"#
    let home = try Home(answering: over)
    let work = home.work()
    for _ in 0..<2 { _ = try await call(work, Methods.War.playBeside) }
    #expect(home.lines("started").count == 2 && home.lines("ended") == ["ended"])
  }

  @Test(
    "G-57 the program ends with the daemon; the machine plays by itself, and nobody else's table")
  func machine() async throws {
    let home = try Home(answering: Self.table)
    let work = home.work()
    _ = try await call(work, Methods.War.playBeside)
    let byItself = try await refusal {
      _ = try await call(work, Methods.War.tapBeside) { $0.table = "abcd" }
    }
    #expect(byItself.contains("by itself"))
    for table in ["", "efgh"] {
      let foreign = try await refusal {
        _ = try await call(work, Methods.War.endBeside) { $0.table = table }
      }
      #expect(foreign.contains("no match against the machine"))
    }
    #expect(home.lines("ended").isEmpty)
    work.stop()
    #expect(home.lines("ended") == ["ended"])
    let late = try await refusal { _ = try await call(work, Methods.War.playBeside) }
    #expect(late.contains("has ended"))
    #expect(home.lines("started").count == 1)
  }

  @Test("G-57 where the other side cannot play, a sentence says why, and nothing is left running")
  func refusals() async throws {
    let lone = try Home(answering: Self.table)
    let missing = try await refusal {
      _ = try await call(lone.work(program: "/nowhere/parlor"), Methods.War.playBeside)
    }
    #expect(missing.contains("parlor, which plays the other side, cannot be started"))
    let home = try Home(answering: #"{"notice": "The node of The Machine does not start."}"#)
    let work = home.work()
    let refused = try await refusal { _ = try await call(work, Methods.War.playBeside) }
    #expect(refused == "The node of The Machine does not start.")
    #expect(home.lines("ended") == ["ended"])
    #expect(try await call(work, Methods.War.beside).matches.isEmpty)
    let strange = try Home(answering: "nonsense")
    let odd = try await refusal { _ = try await call(strange.work(), Methods.War.playBeside) }
    #expect(odd.contains("has ended"))
  }
}
