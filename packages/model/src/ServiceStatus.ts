import * as Schema from "effect/Schema"
import { PlanName } from "./Plan.ts"

const Usage = Schema.Struct({ used: Schema.Number, limit: Schema.Number })

/** Aggregate counts and plan usage. */
export const ServiceStatus = Schema.Struct({
  domains: Schema.Struct({
    total: Schema.Number,
    up: Schema.Number,
    down: Schema.Number,
    unknown: Schema.Number,
    paused: Schema.Number
  }),
  urls: Schema.Struct({
    total: Schema.Number,
    active: Schema.Number,
    changed: Schema.Number,
    error: Schema.Number,
    unknown: Schema.Number,
    paused: Schema.Number
  }),
  plan: PlanName,
  usage: Schema.Struct({
    domains: Usage,
    urls: Usage,
    simulationCredits: Schema.Struct({ balance: Schema.Number, annual: Schema.Number })
  })
})
export type ServiceStatus = typeof ServiceStatus.Type
