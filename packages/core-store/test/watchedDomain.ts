import { defaultConfirmationPolicy } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Claim, Domains, type CheckResultRow, type NewMonitor, MonitorSchedule } from "../src/index.ts"
import { newAccount, newDomain } from "./account.ts"

export const checkResultRow = (fields: Partial<CheckResultRow> = {}): CheckResultRow => ({
  monitorKey: "1",
  leaseToken: "00000000-0000-4000-8000-000000000001",
  at: 1_000,
  verdict: "up",
  deterministic: false,
  suppressed: false,
  statusCode: 200,
  errorCode: null,
  errorMessage: null,
  responseUs: 1_500,
  dnsUs: 100,
  connectUs: 200,
  tlsUs: null,
  waitUs: 1_000,
  downloadUs: 200,
  location: "local",
  stalled: false,
  ssl: null,
  redirect: null,
  ...fields
})

export const checkOf = (
  claim: Claim,
  verdict: CheckResultRow["verdict"],
  more: Partial<CheckResultRow> = {}
): CheckResultRow =>
  checkResultRow({
    monitorKey: claim.monitorKey,
    leaseToken: claim.leaseToken,
    at: claim.claimedAt,
    verdict,
    statusCode: verdict === "up" ? 200 : verdict === "down" ? 500 : null,
    errorCode: verdict === "down" ? "http_status" : verdict === "unknown" ? "prober_fault" : null,
    errorMessage: verdict === "up" ? null : "a sentence",
    ...more
  })

export const watched = Effect.fn("watched")(function* (hostname: string, settings: Partial<NewMonitor<"domain">> = {}) {
  const { viewer } = yield* newAccount
  const result = yield* (yield* Domains).create(viewer, newDomain(hostname, settings), 100)
  if (result._tag !== "Created") return yield* Effect.die(new Error(result._tag))
  const sql = yield* SqlClient.SqlClient
  const schedule = yield* MonitorSchedule
  const { id } = result.monitor
  const makeDue = sql`update monitor_schedule s set next_at = mon_now() from monitor m
    where m.id = s.monitor_id and m.public_id = ${id}::uuid`
  const [{ key } = { key: "" }] = yield* sql<{
    key: string
  }>`select id::text as key from monitor where public_id = ${id}::uuid`
  const claim = Effect.gen(function* () {
    yield* makeDue
    const claims = yield* schedule.claim(1_000, 30_000)
    const mine = claims.find((one) => one.monitorKey === key)
    if (mine === undefined) return yield* Effect.die(new Error("not claimed"))
    return mine
  })
  const check = Effect.fn("check")(function* (verdict: CheckResultRow["verdict"], more: Partial<CheckResultRow> = {}) {
    const claimed = yield* claim
    const row = checkOf(claimed, verdict, more)
    return { row, outcome: yield* schedule.record([row], defaultConfirmationPolicy) }
  })
  return { viewer, id, key, claim, check, schedule, sql }
})
