import type { MonitorList } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { PostgresJs } from "../../sql/PostgresJs.ts"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { readMonitorList } from "./readMonitorList.ts"
import { type MonitorSample, readMonitorSamples } from "./readMonitorSamples.ts"

/** All monitors that a caller can see, in one compact list. */
export class MonitorLists extends Context.Service<
  MonitorLists,
  {
    /** All domains and URL monitors that the caller can see, by two statements whatever their number. */
    readonly read: (scope: AccessScope) => Effect.Effect<MonitorList, StoreError>
    /** The last check of each monitor that the caller can see and that is not paused, by one statement. */
    readonly samples: (scope: AccessScope) => Effect.Effect<ReadonlyArray<MonitorSample>, StoreError>
  }
>()("@mon/core-store/MonitorLists") {}

/** {@link MonitorLists} over PostgreSQL. */
export const layerMonitorLists: Layer.Layer<MonitorLists, never, PostgresJs> = Layer.effect(
  MonitorLists,
  Effect.map(PostgresJs, (driver) =>
    MonitorLists.of({ read: readMonitorList(driver), samples: readMonitorSamples(driver) })
  )
)
