import { type Html, html } from "../../pages/Html.ts"

/** A part of a bar. */
export interface Slice {
  readonly label: string
  /** Names the colour in the style sheet. */
  readonly kind: "inbox" | "spam" | "reject" | "bounce" | "plain"
  /** 0 to 1. */
  readonly share: number
}

/** One bar with its name. */
export interface Bar {
  readonly label: string
  readonly slices: ReadonlyArray<Slice>
}

const WIDTH = 640
const ROW = 34
const BAR = 14
const LABEL_BASE = 12

const rects = (slices: ReadonlyArray<Slice>, top: number): ReadonlyArray<Html> => {
  let left = 0
  return slices.map(({ kind, label, share }) => {
    const width = Math.max(0, share) * WIDTH
    const from = left
    left += width
    return html`<rect class="fill-${kind}" x="${from.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="${BAR}"><title>${label}</title></rect>`
  })
}

/** Bars below each other. It says nothing that the table beside it does not say: readers of the screen pass it over. */
export const barChart = (bars: ReadonlyArray<Bar>): Html =>
  html`<svg class="chart" viewBox="0 0 ${WIDTH} ${bars.length * ROW}" aria-hidden="true" focusable="false">${bars.map(({ label, slices }, index) =>
    html`<text x="0" y="${index * ROW + LABEL_BASE}">${label}</text><rect class="fill-ground" x="0" y="${index * ROW + LABEL_BASE + 4}" width="${WIDTH}" height="${BAR}"></rect>${rects(slices, index * ROW + LABEL_BASE + 4)}`)}</svg>`

/** What the colours mean. */
export const legend = (slices: ReadonlyArray<Pick<Slice, "kind" | "label">>): Html =>
  html`<ul class="legend" aria-hidden="true">${slices.map(({ kind, label }) => html`<li class="key-${kind}">${label}</li>`)}</ul>`
