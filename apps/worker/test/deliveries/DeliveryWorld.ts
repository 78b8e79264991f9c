import {
  Accounts,
  type Deliveries,
  Domains,
  layerRepositories,
  type NewMonitor,
  type Repositories,
  Secrets,
  type AccessScope
} from "@mon/core-store"
import { domainDefaults } from "@mon/model"
import { layerTestDatabase, type TestDatabase } from "@mon/core-store/testing"
import { toStoredFact } from "@mon/model"
import { DeliveryIdentity, type DeliveryIdentitySettings, OutgoingMail, ReportPrinter } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { DeliveryTimings } from "../../src/deliveries/DeliveryTimings.ts"
import { defaultWorkerTimings, WorkerTimings } from "../../src/settings/WorkerTimings.ts"
import { polled } from "../polled.ts"

export const TEST_SECRET = "a secret of tests that is long enough"

export const identity: DeliveryIdentitySettings = { baseUrl: "https://mon.example.com", service: "Mon" }

export type TestTimings = DeliveryTimings & Pick<WorkerTimings, "dueMs">

const fastTimings: TestTimings = {
  dueMs: 10,
  dispatchPollMs: 5,
  failedPollMs: 50,
  pulseMs: 10_000,
  receiptsMs: 10,
  adoptMs: 60_000,
  reportsMs: 60_000,
  drainMs: 1_000
}

export const layerTimings = (others: Partial<TestTimings> = {}) => {
  const timings = { ...fastTimings, ...others }
  return Layer.merge(
    Layer.succeed(DeliveryTimings, timings),
    Layer.succeed(WorkerTimings, { ...defaultWorkerTimings, dueMs: timings.dueMs })
  )
}

/** Provides a store, its secrets and the service's name. */
export const layerGround: Layer.Layer<
  | Repositories
  | Deliveries
  | Secrets
  | DeliveryIdentity
  | OutgoingMail
  | ReportPrinter
  | SqlClient.SqlClient
  | TestDatabase
> = Layer.mergeAll(OutgoingMail.layer, Layer.succeed(DeliveryIdentity, identity), ReportPrinter.layerNone).pipe(
  Layer.provideMerge(Layer.merge(layerRepositories, Secrets.layer([TEST_SECRET]))),
  Layer.provideMerge(layerTestDatabase),
  Layer.orDie
)

let created = 0

export interface TestAccount {
  readonly viewer: AccessScope
  readonly email: string
  readonly id: string
}

export const newAccount = Effect.gen(function* () {
  created += 1
  const email = `owner-${created}@test.example`
  const account = yield* (yield* Accounts).create({ email, name: null, plan: "agency" })
  const sql = yield* SqlClient.SqlClient
  const [viewer] = yield* sql<AccessScope>`
    select ms.account_id::text as "accountKey", ms.user_id::text as "userKey", ms.id::text as "membershipKey", ms.role
    from membership ms join app_user u on u.id = ms.user_id where u.email = ${email}`
  if (account === null || viewer === undefined) return yield* Effect.die(new Error("no account"))
  return { viewer, email, id: account.id } satisfies TestAccount
})

export const newDomain = Effect.fn("newDomain")(function* (
  { viewer }: TestAccount,
  more: Partial<NewMonitor<"domain">> = {}
) {
  created += 1
  const hostname = `site${created}.example.com`
  const result = yield* (yield* Domains).create(
    viewer,
    {
      ...domainDefaults,
      url: `https://${hostname}/`,
      hostname,
      dedupeKey: hostname,
      name: hostname,
      screenshotOnFailure: false,
      ...more
    },
    1_000
  )
  if (result._tag !== "Created") return yield* Effect.die(new Error(result._tag))
  return { id: result.monitor.id, name: result.monitor.name }
})

interface IncidentRow {
  readonly key: string
  readonly id: string
  readonly startedAt: Date
  readonly resolvedAt: Date | null
  readonly name: string
  readonly url: string
}

export interface Place {
  readonly address?: string
  readonly nameServers?: string
}

/** Writes the rows that recording checks writes when a domain goes down or recovers. */
export const changes = Effect.fn("changes")(function* (
  domain: { readonly id: string },
  state: "down" | "up",
  at = new Date(1_763_730_000_000),
  { address, nameServers }: Place = {}
) {
  const sql = yield* SqlClient.SqlClient
  yield* state === "down"
    ? sql`
      insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_status_code, trigger_error_code, trigger_error_message, address, name_servers)
      select gen_random_uuid(), account_id, id, ${at}, ${at}, 503, 'http_status', 'The server responded with HTTP 503.',
        ${address ?? null}::inet, ${nameServers ?? null}
      from monitor where public_id = ${domain.id}::uuid`
    : sql`
      update incident i set resolved_at = ${at}, closed_at = ${at}, resolution = 'recovered', resolution_status_code = 200
      from monitor m where m.id = i.monitor_id and m.public_id = ${domain.id}::uuid and i.resolved_at is null`
  const [found] = yield* sql<IncidentRow>`
    select i.id::text as key, i.public_id as id, i.started_at as "startedAt", i.resolved_at as "resolvedAt", m.name, m.url
    from incident i join monitor m on m.id = i.monitor_id
    where m.public_id = ${domain.id}::uuid order by i.id desc limit 1`
  if (found === undefined) return yield* Effect.die(new Error("no incident"))
  const fact = toStoredFact({
    kind: state,
    monitor: { id: domain.id, name: found.name, url: found.url },
    incident: {
      id: found.id,
      startedAt: found.startedAt.toISOString(),
      resolvedAt: found.resolvedAt?.toISOString() ?? null,
      triggerStatusCode: 503,
      resolutionStatusCode: state === "up" ? 200 : null,
      triggerError: { code: "http_status", message: "The server responded with HTTP 503." },
      checks: []
    }
  })
  const [row] = yield* sql<{ key: string }>`
    insert into notification (public_id, account_id, type, kind, key, monitor_id, incident_id, data, status, reason)
    select gen_random_uuid(), i.account_id, ${fact.type}, ${fact.kind}, ${fact.key}, i.monitor_id, i.id,
      ${JSON.stringify(fact.data)}::text::jsonb, case when a.notifications_paused_at is null then 'pending' else 'suppressed' end,
      case when a.notifications_paused_at is not null then 'paused' end
    from incident i join account a on a.id = i.account_id where i.id = ${found.key}::bigint
    returning id::text as key`
  return { key: row?.key ?? "", incident: found.id }
})

export interface ShownDelivery {
  readonly channel: string
  readonly target: string
  readonly status: string
  readonly attempts: number
  readonly code: string | null
}

export const outcomeOf = Effect.fn("outcomeOf")(function* (key: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    status: string
    sent: boolean
  }>`select status, sent_at is not null as sent from notification where id = ${key}::bigint`
  const deliveries = yield* sql<ShownDelivery>`
    select channel, target, status, attempts, error_code as code from notification_delivery
    where notification_id = ${key}::bigint order by channel, target`
  return { status: row?.status, sent: row?.sent, deliveries }
})

/** Waits until the notification has a status. The test's time limit ends the wait. */
export const settles = (key: string, status: string) => polled(outcomeOf(key), (outcome) => outcome.status === status)

export interface ShownAttempt {
  readonly number: number
  readonly status: string | null
  readonly code: string | null
  readonly error: string | null
}

export const attemptsOf = Effect.fn("attemptsOf")(function* (key: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<ShownAttempt>`
    select a.number, a.status, a.code, a.error from delivery_attempt a join notification_delivery d on d.id = a.delivery_id
    where d.notification_id = ${key}::bigint order by d.id, a.number`
})

/**
 * Moves the time that every statement reads. 0 restores the time and removes a heartbeat that would be in the future.
 */
export const moveTime = Effect.fn("moveTime")(function* (seconds: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create or replace function mon_now() returns timestamptz language sql stable parallel safe
    as $$ select statement_timestamp() + interval '${seconds} seconds' $$`)
  if (seconds === 0) yield* sql`delete from worker_heartbeat`
})

/** Stops the time that every statement reads, until `moveTime`. Returns the time, in milliseconds. */
export const freezeTime = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ now: Date }>`select date_trunc('milliseconds', mon_now()) as now`
  const now = row?.now ?? new Date(0)
  yield* sql.unsafe(`create or replace function mon_now() returns timestamptz language sql stable parallel safe
    as $$ select '${now.toISOString()}'::timestamptz $$`)
  return now.getTime()
})
