import type { Language } from "@mon/model"
import { durationText, timeText } from "@mon/alerts"
import { html, type Html } from "./Html.ts"

/** A human-readable time in a time zone. */
export const time = (iso: string, zone: string): Html => html`<time datetime="${iso}">${timeText(iso, zone)}</time>`

const notYet = html`<span class="soft">not yet</span>`

/** The same, or "not yet". */
export const timeOr = (iso: string | null, zone: string): Html => (iso === null ? notYet : time(iso, zone))

/** Older times are easier to read as dates. */
const AGO_SECONDS = 7 * 86_400

/** How long ago something was, "4 min ago", with the exact time as title; the exact time after a week. */
const ago = (iso: string, zone: string, nowMs: number): Html => {
  const seconds = (nowMs - Date.parse(iso)) / 1_000
  if (seconds > AGO_SECONDS) return time(iso, zone)
  const text = seconds < 1 ? "just now" : `${durationText(seconds)} ago`
  return html`<time datetime="${iso}" title="${timeText(iso, zone)}">${text}</time>`
}

/** The same, or "not yet". */
export const agoOr = (iso: string | null, zone: string, nowMs: number): Html =>
  iso === null ? notYet : ago(iso, zone, nowMs)

/** A duration in words. */
export const waitText = (seconds: number, language: Language = "en"): string => {
  const units =
    language === "de" ? { seconds: "Sekunden", minutes: "Minuten" } : { seconds: "seconds", minutes: "minutes" }
  return seconds < 90 ? `${seconds} ${units.seconds}` : `${Math.ceil(seconds / 60)} ${units.minutes}`
}
