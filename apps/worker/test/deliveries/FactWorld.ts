import { type Fact, type FactKind, type FactMonitor, toStoredFact } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { TestAccount } from "./DeliveryWorld.ts"

/** The kinds of facts without an incident that {@link writeFact} writes. */
export const writtenKinds = [
  "degraded",
  "recovered",
  "flapping",
  "checks_stopped",
  "page_changed",
  "page_error",
  "dns_changed",
  "certificate_expiring",
  "certificate_invalid",
  "domain_expiring",
  "email_health_alert",
  "email_health_recovery"
] as const satisfies ReadonlyArray<FactKind>
export type WrittenKind = (typeof writtenKinds)[number]

let written = 0

/** Each call returns a different fact. */
const factOf = (kind: WrittenKind, monitor: FactMonitor, atMs: number): Fact => {
  written += 1
  const at = new Date(atMs).toISOString()
  const speed = { monitor, monitorKind: "domain", at, responseMs: 900, degradedAfterMs: 500 } as const
  const lines = {
    changeId: `change-${written}`,
    detectedAt: at,
    added: ["MX example.com 10 mx2"],
    removed: []
  } as const
  const health = { monitor, previousGrade: "B", checkedAt: at } as const
  const certificate = {
    subject: monitor.name,
    issuer: "Example CA",
    validTo: at,
    daysRemaining: 3,
    fingerprint256: `AA:${written}`
  }
  const facts: { readonly [Kind in WrittenKind]: Extract<Fact, { readonly kind: Kind }> } = {
    degraded: { kind: "degraded", state: "degraded", ...speed },
    recovered: { kind: "recovered", state: "recovered", ...speed },
    flapping: { kind: "flapping", monitor, transitions: 6, windowHours: 24, since: at },
    checks_stopped: {
      kind: "checks_stopped",
      state: "checks_stopped",
      monitor,
      monitorKind: "url",
      method: "POST",
      recordName: "_mon.example.com",
      absentSince: at,
      stoppedAt: at
    },
    page_changed: { kind: "page_changed", monitor, summary: "One line was added.", ...lines },
    page_error: { kind: "page_error", monitor, at, statusCode: 500, error: null },
    dns_changed: { kind: "dns_changed", state: "dns_changed", monitor, ...lines },
    certificate_expiring: { kind: "certificate_expiring", monitor, certificate, thresholdDays: 3 },
    certificate_invalid: {
      kind: "certificate_invalid",
      monitor,
      problems: ["self_signed"],
      certificate,
      detectedAt: at
    },
    domain_expiring: {
      kind: "domain_expiring",
      monitor,
      registeredName: monitor.name,
      expiresAt: at,
      daysRemaining: 3,
      registrar: null,
      thresholdDays: 3
    },
    email_health_alert: { kind: "email_health_alert", score: 20, grade: "F", newListings: [], findings: [], ...health },
    email_health_recovery: { kind: "email_health_recovery", score: 95, grade: "A", ...health }
  }
  return facts[kind]
}

/** Stores a fact about a monitor, as a check would. The key of the fact contains a number, so each fact is new. */
export const writeFact = Effect.fn("writeFact")(function* (
  { viewer }: TestAccount,
  { id, name }: { readonly id: string; readonly name: string },
  kind: WrittenKind,
  atMs: number
) {
  const sql = yield* SqlClient.SqlClient
  const fact = toStoredFact(factOf(kind, { id, name, url: `https://${name}.example.com/` }, atMs))
  yield* sql`
    insert into notification (public_id, account_id, type, kind, key, monitor_id, data, status, reason)
    select gen_random_uuid(), m.account_id, ${fact.type}, ${fact.kind}, ${`${fact.key}:${written}`}, m.id,
      ${JSON.stringify(fact.data)}::text::jsonb, case when a.notifications_paused_at is null then 'pending' else 'suppressed' end,
      case when a.notifications_paused_at is not null then 'paused' end
    from monitor m join account a on a.id = m.account_id
    where m.account_id = ${viewer.accountKey}::bigint and m.public_id = ${id}::uuid`
})
