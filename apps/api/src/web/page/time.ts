import { timeText } from "@mon/alerts"
import { html, type Html } from "./Html.ts"

/** A moment for people, in a time zone. */
export const time = (iso: string, zone: string): Html => html`<time datetime="${iso}">${timeText(iso, zone)}</time>`

/** The same, or a dash when there was none. */
export const timeOr = (iso: string | null, zone: string): Html =>
  iso === null ? html`<span class="soft">not yet</span>` : time(iso, zone)
