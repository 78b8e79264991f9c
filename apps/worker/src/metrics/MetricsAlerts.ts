import { channels } from "@mon/alerts/channels"
import { AlertCounts, type ChannelCounts, deliveryChannels, RefusedAddresses } from "@mon/core-store"
import { initializeMetrics } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

const alertChannels = Metric.gauge("mon_alert_channels", {
  description:
    "Alert channels in all accounts by state: working, failing (the last attempts did not arrive), or off (switched off after rejections or days without success). Every worker reports the same values."
})

const deliveries = Metric.gauge("mon_deliveries_waiting", {
  description:
    "Deliveries not sent yet, by kind: an alert channel's kind, or email, whatsapp or webhook. Every worker reports the same values."
})

const windows = Metric.gauge("mon_maintenance_windows_active", {
  description: "Maintenance windows that are active now. Every worker reports the same value."
})

const refusedAddresses = Metric.gauge("mon_refused_addresses", {
  description:
    "Email addresses that a mail server permanently rejected. Only emails that confirm an address or protect an account are sent to them. Every worker reports the same value."
})

const states: ReadonlyArray<keyof ChannelCounts> = ["working", "failing", "off"]
/**
 * The kinds of deliveries that are exported. `channel` counts deliveries to alert channels that were deleted or whose
 * kind this release does not have.
 */
const kinds: ReadonlyArray<string> = [...deliveryChannels, ...Object.keys(channels)]

const inState = (state: string) => Metric.withAttributes(alertChannels, { state })
const ofKind = (kind: string) => Metric.withAttributes(deliveries, { kind })

/**
 * Measures alert channels, waiting deliveries and maintenance windows. The interval is `measureMs` of
 * {@link WorkerTimings}.
 */
export const layerAlertMetrics: Layer.Layer<never, never, AlertCounts | RefusedAddresses> = Layer.effectDiscard(
  Effect.gen(function* () {
    const counts = yield* AlertCounts
    const refused = yield* RefusedAddresses
    const { measureMs } = yield* WorkerTimings
    const measure = Effect.gen(function* () {
      const byState = yield* counts.channels()
      const waiting = yield* counts.waiting()
      const known = new Set(kinds)
      const others = [...waiting].reduce((sum, [kind, n]) => (known.has(kind) ? sum : sum + n), 0)
      yield* Effect.forEach(states, (state) => Metric.update(inState(state), byState[state]), { discard: true })
      yield* Effect.forEach(
        kinds,
        (kind) => Metric.update(ofKind(kind), (waiting.get(kind) ?? 0) + (kind === "channel" ? others : 0)),
        { discard: true }
      )
      yield* Metric.update(windows, yield* counts.activeWindows())
      yield* Metric.update(refusedAddresses, yield* refused.count())
    })
    yield* initializeMetrics([...states.map(inState), ...kinds.map(ofKind), windows, refusedAddresses])
    yield* startPeriodicTasks([{ name: "measuring alerts", everyMs: measureMs, run: measure }])
  })
)
