import Identifiers
import Schema

extension Remedy {
  /// Makes a remedy without fields.
  public init(_ code: RemedyCode) {
    self.init()
    self.code = code
  }

  /// The list that shows the things among which one is meant.
  ///
  /// - Parameter list: the command without `parlor`: "peer list".
  public static func see(_ list: String) -> Remedy {
    .with {
      $0.code = .see
      $0.list = list
    }
  }

  /// The list of the records of a kind.
  public static func see(_ kind: AnyKind) -> Remedy {
    see(String(kind.lists.trimmingPrefix("parlor ")))
  }

  /// A remedy about a node.
  public static func about(_ node: NodeID, _ code: RemedyCode) -> Remedy {
    .with {
      $0.code = code
      $0.node = node.description
    }
  }

  /// A remedy about somebody who is known by a name alone.
  public static func about(_ name: String, _ code: RemedyCode) -> Remedy {
    .with {
      $0.code = code
      $0.name = name
    }
  }

  /// A remedy about a thing with an id.
  public static func item(_ id: String, _ code: RemedyCode) -> Remedy {
    .with {
      $0.code = code
      $0.item = id
    }
  }

  /// A setting that should have a value.
  public static func setting(_ key: String, _ value: String) -> Remedy {
    .with {
      $0.code = .changeSetting
      $0.key = key
      $0.value = value
    }
  }
}
