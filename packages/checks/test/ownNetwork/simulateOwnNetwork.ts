import type { Claim } from "@mon/core-store"
import { layerZone, makeZoneResolver } from "@mon/dns/effect"
import { defaultConfirmationPolicy } from "@mon/model"
import type { CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
// @boundaries-ignore The specification of the state machine is not published.
import { newDomainMemory, nextOnGrid, stepDomain } from "../../../core-store/test/specification/stepDomain.ts"
import { Connectivity } from "../../src/ownNetwork/Connectivity.ts"
import { OtherSites, SelfTest } from "../../src/ownNetwork/SelfTest.ts"
import { check as successful, claim as claimed, silentCheck } from "../fixtures.ts"
import {
  DNS_TIMEOUT_MS,
  exchange,
  makeOutages,
  type Outage,
  type OutageKind,
  type SiteOutageKind
} from "./OwnNetwork.ts"
import { makeVirtualTime } from "./VirtualTime.ts"

export const INTERVAL_MS = 300_000
/** The longest time until a result is recorded, because results wait for their batch. */
const RECORD_MS = 200
/** Monitors are up and checked for `CALM_MS` before each outage, and for `AFTER_MS` after it. */
const CALM_MS = 660_000
const AFTER_MS = 1_200_000
/** A verdict may take half of the lease's margin. */
const DECIDE_WITHIN_MS = 7_500

export interface World {
  readonly network: ReadonlyArray<Outage<OutageKind>>
  /** The outages of each site. */
  readonly sites: ReadonlyArray<ReadonlyArray<Outage<SiteOutageKind>>>
  readonly timeoutMs: (site: number) => number
  /** The number of worker processes, each with its own guard. */
  readonly workers: number
  readonly isGuarded: boolean
  readonly random: () => number
}

interface SimulatedIncident {
  readonly site: number
  readonly startedAt: number
  readonly openedAt: number
}

export interface Simulated {
  readonly incidents: ReadonlyArray<SimulatedIncident>
  readonly checks: number
  readonly suppressed: number
  /** The number of requests by self-tests, including repeated requests to silent sites. */
  readonly testRequests: number
}

const hostOf = (site: number) => `www.site-${site}.com`
const siteOf = (url: string) => Number(/site-(\d+)/u.exec(url)?.[1] ?? 0)

const results: Readonly<Record<"answered" | "silent" | "no resolver", CheckResult>> = {
  answered: successful(),
  silent: silentCheck,
  "no resolver": { ...silentCheck, outcome: "prober_fault", verdict: "unknown" }
}

/** Returns the times from before an outage until everything has settled after the outage. */
const busyTimes = ({ network, sites }: World) => {
  const all = [...network, ...sites.flat()].toSorted((one, other) => one.from - other.from)
  const busy: Array<{ from: number; to: number }> = []
  for (const { from, to } of all) {
    const last = busy.at(-1)
    if (last !== undefined && from - CALM_MS <= last.to) last.to = Math.max(last.to, to + AFTER_MS)
    else busy.push({ from: from - CALM_MS, to: to + AFTER_MS })
  }
  return busy
}

/**
 * Runs the specification of the state machine together with the guard in virtual time. Times in which every check is
 * successful are skipped, because they change nothing.
 */
export const simulateOwnNetwork = (world: World): Simulated => {
  const time = makeVirtualTime(Context.make(References.MinimumLogLevel, "None"))
  const network = makeOutages(world.network)
  const sites = world.sites.map((outages) => makeOutages(outages))
  const busy = makeOutages(busyTimes(world).map((range) => ({ ...range, kind: null })))
  const monitors = world.sites.map((_, site) => ({
    site,
    phase: Math.floor(world.random() * INTERVAL_MS),
    respondMs: 50 + Math.floor(world.random() * 350),
    memory: newDomainMemory
  }))
  const incidents: Array<SimulatedIncident> = []
  const counts = { checks: 0, suppressed: 0, testRequests: 0, running: 0 }

  const request = (site: number, timeoutMs: number) =>
    Effect.suspend(() => {
      const monitor = monitors[site]
      const outages = sites[site]
      if (monitor === undefined || outages === undefined) return Effect.die(new Error(`no site ${site}`))
      const { end, result } = exchange(network, outages, time.now(), { respondMs: monitor.respondMs, timeoutMs })
      return Effect.as(time.until(end), results[result])
    })

  const probe = Layer.succeed(UptimeProbe, {
    check: ({ timeoutMs = 10_000, url }) => {
      counts.testRequests += 1
      return request(siteOf(url), timeoutMs)
    }
  })
  const answering = makeZoneResolver({})
  const silent = makeZoneResolver({ ".": { fail: "Timeout" } })
  const resolver = layerZone({
    ...answering,
    query: (name, type) =>
      Effect.suspend(() =>
        network.during(time.now())?.kind === "without resolver"
          ? Effect.andThen(time.until(time.now() + DNS_TIMEOUT_MS), silent.query(name, type))
          : answering.query(name, type)
      )
  })
  const others = Layer.succeed(OtherSites, {
    sample: (limit) =>
      Effect.sync(() => {
        const up = monitors.filter(({ memory }) => memory.state === "up")
        return Array.from(
          { length: Math.min(limit, up.length) },
          () => up[Math.floor(world.random() * up.length)]
        ).flatMap((monitor) => (monitor === undefined ? [] : [`https://${hostOf(monitor.site)}/`]))
      })
  })
  const guarded = Connectivity.layerNoDeps().pipe(
    Layer.provide([Layer.provide(SelfTest.layerNoDeps(), [resolver, probe]), others])
  )
  const layer = world.isGuarded ? guarded : Connectivity.layerTrusting

  /** Returns the next due time. Skips times without outages. */
  const dueAfter = (periodMs: number, phase: number, at: number): number => {
    const due = nextOnGrid(periodMs, phase, at)
    const next = busy.endingAfter(due)
    return next === undefined || next.from <= due ? due : nextOnGrid(periodMs, phase, next.from)
  }
  const endAt = Math.max(0, ...busyTimes(world).map(({ to }) => to))

  const checkOnce = Effect.fnUntraced(function* (
    monitor: (typeof monitors)[number],
    guards: ReadonlyArray<Connectivity["Service"]>
  ) {
    const guard = guards[Math.floor(world.random() * guards.length)]
    if (guard === undefined) return
    const at = time.now()
    const url = `https://${hostOf(monitor.site)}/`
    const claim: Claim = claimed({ url, hostname: hostOf(monitor.site), state: monitor.memory.state })
    const result = yield* request(monitor.site, world.timeoutMs(monitor.site))
    const { suppressed } = yield* guard.judge(claim, result, { from: at, decideWithinMs: DECIDE_WITHIN_MS })
    yield* time.until(time.now() + world.random() * RECORD_MS)
    counts.checks += 1
    if (suppressed) counts.suppressed += 1
    const { memory, next, transition } = stepDomain(
      monitor.memory,
      { at, verdict: result.verdict, deterministic: false, suppressed },
      INTERVAL_MS,
      defaultConfirmationPolicy
    )
    monitor.memory = memory
    if (transition._tag === "BecameDown") {
      incidents.push({ site: monitor.site, startedAt: transition.since, openedAt: time.now() })
    }
    const due = next._tag === "After" ? time.now() + next.delayMs : dueAfter(next.periodMs, monitor.phase, time.now())
    if (due > endAt) counts.running -= 1
    else time.at(due, () => time.start(checkOnce(monitor, guards)))
  })

  const main = Effect.gen(function* () {
    const guards = yield* Effect.forEach(Array.from({ length: world.workers }), () =>
      Effect.map(Layer.build(Layer.fresh(layer)), Context.get(Connectivity))
    )
    for (const monitor of monitors) {
      counts.running += 1
      time.at(dueAfter(INTERVAL_MS, monitor.phase, 0), () => time.start(checkOnce(monitor, guards)))
    }
    return yield* Effect.never
  })
  time.start(Effect.scoped(main))
  time.advance(() => counts.running === 0 && counts.checks > 0)
  return { incidents, checks: counts.checks, suppressed: counts.suppressed, testRequests: counts.testRequests }
}
