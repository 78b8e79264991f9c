import { Connectivity, PageChecker } from "@mon/checks"
import { Accounts, Blobs, Secrets, StoreError, PageChecks, type PageClaim, PageMonitors } from "@mon/core-store"
import { layerZone } from "@mon/dns/effect"
import { pageDefaults } from "@mon/model"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Screenshots } from "@mon/screenshot/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import { Effect, Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { answer } from "../harness/Child.ts"
import { hostilePages } from "./HostilePages.ts"
import { layerStore } from "../postgres/Store.ts"

/** What a round of checks cost. */
export interface Round {
  /** The longest delay of the event loop, in milliseconds. */
  readonly longestMs: number
  /** From the first claim to the last record, in milliseconds. */
  readonly tookMs: number
  /** The state or error code of each page, by number. */
  readonly results: ReadonlyArray<string>
}

/** Mon's checks of URL monitors with their store. */
export type HostileChecker = {
  readonly open: (asked: { readonly database: string; readonly port: number }) => Promise<void>
  /** Checks these pages at once. */
  readonly check: (pages: ReadonlyArray<number>) => Promise<Round>
}

const HOST = "hostile.example.com"
const CONNECTIONS = 5
const LEASE_MARGIN_MS = 600_000
/** The event loop is sampled so often; the delay is the time beyond it. */
const RESOLUTION_MS = 1
const NANOS = 1e6

const layerChecker = PageChecker.layerNoDeps().pipe(
  Layer.provide([
    WorkerPool.layer,
    Connectivity.layerTrusting,
    UptimeProbe.layerNoDeps().pipe(
      Layer.provide([layerZone({ [HOST]: { A: ["127.0.0.1"] } }), NetworkPolicy.layer({ allow: ["127.0.0.1/32"] })])
    ),
    Screenshots.layerMemory(() => ({ status: "unavailable", reason: "no_browser", message: "None." })),
    Secrets.layer(["a secret of at least 32 characters"]),
    Layer.mock(Blobs, {
      get: () => Effect.fail(new StoreError({ reason: "Failed", operation: "none", cause: null }))
    })
  ])
)

const layerAll = (database: string) => Layer.provideMerge(layerChecker, layerStore(database, CONNECTIONS))

type Services = Layer.Success<ReturnType<typeof layerAll>>

let runtime: ManagedRuntime.ManagedRuntime<Services, unknown> | null = null

const run = <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => {
  if (runtime === null) throw new Error("The checker is not open.")
  return runtime.runPromise(effect)
}

const createMonitors = Effect.fn("createMonitors")(function* (port: number) {
  const sql = yield* SqlClient.SqlClient
  const account = yield* (yield* Accounts).create({ email: "bench@test.example", name: null, plan: "agency" })
  const [owner] = yield* sql<{ accountKey: string; userKey: string; membershipKey: string }>`
    select account_id::text as "accountKey", user_id::text as "userKey", id::text as "membershipKey" from membership`
  if (account === null || owner === undefined) return yield* Effect.die(new Error("There is no account."))
  for (const [page, { rules }] of hostilePages.entries()) {
    const place = { url: `http://${HOST}:${port}/${page}`, hostname: HOST, name: `${page}` }
    const settings = { ...pageDefaults, ...place, ...rules, screenshotEnabled: false }
    yield* (yield* PageMonitors).create({ ...owner, role: "owner" }, settings, hostilePages.length)
  }
})

const claimAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update monitor_schedule set next_at = mon_now(), lease_until = null, lease_token = null`
  return yield* (yield* PageChecks).claim(1_000, LEASE_MARGIN_MS)
})

const resultOf = Effect.fn("resultOf")(function* ({ monitorKey }: PageClaim) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ state: number; code: string | null; changes: number }>`
    select s.state, s.last_error_code as code, p.change_count as changes from monitor_schedule s
    left join url_page p on p.monitor_id = s.monitor_id where s.monitor_id = ${monitorKey}::bigint`
  return row?.code ?? `${row?.changes ?? 0} changes`
})

const pageOf = ({ url }: PageClaim) => Number(new URL(url).pathname.slice(1))

const check = (claim: PageClaim) => Effect.flatMap(PageChecker, (checker) => checker.check(claim))

answer<HostileChecker>(
  {
    open: async ({ database, port }) => {
      runtime = ManagedRuntime.make(layerAll(database))
      await run(createMonitors(port))
    },
    check: async (pages) => {
      const claims = (await run(claimAll)).filter((claim) => pages.includes(pageOf(claim)))
      const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
      delays.enable()
      const started = performance.now()
      const recorded = await run(Effect.forEach(claims, check, { concurrency: "unbounded" }))
      const tookMs = performance.now() - started
      // A delay is recorded by the sample after it.
      await new Promise((resolve) => setTimeout(resolve, 10 * RESOLUTION_MS))
      delays.disable()
      if (claims.length !== pages.length || recorded.includes(false)) throw new Error("A check was not recorded.")
      const results = await run(Effect.forEach(claims, resultOf))
      return { longestMs: delays.max / NANOS - RESOLUTION_MS, tookMs, results }
    }
  },
  async () => runtime?.dispose()
)
