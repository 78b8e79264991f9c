import { Connectivity, ResultBatcher } from "@mon/checks"
import {
  Credentials,
  DueTimes,
  HeartbeatPings,
  IdempotentRequests,
  Ledger,
  Locations,
  MonitorSchedule,
  EffectiveIntervals,
  plainCheck,
  Secrets
} from "@mon/core-store"
import { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { layerWorkerNoDeps, WorkerConfig } from "../../src/index.ts"

interface Monitor {
  readonly key: string
  readonly account: string
  nextAt: number
  token: string | null
  leaseUntil: number
}

export interface StoreDoubleOptions {
  readonly concurrency?: number
  /** The first due times, in milliseconds on the database's clock. */
  readonly dueAt: ReadonlyArray<number>
  readonly intervalMs: number
  /** Whether checks end. A function decides this for each account. */
  readonly checksEnd?: boolean | ((account: string) => boolean)
  /** Returns the account of each monitor. Default: all monitors belong to one account. */
  readonly accountOf?: (index: number) => string
}

/**
 * A worker with an in-memory schedule that follows the rules of the store, and a probe whose checks end immediately
 * with a defect.
 */
export const storeDouble = ({
  accountOf = () => "one",
  checksEnd = true,
  concurrency = 500,
  dueAt,
  intervalMs
}: StoreDoubleOptions) => {
  const monitors: Array<Monitor> = dueAt.map((nextAt, index) => ({
    key: `${index}`,
    account: accountOf(index),
    nextAt,
    token: null,
    leaseUntil: 0
  }))
  const begun: Array<{ readonly key: string; readonly at: number; readonly lateMs: number }> = []
  const refused: Array<string> = []
  let offset = 0
  let tokens = 0
  const now = Effect.map(Clock.currentTimeMillis, (own) => own + offset)
  const held = (key: string, token: string) => monitors.find((one) => one.key === key && one.token === token)

  const ends = (key: string) =>
    typeof checksEnd === "boolean" ? checksEnd : checksEnd(monitors.find((one) => one.key === key)?.account ?? "")

  const schedule = Layer.mock(MonitorSchedule)({
    claim: (limit, leaseMarginMs, { aheadMs = 0, exceptAccounts = [] } = {}) =>
      Effect.map(now, (at) =>
        monitors
          .filter(
            ({ account, leaseUntil, nextAt, token }) =>
              nextAt <= at + aheadMs && (token === null || leaseUntil <= at) && !exceptAccounts.includes(account)
          )
          .toSorted((one, other) => one.nextAt - other.nextAt)
          .slice(0, limit)
          .map((monitor) => {
            monitor.token = `token-${tokens++}`
            monitor.leaseUntil = Math.max(monitor.nextAt, at) + 5_000 + leaseMarginMs
            return {
              monitorKey: monitor.key,
              accountKey: monitor.account,
              leaseToken: monitor.token,
              url: `https://shop-${monitor.key}.com/`,
              kind: "domain",
              hostname: `shop-${monitor.key}.com`,
              timeoutMs: 5_000,
              ...plainCheck,
              state: "up" as const,
              dueAt: monitor.nextAt,
              claimedAt: at,
              leaseUntil: monitor.leaseUntil
            }
          })
      ),
    withdrawn: (claims) =>
      Effect.sync(
        () =>
          new Set(
            claims.flatMap(({ leaseToken, monitorKey }) =>
              held(monitorKey, leaseToken) === undefined ? [leaseToken] : []
            )
          )
      ),
    release: (claims) =>
      Effect.sync(() => {
        for (const { leaseToken, monitorKey } of claims) {
          const monitor = held(monitorKey, leaseToken)
          if (monitor !== undefined) Object.assign(monitor, { token: null, leaseUntil: 0 })
        }
      }),
    now: () => now,
    repairDueTimes: () =>
      Effect.map(now, (at) => {
        const astray = monitors.filter(({ nextAt }) => nextAt > at + intervalMs)
        for (const monitor of astray)
          Object.assign(monitor, { nextAt: at + ((monitor.nextAt - at) % intervalMs), token: null })
        return astray.length
      }),
    oldestDueMs: () => Effect.succeed(0),
    ensurePartitions: () => Effect.succeed(0)
  })

  const times = Layer.succeed(DueTimes, {
    next: () =>
      Effect.map(now, (at) => {
        const inMs = monitors.map(({ leaseUntil, nextAt }) => Math.max(nextAt, leaseUntil) - at)
        return new Map([["domains" as const, Math.min(...inMs)]])
      })
  })

  const recorder = Layer.succeed(ResultBatcher, {
    record: ({ leaseToken, monitorKey }) =>
      ends(monitorKey)
        ? Effect.map(now, (at) => {
            const monitor = held(monitorKey, leaseToken)
            if (monitor === undefined) {
              refused.push(monitorKey)
              return false
            }
            const periods = Math.floor((at - monitor.nextAt) / intervalMs) + 1
            Object.assign(monitor, { nextAt: monitor.nextAt + periods * intervalMs, token: null, leaseUntil: 0 })
            return true
          })
        : Effect.never
  })
  const probe = Layer.succeed(UptimeProbe, {
    check: ({ url }) =>
      Effect.flatMap(now, (at) => {
        const key = /shop-(\d+)/u.exec(url)?.[1] ?? ""
        begun.push({ key, at, lateMs: at - (monitors.find((one) => one.key === key)?.nextAt ?? 0) })
        return Effect.die(new Error("nobody checks what was found"))
      })
  })
  const config = WorkerConfig.layer({
    dnsServers: [],
    allowPrivateNetworks: [],
    extraCa: [],
    referenceTargets: [],
    location: "here",
    concurrency,
    leaseMarginMs: 15_000
  })
  const others = [
    Layer.mock(Credentials)({ purgeWindows: () => Effect.succeed(0) }),
    Layer.mock(Ledger)({ postDueEntries: () => Effect.succeed(0) }),
    Layer.mock(EffectiveIntervals)({ applyDue: () => Effect.succeed(0) }),
    Layer.mock(IdempotentRequests)({ purge: () => Effect.succeed(0) }),
    Layer.mock(Locations)({ announce: () => Effect.void, leave: () => Effect.void })
  ] as const
  const worker = Layer.provide(layerWorkerNoDeps, [
    Layer.mock(HeartbeatPings)({}),
    schedule,
    times,
    ...others,
    recorder,
    probe,
    ServiceProbe.layerMemory({}),
    config,
    Connectivity.layerTrusting,
    Secrets.layer(["a secret of at least 32 characters"])
  ])
  return {
    monitors,
    begun,
    /** The results that arrived too late to count. */
    refused,
    start: Layer.build(Layer.provide(worker, Layer.succeed(References.MinimumLogLevel, "None"))),
    jump: (ms: number) => {
      offset += ms
    },
    /** Changes the schedule as pausing a monitor does. */
    pause: (index: number) => {
      const monitor = monitors[index]
      if (monitor !== undefined) Object.assign(monitor, { nextAt: Number.POSITIVE_INFINITY, token: null })
    }
  }
}
