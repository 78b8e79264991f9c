import {
  Accounts,
  Credentials,
  Domains,
  hashApiKey,
  issueApiKey,
  layerRepositories,
  type NewMonitor,
  type AccessScope,
  Secrets
} from "@mon/core-store"
import { layerTestDatabase } from "@mon/core-store/testing"
import { type ConfirmationPolicy, defaultConfirmationPolicy, domainDefaults } from "@mon/model"
import { type DnsServer, type Site, type SiteOptions, startDnsServer, startSite } from "@mon/tooling/testbed"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { defaultWorkerTimings, type WorkerSettings, type WorkerTimings } from "../src/index.ts"
import { type CheckEvents, listenToChecks } from "./CheckEvents.ts"

export const fastConfirmation: ConfirmationPolicy = {
  ...defaultConfirmationPolicy,
  retryUnknownMs: 20,
  confirmMs: 20,
  downMs: 40,
  faultMs: 20
}

export const fastTimings: WorkerTimings = {
  ...defaultWorkerTimings,
  pollMs: 5,
  dueMs: 5,
  backoffFirstMs: 10,
  backoffLongestMs: 50,
  drainMs: 300,
  releaseMs: 1_000
}

/** A separate network on loopback, a separate store, and the checks that workers record there. */
export class TestWorld extends Context.Service<
  TestWorld,
  {
    readonly dns: DnsServer
    readonly checks: CheckEvents
  }
>()("@mon/worker/test/TestWorld") {}

export const settings = (world: TestWorld["Service"], more: Partial<WorkerSettings> = {}): WorkerSettings => ({
  dnsServers: [world.dns.address],
  allowPrivateNetworks: ["127.0.0.1/32"],
  extraCa: [],
  referenceTargets: [],
  location: "testbed",
  concurrency: 50,
  leaseMarginMs: 10_000,
  ...more
})

export const layerSecrets = Secrets.layer(["a secret of at least 32 characters"])

const dnsServer = Effect.acquireRelease(
  Effect.promise(() => startDnsServer()),
  (dns) => Effect.promise(dns.close)
)

export const layerWorld = Layer.effect(
  TestWorld,
  Effect.gen(function* () {
    return TestWorld.of({ dns: yield* dnsServer, checks: yield* listenToChecks })
  })
).pipe(Layer.provideMerge(Layer.provideMerge(layerRepositories, layerTestDatabase)))

export const openSite = (options: SiteOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => startSite(options)),
    (site) => Effect.promise(site.close)
  )

/** Opens a site that delays its responses until `respond` is called. From then on, it responds immediately. */
export const gatedSite = Effect.gen(function* () {
  const site = yield* openSite()
  const held: Array<() => void> = []
  let open = false
  site.behave(async () => {
    if (!open) await new Promise<void>((resolve) => held.push(resolve))
    return {}
  })
  return {
    site,
    respond: Effect.sync(() => {
      open = true
      for (const release of held.splice(0)) release()
    })
  }
})

let created = 0

export const newViewer = Effect.gen(function* () {
  created += 1
  const account = yield* (yield* Accounts).create({
    email: `owner-${created}@test.example`,
    name: null,
    plan: "agency"
  })
  const issued = account === null ? null : yield* issueApiKey(account.membershipId)
  const credential =
    issued === null ? null : yield* (yield* Credentials).authenticateAndCount(hashApiKey(Redacted.value(issued.key)), 0)
  return credential === null ? yield* Effect.die(new Error("no account")) : credential.viewer
})

export interface Watched {
  readonly viewer: AccessScope
  readonly id: string
  readonly key: string
  readonly hostname: string
}

export interface WatchOptions {
  readonly hostname?: string
  readonly scheme?: "http" | "https"
  readonly path?: string
  readonly timeoutMs?: number
  readonly intervalMs?: number
  /**
   * Whether the email health of the monitor is due immediately. By default it is never due, so that its DNS queries do
   * not mix with the queries of checks.
   */
  readonly emailHealth?: boolean
  /** Whether workers check the registration, and also port 443 if the URL is http. Default: false. */
  readonly facts?: boolean
  /** Default: only a status below 400. */
  readonly expect?: NewMonitor<"domain">["expect"]
  /** Default: the content faults of a new domain. */
  readonly contentFaults?: NewMonitor<"domain">["contentFaults"]
}

/** Monitors a site under a new name. The interval is in milliseconds, shorter than the API allows. */
export const watch = Effect.fn("watch")(function* (site: Pick<Site, "host" | "port">, options: WatchOptions = {}) {
  const { dns } = yield* TestWorld
  const sql = yield* SqlClient.SqlClient
  const viewer = yield* newViewer
  const hostname = options.hostname ?? `site${created}.example.com`
  if (options.hostname === undefined) dns.zone.set(hostname, { A: [site.host] })
  const domain: NewMonitor<"domain"> = {
    ...domainDefaults,
    url: `${options.scheme ?? "http"}://${hostname}:${site.port}${options.path ?? "/"}`,
    hostname,
    dedupeKey: `${hostname}:${site.port}`,
    name: hostname,
    timeoutSeconds: 5,
    ...(options.expect === undefined ? {} : { expect: options.expect }),
    ...(options.contentFaults === undefined ? {} : { contentFaults: options.contentFaults })
  }
  const domains = yield* Domains
  const result = yield* sql.withTransaction(
    Effect.tap(
      domains.create(viewer, domain, 1_000),
      () =>
        sql`
        with mine as (select id from monitor where hostname = ${hostname}), unregistered as (
          delete from monitor_registration where monitor_id in (select id from mine) and not ${options.facts === true}
        ), uncertified as (
          delete from certificate_schedule where monitor_id in (select id from mine) and not ${options.facts === true}
        ), served as (
          update account set served_plan = plan where id = ${viewer.accountKey}::bigint
        )
        update email_health_schedule s set next_at = null from mine
        where mine.id = s.monitor_id and not ${options.emailHealth === true}`
    )
  )
  if (result._tag !== "Created") return yield* Effect.die(new Error(result._tag))
  const { id } = result.monitor
  const [row] = yield* sql<{ key: string }>`
    update monitor_schedule s set interval_ms = ${options.intervalMs ?? 50}::bigint, timeout_ms = ${options.timeoutMs ?? 5_000}::int
    from monitor m where m.id = s.monitor_id and m.public_id = ${id}::uuid returning m.id::text as key`
  return { viewer, id, key: row?.key ?? "", hostname } satisfies Watched
})

/** Matches the checks of one monitor. `verdict` restricts them to the checks with this verdict. */
export const of =
  (watched: Watched, verdict?: "up" | "down" | "unknown") =>
  (check: { readonly monitor: string; readonly verdict: string }): boolean =>
    check.monitor === watched.key && (verdict === undefined || check.verdict === verdict)
