import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { StoreError } from "../../sql/StoreError.ts"

/** Why and since when a service is paused. */
export interface Pause {
  readonly pausedAt: Date
  /** A sentence for the operator. */
  readonly reason: string
}

/**
 * Whether the service may check and send anything. A restored copy is paused until its operator resumes it; the API and
 * the pages work meanwhile.
 */
export class ServicePause extends Context.Service<
  ServicePause,
  {
    /** Null: the service is not paused. */
    readonly find: () => Effect.Effect<Pause | null, StoreError>
    /** Ends the pause; false when there was none. */
    readonly resume: () => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/ServicePause") {}

/** {@link ServicePause} over PostgreSQL. */
export const layerServicePause: Layer.Layer<ServicePause, never, SqlClient.SqlClient> = Layer.effect(
  ServicePause,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ServicePause.of({
      find: operation("ServicePause.find", function* () {
        const [row] = yield* sql<Pause>`select paused_at as "pausedAt", reason from service_pause`
        return row ?? null
      }),
      resume: operation("ServicePause.resume", function* () {
        const rows = yield* sql`delete from service_pause returning 1`
        return rows.length > 0
      })
    })
  )
)
