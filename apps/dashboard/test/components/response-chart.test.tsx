import type { Timeline } from "@mon/model"
import { expect, it } from "vitest"
import ResponseChart from "../../src/domain/ResponseChart.tsx"
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
