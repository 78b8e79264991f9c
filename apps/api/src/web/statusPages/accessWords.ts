import type { Language } from "@mon/model"

const english = {
  title: "This status page is private",
  password: "Password",
  passwordHint: "Enter the password you were given.",
  wrong: "That password is wrong.",
  email: "Email address",
  emailHint: "Enter your work email address. If it has access to this page, we will email you a link.",
  send: "Send the link",
  open: "Open the page",
  sent: "If this address has access to the page, an email with a link is on its way. The link works for 15 minutes.",
  confirm: "Use the button to open the status page on this device.",
  expired: "This link has expired. Request a new one.",
  tooMany: (seconds: number) => `Too many attempts. Try again in ${Math.ceil(seconds / 60)} min.`,
  absent: "Page not found",
  absentHint: "The address may be mistyped, or the page may no longer exist.",
  away: "We will be right back",
  awayHint: "The page is not available at the moment. Try again in a minute.",
  word: "STATUS PAGE",
  subject: "Your link to the status page",
  lead: "Someone, hopefully you, asked to read a private status page with this address. Open the link below on the same device. It works for 15 minutes. If it wasn't you, ignore this email."
}

type AccessWords = typeof english

const german: AccessWords = {
  title: "Diese Statusseite ist nicht öffentlich",
  password: "Passwort",
  passwordHint: "Geben Sie das Passwort ein, das Sie bekommen haben.",
  wrong: "Das Passwort ist falsch.",
  email: "E-Mail-Adresse",
  emailHint: "Geben Sie Ihre berufliche E-Mail-Adresse ein. Wenn sie diese Seite lesen darf, bekommen Sie einen Link.",
  send: "Link senden",
  open: "Seite öffnen",
  sent: "Wenn diese Adresse die Seite lesen darf, ist eine E-Mail mit einem Link unterwegs. Der Link gilt 15 Minuten.",
  confirm: "Öffnen Sie die Statusseite auf diesem Gerät mit dem Knopf.",
  expired: "Dieser Link ist abgelaufen. Fordern Sie einen neuen an.",
  tooMany: (seconds) => `Zu viele Versuche. Versuchen Sie es in ${Math.ceil(seconds / 60)} Min. noch einmal.`,
  absent: "Seite nicht gefunden",
  absentHint: "Vielleicht ist die Adresse falsch geschrieben, oder die Seite gibt es nicht mehr.",
  away: "Gleich wieder da",
  awayHint: "Die Seite kann gerade nicht gelesen werden. Versuchen Sie es in einer Minute noch einmal.",
  word: "STATUSSEITE",
  subject: "Ihr Link zur Statusseite",
  lead: "Jemand, hoffentlich Sie, möchte mit dieser Adresse eine nicht öffentliche Statusseite lesen. Öffnen Sie den Link auf demselben Gerät. Er gilt 15 Minuten. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail."
}

export const accessWords: Readonly<Record<Language, AccessWords>> = { en: english, de: german }
