import type { Language } from "@mon/model"

interface Words {
  readonly title: string
  readonly back: string
  readonly done: { readonly linked: string; readonly unlinked: string }
  readonly password: {
    readonly title: string
    readonly has: string
    readonly change: string
    readonly hasNone: string
    readonly request: string
  }
  readonly secondFactor: string
  readonly on: string
  readonly off: string
  readonly linked: {
    /** The text before the address. `since` is the text before the time. */
    readonly as: string
    readonly since: readonly [withoutAddress: string, afterAddress: string]
    readonly unused: string
    readonly unlink: string
    readonly unlinkHint: string
    readonly unlinkName: (name: string) => string
    readonly needsPassword: string
    readonly again: (minutes: number) => string
    readonly signInAgain: (name: string) => string
  }
  readonly unlinked: {
    readonly text: (name: string) => string
    readonly link: (name: string) => string
    readonly canLink: string
  }
  readonly passwordFirst: string
}

export const signInMethodWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "How you sign in",
    back: "Back to settings",
    done: {
      linked: "Linked. You can now sign in with this identity instead of your password.",
      unlinked: "Unlinked. Sessions that were opened with this identity were signed out."
    },
    password: {
      title: "Password",
      has: "You have a password.",
      change: "Change it",
      hasNone: "You have no password. To set one,",
      request: "request a link"
    },
    secondFactor: "Two-factor sign-in",
    on: "on",
    off: "off",
    linked: {
      as: "Linked as",
      since: ["Linked since", " since"],
      unused: "This service no longer uses this identity provider.",
      unlink: "Unlink",
      unlinkHint: "Sessions that were opened with this identity are signed out.",
      unlinkName: (name) => `Unlink ${name}`,
      needsPassword: "To unlink this identity, set a password first.",
      again: (minutes) =>
        `Some changes need a sign-in within the last ${minutes} minutes. You can sign in again here instead of entering a password.`,
      signInAgain: (name) => `Sign in again with ${name}`
    },
    unlinked: {
      text: (name) => `Not linked. Link it to sign in with ${name} instead of your password.`,
      link: (name) => `Link ${name}`,
      canLink: "You can link it"
    },
    passwordFirst: "Set a password first so that you can still sign in."
  },
  de: {
    title: "Wie Sie sich anmelden",
    back: "Zurück zu den Einstellungen",
    done: {
      linked: "Verknüpft. Sie können sich jetzt damit statt mit Ihrem Passwort anmelden.",
      unlinked: "Nicht mehr verknüpft. Wo Sie damit angemeldet waren, sind Sie jetzt abgemeldet."
    },
    password: {
      title: "Passwort",
      has: "Sie haben ein Passwort.",
      change: "Ändern",
      hasNone: "Sie haben kein Passwort. Um eines zu setzen,",
      request: "fordern Sie einen Link an"
    },
    secondFactor: "Anmeldung in zwei Schritten",
    on: "an",
    off: "aus",
    linked: {
      as: "Verknüpft als",
      since: ["Verknüpft seit", " seit"],
      unused: "Dieser Dienst verwendet es nicht mehr.",
      unlink: "Verknüpfung lösen",
      unlinkHint: "Wo Sie damit angemeldet sind, werden Sie abgemeldet.",
      unlinkName: (name) => `Verknüpfung mit ${name} lösen`,
      needsPassword: "Um die Verknüpfung zu lösen, setzen Sie erst ein Passwort.",
      again: (minutes) =>
        `Manche Änderungen verlangen eine Anmeldung in den letzten ${minutes} Minuten. Statt ein Passwort einzugeben, können Sie sich hier neu anmelden.`,
      signInAgain: (name) => `Neu anmelden mit ${name}`
    },
    unlinked: {
      text: (name) => `Nicht verknüpft. Verknüpfen Sie es, um sich mit ${name} statt mit Ihrem Passwort anzumelden.`,
      link: (name) => `Mit ${name} verknüpfen`,
      canLink: "Sie können es verknüpfen"
    },
    passwordFirst: "Setzen Sie erst ein Passwort, damit Sie sich noch anmelden können."
  }
}
