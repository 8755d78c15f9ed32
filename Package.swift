// swift-tools-version: 6.1
import PackageDescription

// One target per folder of Sources. Tests/LayoutTests holds which layer may know which.

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf")
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
]

// How programs are linked for people. LLVM's linker is part of the toolchain; it writes the places that a start corrects
// as a hundredth of the bytes.
let linkedSmall: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--icf=all",
      "-Xlinker", "\(Context.packageDirectory)/scripts/unwinding.ld",
    ], .when(configuration: .release))
]

// How targets are compiled whose speed nobody notices: for size. What a turn, a view or a reader runs through stays quick.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

// The modules with the messages of one feature each. protocol/modules.asciipb says which file is in which.
let features = [
  "Chat", "Deck", "Drawing", "Duel", "Event", "File", "Hand", "Introduction", "Profile",
  "Tournament",
  "War",
]
let schemas = features.map { Target.Dependency(stringLiteral: "\($0)Schema") }

let package = Package(
  name: "parlor",
  products: [
    .executable(name: "parlor", targets: ["parlor"]),
    .executable(name: "parlord", targets: ["parlord"]),
    .executable(name: "parlor-lab", targets: ["parlor-lab"]),
    .executable(name: "parlor-discovery", targets: ["parlor-discovery"]),
    .library(name: "FuzzKit", targets: ["FuzzKit"]),
  ],
  dependencies: [
    // Without traits neither this one nor Hummingbird links more of Foundation than its essentials.
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    // Schema and Identifiers know nothing. The messages of each feature are a module of their own: scripts/generate.
    .systemLibrary(name: "CUnistring", providers: [.apt(["libunistring-dev"])]),
    .target(
      name: "Schema", dependencies: ["CUnistring", protobuf], path: "Sources/Schema/Schema"),
    .target(
      name: "WholeSchema", dependencies: schemas + ["Schema", protobuf],
      path: "Sources/Schema/WholeSchema", swiftSettings: small),
    .target(name: "Identifiers", dependencies: [crypto]),

    // What the core and the features know of each other.
    .target(name: "Feature", dependencies: ["Schema", "Identifiers", protobuf]),

    // The clocks of time zones, from the database of the machine.
    .target(name: "Zones"),

    // Domain: rules only.
    .target(
      name: "War",
      dependencies: ["Schema", "WarSchema", "Feature", "Identifiers", crypto, protobuf],
      path: "Sources/Domain/War"),
    .target(
      name: "Duel",
      dependencies: [
        "Schema", "DuelSchema", "Feature", "Identifiers", "Decks", crypto, protobuf,
      ],
      path: "Sources/Domain/Duel"),
    .target(
      name: "RockPaperScissors",
      dependencies: ["Schema", "HandSchema", "Feature", crypto, protobuf],
      path: "Sources/Domain/RockPaperScissors", swiftSettings: small),
    .target(
      name: "Introductions",
      dependencies: ["Schema", "IntroductionSchema", "Feature", "Identifiers"],
      path: "Sources/Domain/Introductions", swiftSettings: small),
    .target(
      name: "Chat", dependencies: ["Schema", "ChatSchema", "Feature", "Identifiers"],
      path: "Sources/Domain/Chat"),
    .target(
      name: "Files", dependencies: ["Schema", "FileSchema", "Feature", "Identifiers", "Chat"],
      path: "Sources/Domain/Files", swiftSettings: small),
    .target(
      name: "Events",
      dependencies: [
        "Packing", "Schema", "EventSchema", "Feature", "Identifiers", "Chat", "Zones",
      ],
      path: "Sources/Domain/Events"),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "Markup", dependencies: ["CExpat"], path: "Sources/Domain/Markup"),
    .systemLibrary(name: "CDeflate", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "Packing", dependencies: ["CDeflate"], path: "Sources/Domain/Packing"),
    .target(
      name: "Decks",
      dependencies: ["Markup", "Schema", "DeckSchema", "Feature", "Identifiers", crypto],
      path: "Sources/Domain/Decks"),
    .target(
      name: "Tournaments",
      dependencies: ["Schema", "TournamentSchema", "Feature", "Identifiers", crypto],
      path: "Sources/Domain/Tournaments"),
    .target(
      name: "Profiles", dependencies: ["Schema", "ProfileSchema", "Feature", "Identifiers"],
      path: "Sources/Domain/Profiles", swiftSettings: small),
    .target(
      name: "Drawings",
      dependencies: [
        "Packing", "Markup", "Schema", "DrawingSchema", "Feature", "Identifiers", "Chat", protobuf,
      ],
      path: "Sources/Domain/Drawings"),

    // Core: the deterministic machine.
    .target(
      name: "Wire", dependencies: ["Schema", "Identifiers", crypto, protobuf],
      path: "Sources/Core/Wire"),
    .target(
      name: "Replication", dependencies: ["Schema", "Identifiers", "Wire"],
      path: "Sources/Core/Replication"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "Store",
      dependencies: ["CSQLite", "Schema", "Feature", "Identifiers", "Wire", "Replication"],
      path: "Sources/Core/Store"),
    .target(
      name: "Node",
      dependencies: [
        "Schema", "Feature", "Identifiers", "Wire", "Replication", "Store", protobuf,
      ],
      path: "Sources/Core/Node"),

    // Shell: the only code that touches the world.
    .target(
      name: "Features",
      dependencies: [
        "Schema", "DeckSchema", "DuelSchema", "EventSchema", "ProfileSchema", "WarSchema",
        "Feature",
        "Identifiers",
        "Chat",
        "Files", "Events", "Decks", "Markup",
        "Tournaments",
        "Drawings", "Introductions", "War", "RockPaperScissors", "Duel", "Profiles", "Calendars",
        "Homes",
        "Programs", "Store",
        "Node", crypto,
        cryptoExtras,
      ],
      path: "Sources/Shell/Features", swiftSettings: small),
    // Calendar folders and files, and the homes of a machine: for the node and for commands.
    .target(
      name: "Calendars",
      dependencies: [
        "CRename", "Schema", "EventSchema", "Feature", "Events", "Zones", "Programs", protobuf,
      ],
      path: "Sources/Shell/Calendars", swiftSettings: small),
    .target(
      name: "Homes", dependencies: ["Feature", "Profiles"], path: "Sources/Shell/Homes",
      swiftSettings: small),
    .systemLibrary(name: "CRename"),
    .systemLibrary(name: "CSpawn"),
    .target(
      name: "Programs", dependencies: ["CSpawn"], path: "Sources/Shell/Programs",
      swiftSettings: small),
    .target(name: "Neighbours", path: "Sources/Shell/Neighbours", swiftSettings: small),
    .target(
      name: "Discovery",
      dependencies: ["Schema", "Wire", "Node", "Programs", "Neighbours"],
      path: "Sources/Shell/Discovery", swiftSettings: small),
    .target(
      name: "Link",
      dependencies: [
        "Schema", "Wire", "Node", "Programs", crypto,
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "X509", package: "swift-certificates"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
      ] + nio, path: "Sources/Shell/Link"),
    .target(
      name: "Client", dependencies: ["Schema", "WholeSchema", "Programs", protobuf],
      path: "Sources/Shell/Client",
      swiftSettings: small),
    // The pages of docs/ in the program.
    .target(name: "CGuide"),
    .target(
      name: "Terminal",
      dependencies: schemas + [
        "Schema", "Drawings", "Events", protobuf,
      ],
      path: "Sources/Shell/Terminal", swiftSettings: small),
    .target(
      name: "API",
      dependencies: [
        "Feature", "Schema", "WholeSchema", "Store", "Node", "Client", "Programs",
        protobuf,
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ] + nio, path: "Sources/Shell/API"),
    // The files of the page in the program, and who serves them.
    .target(name: "CPage", exclude: ["bundle"]),
    .target(
      name: "Page",
      dependencies: [
        "API", "CDeflate", "CPage", "Feature", "Identifiers", "Node", "Programs", "Schema",
        "WholeSchema", crypto,
        protobuf,
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ] + nio, path: "Sources/Shell/Page"),
    .target(
      name: "Daemon",
      dependencies: [
        "CHeap", "Schema", "WholeSchema", "Feature", "Events", "Features",
        "Identifiers", "Wire", "Store", "Node",
        "Discovery", "Link",
        "API", "Page", "Doctor",
        "Programs",
      ] + nio,
      path: "Sources/Shell/Daemon", swiftSettings: small),
    .systemLibrary(name: "CHeap"),

    .target(
      name: "Doctor",
      dependencies: [
        "Schema", "Feature", "Features", "Identifiers", "Wire", "Store", "Discovery", "Link",
        "Client", "Programs", protobuf,
      ],
      path: "Sources/Shell/Doctor", swiftSettings: small),

    // What the programs that people type share, and the declarations of the commands that one hands to another.
    .target(
      name: "Commands",
      dependencies: [
        "Feature", "Schema", "Identifiers", "DeckSchema", "WholeSchema", "War", "Client",
        "Terminal", "Programs", protobuf, argumentParser,
      ], swiftSettings: small),

    // What people type: a client of the daemon, without database, TLS, server or simulator.
    .executableTarget(
      name: "parlor",
      dependencies: schemas + [
        "Feature", "Schema", "Identifiers",
        "War", "Duel", "Events", "Drawings", "Profiles", "Calendars",
        "Homes", "Client", "CGuide", "Terminal", "Programs", "Commands", protobuf, argumentParser,
      ],
      swiftSettings: small,
      // It starts in the time that it takes to map it: no libraries to look for, no places in it to correct.
      linkerSettings: linkedSmall + [
        .unsafeFlags(["-static-executable"], .when(configuration: .release))
      ]),

    // The program that runs a node, and, as a process of its own, the one that reads and draws pictures.
    .executableTarget(
      name: "parlord",
      dependencies: [
        "Feature", "Schema", "DeckSchema", "Decks", "DuelSchema", "Duel", "Features", "Link",
        "Store", "Node", "Daemon", "Client",
        "Doctor", "Pictures", "Terminal", "Programs", "Commands", protobuf, argumentParser,
      ], swiftSettings: small, linkerSettings: linkedSmall),

    // The program that plays scripts and simulates.
    .executableTarget(
      name: "parlor-lab",
      dependencies: [
        "Feature", "Schema", "War", "Wire", "Decks", "Features", "Store", "Node", "Client",
        "Replication",
        "Programs", "Terminal", "Commands", "TestKit", protobuf, argumentParser,
      ], swiftSettings: small, linkerSettings: linkedSmall),

    // The only program that links dns_sd.
    .systemLibrary(name: "CDNSSD"),
    .executableTarget(
      name: "parlor-discovery", dependencies: ["CDNSSD", "Neighbours"], linkerSettings: linkedSmall),

    // The only code that draws, and that decodes pictures of others: for a process of its own, which loads the libraries by itself.
    .systemLibrary(name: "CPictures"),
    .systemLibrary(
      name: "CConfinement", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .target(
      name: "Pictures",
      dependencies: ["CConfinement", "CPictures", "Drawings", "Events", "Feature", "Schema"],
      path: "Sources/Shell/Pictures"),

    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(
      name: "TestKit",
      dependencies: schemas + [
        "CYAML", "Feature", "Schema", "War", "Duel", "Events", "Decks", "Terminal",
        "Features", "Identifiers", "Wire",
        "Programs",
        "Replication",
        "Store",
        "Node", crypto, protobuf,
      ], swiftSettings: small),

    // What takes bytes from strangers, as a fuzzer calls it; the program has none of it.
    .target(
      name: "FuzzKit",
      dependencies: [
        "Feature", "Schema", "ChatSchema", "DeckSchema", "EventSchema", "FileSchema", "WholeSchema",
        "War", "Decks", "Drawings", "Markup", "Events", "Zones", "Calendars",
        "Features", "Identifiers", "Wire", "Replication", "Store",
        "Node",
        "Neighbours",
        "Discovery", "Link", "Terminal", "TestKit", protobuf,
        .product(name: "NIOCore", package: "swift-nio"),
      ]),

    // Built for `scripts/bench` only, beside the program that it measures.
    .executableTarget(
      name: "bench",
      dependencies: [
        "Feature", "Schema", "ChatSchema", "DeckSchema", "DrawingSchema", "DuelSchema",
        "EventSchema", "TournamentSchema", "WarSchema", "Duel", "Events", "War", "Features",
        "Identifiers", "Wire", "Replication",
        "Store", "Node",
        "Link", "Client",
      ] + nio, path: "Benchmarks/Sources"),

    // Built for `scripts/files` only: it reads hostile files.
    .executableTarget(
      name: "reading",
      dependencies: ["Decks", "Drawings", "Events", "TestKit", "Tournaments"],
      path: "Benchmarks/Reading"),

    // What the tests of links and of daemons share: clients and relays that keep no rules.
    .target(
      name: "LinkTestKit",
      dependencies: [
        "Link", "Schema", protobuf, .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ] + nio, path: "Tests/LinkTestKit"),

    // A feature that only tests have.
    .target(
      name: "PollKit",
      dependencies: ["Feature", "Schema", "Identifiers", "Node", "TestKit", protobuf],
      path: "Tests/PollKit", exclude: ["poll.proto"]),

    // What tests draw cards with, and compare `CPictures` with.
    .systemLibrary(
      name: "CDrawing", pkgConfig: "pangocairo gdk-pixbuf-2.0",
      providers: [.apt(["libpango1.0-dev", "libgdk-pixbuf-2.0-dev"])]),

    .testTarget(name: "LayoutTests"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: schemas + [
        "CDrawing", "Client", "Commands", "Feature", "parlor", "parlord", "parlor-lab",
        "parlor-discovery", "Schema", "WholeSchema", "Events", "Features", "Identifiers",
        "Wire", "Store", "Node", "Link", "LinkTestKit", protobuf, argumentParser,
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ] + nio),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Chat", "Decks", "Duel", "Events", "Feature", "Features", "Files", "Node", "PollKit",
        "Schema",
        "Replication", "Store", "TestKit", "War",
      ]),
    .testTarget(
      name: "NodeTests",
      dependencies: schemas + [
        "WholeSchema",
        "Node", "Calendars", "Chat", "Decks", "Drawings", "Duel", "Events", "Feature", "Features",
        "Files", "PollKit", "RockPaperScissors", "TestKit", "Store", "War", crypto,
      ]),
    .testTarget(
      name: "LinkTests",
      dependencies: [
        "Link", "LinkTestKit", "TestKit",
        .product(name: "NIOTestUtils", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ]),
    .testTarget(
      name: "APITests",
      dependencies: [
        "Feature", "API", "Client", "Node", "Page", "Schema", "ChatSchema", "DeckSchema",
        "EventSchema", "WholeSchema", "TestKit", protobuf,
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(name: "ClientTests", dependencies: ["Client", "Schema", "EventSchema", "TestKit"]),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "Terminal", "Events", "Schema", "ChatSchema", "DeckSchema", "DrawingSchema", "DuelSchema",
        "EventSchema", "HandSchema", "IntroductionSchema", "TournamentSchema", "WarSchema",
        "TestKit", protobuf,
      ]),
    .testTarget(
      name: "DiscoveryTests",
      dependencies: ["Discovery", "Neighbours", "Programs", "TestKit", "parlor-discovery"]),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Calendars", "Feature", "Daemon", "Events", "Features", "Link", "Node", "Schema",
        "ChatSchema", "EventSchema", "WarSchema", "Store", "TestKit",
        "Identifiers",
        "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .testTarget(
      name: "DoctorTests",
      dependencies: ["Doctor", "Features", "Identifiers", "Link", "Programs", "Schema", "Store"]),
    .testTarget(
      name: "EventsTests", dependencies: ["Events", "Feature", "Schema", "EventSchema", "TestKit"]),
    .testTarget(name: "ZonesTests", dependencies: ["Zones", "TestKit"]),
    .testTarget(
      name: "DecksTests",
      dependencies: [
        "CSQLite", "Decks", "Feature", "Features", "Markup", "Schema", "DeckSchema", "Terminal",
        "TestKit",
      ]),
    .testTarget(
      name: "TournamentsTests",
      dependencies: ["Tournaments", "Feature", "Schema", "TournamentSchema", "TestKit"]),
    .testTarget(
      name: "ProfilesTests",
      dependencies: [
        "Profiles", "Feature", "Features", "Homes", "Identifiers", "Programs", "Schema",
        "ProfileSchema", "TestKit",
        protobuf,
      ]),
    .testTarget(
      name: "DrawingsTests",
      dependencies: [
        "Drawings", "Feature", "Identifiers", "Packing", "Schema", "DrawingSchema", "TestKit",
      ]),
    .testTarget(name: "FuzzingTests", dependencies: ["FuzzKit", "TestKit"]),
    .testTarget(
      name: "WireTests",
      dependencies: ["Identifiers", "Wire", "Schema", "WholeSchema", "TestKit", protobuf]),
    .testTarget(
      name: "ReplicationTests",
      dependencies: ["Identifiers", "Replication", "Schema", "TestKit", "Wire"]),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "Store", "Client", "Feature", "Schema", "ChatSchema", "WarSchema", "Identifiers", "TestKit",
        "Wire",
      ]),
    .testTarget(
      name: "DuelTests", dependencies: ["Duel", "Schema", "DuelSchema", "Feature", "TestKit"]),
    .testTarget(name: "WarTests", dependencies: ["Feature", "Schema", "TestKit", "War", crypto]),
  ]
    + features.map { feature in
      .target(
        name: "\(feature)Schema", dependencies: ["Schema", protobuf],
        path: "Sources/Schema/\(feature)Schema")
    },
  swiftLanguageModes: [.v6]
)
