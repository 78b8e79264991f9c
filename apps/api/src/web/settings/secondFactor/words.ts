import type { Language } from "@mon/model"

interface Words {
  readonly title: string
  readonly back: string
  readonly required: { readonly own: string; readonly setUp: string; readonly of: (owner: string) => string }
  /** The texts before, in and after the link to the person's other accounts. */
  readonly chooseOther: readonly [before: string, link: string, after: string]
  readonly isOff: string
  readonly why: string
  readonly setUp: string
  readonly canSetUp: string
  readonly isOn: (left: number) => readonly [before: string, after: string]
  readonly fewCodes: readonly [strong: string, more: string]
  readonly renew: { readonly label: string; readonly hint: string; readonly button: string }
  readonly otherApp: { readonly label: string; readonly hint: string; readonly button: string }
  readonly cannotSwitchOff: string
  readonly switchOff: { readonly label: string; readonly hint: string; readonly button: string }
  readonly everyone: string
  readonly isRequired: string
  readonly isOptional: string
  readonly ifRequired: string
  readonly ownFirst: string
  readonly require: string
  readonly stopRequiring: string
  readonly setup: {
    readonly title: string
    readonly scan: readonly [before: string, link: string, after: string]
    readonly qrCode: string
    readonly key: string
    readonly code: string
    readonly button: string
    readonly limit: (minutes: number) => string
    readonly cancel: string
  }
  readonly codes: { readonly title: string; readonly hint: string; readonly stored: string }
  readonly done: Readonly<Record<"off" | "on" | "optional" | "required", string>>
  readonly errors: Readonly<Record<"expired" | "kept" | "ownerOnly" | "ownFirst" | "unconfirmed" | "wrongCode", string>>
}

const english: Words = {
  title: "Two-factor sign-in",
  back: "Back to settings",
  required: {
    own: "Your account requires two-factor sign-in.",
    setUp: "Set it up to continue",
    of: (owner) => `The account of ${owner} requires two-factor sign-in.`
  },
  chooseOther: [", or", "choose another account", "."],
  isOff: "Two-factor sign-in is off.",
  why: "With two-factor sign-in, a stolen password is not enough: signing in also needs a code from an app on your phone. Every app for one-time codes (TOTP) works.",
  setUp: "Set up two-factor sign-in",
  canSetUp: "You can set it up",
  isOn: (left) => [
    "Two-factor sign-in is on since",
    `. You have ${left === 1 ? "1 recovery code" : `${left} recovery codes`} left.`
  ],
  fewCodes: ["Create new recovery codes soon.", "You need one to sign in without your phone."],
  renew: {
    label: "New recovery codes",
    hint: "The earlier recovery codes stop working immediately.",
    button: "Create new recovery codes"
  },
  otherApp: {
    label: "Use another phone or app",
    hint: "Nothing changes until you enter a code from the new app. Then all other sessions are signed out.",
    button: "Set up the new app"
  },
  cannotSwitchOff: "The account requires two-factor sign-in, so you cannot switch it off.",
  switchOff: {
    label: "Switch off",
    hint: "You will then need only your password to sign in.",
    button: "Switch off two-factor sign-in"
  },
  everyone: "Everyone in your account",
  isRequired: "Everyone needs two-factor sign-in.",
  isOptional: "Each person decides for themselves.",
  ifRequired:
    "If you require it, members who do not have it must set it up the next time they open a page. Their API keys keep working.",
  ownFirst: "Set up your own two-factor sign-in before you require it.",
  require: "Require two-factor sign-in",
  stopRequiring: "Stop requiring it",
  setup: {
    title: "Set up two-factor sign-in",
    scan: ["Scan this code with your authenticator app, or", "open it on this device", "."],
    qrCode: "QR code with the key below",
    key: "Without a camera, enter this key:",
    code: "Enter the code the app shows",
    button: "Switch on",
    limit: (minutes) => `You have ${minutes} minutes. Nothing changes until the code is correct.`,
    cancel: "Cancel"
  },
  codes: {
    title: "Your recovery codes",
    hint: "Store them somewhere safe, such as a password manager or on paper. Each code signs you in once if you do not have your phone. They cannot be shown again.",
    stored: "I have stored them"
  },
  done: {
    off: "Two-factor sign-in is off.",
    on: "Two-factor sign-in is on. All other sessions were signed out.",
    required: "Everyone in your account now needs two-factor sign-in.",
    optional: "Two-factor sign-in is no longer required."
  },
  errors: {
    expired: "Too much time has passed. Start again.",
    wrongCode: "This code is wrong. Enter the code the app shows now, and check that your phone's clock is right.",
    unconfirmed: "Confirm your address first.",
    kept: "An account you belong to requires two-factor sign-in.",
    ownerOnly: "Only the account owner can do this.",
    ownFirst: "Set up your own two-factor sign-in before you require it."
  }
}

const german: Words = {
  title: "Anmeldung in zwei Schritten",
  back: "Zurück zu den Einstellungen",
  required: {
    own: "Ihr Konto verlangt die Anmeldung in zwei Schritten.",
    setUp: "Richten Sie sie ein, um fortzufahren",
    of: (owner) => `Das Konto von ${owner} verlangt die Anmeldung in zwei Schritten.`
  },
  chooseOther: [", oder", "wählen Sie ein anderes Konto", "."],
  isOff: "Die Anmeldung in zwei Schritten ist aus.",
  why: "Dann reicht ein gestohlenes Passwort nicht: Zum Anmelden gehört auch ein Code aus einer App auf Ihrem Telefon. Jede App für Einmalcodes (TOTP) ist geeignet.",
  setUp: "Anmeldung in zwei Schritten einrichten",
  canSetUp: "Sie können sie einrichten",
  isOn: (left) => [
    "Die Anmeldung in zwei Schritten ist an seit",
    `. Sie haben noch ${left === 1 ? "1 Wiederherstellungscode" : `${left} Wiederherstellungscodes`}.`
  ],
  fewCodes: [
    "Erstellen Sie bald neue Wiederherstellungscodes.",
    "Ohne Telefon brauchen Sie einen, um sich anzumelden."
  ],
  renew: {
    label: "Neue Wiederherstellungscodes",
    hint: "Die bisherigen Wiederherstellungscodes gelten dann nicht mehr.",
    button: "Neue Wiederherstellungscodes erstellen"
  },
  otherApp: {
    label: "Anderes Telefon oder andere App",
    hint: "Bis Sie einen Code aus der neuen App eingeben, ändert sich nichts. Danach werden Sie überall sonst abgemeldet.",
    button: "Neue App einrichten"
  },
  cannotSwitchOff: "Das Konto verlangt die Anmeldung in zwei Schritten. Sie können sie nicht abschalten.",
  switchOff: {
    label: "Abschalten",
    hint: "Zum Anmelden reicht dann Ihr Passwort.",
    button: "Anmeldung in zwei Schritten abschalten"
  },
  everyone: "Alle in Ihrem Konto",
  isRequired: "Alle brauchen die Anmeldung in zwei Schritten.",
  isOptional: "Jeder entscheidet selbst.",
  ifRequired:
    "Wenn Sie sie verlangen, müssen Mitglieder sie einrichten, sobald sie die nächste Seite öffnen. Ihre API-Schlüssel gelten weiter.",
  ownFirst: "Richten Sie erst Ihre eigene Anmeldung in zwei Schritten ein, bevor Sie sie verlangen.",
  require: "Anmeldung in zwei Schritten verlangen",
  stopRequiring: "Nicht mehr verlangen",
  setup: {
    title: "Anmeldung in zwei Schritten einrichten",
    scan: ["Scannen Sie diesen Code mit Ihrer Authenticator-App, oder", "öffnen Sie ihn auf diesem Gerät", "."],
    qrCode: "QR-Code mit dem Schlüssel darunter",
    key: "Ohne Kamera geben Sie diesen Schlüssel ein:",
    code: "Code, den die App zeigt",
    button: "Einschalten",
    limit: (minutes) => `Sie haben ${minutes} Minuten. Bis der Code stimmt, ändert sich nichts.`,
    cancel: "Abbrechen"
  },
  codes: {
    title: "Ihre Wiederherstellungscodes",
    hint: "Bewahren Sie sie sicher auf, in einem Passwortmanager oder auf Papier. Jeder Code meldet Sie einmal an, wenn Sie Ihr Telefon nicht haben. Sie lassen sich nicht noch einmal anzeigen.",
    stored: "Ich habe sie gesichert"
  },
  done: {
    off: "Die Anmeldung in zwei Schritten ist aus.",
    on: "Die Anmeldung in zwei Schritten ist an. Überall sonst sind Sie abgemeldet.",
    required: "Alle in Ihrem Konto brauchen jetzt die Anmeldung in zwei Schritten.",
    optional: "Die Anmeldung in zwei Schritten wird nicht mehr verlangt."
  },
  errors: {
    expired: "Es ist zu viel Zeit vergangen. Beginnen Sie von vorn.",
    wrongCode:
      "Dieser Code ist falsch. Geben Sie den Code ein, den die App jetzt zeigt, und prüfen Sie die Uhr Ihres Telefons.",
    unconfirmed: "Bestätigen Sie zuerst Ihre Adresse.",
    kept: "Ein Konto, zu dem Sie gehören, verlangt die Anmeldung in zwei Schritten.",
    ownerOnly: "Das kann nur der Inhaber des Kontos.",
    ownFirst: "Richten Sie erst Ihre eigene Anmeldung in zwei Schritten ein, bevor Sie sie verlangen."
  }
}

export const secondFactorWords: Readonly<Record<Language, Words>> = { en: english, de: german }
