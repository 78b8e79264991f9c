import { Credentials, bootstrapOwner, hashApiKey } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SmallInternet } from "../internet/startInternet.ts"
import { writeChecks } from "./checks.ts"
import { setClock } from "./clock.ts"
import { writeMailScores } from "./mailScores.ts"
import { addMembers } from "./members.ts"
import { createMonitors } from "./monitors.ts"
import { writeNotifications } from "./notifications.ts"
import { outagesOf } from "./outages.ts"
import { schedulePages, writePageChanges } from "./pageChanges.ts"

const DAYS = 30
const MINUTES = DAYS * 1_440

export interface DemoOwner {
  readonly email: string
  readonly name: string
  readonly apiKey: Redacted.Redacted
  readonly location: string
}

/**
 * Creates an account that is a month old in an empty store, with its monitors and everything that happened since then.
 * Does nothing if the store already has an account. Returns whether it wrote anything.
 */
export const writeHistory = Effect.fn("demo.writeHistory")(function* (
  internet: SmallInternet,
  { apiKey, email, location, name }: DemoOwner
) {
  const sql = yield* SqlClient.SqlClient
  yield* setClock(sql, MINUTES)
  const created = yield* bootstrapOwner({ email, plan: "agency", apiKey })
  if (created === null) {
    yield* setClock(sql, 0)
    return false
  }
  yield* sql`select ensure_history_partitions(${DAYS}::int), ensure_hour_partitions(1)`
  yield* sql`update app_user set name = ${name}, email_confirmed_at = mon_now()`
  yield* sql`update account set served_plan = plan`
  const hash = hashApiKey(Redacted.value(apiKey))
  const credential = yield* (yield* Credentials).authenticateAndCount(hash, 0)
  if (credential === null) return yield* Effect.die(new Error("The key of the demo is not valid."))
  yield* createMonitors(credential.viewer, internet.sites, internet.pages)
  yield* addMembers()
  yield* writePageChanges(internet, MINUTES)
  yield* setClock(sql, 0)
  yield* schedulePages()
  const sites = internet.sites.map(({ site }) => site)
  yield* writeChecks(sites, outagesOf(sites, DAYS), DAYS, location)
  yield* writeMailScores(sites, DAYS)
  yield* writeNotifications()
  return true
})
