import Feature
import FileSchema
import Schema

extension Feature {
  /// Files that people share (specification section 17).
  public static let files = Feature(
    name: "files", kinds: [FileViews.files.erased],
    shows: [RecordView([.sharedFile], view: FileViews.file)],
    handlers: [
      .command(Methods.Files.share, FileCommands.share),
      .command(Methods.Files.delete, FileCommands.delete),
      .read(Methods.Files.list, FileViews.list), .read(Methods.Files.show, FileViews.show),
    ])
}
