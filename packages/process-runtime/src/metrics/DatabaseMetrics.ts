import { type ConnectionUse, PostgresJs } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { pullGauge } from "./PulledMetric.ts"

const connections = Metric.gauge("mon_database_connections", {
  description: "Database connections by pool (statements or transactions) and state (in use or idle)"
})
const waiting = Metric.gauge("mon_database_waiting", {
  description: "Statements and transactions that are waiting for a database connection"
})

const pools = ["statements", "transactions"] as const

export const layerDatabaseMetrics: Layer.Layer<never, never, PostgresJs> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { use } = yield* PostgresJs
    for (const pool of pools) {
      const gauge = (state: string, read: (use: ConnectionUse) => number) =>
        pullGauge(Metric.withAttributes(connections, { pool, state }), () => read(use()[pool]))
      yield* gauge("in_use", ({ inUse }) => inUse)
      yield* gauge("idle", ({ idle }) => idle)
      yield* pullGauge(Metric.withAttributes(waiting, { pool }), () => use()[pool].waiting)
    }
  })
)
