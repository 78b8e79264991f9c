import {
  BlobLinks,
  Blobs,
  layerPostgresBytes,
  Secrets,
  Accounts,
  ApiKeys,
  Credentials,
  Domains,
  type Heartbeats,
  issueApiKey,
  type KeyWish,
  layerRepositories,
  layerSqlClient,
  type Repositories,
  type Simulations
} from "@mon/core-store"
import type { Email } from "@mon/alerts"
import { CheckPageNow, DomainTrials, RecordObserver, PageChecker, ServiceTrials } from "@mon/checks"
import { createTestDatabase } from "@mon/core-store/testing"
import { layerZone } from "@mon/dns/effect"
import { EmailHealth, EmailMessage } from "@mon/email-health/effect"
import { type MemberRole, type PlanName, Plans, planTable } from "@mon/model"
import { OutgoingMail, ReportPrinter } from "@mon/notifications"
import { Tracing } from "@mon/process-runtime"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Clock, Effect, Layer, Logger, ManagedRuntime, Redacted, Tracer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import {
  ApiConfig,
  ApiServer,
  type ApiSettings,
  defaultServerLimits,
  layerApi,
  layerApiNoDeps,
  ServerLimits
} from "../src/index.ts"
import { type ApiResponse, type SendRequest, connectTo } from "./ApiConnection.ts"

export interface TestAccount {
  readonly id: string
  readonly email: string
  readonly membershipId: string
  readonly key: string
}

export interface TestApi {
  readonly origin: string
  readonly port: number
  readonly metricsPort: number
  readonly mailPort: number | null
  readonly send: SendRequest
  readonly close: () => Promise<void>
}

interface LogLine {
  readonly message: unknown
  readonly level: string
  readonly annotations: Readonly<Record<string, unknown>>
  readonly cause?: string
}

type Zone = Parameters<typeof layerZone>[0]

/** The differences between a server under test and a production server. */
export interface ApiOptions {
  readonly settings?: Partial<ApiSettings>
  readonly zone?: Zone
  /** A different URL of the world's database, for example the URL of a proxy. */
  readonly databaseUrl?: string
  /** The replacement for the email-health engine over the zone. "settings" uses the configured engine. */
  readonly emailHealth?: Layer.Layer<EmailHealth> | "settings"
  /** The name servers of repair plans. Default: no name server is found. */
  readonly records?: Layer.Layer<RecordObserver>
  /** The queue of emails. Default: the world's `mails`. */
  readonly mail?: Layer.Layer<OutgoingMail, never, SqlClient.SqlClient>
  /** Manual checks and previews of pages. Default: no such monitor exists, and no server answers. */
  readonly checkPageNow?: Layer.Layer<CheckPageNow>
  /** Trials of domains. Default: every domain is up. */
  readonly trials?: Layer.Layer<DomainTrials>
  readonly serviceTrials?: Layer.Layer<ServiceTrials>
  /** The printer of reports. Default: every report is the same short file. */
  readonly printer?: Layer.Layer<ReportPrinter>
  readonly limits?: Partial<ServerLimits>
  /** Receives the text of every statement that the server runs. */
  readonly statements?: Array<string>
  readonly spans?: Array<Tracer.Span>
  /** The layers that replace real repositories. */
  readonly override?:
    | Layer.Layer<never, never, Repositories>
    | Layer.Layer<Credentials | Domains | Heartbeats | Simulations, never, Repositories>
}

/** Records statements before they run. */
const layerStatements = (statements: Array<string> | undefined) =>
  statements === undefined
    ? Layer.empty
    : Layer.succeed(Statement.CurrentTransformer, (statement) => {
        statements.push(statement.compile()[0])
        return Effect.succeed(statement)
      })

export const collectSpans = (spans: Array<Tracer.Span>): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })

const layerSpans = (spans: Array<Tracer.Span> | undefined) =>
  spans === undefined
    ? Layer.empty
    : Layer.merge(Layer.succeed(Tracing, true), Layer.succeed(Tracer.Tracer, collectSpans(spans)))

const servicesUp = Layer.succeed(ServiceTrials, {
  run: ({ check }) =>
    Effect.succeed({
      status: "up" as const,
      url: `${check.type}://service.example.com`,
      address: null,
      slow: null,
      responseTimeMs: 1,
      timings: { dnsMs: null, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null },
      expectations: [],
      certificateProblems: [],
      found: [],
      error: null
    })
})

const allUp = Layer.succeed(DomainTrials, {
  run: ({ url }) =>
    Effect.succeed({
      status: "up" as const,
      slow: null,
      statusCode: 200,
      responseTimeMs: 1,
      timings: { dnsMs: 0, connectMs: 0, tlsMs: 0, waitMs: 1, downloadMs: 0 },
      finalUrl: url,
      error: null,
      expectations: [],
      certificateProblems: [],
      contentFault: null,
      contentType: null,
      excerpt: null
    })
})
const noPages = Layer.succeed(PageChecker, { check: () => Effect.succeed(false), preview: () => Effect.succeed(null) })
const printsAnything = Layer.succeed(ReportPrinter, {
  print: () => Effect.succeed({ _tag: "Printed" as const, pdf: Buffer.from("%PDF-1.7") })
})
const noRecords = Layer.succeed(RecordObserver, {
  observe: () =>
    Effect.succeed({
      servers: [],
      resolver: { server: "resolver", status: "failed" as const, reason: "Timeout" },
      resolvers: []
    })
})
const noChecks = Layer.succeed(CheckPageNow, {
  check: () => Effect.succeed(null),
  preview: ({ url }) =>
    Effect.succeed({
      status: "error" as const,
      slow: null,
      statusCode: null,
      responseTimeMs: null,
      timings: { dnsMs: 0, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null },
      finalUrl: url,
      error: { code: "connect_refused", message: "No server listens." },
      expectations: [],
      certificateProblems: [],
      contentFault: null,
      contentType: null,
      title: null,
      lineCount: 0,
      lines: [],
      leftOut: [],
      cause: null
    })
})

/** A clock that can be moved for the rate limit and the caches of servers under test. Sleeping uses real time. */
const movableClock = (start = Date.now()) => {
  let now = start
  const nanos = () => BigInt(now) * 1_000_000n
  const monotonic = () => process.hrtime.bigint() + BigInt(now - start) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration) => Effect.provideService(Effect.sleep(duration), Clock.Clock, realClock)
  }
  return {
    layer: Layer.succeed(Clock.Clock, clock),
    now: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds
    }
  }
}

const realClock = Effect.runSync(Effect.clockWith(Effect.succeed))

/** The real plans, but with enough requests for a whole test file. */
const generousPlans = {
  free: { ...planTable.free, requestsPerMinute: 100_000 },
  pro: { ...planTable.pro, requestsPerMinute: 100_000 },
  agency: { ...planTable.agency, requestsPerMinute: 100_000 }
}

export const worldSecret = "a secret that only these tests know and that is long"

/** Opens a separate database, with accounts and servers that use it. */
export const openWorld = async (plans: typeof planTable = generousPlans) => {
  const database = await createTestDatabase()
  const clock = movableClock()
  const logs: Array<LogLine> = []
  const mails: Array<Email> = []
  const logger = Logger.map(Logger.formatStructured, (line) => {
    logs.push(line as LogLine)
  })
  const images = Layer.merge(Blobs.layer, BlobLinks.layer).pipe(
    Layer.provide(layerPostgresBytes),
    Layer.provideMerge(Secrets.layer([worldSecret]))
  )
  const storeAt = (url: string) =>
    Layer.mergeAll(layerRepositories, images).pipe(Layer.provideMerge(layerSqlClient({ url, maxConnections: 6 })))
  const store = storeAt(database.url)
  const around = Layer.mergeAll(clock.layer, Layer.succeed(Plans, plans), Logger.layer([logger]))
  const runtime = ManagedRuntime.make(Layer.provideMerge(store, around))
  const apis: Array<() => Promise<void>> = []
  let accounts = 0

  const startApi = async (options: ApiOptions = {}): Promise<TestApi> => {
    const outside = Layer.mergeAll(
      layerZone(options.zone ?? {}),
      NetworkPolicy.layer({ allow: options.settings?.allowPrivateNetworks ?? [] })
    )
    const base = options.databaseUrl === undefined ? store : storeAt(options.databaseUrl)
    const repositories = options.override === undefined ? base : Layer.provideMerge(options.override, base)
    const { emailHealth = EmailHealth.layerMemory(options.zone ?? {}, { lists: [] }) } = options
    const server = (
      emailHealth === "settings"
        ? Layer.provide(layerApi, [
            noPages,
            options.trials ?? allUp,
            options.serviceTrials ?? servicesUp,
            options.printer ?? printsAnything
          ])
        : Layer.provide(layerApiNoDeps, [
            emailHealth,
            options.records ?? noRecords,
            EmailMessage.layerMemory(options.zone ?? {}),
            options.checkPageNow ?? noChecks,
            options.trials ?? allUp,
            options.serviceTrials ?? servicesUp,
            options.printer ?? printsAnything
          ])
    ).pipe(
      Layer.provide([
        ApiConfig.layer({ port: 0, signup: "open", ...options.settings }),
        repositories,
        outside,
        Layer.provide(options.mail ?? OutgoingMail.layerMemory(mails), repositories)
      ]),
      Layer.provide([
        around,
        layerStatements(options.statements),
        layerSpans(options.spans),
        Layer.succeed(ServerLimits, { ...defaultServerLimits, ...options.limits })
      ])
    )
    const own = ManagedRuntime.make(server)
    const { mailPort, metricsPort, port } = await own.runPromise(Effect.service(ApiServer))
    const close = () => own.dispose()
    apis.push(close)
    const origin = `http://127.0.0.1:${port}`
    return { origin, port, metricsPort, mailPort, send: connectTo(origin), close }
  }

  const account = (plan: PlanName = "pro"): Promise<TestAccount> => {
    accounts += 1
    const email = `owner${accounts}@example.com`
    return runtime.runPromise(
      Effect.gen(function* () {
        const created = yield* (yield* Accounts).create({ email, name: `Owner ${accounts}`, plan })
        if (created === null) return yield* Effect.die(new Error("The address is taken."))
        const issued = yield* issueApiKey(created.membershipId)
        if (issued === null) return yield* Effect.die(new Error("No such membership."))
        return { id: created.id, email, membershipId: created.membershipId, key: Redacted.value(issued.key) }
      })
    )
  }

  /** Adds a member with a key and the given access to domains. */
  const member = (
    of: TestAccount,
    access: ReadonlyArray<{ readonly domainId: string; readonly canWrite: boolean }>,
    role: MemberRole = "editor"
  ): Promise<TestAccount> => {
    accounts += 1
    const email = `member${accounts}@example.com`
    return runtime.runPromise(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [created] = yield* sql<{ id: string; key: number }>`
        with person as (
          insert into app_user (public_id, email, email_confirmed_at) values (gen_random_uuid(), ${email}, mon_now()) returning id
        )
        insert into membership (public_id, account_id, user_id, role, member_role)
        select gen_random_uuid(), a.id, person.id, 'member', ${role} from account a, person where a.public_id = ${of.id}::uuid
        returning public_id as id, id as key`
        if (created === undefined) return yield* Effect.die(new Error("No such account."))
        for (const { canWrite, domainId } of access) {
          yield* sql`
          insert into domain_access (membership_id, monitor_id, can_write)
          select ${created.key}::bigint, m.id, ${canWrite} from monitor m where m.public_id = ${domainId}::uuid`
        }
        const issued = yield* issueApiKey(created.id)
        if (issued === null) return yield* Effect.die(new Error("No such membership."))
        return { id: of.id, email, membershipId: created.id, key: Redacted.value(issued.key) }
      })
    )
  }

  /** Creates a key for a membership, as the settings page does. Default: a write key without expiry. */
  const keyFor = (membershipId: string, wish: KeyWish = {}): Promise<string> =>
    runtime.runPromise(
      Effect.map(issueApiKey(membershipId, wish), (issued) => Redacted.value(issued?.key ?? Redacted.make("")))
    )

  const run = <A, E>(
    effect: Effect.Effect<A, E, Repositories | SqlClient.SqlClient | Blobs | BlobLinks | Secrets>
  ): Promise<A> => runtime.runPromise(effect)

  const sql = (text: string, ...values: ReadonlyArray<unknown>): Promise<ReadonlyArray<object>> =>
    run(Effect.flatMap(SqlClient.SqlClient, (client) => client.unsafe<object>(text, values)))

  const close = async (): Promise<void> => {
    for (const stop of apis) await stop()
    await runtime.dispose()
    await database.drop()
  }

  return { account, member, keyFor, startApi, run, sql, clock, logs, mails, databaseUrl: database.url, close }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Revokes all keys of a membership, as the settings page does. Returns false if there were no keys. */
export const revokeKeys = (world: World, { membershipId }: TestAccount): Promise<boolean> =>
  world.run(
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const revoked = yield* Effect.forEach(yield* keys.listOf(membershipId), ({ id }) => keys.revoke(membershipId, id))
      return revoked.includes(true)
    })
  )

export const addDomain = async (
  { send }: TestApi,
  { key }: TestAccount,
  fields: Readonly<Record<string, unknown>> = {}
): Promise<Readonly<Record<string, unknown>> & { readonly id: string }> => {
  addDomain.count += 1
  const response: ApiResponse = await send("POST", "/api/v1/domains", {
    key,
    body: { url: `d${addDomain.count}.example.com`, ...fields }
  })
  if (response.status !== 201) throw new Error(`No domain: ${response.text}`)
  return response.data
}
addDomain.count = 0
