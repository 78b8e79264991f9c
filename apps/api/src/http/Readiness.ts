import { makeReadiness } from "@mon/process-runtime"
import { Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"

/** Whether the process can serve requests. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** The reasons why it cannot; empty if it can. Takes at most 2 s. For the log only, not for the response. */
    readonly problems: Effect.Effect<ReadonlyArray<string>>
    /** The reasons why it should be restarted; empty if it should not. Answers immediately. */
    readonly healthProblems: Effect.Effect<ReadonlyArray<string>>
  }
>()("@mon/api/http/Readiness") {
  static readonly layer: Layer.Layer<Readiness, never, SqlClient.SqlClient> = Layer.effect(
    Readiness,
    Effect.map(makeReadiness, ({ health, readiness }) => Readiness.of({ problems: readiness, healthProblems: health }))
  )
}
