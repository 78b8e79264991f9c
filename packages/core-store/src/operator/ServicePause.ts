import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"

/** The reason why the service is paused, and the start of the pause. */
export interface Pause {
  readonly pausedAt: Date
  /** The reason for the pause, as a sentence for the operator. */
  readonly reason: string
}

/**
 * The pause of the whole service, during which it neither checks nor sends anything. A restored copy is paused until
 * its operator resumes it. The API and the pages work during the pause.
 */
export class ServicePause extends Context.Service<ServicePause>()("@mon/core-store/ServicePause", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Returns the current pause. Null if the service is not paused. */
    find: operation("ServicePause.find", function* () {
      const [row] = yield* sql<Pause>`select paused_at as "pausedAt", reason from service_pause`
      return row ?? null
    }),
    /** Ends the pause. False if the service was not paused. */
    resume: operation("ServicePause.resume", function* () {
      const rows = yield* sql`delete from service_pause returning 1`
      return rows.length > 0
    })
  }))
}) {
  static readonly layer = Layer.effect(ServicePause, ServicePause.make)
}
