import type { Language } from "@mon/model"

interface ProblemWords {
  readonly title: string
  readonly text: (provider: string) => string
}

/** The reasons why a sign-in with the provider failed, with the HTTP status of each page. */
export const providerProblems = {
  absent: 404,
  away: 503,
  denied: 403,
  expired: 400,
  invalid: 400,
  wait: 429,
  uninvited: 403,
  closed: 403,
  unverified: 403,
  addressKnown: 403,
  withoutAccount: 403,
  otherPerson: 403,
  unconfirmed: 403,
  taken: 409,
  another: 409,
  otherAddress: 403,
  addressUnconfirmed: 403
} as const satisfies Readonly<Record<string, number>>

export type ProviderProblem = keyof typeof providerProblems

const en: Readonly<Record<ProviderProblem, ProblemWords>> = {
  absent: { title: "Page not found", text: () => "This service has no identity provider." },
  away: {
    title: "The identity provider is not responding",
    text: (provider) => `${provider} cannot be reached at the moment. Sign in with your password, or try again later.`
  },
  denied: {
    title: "You are not signed in",
    text: (provider) => `The sign-in with ${provider} was cancelled, or ${provider} does not let you use this service.`
  },
  expired: {
    title: "This sign-in is no longer valid",
    text: () =>
      "This sign-in was already completed, timed out, or was started in another browser. Enable cookies, then start again from the sign-in page."
  },
  invalid: {
    title: "This sign-in was refused",
    text: (provider) =>
      `The response from ${provider} is not valid or was already used. Start again. If this keeps happening, ask the operator of this service.`
  },
  wait: {
    title: "Too many attempts",
    text: () => "Too many sign-ins from your network were rejected. Wait a few minutes and try again."
  },
  uninvited: {
    title: "You need an invitation",
    text: (provider) =>
      `No account here is linked to this identity at ${provider}. If you have an account, sign in with your password and link ${provider} in the settings. If not, ask someone who uses this service to invite you.`
  },
  closed: {
    title: "No new accounts",
    text: (provider) =>
      `No account here is linked to this identity at ${provider}, and this service does not accept new accounts. If you have an account, sign in with your password and link ${provider} in the settings.`
  },
  unverified: {
    title: "Your address is not verified",
    text: (provider) =>
      `${provider} has not verified your email address, so no account can be created for it. Verify it at ${provider}, or create an account with a password.`
  },
  addressKnown: {
    title: "Sign in with your password first",
    text: (provider) =>
      `Someone with this email address already has an account. If that is you, sign in with your password and link ${provider} in the settings.`
  },
  withoutAccount: {
    title: "You do not belong to an account",
    text: () => "You no longer belong to an account. Ask the account owner to invite you again."
  },
  otherPerson: {
    title: "This is a different person",
    text: (provider) => `You signed in to ${provider} with an identity that is not linked to you. Nothing has changed.`
  },
  unconfirmed: {
    title: "Use your password",
    text: (provider) =>
      `${provider} does not say that you have just signed in there. Confirm with your password. If you don't have one, set one by email.`
  },
  taken: {
    title: "This identity is already linked",
    text: (provider) => `Someone else has linked this identity at ${provider}. Nothing has changed.`
  },
  another: {
    title: "You have linked another identity",
    text: (provider) => `You have linked another identity at ${provider}. Unlink it first.`
  },
  otherAddress: {
    title: "This invitation is for another address",
    text: (provider) =>
      `To accept the invitation, you need an identity at ${provider} that is not linked to anyone and whose verified address is the invited one. To choose a password instead, open the invitation again.`
  },
  addressUnconfirmed: {
    title: "Confirm your address first",
    text: (provider) =>
      `You accepted an invitation with a link that was not sent to your address. Request a new password by email. After that, you can link ${provider}.`
  }
}

const de: typeof en = {
  absent: { title: "Seite nicht gefunden", text: () => "Dieser Dienst hat keinen Identitätsanbieter." },
  away: {
    title: "Der Identitätsanbieter antwortet nicht",
    text: (provider) =>
      `${provider} ist gerade nicht erreichbar. Melden Sie sich mit Ihrem Passwort an, oder versuchen Sie es später noch einmal.`
  },
  denied: {
    title: "Sie sind nicht angemeldet",
    text: (provider) =>
      `Die Anmeldung mit ${provider} wurde abgebrochen, oder ${provider} lässt Sie diesen Dienst nicht verwenden.`
  },
  expired: {
    title: "Diese Anmeldung gilt nicht mehr",
    text: () =>
      "Sie wurde benutzt, dauerte zu lange oder wurde in einem anderen Browser begonnen. Cookies müssen erlaubt sein. Beginnen Sie noch einmal auf der Anmeldeseite."
  },
  invalid: {
    title: "Diese Anmeldung wurde abgelehnt",
    text: (provider) =>
      `Die Antwort von ${provider} ist ungültig oder wurde schon benutzt. Beginnen Sie von vorn. Geschieht es wieder, wenden Sie sich an den Betreiber dieses Dienstes.`
  },
  wait: {
    title: "Zu viele Versuche",
    text: () =>
      "Zu viele Anmeldungen aus Ihrem Netz wurden abgelehnt. Warten Sie einige Minuten, und versuchen Sie es noch einmal."
  },
  uninvited: {
    title: "Sie brauchen eine Einladung",
    text: (provider) =>
      `Hier ist niemand mit dieser Identität bei ${provider} verknüpft. Wenn Sie ein Konto haben, melden Sie sich mit Ihrem Passwort an und verknüpfen Sie ${provider} in den Einstellungen. Sonst bitten Sie jemanden, der diesen Dienst verwendet, um eine Einladung.`
  },
  closed: {
    title: "Keine neuen Konten",
    text: (provider) =>
      `Hier ist niemand mit dieser Identität bei ${provider} verknüpft, und dieser Dienst nimmt keine neuen Konten an. Wenn Sie ein Konto haben, melden Sie sich mit Ihrem Passwort an und verknüpfen Sie ${provider} in den Einstellungen.`
  },
  unverified: {
    title: "Ihre Adresse ist nicht bestätigt",
    text: (provider) =>
      `${provider} hat Ihre E-Mail-Adresse nicht bestätigt. Deshalb kann kein Konto dafür angelegt werden. Bestätigen Sie sie bei ${provider}, oder legen Sie ein Konto mit Passwort an.`
  },
  addressKnown: {
    title: "Melden Sie sich zuerst mit Ihrem Passwort an",
    text: (provider) =>
      `Zu dieser E-Mail-Adresse gibt es schon ein Konto. Wenn es Ihres ist, melden Sie sich mit Ihrem Passwort an und verknüpfen Sie ${provider} in den Einstellungen.`
  },
  withoutAccount: {
    title: "Sie gehören zu keinem Konto",
    text: () => "Sie gehören zu keinem Konto mehr. Bitten Sie den Inhaber des Kontos um eine neue Einladung."
  },
  otherPerson: {
    title: "Das ist jemand anderes",
    text: (provider) =>
      `Sie haben sich bei ${provider} mit einer Identität angemeldet, die nicht mit Ihnen verknüpft ist. Es hat sich nichts geändert.`
  },
  unconfirmed: {
    title: "Verwenden Sie Ihr Passwort",
    text: (provider) =>
      `${provider} sagt nicht, dass Sie sich dort gerade angemeldet haben. Bestätigen Sie mit Ihrem Passwort. Wenn Sie keines haben, setzen Sie eines per E-Mail.`
  },
  taken: {
    title: "Diese Identität ist schon verknüpft",
    text: (provider) => `Jemand anderes hat diese Identität bei ${provider} verknüpft. Es hat sich nichts geändert.`
  },
  another: {
    title: "Sie haben eine andere Identität verknüpft",
    text: (provider) => `Sie haben eine andere Identität bei ${provider} verknüpft. Trennen Sie diese zuerst.`
  },
  otherAddress: {
    title: "Diese Einladung gilt für eine andere Adresse",
    text: (provider) =>
      `Die Einladung kann nur mit einer Identität angenommen werden, deren bestätigte Adresse bei ${provider} die eingeladene ist und die mit niemandem verknüpft ist. Öffnen Sie die Einladung noch einmal, um stattdessen ein Passwort zu wählen.`
  },
  addressUnconfirmed: {
    title: "Bestätigen Sie zuerst Ihre Adresse",
    text: (provider) =>
      `Sie haben eine Einladung mit einem Link angenommen, der nicht an Ihre Adresse ging. Fordern Sie per E-Mail ein neues Passwort an. Danach können Sie ${provider} verknüpfen.`
  }
}

const pages = {
  en: {
    howYouSignIn: "How you sign in",
    passwordByEmail: "Set a password by email",
    leave: (provider: string) => `You will sign in at ${provider} and then come back here.`,
    go: "Continue"
  },
  de: {
    howYouSignIn: "Wie Sie sich anmelden",
    passwordByEmail: "Passwort per E-Mail setzen",
    leave: (provider: string) => `Sie melden sich bei ${provider} an und kommen dann zurück.`,
    go: "Weiter"
  }
} as const

export const providerWords = {
  en: { problems: en, ...pages.en },
  de: { problems: de, ...pages.de }
} as const satisfies Readonly<Record<Language, object>>
