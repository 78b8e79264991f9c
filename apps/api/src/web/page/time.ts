import type { Language } from "@mon/model"
import { timeText } from "@mon/alerts"
import { html, type Html } from "@mon/status-page"

const germanTime = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short", timeZone }).format(Date.parse(iso))

export const time = (iso: string, zone: string, language: Language = "en"): Html =>
  html`<time datetime="${iso}">${language === "de" ? germanTime(iso, zone) : timeText(iso, zone)}</time>`

const notYet = { en: "not yet", de: "noch nicht" } as const satisfies Record<Language, string>

export const timeOr = (iso: string | null, zone: string, language: Language = "en"): Html =>
  iso === null ? html`<span class="soft">${notYet[language]}</span>` : time(iso, zone, language)

export const waitText = (seconds: number, language: Language = "en"): string => {
  const units =
    language === "de" ? { seconds: "Sekunden", minutes: "Minuten" } : { seconds: "seconds", minutes: "minutes" }
  return seconds < 90 ? `${seconds} ${units.seconds}` : `${Math.ceil(seconds / 60)} ${units.minutes}`
}
