import { migrate, migrations, MonitorSchedule } from "@mon/core-store"
import { Effect } from "effect"
import postgres from "postgres"
import type { RunOptions } from "../Benchmark.ts"
import type { Defer } from "../harness/Cleanup.ts"
import type { Section, Target } from "../harness/Report.ts"
import { interleave } from "../harness/Rounds.ts"
import { median, ratio, spread } from "../harness/Statistics.ts"
import type { PostgresServer } from "../postgres/Server.ts"
import { openStore } from "../postgres/Store.ts"
import { makeMonitors, PER_ACCOUNT } from "./Monitors.ts"

/** The part of the monitors that are URL monitors. */
const URL_PART = 0.2
const CLAIMS = 20
const BATCH = 200
const LEASE_MARGIN_MS = 60_000
const OPTIONS = { aheadMs: 2_000, location: "default" }

/** How many times as long a claim may take beside a backlog, or when it passes over an account. */
const BACKLOG_LIMIT = 1.5
const EXCEPT_LIMIT = 2

const NAMES = {
  none: "no URL monitor is due",
  backlog: "the URL monitors are overdue",
  except: "the same, passing over an account with 1,000 overdue monitors"
} as const

/** A database whose URL monitors were due before all domains, or will be due tomorrow. */
const prepare = async (server: PostgresServer, name: string, size: number, overdue: boolean, defer: Defer) => {
  const admin = postgres(server.url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`drop database if exists ${name}`)
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const { href: url } = Object.assign(new URL(server.url), { pathname: `/${name}` })
  const store = await openStore(url, 2)
  defer(store.close)
  await store.run(migrate(migrations))
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await makeMonitors(sql, size)
  // The newest monitors, so that the first account has domains only, which are due first.
  const isUrl = `monitor_id > ${Math.round(size * (1 - URL_PART))}`
  await sql.unsafe(`update monitor set kind = 2 where ${isUrl.replace("monitor_id", "id")}`)
  await sql.unsafe(`
    update monitor_schedule set kind = 2, next_at = mon_now() + interval '${overdue ? -2 : 1} days' where ${isUrl}`)
  await sql.unsafe(
    `update monitor_schedule set next_at = next_at - interval '1 day' where monitor_id <= ${PER_ACCOUNT}`
  )
  await sql.unsafe("vacuum analyze")
  await sql.unsafe("checkpoint")
  await sql.end()
  const schedule = await store.run(MonitorSchedule)
  return async (exceptAccounts: ReadonlyArray<string>): Promise<number> => {
    const times: Array<number> = []
    for (let count = 0; count < CLAIMS; count++) {
      const started = performance.now()
      const claims = await store.run(schedule.claim(BATCH, LEASE_MARGIN_MS, { ...OPTIONS, exceptAccounts }))
      times.push(performance.now() - started)
      if (claims.length < BATCH) throw new Error(`${claims.length} monitors were claimed.`)
      await store.run(Effect.asVoid(schedule.release(claims)))
    }
    return median(times)
  }
}

/** Compares claims of domains without and beside a backlog of URL monitors, and with an account passed over. */
export const measureBacklog = async (
  server: PostgresServer,
  size: number,
  { progress }: RunOptions,
  plan: { readonly rounds: number; readonly warmUp: number },
  defer: Defer
): Promise<{ readonly section: Section; readonly targets: ReadonlyArray<Target> }> => {
  progress(`Creating ${size} monitors twice, without and with a backlog`)
  const none = await prepare(server, "without_backlog", size, false, defer)
  const backlog = await prepare(server, "with_backlog", size, true, defer)
  const samples = await interleave(
    [
      { name: NAMES.none, run: () => none([]) },
      { name: NAMES.backlog, run: () => backlog([]) },
      { name: NAMES.except, run: () => backlog(["1"]) }
    ],
    { ...plan, onSample: (name, round) => progress(`Claims, round ${round + 1}: ${name}`) }
  )
  const of = (name: string) => samples.get(name) ?? []
  const ratioTo = (name: string, base: string) => ratio(of(name), of(base)).median
  return {
    section: {
      title: `Claim ${BATCH} of ${(size * (1 - URL_PART)).toLocaleString("en-US")} due domains beside ${(size * URL_PART).toLocaleString("en-US")} URL monitors: median (min..max)`,
      columns: ["claim ms", "x none due"],
      rows: Object.values(NAMES).map((name) => ({ name, cells: [spread(of(name)), ratioTo(name, NAMES.none)] }))
    },
    targets: [
      {
        name: `Time of a claim while ${NAMES.backlog}, relative to none,`,
        sense: "at most",
        limit: BACKLOG_LIMIT,
        unit: "x",
        value: ratioTo(NAMES.backlog, NAMES.none)
      },
      {
        name: "Time of a claim that passes over an account with 1,000 overdue monitors, relative to one that does not,",
        sense: "at most",
        limit: EXCEPT_LIMIT,
        unit: "x",
        value: ratioTo(NAMES.except, NAMES.backlog)
      }
    ]
  }
}
