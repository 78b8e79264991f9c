import type { Language } from "@mon/model"
import type { Browser } from "./browserOf.ts"

/** A change of a person's second factor. `secondFactorRemoved`: an operator has removed it. */
export type SecondFactorLetter =
  | {
      readonly kind:
        | "recoveryCodesReplaced"
        | "secondFactorOff"
        | "secondFactorOn"
        | "secondFactorRemoved"
        | "secondFactorReplaced"
    }
  | { readonly kind: "recoveryCodeUsed"; readonly left: number }

export type AccountLetter =
  | SecondFactorLetter
  | { readonly kind: "identityLinked" | "identityUnlinked"; readonly provider: string }
  | { readonly kind: "passwordChanged"; readonly liveKeys: number; readonly revokedKeys: number }
  | ({ readonly kind: "codesGuessed" | "newDevice"; readonly address: string } & Browser)

interface LetterTexts {
  readonly word: string
  readonly subject: string
  readonly headline: string
  readonly lead: string
  readonly paragraphs: ReadonlyArray<string>
}

interface Words {
  readonly locale: string
  readonly time: string
  readonly browser: string
  readonly address: string
  readonly unknown: string
  readonly security: string
  readonly newPassword: string
  readonly texts: (letter: AccountLetter, service: string) => LetterTexts
}

type Keys = Extract<AccountLetter, { kind: "passwordChanged" }>

/**
 * Returns the sentence about a person's API keys after the person has set a new password. It is empty if there were no
 * keys.
 */
const keysEn = ({ liveKeys, revokedKeys }: Keys): string => {
  if (revokedKeys > 0) return ` Your API keys were deleted as well (${revokedKeys}).`
  return liveKeys > 0 ? ` Your API keys still work (${liveKeys}). You can delete them in the settings.` : ""
}

const keysDe = ({ liveKeys, revokedKeys }: Keys): string => {
  if (revokedKeys > 0) return ` Ihre API-Schlüssel wurden ebenfalls gelöscht (${revokedKeys}).`
  return liveKeys > 0
    ? ` Ihre API-Schlüssel gelten weiter (${liveKeys}). Sie können sie in den Einstellungen löschen.`
    : ""
}

const notYouEn =
  "If it was you, you don't need to do anything. If it wasn't, set a new password now, and go to the settings to end all other sessions."
const notYouDe =
  "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, setzen Sie jetzt ein neues Passwort und beenden Sie in den Einstellungen alle anderen Sitzungen."

const leftEn = (left: number): string => (left === 1 ? "1 recovery code is left." : `${left} recovery codes are left.`)
const leftDe = (left: number): string =>
  left === 1 ? "1 Wiederherstellungscode ist übrig." : `${left} Wiederherstellungscodes sind übrig.`

const english: Words["texts"] = (letter, service) => {
  const notice = (word: string, headline: string, lead: string, after = notYouEn): LetterTexts => ({
    word,
    subject: `${headline} (${service})`,
    headline,
    lead,
    paragraphs: [after]
  })
  switch (letter.kind) {
    case "newDevice":
      return notice("SIGN-IN", "New sign-in to your account", `Someone signed in to ${service} with a new browser.`)
    case "codesGuessed":
      return notice(
        "SIGN-IN",
        "Someone may know your password",
        `Someone entered your correct password for ${service}, then several wrong codes. They are not signed in.`,
        "If it wasn't you, set a new password now. Your second factor protected the account."
      )
    case "passwordChanged":
      return {
        word: "PASSWORD",
        subject: `Your password for ${service} was changed`,
        headline: "Your password was changed",
        lead: `Your password was just changed, and every session was signed out.${keysEn(letter)}`,
        paragraphs: ["If it was you, you don't need to do anything. If it wasn't, set a new password immediately."]
      }
    case "identityLinked":
      return notice(
        "SECURITY",
        `You can sign in with ${letter.provider}`,
        `An identity at ${letter.provider} was linked to you. From now on, it can be used to sign in instead of your password.`,
        "If it wasn't you, unlink this identity in the settings and set a new password now."
      )
    case "identityUnlinked":
      return notice(
        "SECURITY",
        `You can no longer sign in with ${letter.provider}`,
        `Your identity at ${letter.provider} was unlinked, and sessions that used it were signed out.`
      )
    case "secondFactorOn":
      return notice(
        "SECURITY",
        "Two-factor sign-in is on",
        "From now on, you need a code as well as your password to sign in. All other sessions were signed out."
      )
    case "secondFactorReplaced":
      return notice(
        "SECURITY",
        "Your second factor was replaced",
        "Codes now come from a different device, and earlier recovery codes no longer work. All other sessions were signed out."
      )
    case "secondFactorOff":
      return notice("SECURITY", "Two-factor sign-in is off", "From now on, you need only your password to sign in.")
    case "secondFactorRemoved":
      return notice(
        "SECURITY",
        "An operator has removed your second factor",
        `An operator of ${service} has removed your second factor. Until you set up a new one, you need only your password to sign in.`,
        "If you did not ask for this, contact the operator and set a new password."
      )
    case "recoveryCodesReplaced":
      return notice("SECURITY", "You have new recovery codes", "Earlier recovery codes no longer work.")
    case "recoveryCodeUsed":
      return notice(
        "SECURITY",
        "A recovery code was used",
        `A recovery code was used to prove your identity. ${leftEn(letter.left)}`
      )
  }
}

const german: Words["texts"] = (letter, service) => {
  const notice = (word: string, headline: string, lead: string, after = notYouDe): LetterTexts => ({
    word,
    subject: `${headline} (${service})`,
    headline,
    lead,
    paragraphs: [after]
  })
  switch (letter.kind) {
    case "newDevice":
      return notice(
        "ANMELDUNG",
        "Neue Anmeldung in Ihrem Konto",
        `Jemand hat sich mit einem neuen Browser bei ${service} angemeldet.`
      )
    case "codesGuessed":
      return notice(
        "ANMELDUNG",
        "Vielleicht kennt jemand Ihr Passwort",
        `Jemand hat Ihr richtiges Passwort für ${service} und danach mehrere falsche Codes eingegeben. Angemeldet ist die Person nicht.`,
        "Wenn Sie das nicht waren, setzen Sie jetzt ein neues Passwort. Ihr zweiter Faktor hat das Konto geschützt."
      )
    case "passwordChanged":
      return {
        word: "PASSWORT",
        subject: `Ihr Passwort für ${service} wurde geändert`,
        headline: "Ihr Passwort wurde geändert",
        lead: `Ihr Passwort wurde gerade geändert, und alle Sitzungen wurden abgemeldet.${keysDe(letter)}`,
        paragraphs: ["Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, setzen Sie sofort ein neues Passwort."]
      }
    case "identityLinked":
      return notice(
        "SICHERHEIT",
        `Sie können sich mit ${letter.provider} anmelden`,
        `Eine Identität bei ${letter.provider} wurde mit Ihnen verknüpft. Ab jetzt kann sie statt Ihres Passworts verwendet werden.`,
        "Wenn Sie das nicht waren, lösen Sie die Verknüpfung in den Einstellungen und setzen Sie jetzt ein neues Passwort."
      )
    case "identityUnlinked":
      return notice(
        "SICHERHEIT",
        `Sie melden sich nicht mehr mit ${letter.provider} an`,
        `Die Verknüpfung mit Ihrer Identität bei ${letter.provider} wurde gelöst. Sitzungen, die damit begonnen wurden, sind beendet.`
      )
    case "secondFactorOn":
      return notice(
        "SICHERHEIT",
        "Die Anmeldung mit zweitem Faktor ist an",
        "Ab jetzt brauchen Sie zum Anmelden neben dem Passwort einen Code. Alle anderen Sitzungen wurden abgemeldet."
      )
    case "secondFactorReplaced":
      return notice(
        "SICHERHEIT",
        "Ihr zweiter Faktor wurde ersetzt",
        "Codes kommen jetzt von einem anderen Gerät, und die früheren Wiederherstellungscodes gelten nicht mehr. Alle anderen Sitzungen wurden abgemeldet."
      )
    case "secondFactorOff":
      return notice(
        "SICHERHEIT",
        "Die Anmeldung mit zweitem Faktor ist aus",
        "Ab jetzt brauchen Sie zum Anmelden nur noch Ihr Passwort."
      )
    case "secondFactorRemoved":
      return notice(
        "SICHERHEIT",
        "Ein Betreiber hat Ihren zweiten Faktor entfernt",
        `Ein Betreiber von ${service} hat Ihren zweiten Faktor entfernt. Zum Anmelden genügt Ihr Passwort, bis Sie einen neuen einrichten.`,
        "Wenn Sie nicht darum gebeten haben, wenden Sie sich an den Betreiber und setzen Sie ein neues Passwort."
      )
    case "recoveryCodesReplaced":
      return notice(
        "SICHERHEIT",
        "Sie haben neue Wiederherstellungscodes",
        "Die früheren Wiederherstellungscodes gelten nicht mehr."
      )
    case "recoveryCodeUsed":
      return notice(
        "SICHERHEIT",
        "Ein Wiederherstellungscode wurde benutzt",
        `Jemand hat sich mit einem Wiederherstellungscode ausgewiesen. ${leftDe(letter.left)}`
      )
  }
}

export const accountLetterWords: Readonly<Record<Language, Words>> = {
  en: {
    locale: "en-GB",
    time: "Time",
    browser: "Browser",
    address: "Network address",
    unknown: "unknown",
    security: "See sessions and security",
    newPassword: "Set a new password",
    texts: english
  },
  de: {
    locale: "de-DE",
    time: "Zeit",
    browser: "Browser",
    address: "Netzwerkadresse",
    unknown: "unbekannt",
    security: "Sitzungen und Sicherheit ansehen",
    newPassword: "Neues Passwort setzen",
    texts: german
  }
}
