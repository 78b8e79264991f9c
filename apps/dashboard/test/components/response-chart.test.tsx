import type { Timeline } from "@mon/model"
import { expect, it } from "vitest"
import ResponseChart from "../../src/monitors/ResponseChart.tsx"
import { render } from "./render.tsx"

const timelineOf = (p95: number): Timeline => ({
  range: "24h",
  start: 0,
  end: 86_400,
  bucketSeconds: 900,
  fields: ["start", "p50", "p95"],
  buckets: [
    [0, 1, p95],
    [900, 1, p95]
  ],
  days: [],
  incidents: [],
  gaps: [],
  maintenance: []
})

it.each([9, 1_500, 9_900, 29_000, 1_234_567])("the axis of a chart up to %d ms has room for its texts", async (p95) => {
  const { screen } = await render(<ResponseChart label="Response time" timeline={timelineOf(p95)} />)
  const chart = screen.getByRole("img").element()
  const axis = chart.querySelectorAll<HTMLElement>(".u-axis")[1]
  const context = document.createElement("canvas").getContext("2d")
  if (context === null || axis === undefined) throw new Error("There is no chart.")
  context.font = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif'
  const longest = context.measureText(`${Math.round(p95).toLocaleString("en-GB")} ms`).width
  expect(axis.clientWidth).toBeGreaterThan(longest)
})

/** Returns the number of vertical lines of the chart in a colour of the page. */
const linesIn = (chart: Element, name: string): number => {
  const canvas = chart.querySelector("canvas")
  const context = canvas?.getContext("2d")
  if (canvas == null || context == null) throw new Error("There is no chart.")
  const probe = document.createElement("canvas").getContext("2d")
  if (probe === null) throw new Error("There is no canvas.")
  const place = document.createElement("span")
  place.style.color = `var(--${name})`
  chart.append(place)
  probe.fillStyle = getComputedStyle(place).color
  place.remove()
  probe.fillRect(0, 0, 1, 1)
  const wanted = probe.getImageData(0, 0, 1, 1).data.join()
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  let lines = 0
  let isInLine = false
  for (let x = 0; x < canvas.width; x++) {
    let rows = 0
    for (let y = 0; y < canvas.height; y++) {
      const from = 4 * (y * canvas.width + x)
      if (data.slice(from, from + 4).join() === wanted) rows += 1
    }
    const isLine = rows > canvas.height / 2
    if (isLine && !isInLine) lines += 1
    isInLine = isLine
  }
  return lines
}

it.each([
  [[], 0],
  [[{ at: 30_000 }], 1],
  [[{ at: 30_000 }, { at: 60_000 }], 2],
  [[{ at: -1 }, { at: 90_000 }], 0]
])("a chart has a line for each marker in its time: %j", async (changes, lines) => {
  const timeline = { ...timelineOf(900), changes }
  const { screen } = await render(<ResponseChart label="Response time" timeline={timeline} />)
  const chart = screen.getByRole("img").element()
  await expect.poll(() => linesIn(chart, "accent")).toBe(lines)
})
