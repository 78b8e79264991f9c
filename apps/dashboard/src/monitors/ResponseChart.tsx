import type { Timeline } from "@mon/model"
import { useEffect, useRef } from "react"
import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import type { Format } from "../words/format.ts"
import { useLanguage } from "../words/language.ts"

const HEIGHT_PX = 200
const DAY_S = 86_400
const phases = ["dns", "connect", "tls", "wait", "download"] as const

/** Converts a CSS custom property to a colour that a canvas understands. */
const colourOf = (place: HTMLElement, name: string): string => {
  const probe = document.createElement("span")
  probe.style.color = `var(--${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** A timeline. The timeline of a page also contains changes. */
export type ShownTimeline = Timeline & { readonly changes?: ReadonlyArray<{ readonly at: number }> }

const columnOf = ({ buckets, fields }: Timeline, name: string): ReadonlyArray<number | null> => {
  const index = fields.indexOf(name)
  return buckets.map((bucket) => bucket[index] ?? null)
}

/** Returns the phases with known durations. Without such phases, returns the median instead. */
const stackOf = (timeline: Timeline): ReadonlyArray<readonly [field: string, colour: string]> =>
  phases.some((phase) => columnOf(timeline, phase).some((value) => value !== null))
    ? phases.map((phase) => [phase, phase] as const)
    : [["p50", "wait"]]

const AXIS_GAP_PX = 12

/** Returns the width of an axis: the width of its longest text, and a gap. */
const axisSize: uPlot.Axis.Size = (plot, values, index) => {
  const font = plot.axes[index]?.font?.[0]
  if (font !== undefined) plot.ctx.font = font
  const widths = (values ?? []).map((value) => plot.ctx.measureText(value).width / uPlot.pxRatio)
  return Math.ceil(Math.max(0, ...widths)) + AXIS_GAP_PX
}

/** Returns the columns of a timeline: the times, the stacked phases (the last phase first), and the p95. */
const columnsOf = (timeline: Timeline): ReadonlyArray<ReadonlyArray<number | null>> => {
  const column = (name: string) => columnOf(timeline, name)
  const sums: Array<ReadonlyArray<number | null>> = []
  for (const [phase] of stackOf(timeline)) {
    const below = sums.at(-1)
    sums.push(
      column(phase).map((value, index) => (value === null ? (below?.[index] ?? null) : value + (below?.[index] ?? 0)))
    )
  }
  return [column("start"), ...sums.toReversed(), column("p95")]
}

const shade =
  ({ changes = [], incidents }: ShownTimeline, colour: string, accent: string) =>
  (plot: uPlot) => {
    const { height, left, top, width } = plot.bbox
    plot.ctx.save()
    plot.ctx.fillStyle = colour
    plot.ctx.globalAlpha = 0.25
    for (const { end, start } of incidents) {
      const from = Math.max(left, plot.valToPos(start, "x", true))
      const to = Math.min(left + width, plot.valToPos(end ?? Date.now() / 1_000, "x", true))
      if (to > left && from < left + width) plot.ctx.fillRect(from, top, Math.max(2, to - from), height)
    }
    plot.ctx.fillStyle = accent
    plot.ctx.globalAlpha = 1
    for (const { at } of changes) {
      const x = plot.valToPos(at, "x", true)
      if (x >= left && x <= left + width) plot.ctx.fillRect(x - 1, top, 2, height)
    }
    plot.ctx.restore()
  }

const optionsOf = (timeline: ShownTimeline, place: HTMLElement, format: Format): uPlot.Options => {
  const axis = {
    stroke: colourOf(place, "soft"),
    grid: { stroke: colourOf(place, "line"), width: 1 },
    ticks: { show: false }
  }
  const isShort = timeline.end - timeline.start <= DAY_S
  const timeOf = (seconds: number) => (isShort ? format.hour : format.day)(seconds * 1_000)
  return {
    width: place.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { points: { show: false } },
    scales: {
      x: { range: [timeline.start, timeline.end] },
      y: { range: (_, __, max) => [0, Math.max(10, max * 1.1)] }
    },
    axes: [
      { ...axis, size: 28, values: (_, values) => values.map(timeOf) },
      { ...axis, size: axisSize, values: (_, values) => values.map(format.milliseconds) }
    ],
    series: [
      {},
      ...stackOf(timeline)
        .toReversed()
        .map(([field, name]) => {
          const colour = colourOf(place, name)
          return { label: field, stroke: colour, fill: colour, width: 0, points: { show: false } }
        }),
      { label: "p95", stroke: axis.stroke, width: 1.5, dash: [4, 3], points: { show: false } }
    ],
    hooks: { draw: [shade(timeline, colourOf(place, "bad-fill"), colourOf(place, "accent"))] }
  }
}

/**
 * Shows response times by phase, with incidents as shaded areas and changes as lines. Dragging zooms in, and a double
 * click resets the zoom. Only this component uses uPlot.
 */
const ResponseChart = ({ label, timeline }: { readonly timeline: ShownTimeline; readonly label: string }) => {
  const { format, words } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const options = optionsOf(timeline, element, format)
    const plot = new uPlot(options, columnsOf(timeline) as unknown as uPlot.AlignedData, element)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [timeline, format])
  return <div ref={place} role="img" aria-label={label} title={words.domain.zoomHint} />
}

export default ResponseChart
