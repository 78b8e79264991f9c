import { initializeMetrics } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

const screenshots = Metric.counter("mon_incident_screenshots_total", {
  description: "Incident screenshots by result",
  incremental: true
})

export const showScreenshotMetrics: Effect.Effect<void> = initializeMetrics(
  ["taken", "no_browser", "dns", "connect", "timeout"].map((outcome) => Metric.withAttributes(screenshots, { outcome }))
)

export const countScreenshot = (outcome: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(screenshots, { outcome }), 1)
