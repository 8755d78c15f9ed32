// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "fuzzing",
  dependencies: [.package(name: "parlor", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz", dependencies: [.product(name: "FuzzKit", package: "parlor")])
  ],
  swiftLanguageModes: [.v6]
)
