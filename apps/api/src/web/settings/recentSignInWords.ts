import type { Language } from "@mon/model"

interface Words {
  readonly title: string
  readonly recent: (minutes: number, hasSecondFactor: boolean) => string
  readonly enter: (hasSecondFactor: boolean) => string
  readonly password: string
  readonly proceed: string
  readonly wrong: string
  readonly or: string
  readonly again: (provider: string) => string
  readonly back: string
  readonly forgotten: string
}

const enterEn = (hasSecondFactor: boolean): string =>
  `Enter your password${hasSecondFactor ? " and a code" : ""} to continue.`

const enterDe = (hasSecondFactor: boolean): string =>
  `Geben Sie Ihr Passwort${hasSecondFactor ? " und einen Code" : ""} ein, um fortzufahren.`

export const recentSignInWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "Confirm it is you",
    recent: (minutes, hasSecondFactor) => `You signed in more than ${minutes} minutes ago. ${enterEn(hasSecondFactor)}`,
    enter: enterEn,
    password: "Password",
    proceed: "Continue",
    wrong: "The password is incorrect.",
    or: "Or sign in again, then repeat what you wanted to do.",
    again: (provider) => `Sign in again with ${provider}`,
    back: "Back to settings",
    forgotten: "Forgot your password?"
  },
  de: {
    title: "Bestätigen Sie, dass Sie es sind",
    recent: (minutes, hasSecondFactor) =>
      `Ihre Anmeldung liegt mehr als ${minutes} Minuten zurück. ${enterDe(hasSecondFactor)}`,
    enter: enterDe,
    password: "Passwort",
    proceed: "Weiter",
    wrong: "Das Passwort ist falsch.",
    or: "Oder melden Sie sich neu an, und wiederholen Sie dann, was Sie vorhatten.",
    again: (provider) => `Neu anmelden mit ${provider}`,
    back: "Zurück zu den Einstellungen",
    forgotten: "Passwort vergessen?"
  }
}
