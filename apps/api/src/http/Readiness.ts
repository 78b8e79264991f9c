import { makeReadiness } from "@mon/process-runtime"
import { Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"

/** Whether the process can work. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** Why it cannot; none: it can. Takes 2 s at most, and is for the log, not for who asks. */
    readonly problems: Effect.Effect<ReadonlyArray<string>>
  }
>()("@mon/api/http/Readiness") {
  static readonly layer: Layer.Layer<Readiness, never, SqlClient.SqlClient> = Layer.effect(
    Readiness,
    Effect.map(makeReadiness, (problems) => Readiness.of({ problems }))
  )
}
