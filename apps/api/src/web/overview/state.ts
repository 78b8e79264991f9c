import type { DomainStatus, UrlStatus } from "@mon/model"
import { html, type Html } from "../page/Html.ts"

interface Look {
  /** Says it without colour. */
  readonly sign: string
  readonly word: string
}

const looks: Readonly<Record<DomainStatus | UrlStatus, Look>> = {
  up: { sign: "●", word: "Up" },
  active: { sign: "●", word: "As before" },
  down: { sign: "▼", word: "Down" },
  error: { sign: "▼", word: "Error" },
  changed: { sign: "◆", word: "Changed" },
  unknown: { sign: "○", word: "Not known yet" },
  paused: { sign: "Ⅱ", word: "Paused" }
}

/** The state of a monitor as a sign and a word; the colour says it once more. */
export const state = (name: DomainStatus | UrlStatus): Html =>
  html`<span class="state ${name}"><span aria-hidden="true">${looks[name].sign}</span> ${looks[name].word}</span>`
