// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "parlor", path: "..")],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [
        .product(name: "War", package: "parlor"), .product(name: "Client", package: "parlor"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
