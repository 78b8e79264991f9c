import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { IsolatedChecks, layerIsolatedChecks, type SuspectCheck } from "../../src/isolation/IsolatedChecks.ts"
import { OtherSites } from "../../src/ownNetwork/SelfTest.ts"

const program = new URL("./checkProcess.ts", import.meta.url)

/** Starts isolated checks whose processes behave in this way. By default, one other site is known. */
export const started = (behaviour = "", sites: ReadonlyArray<string> = ["http://other.example/"]) =>
  Layer.build(
    Layer.provide(layerIsolatedChecks({ dnsServers: [], allowPrivateNetworks: [], extraCa: [behaviour] }, program), [
      Layer.succeed(OtherSites, { sample: () => Effect.succeed(sites) })
    ])
  ).pipe(Effect.map((context) => Context.get(context as Context.Context<never>, IsolatedChecks)))

/** Checks a path of `checkProcess.ts`. */
export const checkOf = (path: string) =>
  Effect.flatMap(UptimeProbe, ({ check }) => check({ url: `http://site.example${path}`, timeoutMs: 7 }))

let keys = 0
/** Returns a check of a new monitor. */
export const suspect = (isAlone = false): SuspectCheck => ({ monitorKey: `${keys++}`, isAlone })
export const ended = (isProven: boolean) => ({ _tag: "Ended", isProven }) as const
