import Feature
import FoundationEssentials
import Homes
import Node
import Profiles
import ProfileSchema
import Schema
import SwiftProtobuf

/// The methods of a profile (rows ).
extension ProfileWork {
  var methods: [String: OutsideMethod] {
    Dictionary(
      uniqueKeysWithValues: [
        on(Methods.Profiles.show) { work, _ in try await work.view() },
        on(Methods.Profiles.create) { try await $0.create($1) },
        on(Methods.Profiles.edit) { try await $0.edit($1) },
        on(Methods.Profiles.unlock) { try await $0.unlock($1) },
        on(Methods.Profiles.lock) { work, _ in
          try await work.lock()
          return try await work.view { $0.text = "Locked." }
        },
        on(Methods.Profiles.changePassword) { try await $0.changePassword($1) },
        on(Methods.Profiles.removePassword) { try await $0.removePassword($1) },
        on(Methods.Profiles.askReset) { try await $0.askReset($1) },
        on(Methods.Profiles.reset) { try await $0.reset($1) },
        on(Methods.Profiles.askConfirmation) { try await $0.askConfirmation($1) },
        on(Methods.Profiles.confirm) { try await $0.confirm($1) },
        on(Methods.Profiles.delete) { work, request in
          try await work.line.run { try await work.check(request.password) }
          work.host.stop()
          return Done()
        },
      ])
  }

  private func on<Request, Response>(
    _ method: Method<Request, Response>,
    _ perform: @escaping @Sendable (ProfileWork, Request) async throws -> Response
  ) -> (String, OutsideMethod) {
    (method.path, { message in try await perform(self, method.request(message)) })
  }

  // MARK: Passwords

  /// Checks the current password, where there is one; each try counts as a wrong one until it has proven to be right (row A-12).
  ///
  /// Runs in the line.
  /// - Throws: `Refused` for a wrong one, and while none may be tried.
  func check(_ password: String) async throws {
    guard now.hasPassword else { return }
    let hash = now.stored.password
    try await change { try $0.beginTry(at: self.host.now()) }
    guard try await SecretHash.fits(ProfileRules.tried(password), hash) else {
      try await change { $0.noteFailure(at: self.host.now()) }
      throw Refused(.invalid, ProfileText.wrongPassword)
    }
    try await change { $0.noteSuccess() }
  }

  /// Opens the home (rows ).
  private func unlock(_ request: UnlockProfile) async throws -> ProfileView {
    try await checkAccount(request.account)
    guard now.hasPassword else {
      throw Refused(.notNow, "This profile has no password: it is never locked.")
    }
    try await line.run {
      try await self.check(request.password)
      try await self.change { $0.unlock() }
    }
    host.latch.noteUse(nil, at: host.now())
    watchIdleTime()
    return try await view { $0.text = "Unlocked." }
  }

  /// Checks that a typed e-mail or name is that of this profile; an empty one always is.
  private func checkAccount(_ typed: String) async throws {
    let text = Text.trimmed(typed)
    guard !text.isEmpty else { return }
    if ProfileRules.isEmail(text) {
      guard ProfileRules.isSame(text, now.stored.email) else {
        throw Refused(.notFound, ProfileText.noAccount)
      }
    } else if try await !settings().name.isName(text) {
      throw Refused(.invalid, ProfileText.noEmail)
    }
  }

  private func changePassword(_ request: ChangePassword) async throws -> ProfileView {
    let words: String? = try await line.run {
      try await self.check(request.password)
      let password = try ProfileRules.password(
        request.newPassword, confirmation: request.passwordConfirmation)
      let hash = try await SecretHash.make(password)
      let isFirst = !self.now.hasPassword
      let words = isFirst ? try await self.wordsIfNeeded(false, email: self.now.stored.email) : nil
      try await self.change {
        $0.set(password: hash)
        if let words { $0.set(words: words.hash) }
      }
      return words?.text
    }
    try await writeLabel()
    watchIdleTime()
    return try await view {
      $0.recoveryWords = words ?? ""
      $0.text = "The password is set. " + ProfileText.encryptsNothing
    }
  }

  private func removePassword(_ request: RemovePassword) async throws -> ProfileView {
    guard now.hasPassword else {
      throw Refused(.notNow, "This profile has no password: there is nothing to remove.")
    }
    try await line.run {
      try await self.check(request.password)
      try await self.change { $0.set(password: nil) }
    }
    try await writeLabel()
    return try await view {
      $0.text = "The password is gone: whoever is at this keyboard may use Parlor."
    }
  }

  // MARK: The profile

  private func create(_ request: CreateProfile) async throws -> ProfileView {
    let email = try ProfileRules.email(request.email)
    let isOpen = request.password.isEmpty && request.passwordConfirmation.isEmpty
    let password =
      isOpen
      ? nil
      : try ProfileRules.password(request.password, confirmation: request.passwordConfirmation)
    let words: String? = try await line.run {
      guard !self.now.isCreated else {
        throw Refused(
          .notNow,
          "This home already has an account.", .editProfile
        )
      }
      // The current password, where `change-password` has set one: nobody takes a home over.
      if let password, self.now.hasPassword {
        try await self.check(password)
      } else if self.now.hasPassword {
        throw Refused(.invalid, ProfileText.wrongPassword)
      }
      if !request.name.isEmpty { try await self.set(name: request.name) }
      try await self.claim(email, hasPassword: password != nil)
      var hash: StoredHash?
      if let password { hash = try await SecretHash.make(password) }
      let words = password == nil ? nil : try await self.wordsIfNeeded(request.words, email: email)
      try await self.change {
        $0.create(email: email, password: hash)
        if let words { $0.set(words: words.hash) }
      }
      return words?.text
    }
    let problem = try await send(.confirm)
    // Where no mail goes out, the words take its place.
    var instead: String?
    if problem != nil, words == nil, password != nil {
      instead = try await line.run { try await self.makeWords() }
    }
    let shown = words ?? instead ?? ""
    watchIdleTime()
    return try await view {
      $0.recoveryWords = shown
      // Without a password nothing depends on the mail.
      if password != nil || problem == nil { $0.note(mail: problem) }
      $0.text =
        password == nil
        ? "The profile is made." : "The profile is made. " + ProfileText.encryptsNothing
    }
  }

  private func edit(_ request: EditProfile) async throws -> ProfileView {
    let email = request.hasEmail ? try ProfileRules.email(request.email) : nil
    let isOther = email.map { $0 != now.stored.email } ?? false
    try await line.run {
      if isOther { try await self.check(request.password) }
      if request.hasName { try await self.set(name: request.name) }
      guard let email, isOther else { return }
      try await self.claim(email, hasPassword: self.now.hasPassword)
      try await self.change { $0.set(email: email) }
    }
    if now.isCreated { try await writeLabel() }
    let problem = isOther ? try await send(.confirm) : nil
    return try await view {
      if isOther { $0.note(mail: problem) }
      $0.text = "Changed."
    }
  }

  /// Takes an e-mail for this home, unless another one has it (row A-08).
  private func claim(_ email: String, hasPassword: Bool) async throws {
    let label = HomeLabel(name: try await settings().name, email: email, hasPassword: hasPassword)
    guard let homes else { return try label.write(home: host.home) }
    try homes.claim(label, home: host.home)
  }

  /// Writes again what other programs see of this home.
  func writeLabel() async throws {
    let profile = now
    let label = HomeLabel(
      name: try await settings().name, email: profile.stored.email,
      hasPassword: profile.hasPassword)
    try label.write(home: host.home)
  }

  private func set(name: String) async throws {
    let call = Methods.Node.set {
      $0.key = "name"
      $0.value = name
    }
    for result in await host.perform([call]) { _ = try result.get() }
  }

  /// The settings as the node has them.
  func settings() async throws -> SettingsView {
    try await host.perform([Methods.Node.settings()]).first?.get() as? SettingsView
      ?? SettingsView()
  }

  /// The profile as people see it.
  ///
  /// - Parameter complete: adds what this answer alone says.
  func view(_ complete: (inout ProfileView) -> Void = { _ in }) async throws -> ProfileView {
    let settings = try await settings()
    let profile = now
    let time = host.now()
    let isLocked = host.latch.isLocked
    let hasMail = MailProgram(settings.mailCommand) != nil
    var view = ProfileView.with {
      $0.name = settings.name
      $0.email = isLocked ? "" : profile.stored.email
      $0.emailConfirmed = profile.stored.emailConfirmed
      $0.hasPassword_p = profile.hasPassword
      $0.locked = isLocked
      $0.waitMilliseconds = profile.wait(at: time)
      $0.awaits = profile.awaits(hasMail: hasMail)
      $0.recovery = profile.recovery(hasMail: hasMail)
      $0.confirmUntil = profile.confirmUntil(at: time)
      $0.resetUntil = profile.resetUntil(at: time)
      $0.mailSent = false
      $0.lockAfter = settings.lockAfter
      $0.home = host.home
      $0.account = host.account.description
    }
    complete(&view)
    return view
  }
}

extension ProfileView {
  /// Says whether a mail went out.
  ///
  /// - Parameter problem: why it did not go out; nil where it did, empty where none was to.
  mutating func note(mail problem: Refused?) {
    mailSent = problem == nil
    mailProblem = problem?.refusal.message ?? ""
  }
}
