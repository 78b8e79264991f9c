import { type BillingAddon, isPublicId, type Payment } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Billing, OpenOrder } from "./Billing.ts"

export const createOrder = (sql: SqlClient.SqlClient): Billing["Service"]["createOrder"] =>
  operation("Billing.createOrder", function* (scope, order) {
    yield* sql`
      insert into payment_order (public_id, account_id, sku, description, amount_cents, currency, processor)
      values (${order.id}::uuid, ${scope.accountKey}::bigint, ${order.sku}, ${order.description}, ${order.amountCents},
        ${order.currency}, ${order.processor})
      on conflict (public_id) do nothing`
  })

export const recordSession = (sql: SqlClient.SqlClient): Billing["Service"]["recordSession"] =>
  operation("Billing.recordSession", function* (scope, orderId, { expiresAt, sessionId, url }) {
    yield* sql`
      update payment_order set session_id = ${sessionId}, checkout_url = ${url}, expires_at = ${expiresAt}
      where public_id = ${orderId}::uuid and account_id = ${scope.accountKey}::bigint`
  })

export const findOrder = (sql: SqlClient.SqlClient): Billing["Service"]["find"] =>
  operation("Billing.find", function* (processor, orderId) {
    if (!isPublicId(orderId)) return null
    const [row] = yield* sql<OpenOrder>`
      select public_id as id, description, amount_cents as "amountCents", currency,
        case when status = 'open' and expires_at <= mon_now() then 'expired' else status end as status,
        expires_at as "expiresAt"
      from payment_order where processor = ${processor} and public_id = ${orderId}::uuid`
    return row ?? null
  })

export const listAddons = (sql: SqlClient.SqlClient): Billing["Service"]["addons"] =>
  operation("Billing.addons", function* (scope) {
    const rows = yield* sql<{ type: string; quantity: number; ends_at: Date }>`
      select sku as type, count(*)::int as quantity, ends_at from licence
      where account_id = ${scope.accountKey}::bigint and kind = 'addon' and revoked_at is null
        and starts_at <= mon_now() and ends_at > mon_now()
      group by sku, ends_at order by ends_at, sku`
    return rows.map(({ ends_at, quantity, type }): BillingAddon => ({
      type,
      quantity,
      expiresAt: ends_at.toISOString()
    }))
  })

interface PaymentRow extends Omit<Payment, "createdAt"> {
  readonly created_at: Date
}

export const listPayments = (sql: SqlClient.SqlClient): Billing["Service"]["history"] =>
  operation("Billing.history", function* (scope, limit) {
    const rows = yield* sql<PaymentRow>`
      select public_id as id, sku as type, description, amount_cents as "amountCents", currency,
        case when status = 'open' and expires_at <= mon_now() then 'expired' else status end as status,
        created_at, receipt_url as "receiptUrl"
      from payment_order o where o.account_id = ${scope.accountKey}::bigint order by o.id desc limit ${limit}`
    return rows.map(({ created_at, ...payment }): Payment => ({ ...payment, createdAt: created_at.toISOString() }))
  })
