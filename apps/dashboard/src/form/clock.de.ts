import type { ClockWords } from "./clock.en.ts"

/** The German words about clocks. */
export const clockDe: ClockWords = {
  skipped: (time, date, zone, becomes) =>
    `Am ${date} gibt es ${time} Uhr in ${zone} nicht, stattdessen gilt ${becomes} Uhr.`,
  twice: (time, date, zone, offset) =>
    `Am ${date} gibt es ${time} Uhr in ${zone} zweimal, und das erste Mal gilt (${offset}).`,
  offer: "Welche Zeitzone verwenden Sie?",
  offerHint: (zone) =>
    `E-Mails, Alarme, Wartung und Pausen verwenden UTC, der Bildschirm ${zone}, die Zeitzone dieses Browsers.`,
  use: (zone) => `Überall ${zone} verwenden`,
  keep: "Bei UTC bleiben",
  used: (zone) => `Ihre Zeitzone ist jetzt ${zone}.`,
  kept: "Ihre Zeitzone ist weiterhin UTC. Sie können sie in Ihrem Profil ändern."
}
