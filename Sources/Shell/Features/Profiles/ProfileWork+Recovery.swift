import Feature
import FoundationEssentials
import Profiles
import ProfileSchema
import Schema

/// Mails and recovery words (rows ).
extension ProfileWork {
  /// The shortest time between two mails, in milliseconds.
  private static let betweenMails: Int64 = 60_000

  // MARK: Mail

  /// Sends a mail with a new token, after keeping its hash.
  ///
  /// - Returns: the refusal that says why it did not go out, and what to do; nil where it did.
  func send(_ purpose: ProfileLink.Purpose) async throws -> Refused? {
    let settings = try await settings()
    guard let program = MailProgram(settings.mailCommand, within: mailPatience) else {
      return Refused(
        .notNow, "No mail can be sent from here: there is no sendmail, or `mail-command` is off.")
    }
    let token = MailToken.make()
    let hash = MailToken.hash(token)
    try await line.run {
      try await self.change {
        switch purpose {
        case .confirm: $0.sendConfirmation(hash: hash, at: self.host.now())
        case .reset: $0.sendReset(hash: hash, at: self.host.now())
        }
      }
    }
    let mail = ProfileMail(
      purpose: purpose, name: settings.name, email: now.stored.email, token: token,
      home: homes?.first == host.home ? nil : host.home, page: host.page(),
      machine: ProcessInfo.processInfo.hostName)
    guard let problem = await program.send(mail) else { return nil }
    try await line.run {
      try await self.change {
        $0.forgetLinks(confirmation: purpose == .confirm, reset: purpose == .reset)
      }
    }
    return Refused(
      .notNow, "The mail could not be sent (\(problem)).",
      .with {
        $0.code = .setInTerminal
        $0.key = "mail-command"
      })
  }

  /// Sends the mail with which a new password can be set (rows ).
  func askReset(_ request: AskReset) async throws -> ProfileView {
    let email = try ProfileRules.email(request.email, or: ProfileText.noEmailAtReset)
    guard ProfileRules.isSame(email, now.stored.email) else {
      throw Refused(.notFound, ProfileText.noAccount)
    }
    guard now.hasPassword else {
      throw Refused(.notNow, "This profile has no password: there is nothing to reset.")
    }
    let last = now.stored.resetToken.until - ProfileRules.linkMilliseconds
    let time = host.now()
    guard !(last...last + Self.betweenMails).contains(time) else {
      throw Refused(
        .notNow, "A mail was sent less than a minute ago: look for it, or wait a minute.")
    }
    if let unsent = try await send(.reset) {
      guard now.stored.hasWords else { throw unsent }
      throw Refused(.notNow, "\(unsent.reason) The recovery words work as well.", .resetByWords)
    }
    return try await view {
      $0.note(mail: nil)
      $0.text = "A mail is on its way to \(email); its code works once, within 30 minutes."
    }
  }

  /// Sets a new password by a token or by the words (row A-13).
  func reset(_ request: ResetPassword) async throws -> ProfileView {
    let isMail = !request.token.isEmpty
    try await line.run {
      if isMail {
        let hash = MailToken.hash(request.token)
        try self.now.checkReset(hash: hash, at: self.host.now())
        let password = try ProfileRules.password(
          request.newPassword, confirmation: request.passwordConfirmation)
        let stored = try await SecretHash.make(password)
        try await self.change {
          // The hash took its time: the token may have expired or been used.
          try $0.checkReset(hash: hash, at: self.host.now())
          $0.reset(password: stored, byMail: true)
        }
        return
      }
      let words = try ProfileRules.words(request.words)
      let password = try ProfileRules.password(
        request.newPassword, confirmation: request.passwordConfirmation)
      guard self.now.hasPassword, self.now.stored.hasWords else {
        throw Refused(.notNow, "This profile has no recovery words.")
      }
      try await self.change { try $0.beginTry(at: self.host.now()) }
      guard try await SecretHash.fits(words, self.now.stored.words) else {
        try await self.change { $0.noteFailure(at: self.host.now()) }
        throw Refused(.invalid, ProfileText.wrongWords)
      }
      let stored = try await SecretHash.make(password)
      try await self.change { $0.reset(password: stored, byMail: false) }
    }
    host.latch.noteUse(nil, at: host.now())
    watchIdleTime()
    return try await view { $0.text = "The new password is set, and this home is unlocked." }
  }

  // MARK: Words

  /// New recovery words and their hash, where mail could not replace a password; nil where it could.
  ///
  /// - Parameters:
  ///   - wanted: also where it could.
  ///   - email: where the mail would go; empty for nowhere.
  func wordsIfNeeded(
    _ wanted: Bool, email: String
  ) async throws -> (text: String, hash: StoredHash)? {
    let hasMail = MailProgram(try await settings().mailCommand) != nil
    guard wanted || !hasMail || email.isEmpty else { return nil }
    var random = RandomSource(SystemRandomNumberGenerator())
    let words = ProfileRules.newWords(&random)
    return (words, try await SecretHash.make(words))
  }

  /// Makes new words, which take the place of the old ones. Runs in the line.
  func makeWords() async throws -> String? {
    guard let words = try await wordsIfNeeded(true, email: "") else { return nil }
    try await change { $0.set(words: words.hash) }
    return words.text
  }

  // MARK: Confirmation

  /// Sends the mail again, or makes new words.
  func askConfirmation(_ request: AskConfirmation) async throws -> ProfileView {
    let hasMail = MailProgram(try await settings().mailCommand) != nil
    guard request.words || !hasMail || now.stored.email.isEmpty else {
      guard !now.stored.emailConfirmed else {
        throw Refused(.notNow, "The e-mail is confirmed already.")
      }
      let last = now.stored.confirmToken.until - ProfileRules.linkMilliseconds
      guard !(last...last + Self.betweenMails).contains(host.now()) else {
        throw Refused(
          .notNow, "A mail was sent less than a minute ago: look for it, or wait a minute.")
      }
      if let unsent = try await send(.confirm) { throw unsent }
      return try await view {
        $0.note(mail: nil)
        $0.text = "A mail is on its way; its code works once, within 30 minutes."
      }
    }
    guard now.hasPassword else {
      throw Refused(.notNow, "This profile has no password: there is nothing to recover.")
    }
    let words = try await line.run {
      try await self.check(request.password)
      return try await self.makeWords()
    }
    return try await view {
      $0.recoveryWords = words ?? ""
      $0.text = "These words take the place of the old ones."
    }
  }

  /// Confirms the e-mail or the words (row A-09).
  func confirm(_ request: ConfirmProfile) async throws -> ProfileView {
    if !request.token.isEmpty {
      let hash = MailToken.hash(request.token)
      try await line.run {
        try await self.change { try $0.confirmEmail(hash: hash, at: self.host.now()) }
      }
      return try await view { $0.text = "The e-mail is confirmed." }
    }
    let words = try ProfileRules.words(request.words)
    try await line.run {
      guard self.now.stored.hasWords else {
        throw Refused(.notNow, "This profile has no recovery words.")
      }
      guard try await SecretHash.fits(words, self.now.stored.words) else {
        throw Refused(.invalid, ProfileText.wrongWords)
      }
      try await self.change { $0.confirmWords() }
    }
    return try await view {
      $0.text = "The recovery words are confirmed: keep them where nobody else looks."
    }
  }
}
