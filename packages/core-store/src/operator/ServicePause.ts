import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"

/** The reason for which a service is paused, and the time since when. */
export interface Pause {
  readonly pausedAt: Date
  /** A sentence for the operator. */
  readonly reason: string
}

/**
 * Whether the service may check and send anything. A restored copy is paused until its operator resumes it; the API and
 * the pages work meanwhile.
 */
export class ServicePause extends Context.Service<ServicePause>()("@mon/core-store/ServicePause", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Null: the service is not paused. */
    find: operation("ServicePause.find", function* () {
      const [row] = yield* sql<Pause>`select paused_at as "pausedAt", reason from service_pause`
      return row ?? null
    }),
    /** Ends the pause; false when there was none. */
    resume: operation("ServicePause.resume", function* () {
      const rows = yield* sql`delete from service_pause returning 1`
      return rows.length > 0
    })
  }))
}) {
  static readonly layer = Layer.effect(ServicePause, ServicePause.make)
}
