import { MonitorSchedule } from "@mon/core-store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Sites that a self-test can request in addition to those that this worker has checked recently. */
export class OtherSites extends Context.Service<
  OtherSites,
  {
    /** Returns the URLs of up to `limit` monitors that are up, in random order. */
    readonly sample: (limit: number) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@mon/checks/OtherSites") {
  /** Draws the sites from the schedule. Without the database, a worker knows only the sites that it has checked. */
  static readonly layer: Layer.Layer<OtherSites, never, MonitorSchedule> = Layer.effect(
    OtherSites,
    Effect.map(MonitorSchedule, (schedule) =>
      OtherSites.of({ sample: (limit) => Effect.orElseSucceed(schedule.sampleUp(limit), () => []) })
    )
  )

  static readonly layerNone: Layer.Layer<OtherSites> = Layer.succeed(OtherSites, { sample: () => Effect.succeed([]) })
}
