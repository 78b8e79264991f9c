import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import process from "node:process"

/** The path of a page that ends the process that checks it. */
export const ABORT = "/abort"

/** Provides a probe with a defect: the response of one page ends the process. */
export const layerAbortingProbe = ({
  allowPrivateNetworks,
  dnsServers
}: {
  readonly allowPrivateNetworks: ReadonlyArray<string>
  readonly dnsServers: ReadonlyArray<string>
}): Layer.Layer<UptimeProbe> =>
  Layer.effect(
    UptimeProbe,
    Effect.map(UptimeProbe, ({ check }) => ({
      check: (request) =>
        Effect.tap(check(request), () =>
          new URL(request.url).pathname === ABORT ? Effect.sync(() => process.abort()) : Effect.void
        )
    }))
  ).pipe(Layer.provide(UptimeProbe.layer({ dnsServers, allow: allowPrivateNetworks })))
