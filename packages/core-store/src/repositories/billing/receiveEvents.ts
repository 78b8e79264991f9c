import { isPublicId, Prices, type Sku } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Billing, PaymentEvent } from "./Billing.ts"
import { applyLicences, type PlanServices } from "./applyLicences.ts"
import { factsOf, type StoredEvent } from "./OrderFacts.ts"

interface OrderRow {
  readonly key: string
  readonly public_id: string
  readonly account_key: string
  readonly sku: Sku
  readonly description: string
  readonly amount_cents: number
  readonly fulfilled: boolean
  readonly reversed: boolean
}

/** The order of an event: by the order id, or by the payment that another event has linked to an order. */
const ordersOf = (sql: SqlClient.SqlClient, processor: string, { orderId, paymentRef }: PaymentEvent) =>
  sql<{ id: string }>`
    select distinct o.public_id as id from payment_order o
    where o.processor = ${processor} and (o.public_id = ${orderId !== null && isPublicId(orderId) ? orderId : null}::uuid
      or o.public_id in (select e.order_id from payment_event e
        where e.processor = ${processor} and e.payment_ref = ${paymentRef} and e.order_id is not null))`

const eventsOf = (sql: SqlClient.SqlClient, processor: string, id: string) =>
  sql<StoredEvent>`
    select kind, amount_cents as "amountCents", receipt_url as "receiptUrl", occurred_at as "occurredAt"
    from payment_event where processor = ${processor} and (order_id = ${id}::uuid or payment_ref in (
      select payment_ref from payment_event where processor = ${processor} and order_id = ${id}::uuid and payment_ref is not null))`

const fulfil = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  services: PlanServices,
  order: OrderRow,
  paidAt: Date
) {
  const { articles } = yield* Prices
  const { gives } = articles[order.sku]
  yield* sql`update payment_order set fulfilled_at = mon_now() where id = ${order.key}::bigint`
  if (gives.kind === "credits") {
    const pack = { credits: gives.credits, ref: `order:${order.public_id}`, description: order.description }
    yield* services.ledger.buy(order.account_key, pack)
    return
  }
  const domains = gives.kind === "addon" ? gives.domains : 0
  yield* sql`
    insert into licence (account_id, order_id, kind, sku, domains, paid_at, starts_at, ends_at)
    select ${order.account_key}::bigint, ${order.key}::bigint, ${gives.kind}, ${order.sku}, ${domains}, p.at, p.at,
      p.at + interval '365 days'
    from (select least(${paidAt}::timestamptz, mon_now()) as at) p
    on conflict (order_id) do nothing`
  if (gives.kind === "plan") yield* applyLicences(sql, services, order.account_key, order.public_id)
})

/** Of several payments of one order the earliest counts, even when it becomes known last. */
const paidEarlier = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  services: PlanServices,
  order: OrderRow,
  paidAt: Date
) {
  const moved = yield* sql<{ kind: string }>`
    update licence set paid_at = ${paidAt}::timestamptz, starts_at = ${paidAt}::timestamptz,
      ends_at = ${paidAt}::timestamptz + interval '365 days'
    where order_id = ${order.key}::bigint and paid_at > ${paidAt}::timestamptz returning kind`
  if (moved.some(({ kind }) => kind === "plan")) yield* applyLicences(sql, services, order.account_key, order.public_id)
})

const reverse = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, services: PlanServices, order: OrderRow) {
  yield* sql`update payment_order set reversed_at = mon_now() where id = ${order.key}::bigint`
  yield* services.ledger.refundPack(order.account_key, {
    ref: `order:${order.public_id}`,
    description: `${order.description}: payment returned`
  })
  const revoked = yield* sql<{ kind: string }>`
    update licence set revoked_at = mon_now() where order_id = ${order.key}::bigint and revoked_at is null returning kind`
  if (revoked.some(({ kind }) => kind === "plan")) {
    yield* applyLicences(sql, services, order.account_key, `${order.public_id}:returned`)
  }
})

/** Applies what the events of an order require and is not done yet: fulfilment first, then reversal. */
const advance = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  services: PlanServices,
  processor: string,
  id: string
) {
  // The account's row is locked first, as everywhere, so that locks are always taken in the same order.
  yield* sql`select 1 from account where id = (select account_id from payment_order where public_id = ${id}::uuid) for no key update`
  const [order] = yield* sql<OrderRow>`
    select id::text as key, public_id, account_id::text as account_key, sku, description, amount_cents,
      fulfilled_at is not null as fulfilled, reversed_at is not null as reversed
    from payment_order where public_id = ${id}::uuid for update`
  if (order === undefined) return
  const facts = factsOf(yield* eventsOf(sql, processor, id), order.amount_cents)
  yield* sql`
    update payment_order set status = ${facts.status}, paid_at = ${facts.paidAt}::timestamptz,
      receipt_url = coalesce(${facts.receiptUrl}, receipt_url)
    where id = ${order.key}::bigint`
  if (facts.paidAt !== null) {
    yield* order.fulfilled
      ? paidEarlier(sql, services, order, facts.paidAt)
      : fulfil(sql, services, order, facts.paidAt)
  }
  if (facts.reversed && !order.reversed) yield* reverse(sql, services, order)
})

/** Each event and its effects are one transaction. */
export const receiveEvents = (sql: SqlClient.SqlClient, services: PlanServices): Billing["Service"]["receive"] =>
  operation("Billing.receive", function* (processor, events) {
    let fresh = 0
    for (const event of events) {
      const isNew = yield* sql.withTransaction(
        Effect.gen(function* () {
          // Events of one payment are serialized: when only one of two names the order, the later one must see the
          // earlier.
          if (event.paymentRef !== null)
            yield* sql`select pg_advisory_xact_lock(hashtextextended(${`${processor}:${event.paymentRef}`}, 0))`
          const orderId = event.orderId !== null && isPublicId(event.orderId) ? event.orderId : null
          const rows = yield* sql`
          insert into payment_event (processor, event_id, kind, order_id, payment_ref, amount_cents, receipt_url, occurred_at)
          values (${processor}, ${event.eventId}, ${event.kind}, ${orderId}::uuid, ${event.paymentRef}, ${event.amountCents},
            ${event.receiptUrl}, ${event.occurredAt})
          on conflict (processor, event_id) do nothing returning 1`
          if (rows.length === 0) return false
          for (const { id } of yield* ordersOf(sql, processor, event)) yield* advance(sql, services, processor, id)
          return true
        })
      )
      if (isNew) fresh += 1
    }
    return fresh
  })
