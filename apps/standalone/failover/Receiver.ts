import { sealWebhookSecret } from "@mon/notifications"
import { makeWebhookSecret } from "@mon/alerts"
import { makeAuthority, startSite } from "@mon/tooling/testbed"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { EventEmitter, once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"

/** A request to the receiver of the webhooks. */
interface Arrival {
  /** The id of the delivery, which is the same in every attempt. */
  readonly id: string
  /** The incident and the change of its monitor, such as "0197… down". Null for deliveries about something else. */
  readonly change: string | null
}

/** The server that receives the webhooks of all accounts of a run. */
export interface Receiver {
  readonly url: string
  readonly authorityPem: string
  readonly arrivals: () => ReadonlyArray<Arrival>
  /** Resolves when a request arrives, before the response to the request, or after a time. */
  readonly nextArrival: (withinMs: number) => Promise<void>
  readonly close: () => Promise<void>
}

const HOST = "127.0.0.1"
/**
 * The time until the receiver responds, in milliseconds. If the database is lost within this time, the worker cannot
 * record the delivery at once.
 */
const RESPONSE_MS = 300

const changeOf = (body: string): string | null => {
  const { data } = JSON.parse(body) as {
    readonly data: { readonly change?: string; readonly incident?: { readonly id: string } }
  }
  return data.incident === undefined || data.change === undefined ? null : `${data.incident.id} ${data.change}`
}

export const openReceiver = async (): Promise<Receiver> => {
  const authority = await makeAuthority()
  const arrival = new EventEmitter()
  const site = await startSite({
    tls: await authority.issue({ names: [HOST] }),
    behaviour: () => {
      arrival.emit("request")
      return { status: 204, delayMs: RESPONSE_MS }
    }
  })
  return {
    nextArrival: async (withinMs) => {
      await Promise.race([once(arrival, "request"), delay(withinMs)])
    },
    url: `https://${HOST}:${site.port}/`,
    authorityPem: authority.rootPem,
    arrivals: () =>
      site.requests.map(({ body, headers }) => ({
        id: String(headers["webhook-id"]),
        change: changeOf(body.toString("utf8"))
      })),
    close: site.close
  }
}

/** Adds a webhook for all monitors to every account. */
export const addWebhooks = Effect.fnUntraced(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* sql<{ readonly key: string }>`select id::text as key from account order by id`
  for (const { key } of accounts) {
    const id = randomUUID()
    const secret = yield* sealWebhookSecret(id, Redacted.make(makeWebhookSecret()))
    yield* sql`
      insert into webhook (public_id, account_id, url, label, events, secret)
      values (${id}::uuid, ${key}::bigint, ${url}, 'failover', array['status_change'], ${secret})`
  }
})

/** An incident in the database, with the changes that its webhook must have received. */
interface StoredIncident {
  readonly id: string
  readonly resolved: boolean
}

export const readIncidents = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<StoredIncident>`select public_id::text as id, resolved_at is not null as resolved from incident`
)

export interface DeliveryCounts {
  readonly expected: number
  readonly received: number
  /** The number of changes that the receiver did not get. */
  readonly lost: number
  /** The number of changes that the receiver got under more than one delivery id. */
  readonly doubled: number
  /** The number of requests that repeat a delivery with the same id, which a receiver can detect. */
  readonly repeated: number
}

export const countDeliveries = (
  incidents: ReadonlyArray<StoredIncident>,
  arrivals: ReadonlyArray<Arrival>
): DeliveryCounts => {
  const expected = incidents.flatMap(({ id, resolved }) => [`${id} down`, ...(resolved ? [`${id} up`] : [])])
  const idsOf = new Map<string, Set<string>>()
  for (const { change, id } of arrivals)
    if (change !== null) idsOf.set(change, (idsOf.get(change) ?? new Set<string>()).add(id))
  return {
    expected: expected.length,
    received: expected.filter((change) => idsOf.has(change)).length,
    lost: expected.filter((change) => !idsOf.has(change)).length,
    doubled: [...idsOf.values()].filter((ids) => ids.size > 1).length,
    repeated: arrivals.length - new Set(arrivals.map(({ id }) => id)).size
  }
}
