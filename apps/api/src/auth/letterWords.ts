import type { Language } from "@mon/model"

export interface LetterText {
  readonly word: string
  readonly subject: string
  readonly headline: string
  readonly lead: string
  /** The label of the link. */
  readonly open: string
}

interface LetterWords {
  readonly invitation: (service: string, owner: string, days: number) => LetterText
  readonly confirmation: (service: string, hours: number) => LetterText
  readonly knownAddress: (service: string) => LetterText
  readonly reset: (service: string, to: string, hours: number) => LetterText
  readonly address: (service: string, days: number) => LetterText
}

const english: LetterWords = {
  invitation: (service, owner, days) => ({
    word: "INVITATION",
    subject: `${owner} invites you to ${service}`,
    headline: `Join ${owner}'s team`,
    lead: `${owner} monitors domains with ${service} and would like to share them with you. The link below works once and expires in ${days} days. If you don't know the sender, you can ignore this email.`,
    open: "Accept the invitation"
  }),
  confirmation: (service, hours) => ({
    word: "WELCOME",
    subject: `Confirm your address for ${service}`,
    headline: "Confirm your email address",
    lead: `Someone, hopefully you, signed up for ${service} with this address. Use the link below to confirm it and choose a password. The link works once and expires in ${hours} hours. If it wasn't you, ignore this email, and no account will be created.`,
    open: "Confirm and choose a password"
  }),
  knownAddress: (service) => ({
    word: "ACCOUNT",
    subject: `You already have an account at ${service}`,
    headline: "You already have an account",
    lead: `Someone, hopefully you, tried to sign up for ${service} with this address, which already has an account. Sign in with your password, or reset it on the sign-in page. If it wasn't you, ignore this email. Nothing has changed.`,
    open: "Sign in"
  }),
  reset: (service, to, hours) => ({
    word: "PASSWORD",
    subject: `Set a new password for ${service}`,
    headline: "Set a new password",
    lead: `Someone, hopefully you, asked to reset the password for ${to}. The link below works once and expires in ${hours} hour. If it wasn't you, ignore this email, and your password will stay the same.`,
    open: "Choose a new password"
  }),
  address: (service, days) => ({
    word: "ADDRESS",
    subject: `Confirm your address for ${service}`,
    headline: "Confirm your email address",
    lead: `A mail server said that this address does not exist, so ${service} no longer sends alerts or reports to it. If you are reading this, use the link below to get them again. The link expires in ${days} days.`,
    open: "Confirm the address"
  })
}

const german: LetterWords = {
  invitation: (service, owner, days) => ({
    word: "EINLADUNG",
    subject: `${owner} lädt Sie zu ${service} ein`,
    headline: `Einladung in das Team von ${owner}`,
    lead: `${owner} überwacht Domains mit ${service} und möchte sie mit Ihnen teilen. Der Link unten gilt einmal und läuft nach ${days} Tagen ab. Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.`,
    open: "Einladung annehmen"
  }),
  confirmation: (service, hours) => ({
    word: "WILLKOMMEN",
    subject: `Bestätigen Sie Ihre Adresse für ${service}`,
    headline: "Bestätigen Sie Ihre E-Mail-Adresse",
    lead: `Jemand, hoffentlich Sie, möchte mit dieser Adresse ein Konto bei ${service} anlegen. Bestätigen Sie sie mit dem Link unten, und wählen Sie ein Passwort. Der Link gilt einmal und läuft nach ${hours} Stunden ab. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Dann wird kein Konto angelegt.`,
    open: "Bestätigen und Passwort wählen"
  }),
  knownAddress: (service) => ({
    word: "KONTO",
    subject: `Sie haben schon ein Konto bei ${service}`,
    headline: "Sie haben schon ein Konto",
    lead: `Jemand, hoffentlich Sie, wollte mit dieser Adresse ein Konto bei ${service} anlegen. Sie hat schon eines. Melden Sie sich mit Ihrem Passwort an, oder setzen Sie auf der Anmeldeseite ein neues. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Nichts hat sich geändert.`,
    open: "Anmelden"
  }),
  reset: (service, to, hours) => ({
    word: "PASSWORT",
    subject: `Neues Passwort für ${service}`,
    headline: "Setzen Sie ein neues Passwort",
    lead: `Jemand, hoffentlich Sie, möchte das Passwort für ${to} zurücksetzen. Der Link unten gilt einmal und läuft nach ${hours} Stunde ab. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Dann bleibt Ihr Passwort, wie es ist.`,
    open: "Neues Passwort wählen"
  }),
  address: (service, days) => ({
    word: "ADRESSE",
    subject: `Bestätigen Sie Ihre Adresse für ${service}`,
    headline: "Bestätigen Sie Ihre E-Mail-Adresse",
    lead: `Ein Mailserver hat gesagt, dass es diese Adresse nicht gibt. Deshalb schickt ${service} ihr keine Alarme und Berichte mehr. Wenn Sie dies lesen, erhalten Sie sie mit dem Link unten wieder. Der Link läuft nach ${days} Tagen ab.`,
    open: "Adresse bestätigen"
  })
}

export const letterWords: Readonly<Record<Language, LetterWords>> = { en: english, de: german }
