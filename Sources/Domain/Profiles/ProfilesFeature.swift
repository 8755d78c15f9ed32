import Feature
import ProfileSchema
import Schema

extension Feature {
  /// The owner of a home, and the moderators of a room (specification section 21). The code that keeps the password is in
  /// `Shell/Features/Profiles`.
  public static let profiles = Feature(
    name: "profiles", kinds: [Roles.moderator.erased],
    shows: [RecordView([.moderator], view: Roles.view)],
    handlers: [
      .command(Methods.Profiles.setRole, Roles.set), .read(Methods.Profiles.roles, Roles.list),
    ],
    settings: [ProfileSettings.mailCommand, ProfileSettings.lockAfter])
}
