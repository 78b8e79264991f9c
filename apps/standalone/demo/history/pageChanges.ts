import { PageChecker } from "@mon/checks"
import { PageChecks } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SmallInternet } from "../internet/startInternet.ts"
import { setClock } from "./clock.ts"

/** The times at which each version of the pages was first seen, in minutes before now. */
const SEEN_MINUTES_AGO = [16 * 1_440, 6 * 1_440 + 200, 310] as const

const CLAIMED = 50
const LEASE_MARGIN_MS = 120_000

/**
 * Lets the real engine read each version of the pages at a time in the past, so that the changes have texts, pictures
 * and notifications as in a running service. The pictures require Chromium.
 */
export const writePageChanges = Effect.fn("demo.writePageChanges")(function* (
  { showVersion }: Pick<SmallInternet, "showVersion">,
  /** The age of the account in minutes. At the end, the clock is set back to the account's creation. */
  accountMinutesAgo: number
) {
  const sql = yield* SqlClient.SqlClient
  const checks = yield* PageChecks
  const checker = yield* PageChecker
  for (const [version, minutesAgo] of SEEN_MINUTES_AGO.entries()) {
    showVersion(version)
    yield* setClock(sql, minutesAgo)
    yield* sql`update monitor_schedule set next_at = mon_now() where kind = 2`
    const claims = yield* checks.claim(CLAIMED, LEASE_MARGIN_MS)
    yield* Effect.forEach(claims, checker.check, { concurrency: 2, discard: true })
  }
  yield* setClock(sql, accountMinutesAgo)
})

/** Schedules the next checks of the pages within the next hour, so that the newest changes stay visible until then. */
export const schedulePages = Effect.fn("demo.schedulePages")(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update monitor_schedule set next_at = mon_now() + (20 + monitor_id % 30) * interval '1 minute' where kind = 2`
})
