extension RandomAccessCollection {
  /// Finds the first element of the second part, where all elements of the first part come before all of the second; `endIndex` where
  /// there is no second part. It looks at a logarithm of the elements.
  ///
  /// The name and the meaning are those of the package swift-algorithms, which this target does not link for one function.
  @inlinable
  public func partitioningIndex(
    where isInSecondPart: (Element) throws -> Bool
  ) rethrows -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if try isInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
