import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { BEGAN_MS, openWorldWith, type World } from "../AlertWorld.ts"
import { openAccount } from "./AccountEvents.ts"
import { hasNumber, type History, printHistory, type Role, roles } from "./History.ts"
import { type Moment, type Observed, unknownAt, wrongAtEnd } from "./Knowledge.ts"
import { findPending, isIdle, type PendingRow } from "./pendingMessages.ts"

const HOUR = 3_600
/** The numbers of moments after which the database analyzes its tables. The tables have grown by then. */
const ANALYZES_AFTER = new Set([1, 4, 16, 64, 256, 1_024])
/**
 * Disables sequential scans. Otherwise, new connections would cache plans that read a whole table, because the table
 * was small at first.
 */
const PLANS_FOR_LARGE_TABLES = `do $$ begin
  execute format('alter database %I set enable_seqscan = off', current_database());
end $$`
/** The seconds from the last event until all receivers are back. */
const SETTLES_AFTER = 60
/** At the end, the run waits in steps of this many seconds until no message is pending. Retries end after a day. */
const STEP = 2 * HOUR
const LONGEST_END = 26 * HOUR

/**
 * Opens an account with its history. Collects the messages that its receivers got, and everything that is wrong with
 * them.
 */
const openRun = Effect.fn("openRun")(function* (world: World, history: History, number: number) {
  const account = yield* openAccount(world, history)
  const { model, names, receivers } = account
  const roleOf = new Map<string, Role>(roles.map((role) => [receivers[role].receiver, role]))
  const targets = new Map<string, Role>(roles.map((role) => [receivers[role].id, role]))
  const wrong: Array<string> = []
  const own: Array<Observed["arrivals"][number]> = []
  let read = 0

  const observed = (): Observed => {
    for (; read < world.arrivals.length; read += 1) {
      const arrival = world.arrivals[read]
      const role = roleOf.get(arrival?.receiver ?? "")
      if (arrival !== undefined && role !== undefined) own.push({ ...arrival, role, index: read })
    }
    return {
      happened: model.happened,
      arrivals: own,
      monitors: names,
      removed: model.removed,
      hasNumber: hasNumber(history)
    }
  }

  const check = (rows: ReadonlyArray<PendingRow> = []) => {
    const moment: Moment = {
      nowMs: world.now(),
      happened: model.happened.length,
      arrivals: world.arrivals.length,
      ...model.state(),
      isOnItsWay: (role, monitor) =>
        rows.some(({ name, target }) => name === monitor && (target === null || targets.get(target) === role))
    }
    const at = Math.round((world.now() - BEGAN_MS) / 1_000)
    wrong.push(...unknownAt(observed(), moment).map((text) => `${at} s: ${text}`))
  }

  const end = (rows: ReadonlyArray<PendingRow> = []) => {
    check(rows)
    wrong.push(
      // A route may have repeated an alert just now.
      ...rows
        .filter(({ since }) => since === null || since.getTime() < world.now() - STEP * 1_000)
        .map(({ name, target }) => `something about ${name} waits forever for ${target ?? "a route"}`),
      ...wrongAtEnd(observed(), world.openAlerts(receivers.pager.receiver))
    )
    if (wrong.length === 0) return []
    const received = own.map(
      ({ atMs, isConfirmed, role, title }) =>
        `${Math.round((atMs - BEGAN_MS) / 1_000)} ${role}: ${title}${isConfirmed ? "" : " (unconfirmed)"}`
    )
    const numbered = (text: string) => text.replaceAll(/\bm\d+\b/gu, (name) => String(names.indexOf(name) + 1))
    return [{ number, history: printHistory(history), wrong: wrong.map(numbered), received: received.map(numbered) }]
  }

  return { ...account, history, check, end }
})

/**
 * Runs histories of accounts in parallel in virtual time, with a worker that is late by `lateMs` milliseconds. Returns
 * everything that is wrong, with the history.
 */
export const runHistories = Effect.fn("runHistories")(function* (histories: ReadonlyArray<History>, lateMs = 10_000) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(PLANS_FOR_LARGE_TABLES)
  const world = yield* openWorldWith(lateMs)
  const runs = yield* Effect.forEach(histories, (history, number) => openRun(world, history, number))

  const timed = runs.flatMap((run) => [
    ...run.history.map(({ event, seconds }) => ({ run, seconds, act: run.apply(event) })),
    { run, seconds: (run.history.at(-1)?.seconds ?? 0) + SETTLES_AFTER, act: run.settle }
  ])
  const moments = [...Map.groupBy(timed, ({ seconds }) => seconds)].toSorted(([one], [other]) => one - other)
  for (const [index, [seconds, acts]] of moments.entries()) {
    if (ANALYZES_AFTER.has(index)) yield* sql`analyze`
    yield* world.runUntil(BEGAN_MS + seconds * 1_000)
    const concerned = new Set(acts.map(({ run }) => run))
    const pending = yield* findPending([...concerned].map(({ key }) => key))
    for (const { check, key } of concerned) check(pending.get(key))
    yield* Effect.forEach(acts, ({ act }) => act, { discard: true })
  }
  for (let [passed, isDone] = [0, false]; !isDone && passed < LONGEST_END; passed += STEP) {
    yield* world.run(STEP)
    isDone = yield* isIdle
  }
  const pending = yield* findPending(runs.map(({ key }) => key))
  return { failed: runs.flatMap(({ end, key }) => end(pending.get(key))), messages: world.arrivals.length }
})
