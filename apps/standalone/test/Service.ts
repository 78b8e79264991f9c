import { ApiServer, type ApiSettings } from "@mon/api"
import { ConfirmationPolicy, defaultConfirmationPolicy, Plans, planTable } from "@mon/model"
import { type DnsServer, type Site, startDnsServer, startSite } from "@mon/tooling/testbed"
import { defaultWorkerTimings, WorkerTimings } from "@mon/worker"
import { Context, Effect, Exit, Layer, Logger, Redacted, References, Tracer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { SqlClient } from "effect/sql"
import { layerServiceNoDeps } from "../src/Standalone.ts"
import type { Settings } from "../src/Settings.ts"
import { layerMigratedStore, layerServiceDatabase } from "../src/Store.ts"

/** An API key with valid check characters, the same in every run. */
export const apiKey = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"

const fastConfirmation: typeof ConfirmationPolicy.Service = {
  ...defaultConfirmationPolicy,
  retryUnknownMs: 20,
  confirmMs: 40,
  downMs: 200,
  faultMs: 40
}

const manyRequests: typeof Plans.Service = {
  ...planTable,
  agency: { ...planTable.agency, requestsPerMinute: 1_000_000 }
}

const api: ApiSettings = {
  host: "127.0.0.1",
  port: 0,
  baseUrl: null,
  metricsPort: null,
  maxConnections: 1_000,
  trustedProxies: [],
  logFormat: "json",
  signup: "invited",
  dnsServers: [],
  allowPrivateNetworks: ["127.0.0.0/8"]
}

interface RegistryServers {
  readonly rdapBootstrapUrl: string | null
  readonly whoisServer: string | null
}

/** The RDAP and WHOIS servers that the service queries. null stands for the servers of IANA. */
export const Registries = Context.Reference<RegistryServers>("@mon/standalone/test/Registries", {
  defaultValue: () => ({ rdapBootstrapUrl: null, whoisServer: null })
})

/**
 * The whole service with an embedded database, a name server and a site. Its waits are shorter, and its plan allows
 * more requests per minute.
 */
export class Service extends Context.Service<
  Service,
  {
    readonly baseUrl: string
    readonly dataDir: string
    readonly dns: DnsServer
    readonly site: Site
    /** Moves `mon_now()`, the clock of the service in the database, forward. */
    readonly passSeconds: (seconds: number) => Effect.Effect<void>
    /** Every log line of every level, as text. */
    readonly logs: ReadonlyArray<string>
    readonly spans: () => ReadonlyArray<string>
    /** Every row of every table, as text. */
    readonly rows: Effect.Effect<ReadonlyArray<string>>
  }
>()("@mon/standalone/test/Service") {
  static readonly layer = Layer.effect(
    Service,
    Effect.gen(function* () {
      const registries = yield* Registries
      const dns = yield* Effect.acquireRelease(
        Effect.promise(() => startDnsServer()),
        (server) => Effect.promise(() => server.close())
      )
      const site = yield* Effect.acquireRelease(
        Effect.promise(() => startSite()),
        (server) => Effect.promise(() => server.close())
      )
      const dataDir = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "mon-e2e-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
      )
      const settings: Settings = {
        databaseUrl: null,
        dataDir,
        bootstrap: { email: "owner@localhost", apiKey: Redacted.make(apiKey), plan: "agency" },
        mail: { smtpUrl: null, from: "Mon <mon@localhost>" },
        whatsApp: null,
        identity: { baseUrl: "http://127.0.0.1", service: "Mon" },
        channels: { targets: [] },
        secrets: null,
        images: { _tag: "Postgres" },
        chromiumPath: null
      }
      const logs: Array<string> = []
      const logger = Logger.map(Logger.formatStructured, (line) => {
        logs.push(inspect(line, { depth: 20 }))
      })
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      const server = yield* Layer.build(
        layerServiceNoDeps(
          settings,
          { ...api, dnsServers: [dns.address] },
          {
            dnsServers: [dns.address],
            allowPrivateNetworks: api.allowPrivateNetworks,
            extraCa: [],
            referenceTargets: [],
            // Each name server of a test has its own address and the port of the resolver.
            dnsWatchPort: dns.port,
            ...registries,
            location: "test",
            concurrency: 50,
            leaseMarginMs: 30_000
          }
        ).pipe(
          Layer.provideMerge(layerMigratedStore(layerServiceDatabase(settings))),
          Layer.provide(
            Layer.mergeAll(
              Layer.succeed(ConfirmationPolicy, fastConfirmation),
              Layer.succeed(Plans, manyRequests),
              Layer.succeed(WorkerTimings, {
                ...defaultWorkerTimings,
                pollMs: 10,
                dueMs: 20
              }),
              Logger.layer([logger]),
              Layer.succeed(References.MinimumLogLevel, "All"),
              Layer.succeed(Tracer.Tracer, tracer)
            )
          )
        )
      )
      const sql = Context.get(server, SqlClient.SqlClient)
      let ahead = 0
      const passSeconds = (seconds: number) =>
        Effect.suspend(() => {
          ahead += seconds
          return Effect.asVoid(
            Effect.orDie(
              sql.unsafe(`create or replace function mon_now() returns timestamptz
            language sql stable parallel safe as $$ select statement_timestamp() + interval '${ahead} seconds' $$`)
            )
          )
        })
      const rows = Effect.gen(function* () {
        const tables = yield* sql.unsafe<{ name: string }>(
          "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"
        )
        const found = yield* Effect.forEach(tables, ({ name }) =>
          sql.unsafe<{ text: string }>(`select t::text as text from ${name} t`)
        )
        return found.flat().map(({ text }) => text)
      }).pipe(Effect.orDie)
      return {
        logs,
        // A trace contains the result of a span only if the span failed.
        spans: () =>
          spans.map(({ attributes, events, name, status }) => {
            const failure = status._tag === "Ended" && Exit.isFailure(status.exit) ? status.exit.cause : null
            return inspect({ name, attributes, events, failure }, { depth: 20 })
          }),
        rows,
        passSeconds,
        dataDir,
        baseUrl: `${Context.get(server, ApiServer).baseUrl}/api/v1`,
        dns,
        site
      }
    })
  )
}

interface Answer {
  readonly status: number
  readonly body: { readonly success: boolean; readonly data: never; readonly message?: string }
}

export const request = Effect.fn("request")(function* (method: string, path: string, body?: unknown) {
  const { baseUrl } = yield* Service
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { "X-API-Key": apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, body: await response.json() } as Answer
  })
})
