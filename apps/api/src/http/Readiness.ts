import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** How long the database may take to say that it is there. */
const PATIENCE = "2 seconds"

/** Whether the process can work. */
export class Readiness extends Context.Service<Readiness, {
  /** Fails when the database cannot be reached. */
  readonly check: Effect.Effect<void, unknown>
}>()("@mon/api/http/Readiness") {
  static readonly layer: Layer.Layer<Readiness, never, SqlClient.SqlClient> = Layer.effect(
    Readiness,
    Effect.map(SqlClient.SqlClient, (sql) =>
      Readiness.of({ check: sql`select 1`.pipe(Effect.timeout(PATIENCE), Effect.asVoid) }))
  )
}
