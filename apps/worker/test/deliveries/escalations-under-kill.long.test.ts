// Runs 1,000 escalations with three workers, one of which is killed every two seconds, in virtual time: the clock jumps
// whenever nothing is due. With MON_ESCALATIONS=10000, runs 10,000.
import { assert, layer } from "@effect/vitest"
import { TestDatabase } from "@mon/core-store/testing"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { bundledProgram } from "./bundledProgram.ts"
import { changes, layerGround, moveTime, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { addSchedule } from "./OnCallWorld.ts"
import { addRoute, newMember } from "./RouteWorld.ts"

const ESCALATIONS = Number(process.env["MON_ESCALATIONS"] ?? 1_000)
const MONITORS_OF_ACCOUNT = 20
/** The number of alerts that begin at once. One account has at most one of them, so that no messages are combined. */
const AT_ONCE = Math.min(25, ESCALATIONS / MONITORS_OF_ACCOUNT)
/** The time between two batches of alerts, in seconds. */
const BETWEEN = 65 / Math.max(1, ESCALATIONS / MONITORS_OF_ACCOUNT / AT_ONCE)
const WORKERS = 3
const KILL_EVERY = "2 seconds"
const LIMIT = 120_000 + ESCALATIONS * 150
/** The largest time between the moment of a step and its message, in milliseconds. */
const LATEST_MS = 5_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The minutes of the steps and whom they ask for: three steps, of which the last two are repeated once. */
const MOMENTS = [
  [0, "now"],
  [2, "next"],
  [5, "everyone"],
  [9, "next"],
  [12, "everyone"]
] as const

/** Returns numbers from 0 to 1 that are the same in each run: a linear congruential generator (Numerical Recipes). */
const lottery = () => {
  let state = 1
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

interface Team {
  readonly account: TestAccount
  readonly people: readonly [string, string]
  /** The begin of the first turn, as Unix time in milliseconds. */
  readonly startMs: number
}

const newTeam = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const account = yield* newAccount
  const domains = yield* Effect.replicateEffect(newDomain(account), MONITORS_OF_ACCOUNT)
  const people = [yield* newMember(account, domains[0]?.id ?? ""), yield* newMember(account, domains[0]?.id ?? "")]
  yield* sql`
    insert into domain_access (membership_id, monitor_id, can_write)
    select ms.id, m.id, false from membership ms join monitor m on m.account_id = ms.account_id
    where ms.account_id = ${account.viewer.accountKey}::bigint and ms.role = 'member'
    on conflict do nothing`
  const [ann, bob] = people
  if (ann === undefined || bob === undefined) return yield* Effect.die(new Error("no people"))
  const schedule = yield* addSchedule(account, [[ann.id], [bob.id]])
  const [row] = yield* sql<{ readonly start: string }>`
    select definition #>> '{layers,0,handOff,start}' as start from on_call_schedule where public_id = ${schedule}::uuid`
  yield* addRoute(account, {
    steps: [
      { afterMinutes: 0, targets: [{ schedule, who: "now" }] },
      { afterMinutes: 2, targets: [{ schedule, who: "next" }] },
      { afterMinutes: 5, targets: [{ schedule, who: "everyone" }] }
    ],
    repeat: { rounds: 1, fromStep: 2, waitMinutes: 4 }
  })
  const team: Team = { account, people: [ann.email, bob.email], startMs: Date.parse(`${row?.start ?? ""}Z`) }
  return { team, domains }
})

const killWorkers = Effect.fn("killWorkers")(function* (program: string, url: string) {
  const start = () =>
    spawn(process.execPath, [program], {
      env: {
        VENDORS: "{}",
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: join(tmpdir(), "mon-compile-cache"),
        DATABASE: url
      },
      stdio: "ignore"
    })
  const workers = Array.from({ length: WORKERS }, start)
  let killed = 0
  yield* Effect.addFinalizer(() => Effect.sync(() => workers.forEach((worker) => worker.kill("SIGKILL"))))
  const killOne = Effect.sync(() => {
    workers[killed % WORKERS]?.kill("SIGKILL")
    workers[killed % WORKERS] = start()
    killed += 1
  })
  yield* Effect.forkScoped(Effect.repeat(Effect.delay(killOne, KILL_EVERY), Schedule.forever))
  return () => killed
})

/** Waits until no alert and no step is due. */
const whenIdle = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.repeat(
    Effect.delay(
      sql<{ readonly due: boolean }>`
        select exists (select from notification where dispatched_at is null)
          or exists (select from alert_due where due_at <= mon_now()) as due`,
      "20 millis"
    ),
    { until: ([row]) => row?.due === false }
  )
)

interface SentRow {
  readonly incident: string
  readonly minute: number
  readonly target: string
  readonly sentAt: Date
  readonly openedAt: Date
  readonly createdAt: Date
}

/** Returns the addresses that may get a message: the people before and after a hand-off that is close. */
const expectedAt = ({ people, startMs }: Team, who: (typeof MOMENTS)[number][1], atMs: number) => {
  const personAt = (ms: number) => people[(Math.floor((ms - startMs) / HOUR_MS) % 2) as 0 | 1]
  if (who === "everyone") return [people.toSorted()]
  const [early, late] = [personAt(atMs), personAt(atMs + LATEST_MS)]
  const other = (person: string) => (person === people[0] ? people[1] : people[0])
  return who === "now" ? [[early], [late]] : [[other(early)], [other(late)]]
}

layer(layerGround, { excludeTestServices: true, timeout: LIMIT })("escalations", (it) => {
  it.effect(
    "under kill -9 lose and double no step, and each step is sent within 5 s of its moment",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { url } = yield* TestDatabase
        const random = lottery()
        const teams = yield* Effect.replicateEffect(newTeam, ESCALATIONS / MONITORS_OF_ACCOUNT)
        // Alerts do not wait for checks after the clock has jumped.
        yield* sql`update monitor_schedule set next_at = null`
        const program = yield* bundledProgram("channelProcess.ts")
        const killed = yield* killWorkers(program, url)
        const teamOf = new Map<string, Team>()
        const acknowledgements: Array<{ readonly at: number; readonly incident: string }> = []
        let moved = 0
        const acknowledge = Effect.suspend(() => {
          const due = acknowledgements.filter(({ at }) => at <= moved)
          acknowledgements.splice(0, acknowledgements.length, ...acknowledgements.filter(({ at }) => at > moved))
          return sql`
            update incident set acknowledged_at = mon_now() where public_id in (
              select jsonb_array_elements_text(${JSON.stringify(due.map(({ incident }) => incident))}::text::jsonb)::uuid)`
        })
        const untilNextStep = Effect.map(
          sql<{ readonly seconds: number | null }>`
            select extract(epoch from min(due_at) - mon_now())::float8 as seconds from alert_due where due_at is not null`,
          ([row]) => row?.seconds ?? null
        )
        /** Jumps to each step and each acknowledgement. Ends at a time, or if no step is left. */
        const advance = Effect.fnUntraced(function* (target: number) {
          while (moved < target) {
            const next = yield* untilNextStep
            if (next === null && target === Infinity) return
            const acknowledged = acknowledgements.map(({ at }) => at - moved)
            moved += Math.max(0.05, Math.min(next ?? Infinity, target - moved, ...acknowledged))
            yield* moveTime(moved)
            yield* acknowledge
            yield* whenIdle
          }
        })
        for (let opened = 0; opened < ESCALATIONS;) {
          for (let index = 0; index < AT_ONCE; index += 1, opened += 1) {
            const found = teams[opened % teams.length]
            const domain = found?.domains[Math.floor(opened / teams.length)]
            if (found === undefined || domain === undefined) continue
            const { incident } = yield* changes(domain, "down")
            teamOf.set(incident, found.team)
            if (random() < 0.3) acknowledgements.push({ at: moved + random() * 800, incident })
          }
          yield* whenIdle
          yield* advance(moved + BETWEEN)
        }
        yield* advance(Infinity)
        const alerts = yield* sql<{
          readonly incident: string
          readonly openedAt: Date
          readonly createdAt: Date
          readonly acknowledgedAt: Date | null
        }>`
          select i.public_id as incident, d.opened_at as "openedAt", n.created_at as "createdAt",
            i.acknowledged_at as "acknowledgedAt"
          from alert_due d join notification n on n.id = d.notification_id join incident i on i.id = n.incident_id`
        const rows = yield* sql<SentRow>`
          select i.public_id as incident, d.minute, d.target, d.created_at as "sentAt", a.opened_at as "openedAt",
            n.created_at as "createdAt"
          from notification_delivery d join notification n on n.id = d.notification_id
          join incident i on i.id = n.incident_id join alert_due a on a.notification_id = n.id`
        const byAlert = Map.groupBy(rows, ({ incident }) => incident)
        assert.lengthOf(alerts, ESCALATIONS)
        const faults: Array<string> = []
        let steps = 0
        for (const { acknowledgedAt, incident, openedAt } of alerts) {
          const team = teamOf.get(incident)
          if (team === undefined) continue
          const sent = Map.groupBy(byAlert.get(incident) ?? [], ({ minute }) => minute)
          for (const [minute, who] of MOMENTS) {
            const atMs = openedAt.getTime() + minute * MINUTE_MS
            const found = (sent.get(minute) ?? []).map(({ target }) => target).toSorted()
            const allowed = expectedAt(team, who, atMs).map((people) => people.join())
            const ackMs = acknowledgedAt?.getTime() ?? Infinity
            const isDue = atMs + LATEST_MS < ackMs
            const mayBeDue = atMs < ackMs + LATEST_MS
            if (found.length === 0 ? isDue : !mayBeDue || !allowed.includes(found.join()))
              faults.push(`${incident} +${minute}: ${found.join()} instead of ${allowed.join(" or ")}`)
            if (found.length > 0) steps += 1
            sent.delete(minute)
          }
          for (const minute of sent.keys()) faults.push(`${incident} +${minute}: no such step`)
        }
        assert.deepStrictEqual(faults.slice(0, 20), [])
        const late = rows.map(({ createdAt, minute, openedAt, sentAt }) =>
          minute === 0
            ? sentAt.getTime() - createdAt.getTime()
            : sentAt.getTime() - openedAt.getTime() - minute * MINUTE_MS
        )
        const latest = late.reduce((most, one) => Math.max(most, one), 0)
        const sorted = late.toSorted((a, b) => a - b)
        const report = `${ESCALATIONS} escalations, ${steps} steps, ${killed()} workers killed; latest ${latest} ms, 99 %: ${sorted[Math.floor(sorted.length * 0.99)]} ms`
        yield* Effect.log(report)
        assert.isAtMost(latest, LATEST_MS, report)
        assert.isAtLeast(killed(), 3)
      }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0)))),
    LIMIT
  )
})
