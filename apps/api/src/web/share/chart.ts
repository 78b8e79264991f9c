import { type Html, html } from "@mon/status-page"

export interface Slice {
  readonly label: string
  /** The name of the colour in the style sheet. */
  readonly kind: "inbox" | "spam" | "reject" | "bounce" | "plain"
  /** The share from 0 to 1. */
  readonly share: number
}

export interface Bar {
  readonly label: string
  readonly slices: ReadonlyArray<Slice>
}

/** The width in SVG units. The chart is stretched to the width of the page. */
const WIDTH = 1_000
const HEIGHT = 10

const rects = (slices: ReadonlyArray<Slice>): ReadonlyArray<Html> => {
  let left = 0
  return slices.map(({ kind, share }) => {
    const width = Math.max(0, share) * WIDTH
    const from = left
    left += width
    return html`<rect
      class="fill-${kind}"
      x="${from.toFixed(1)}"
      y="0"
      width="${width.toFixed(1)}"
      height="${HEIGHT}"
    ></rect>`
  })
}

const bar = ({ label, slices }: Bar): Html =>
  html`<p>${label}</p>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" focusable="false">
      <rect class="fill-ground" x="0" y="0" width="${WIDTH}" height="${HEIGHT}"></rect>
      ${rects(slices)}
    </svg>`

/** Renders a bar chart. The chart is hidden from screen readers, because a table next to it contains the same data. */
export const barChart = (bars: ReadonlyArray<Bar>): Html =>
  html`<div class="chart" aria-hidden="true">${bars.map(bar)}</div>`

export const legend = (slices: ReadonlyArray<Pick<Slice, "kind" | "label">>): Html =>
  html`<ul class="legend" aria-hidden="true">
    ${slices.map(({ kind, label }) => html`<li class="key-${kind}">${label}</li>`)}
  </ul>`
