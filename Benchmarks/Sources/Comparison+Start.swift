extension Comparison {
  /// Measures the time of a command that needs no daemon.
  static func version(_ places: Places) -> Comparison {
    Comparison(
      title: "parlor --version", unit: .milliseconds, target: .figure(required: 10, goal: 3),
      limit: smallest(places)
    ) { _ in
      try Program(path: places.parlor, arguments: ["--version"]).run().milliseconds
    }
  }

  /// Measures the time of a command that asks a running daemon.
  static func status(_ places: Places) throws -> Comparison {
    let daemon = try DaemonProcess(places, name: "status")
    return Comparison(
      title: "parlor status", unit: .milliseconds, target: .figure(required: 20, goal: 6),
      limit: smallest(places)
    ) { _ in
      try Program(path: places.parlor, arguments: ["--home", daemon.home, "status"]).run()
        .milliseconds
    }
  }

  /// From starting a daemon in a home that exists until it answers.
  static func ready(_ places: Places) throws -> Comparison {
    let home = try DaemonProcess(places, name: "ready").home
    return Comparison(
      title: "daemon ready", unit: .milliseconds, target: .figure(required: 50, goal: 15),
      limit: smallest(places)
    ) { _ in
      try DaemonProcess(parlor: places.parlor, home: home).millisecondsToReady
    }
  }

  private static func smallest(_ places: Places) -> Limit {
    Limit(title: "C, prints one line") { _ in try places.limit("start").run().milliseconds }
  }

  /// Measures the use of a daemon that is linked to another one and has nothing to do.
  static func idle(_ places: Places) throws -> [Comparison] {
    let homes = try TwoHomes(places, name: "idle")
    let seconds = 10.0
    func change(_ figure: @escaping (ProcessFigures) -> Double) -> (Int) throws -> Double {
      { _ in
        let before = try ProcessFigures(of: homes.host.process)
        sleep(milliseconds: Int(seconds * 1000))
        return figure(try ProcessFigures(of: homes.host.process)) - figure(before)
      }
    }
    let processor = change(\.processorSeconds)
    let wakeUps = change(\.wakeUps)
    return [
      Comparison(
        title: "idle daemon, processor", unit: .percent,
        target: .figure(required: 0.05, goal: 0.01),
        turns: 3
      ) { try 100 * processor($0) / seconds },
      Comparison(
        title: "idle daemon, wake-ups", unit: .perSecond, target: .figure(required: 5, goal: 0.5),
        turns: 3
      ) { try wakeUps($0) / seconds },
      // Last, when it has been idle for a minute.
      Comparison(
        title: "idle daemon, memory", unit: .mebibytes, target: .figure(required: 32, goal: 16),
        turns: 1
      ) { _ in try ProcessFigures(of: homes.host.process).residentMebibytes },
    ]
  }
}
