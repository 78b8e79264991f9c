import { timeText } from "@mon/alerts"
import { html, type Html } from "./Html.ts"

/** A human-readable time in a time zone. */
export const time = (iso: string, zone: string): Html => html`<time datetime="${iso}">${timeText(iso, zone)}</time>`

/** The same, or "not yet". */
export const timeOr = (iso: string | null, zone: string): Html =>
  iso === null ? html`<span class="soft">not yet</span>` : time(iso, zone)

/** A duration in words. */
export const waitText = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
