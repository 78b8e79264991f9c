import type { Language } from "@mon/model"
import type { LinkKind } from "@mon/core-store"
import type { SignUpMode } from "../../ApiConfig.ts"

interface AskWords {
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly sent: string
}

interface LinkWords {
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly retry: string
}

interface RefusalWords {
  readonly title: string
  readonly text: (service: string) => string
}

export interface SignInWords {
  readonly signIn: string
  readonly backToSignIn: string
  readonly email: string
  readonly password: string
  readonly newPassword: string
  readonly name: string
  readonly forgot: string
  readonly create: string
  readonly haveAccount: string
  readonly signInWith: (provider: string) => string
  readonly continueWith: (provider: string) => string
  readonly done: ReadonlyMap<string, string>
  readonly wrong: string
  readonly wrongPassword: string
  readonly withoutAccount: { readonly open: string; readonly closed: string }
  readonly passwordHint: (characters: number) => string
  readonly code: {
    readonly title: string
    readonly label: string
    readonly appHint: string
    readonly recoveryLabel: string
    readonly recoveryHint: string
    readonly useApp: string
    readonly useRecovery: string
    readonly again: string
    readonly neither: string
    readonly wrong: string
    readonly optionalHint: string
    readonly hint: string
    readonly mustBeNew: string
  }
  readonly ask: Readonly<Record<"signup" | "reset", AskWords>>
  readonly askAgain: string
  readonly mistyped: string
  readonly check: string
  readonly noEmail: readonly [before: string, link: string]
  readonly link: Readonly<Record<LinkKind, LinkWords>>
  readonly keepsPassword: string
  /** The text for a link that confirms the address for the first time. */
  readonly endsBefore: string
  readonly linkGone: string
  readonly linkGoneHint: string
  readonly keys: (count: number) => string
  readonly keysHint: string
  readonly refusals: Readonly<Record<Exclude<SignUpMode, "open">, RefusalWords>>
  readonly invite: {
    readonly title: (owner: string) => string
    readonly lead: (owner: string, email: string) => string
    readonly ways: Readonly<Record<"signedIn" | "password" | "new", string>>
    readonly other: (current: string, email: string) => string
    readonly accept: string
    readonly orIdentity: (email: string) => string
    readonly gone: string
    readonly goneHint: string
  }
}

const en: SignInWords = {
  signIn: "Sign in",
  backToSignIn: "Back to sign-in",
  email: "Email address",
  password: "Password",
  newPassword: "New password",
  name: "Your name",
  forgot: "Forgot your password?",
  create: "Create an account",
  haveAccount: "Have an account?",
  signInWith: (provider) => `Sign in with ${provider}`,
  continueWith: (provider) => `Continue with ${provider}`,
  done: new Map([
    ["signedout", "You are signed out."],
    ["left", "You have left the account."],
    ["ended", "Please sign in again."]
  ]),
  wrong: "The email address or the password is incorrect.",
  wrongPassword: "The password is incorrect.",
  withoutAccount: {
    open: "You no longer belong to an account. Sign up to create your own.",
    closed: "You no longer belong to an account. Ask the account owner to invite you again."
  },
  passwordHint: (characters) =>
    `At least ${characters} characters. Several words in a row are easy to remember and hard to guess.`,
  code: {
    title: "Enter your code",
    label: "Code",
    appHint: "Open your authenticator app and enter the code it shows.",
    recoveryLabel: "Recovery code",
    recoveryHint:
      "Enter one of the recovery codes you stored when you set up two-factor sign-in. Each code works once.",
    useApp: "Use the authenticator app",
    useRecovery: "Use a recovery code",
    again: "Start again",
    neither: "If you have neither, ask the operator of this service. Even with a new password, you need the code.",
    wrong: "This code is wrong or was already used. Wait for the next code and try again.",
    optionalHint: "From your authenticator app, if you have set up two-factor sign-in. A recovery code works too.",
    hint: "From your authenticator app. A recovery code works too.",
    mustBeNew: "Enter the code your app shows now. Each code works once."
  },
  ask: {
    signup: {
      title: "Create an account",
      lead: "Enter your email address. We will send you a link to choose a password.",
      button: "Send the link",
      sent: "If the address is correct, an email is on its way. Its link expires in 24 hours."
    },
    reset: {
      title: "Set a new password",
      lead: "Enter your account's email address. We will send you a link to choose a new password.",
      button: "Send the link",
      sent: "If the address has an account, an email is on its way. Its link expires in one hour. If you asked more than once, use the newest email."
    }
  },
  askAgain: "Request a new link",
  mistyped: "Enter an email address such as ann@example.com.",
  check: "Check your email",
  noEmail: ["No email? Check your spam folder, or", "try again"],
  link: {
    signup: {
      title: "Welcome",
      lead: "Your address is confirmed. Choose a password to finish.",
      button: "Create my account",
      retry: "Request a new link"
    },
    reset: {
      title: "Choose a new password",
      lead: "This signs out every session that used the old password.",
      button: "Set the password",
      retry: "Request a new link"
    },
    setup: {
      title: "Choose your password",
      lead: "You own this service. Choose a password to sign in with.",
      button: "Set the password",
      retry: "Request a link by email"
    }
  },
  keepsPassword: "You already have a password here, and it stays the same.",
  endsBefore:
    "This address has already been used here without being confirmed. Choosing a password ends everything that was set up with it: the earlier password, sessions, linked identities, two-factor sign-in and API keys. You stay a member of the same accounts.",
  linkGone: "This link is no longer valid",
  linkGoneHint: "The link was already used, has expired, or was replaced by a newer one.",
  keys: (count) => `Also delete ${count === 1 ? "my API key" : `my ${count} API keys`}`,
  keysHint:
    "A new password does not change API keys. If someone may have seen them, delete them. Programs that use them will then stop working.",
  refusals: {
    invited: {
      title: "You need an invitation",
      text: (service) =>
        `Only people with an invitation can create an account at ${service}. Ask someone who uses ${service} to invite you, then open the link in the invitation.`
    },
    closed: {
      title: "No new accounts",
      text: (service) =>
        `${service} does not accept new accounts. Ask the person who runs ${service} to create one for you.`
    }
  },
  invite: {
    title: (owner) => `Join ${owner}'s team`,
    lead: (owner, email) => `${owner} is sharing domains with ${email}.`,
    ways: {
      signedIn: "You are already signed in with this address, so you only need to accept.",
      password: "To accept, sign in with your password.",
      new: "To accept, choose a password."
    },
    other: (current, email) =>
      `You are signed in as ${current}. If you accept, you will be signed in as ${email} instead.`,
    accept: "Accept the invitation",
    orIdentity: (email) => `Or accept with an identity whose verified address is ${email}.`,
    gone: "This invitation is no longer valid",
    goneHint:
      "The invitation was accepted, has expired, was withdrawn, or was replaced by a newer one. The person who invited you can send it again."
  }
}

const de: SignInWords = {
  signIn: "Anmelden",
  backToSignIn: "Zur Anmeldung",
  email: "E-Mail-Adresse",
  password: "Passwort",
  newPassword: "Neues Passwort",
  name: "Ihr Name",
  forgot: "Passwort vergessen?",
  create: "Konto anlegen",
  haveAccount: "Haben Sie ein Konto?",
  signInWith: (provider) => `Mit ${provider} anmelden`,
  continueWith: (provider) => `Weiter mit ${provider}`,
  done: new Map([
    ["signedout", "Sie sind abgemeldet."],
    ["left", "Sie haben das Konto verlassen."],
    ["ended", "Bitte melden Sie sich noch einmal an."]
  ]),
  wrong: "Die E-Mail-Adresse oder das Passwort ist falsch.",
  wrongPassword: "Das Passwort ist falsch.",
  withoutAccount: {
    open: "Sie gehören zu keinem Konto mehr. Registrieren Sie sich, um ein eigenes anzulegen.",
    closed: "Sie gehören zu keinem Konto mehr. Bitten Sie den Inhaber des Kontos um eine neue Einladung."
  },
  passwordHint: (characters) =>
    `Mindestens ${characters} Zeichen. Mehrere Wörter sind leicht zu merken und schwer zu erraten.`,
  code: {
    title: "Code eingeben",
    label: "Code",
    appHint: "Öffnen Sie Ihre Authenticator-App und geben Sie den Code ein, den sie zeigt.",
    recoveryLabel: "Wiederherstellungscode",
    recoveryHint:
      "Geben Sie einen der Wiederherstellungscodes ein, die Sie beim Einrichten der Anmeldung in zwei Schritten gesichert haben. Jeder gilt einmal.",
    useApp: "Authenticator-App verwenden",
    useRecovery: "Wiederherstellungscode verwenden",
    again: "Von vorn beginnen",
    neither:
      "Wenn Sie beides nicht haben, wenden Sie sich an den Betreiber dieses Dienstes. Ein neues Passwort ersetzt den Code nicht.",
    wrong: "Dieser Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten Code.",
    optionalHint:
      "Aus Ihrer Authenticator-App, falls Sie die Anmeldung in zwei Schritten eingerichtet haben. Ein Wiederherstellungscode geht auch.",
    hint: "Aus Ihrer Authenticator-App. Ein Wiederherstellungscode geht auch.",
    mustBeNew: "Geben Sie den Code ein, den Ihre App jetzt zeigt. Jeder Code gilt einmal."
  },
  ask: {
    signup: {
      title: "Konto anlegen",
      lead: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein Passwort wählen.",
      button: "Link senden",
      sent: "Wenn die Adresse stimmt, ist eine E-Mail unterwegs. Ihr Link gilt 24 Stunden."
    },
    reset: {
      title: "Neues Passwort setzen",
      lead: "Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.",
      button: "Link senden",
      sent: "Wenn es zu der Adresse ein Konto gibt, ist eine E-Mail unterwegs. Ihr Link gilt eine Stunde. Verwenden Sie die neueste E-Mail, wenn Sie mehrere angefordert haben."
    }
  },
  askAgain: "Neuen Link anfordern",
  mistyped: "Geben Sie eine E-Mail-Adresse wie anna@example.com ein.",
  check: "Sehen Sie in Ihr Postfach",
  noEmail: ["Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder", "versuchen Sie es noch einmal"],
  link: {
    signup: {
      title: "Willkommen",
      lead: "Ihre Adresse ist bestätigt. Wählen Sie noch ein Passwort.",
      button: "Konto anlegen",
      retry: "Neuen Link anfordern"
    },
    reset: {
      title: "Neues Passwort wählen",
      lead: "Alle Sitzungen mit dem alten Passwort werden abgemeldet.",
      button: "Passwort setzen",
      retry: "Neuen Link anfordern"
    },
    setup: {
      title: "Passwort wählen",
      lead: "Sie sind der Inhaber dieses Dienstes. Wählen Sie ein Passwort für die Anmeldung.",
      button: "Passwort setzen",
      retry: "Link per E-Mail anfordern"
    }
  },
  keepsPassword: "Sie haben hier schon ein Passwort. Es bleibt, wie es ist.",
  endsBefore:
    "Diese Adresse wurde hier schon verwendet, ohne bestätigt zu sein. Mit dem neuen Passwort endet alles, was mit ihr eingerichtet wurde: das frühere Passwort, Sitzungen, verknüpfte Identitäten, die Anmeldung in zwei Schritten und API-Schlüssel. Sie bleiben Mitglied derselben Konten.",
  linkGone: "Dieser Link gilt nicht mehr",
  linkGoneHint: "Er wurde benutzt, ist abgelaufen oder wurde durch einen neueren ersetzt.",
  keys: (count) => `Auch ${count === 1 ? "meinen API-Schlüssel" : `meine ${count} API-Schlüssel`} löschen`,
  keysHint:
    "Ein neues Passwort ändert API-Schlüssel nicht. Löschen Sie sie, wenn jemand sie gesehen haben könnte. Programme, die sie verwenden, funktionieren dann nicht mehr.",
  refusals: {
    invited: {
      title: "Sie brauchen eine Einladung",
      text: (service) =>
        `Nur Eingeladene können ein Konto bei ${service} anlegen. Bitten Sie jemanden, der ${service} verwendet, um eine Einladung, und öffnen Sie deren Link.`
    },
    closed: {
      title: "Keine neuen Konten",
      text: (service) =>
        `${service} nimmt keine neuen Konten an. Bitten Sie den Betreiber von ${service}, eines für Sie anzulegen.`
    }
  },
  invite: {
    title: (owner) => `Dem Team von ${owner} beitreten`,
    lead: (owner, email) => `${owner} gibt Domains für ${email} frei.`,
    ways: {
      signedIn: "Sie sind mit dieser Adresse schon angemeldet und brauchen nur anzunehmen.",
      password: "Melden Sie sich zum Annehmen mit Ihrem Passwort an.",
      new: "Wählen Sie zum Annehmen ein Passwort."
    },
    other: (current, email) =>
      `Sie sind als ${current} angemeldet. Wenn Sie annehmen, sind Sie stattdessen als ${email} angemeldet.`,
    accept: "Einladung annehmen",
    orIdentity: (email) => `Oder nehmen Sie mit einer Identität an, deren bestätigte Adresse ${email} ist.`,
    gone: "Diese Einladung gilt nicht mehr",
    goneHint:
      "Sie wurde angenommen, ist abgelaufen, wurde zurückgezogen oder durch eine neuere ersetzt. Wer Sie eingeladen hat, kann sie erneut senden."
  }
}

export const signInWords: Readonly<Record<Language, SignInWords>> = { en, de }
