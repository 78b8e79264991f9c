// Causes faults at a real service, and waits until Debian's Prometheus fires the alerts of alert-rules.yml.
import { layerSqlClient } from "@mon/core-store"
import { createTestDatabase } from "@mon/core-store/testing"
import { startDnsServer, startSite } from "@mon/tooling/testbed"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openRelay, type Relay } from "../chaos/Relay.ts"
import { makeFolder, monServer, removeFolder, start } from "./Program.ts"
import { freePort, hasPrometheus, startPrometheus } from "./RunningPrometheus.ts"

const read = (name: string) => readFileSync(new URL(`../../../docs/operations/${name}`, import.meta.url), "utf8")
const KEY = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
/** Part of Debian's util-linux. */
const PRLIMIT = "/usr/bin/prlimit"
/** Includes a factor of five for machines under load. */
const PATIENCE = { timeout: 100_000, interval: 500 }
/** Includes the time until the lease of a lost result ends. */
const FILES_PATIENCE = { ...PATIENCE, timeout: 200_000 }
const LONG = 300_000
/** Shorter than the time after which Mon cancels a statement. A cancelled statement counts as failed, not as slow. */
const STALL_MS = 5_000
/** These pauses simulate a process that shares its core with too many other processes. */
const STOPS = 5
const STOPPED_MS = 1_000
const RUNNING_MS = 100
/** More than the threshold of the rule, regardless of the memory that the service itself needs. */
const LEAKED_BYTES = 1_550_000_000

interface Page {
  readonly id: string
  readonly components: ReadonlyArray<{ readonly id: string }>
}

describe.skipIf(!hasPrometheus())("the alerting rules (skipped without Debian's Prometheus)", () => {
  const ends: Array<() => unknown> = []
  let relay: Relay
  let service: ReturnType<typeof start>
  let prometheus: Awaited<ReturnType<typeof startPrometheus>>
  let sql: SqlClient.SqlClient
  let env: Readonly<Record<string, string>>
  let url: string
  const folder = makeFolder()
  const copies = join(folder, "copies")

  const startService = async (more: Readonly<Record<string, string>> = {}) => {
    service = start("main.ts", [], { ...env, ...more })
    url = await service.prints(/Mon is ready at (\S+)/u)
  }
  const stopService = async () => {
    process.kill(service.pid, "SIGKILL")
    await service.ended
  }
  const run = (text: string, ...values: ReadonlyArray<unknown>) => Effect.runPromise(sql.unsafe(text, values))
  const silent =
    (...alerts: ReadonlyArray<string>) =>
    async () => {
      const fired = await prometheus.fired()
      return alerts.filter((alert) => !fired.has(alert))
    }
  const clear = async (...alerts: ReadonlyArray<string>) => {
    const loud = async () => {
      const firing = await prometheus.firing()
      return alerts.filter((alert) => firing.has(alert))
    }
    await expect.poll(loud, PATIENCE).toEqual([])
  }
  const request = (path: string) =>
    fetch(`${url}${path}`, { headers: { "X-API-Key": KEY } }).then(
      ({ status }) => status,
      () => 0
    )

  beforeAll(async () => {
    const database = await createTestDatabase()
    const [dns, site] = await Promise.all([startDnsServer(), startSite()])
    dns.zone.set("shop.example.com", { A: [site.host] })
    const direct = new URL(database.url)
    relay = await openRelay(() => ({ host: direct.hostname, port: Number(direct.port) }))
    const relayed = new URL(database.url)
    relayed.port = String(relay.port)
    relayed.hostname = "127.0.0.1"
    const [port, closed] = [await freePort(), await freePort()]
    env = {
      MON_DATABASE_URL: relayed.href,
      MON_SECRET: "a secret that only this test knows and that is long enough",
      MON_BOOTSTRAP_API_KEY: KEY,
      MON_BOOTSTRAP_PLAN: "agency",
      MON_PORT: String(port),
      MON_DNS_SERVERS: dns.address,
      MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
      MON_STATUS_EXPORT: copies,
      MON_OTLP_URL: `http://127.0.0.1:${closed}`,
      MON_SMTP_URL: `smtp://127.0.0.1:${closed}`,
      MON_MAIL_FROM: "Mon <mon@example.org>"
    }
    const scope = Scope.makeUnsafe()
    const context = await Effect.runPromise(Layer.buildWithScope(layerSqlClient({ url: database.url }), scope))
    sql = Context.get(context, SqlClient.SqlClient)
    prometheus = await startPrometheus(read("alert-rules.yml"), port)
    await startService()
    ends.push(
      () => prometheus.stop(),
      () => stopService(),
      () => Effect.runPromise(Scope.close(scope, Exit.void)),
      () => relay.close(),
      () => Promise.all([dns.close(), site.close()]),
      () => database.drop(),
      () => removeFolder(folder)
    )
    const created = await fetch(`${url}/api/v1/domains`, {
      method: "POST",
      headers: { "X-API-Key": KEY },
      body: JSON.stringify({ url: `http://shop.example.com:${site.port}/`, name: "Shop" })
    })
    if (created.status !== 201) throw new Error(`the domain was refused: ${created.status}`)
    await site.nextRequest()
  }, LONG)
  afterAll(async () => {
    for (const end of ends) await end()
  }, LONG)

  it(
    "fire when jobs, messages and channels do not get on, and operators see what",
    async () => {
      await expect.poll(silent("MonTelemetryDropped"), PATIENCE).toEqual([])
      await run(
        `insert into job (public_id, queue, key, payload, next_at)
       select mon_uuidv7(), 'mail', 'late-' || n, '{}', mon_now() + interval '1 hour' from generate_series(1, 1001) n`
      )
      await run(
        `insert into job (public_id, queue, payload, dead_at, why) values (mon_uuidv7(), 'mail', '{}', mon_now(), 'the trial')`
      )
      await run(
        `insert into alert_channel (public_id, account_id, kind, name, settings, shown, failing_since, is_active, disabled_reason)
       select mon_uuidv7(), a.id, 'slack', 'C' || n, '{}', '{}', mon_now(), n < 4, case when n < 4 then null else 'refused' end
       from account a, generate_series(1, 10) n`
      )
      const fact = {
        monitor: { id: "m1", name: "Shop", url: "https://shop.example.com/" },
        certificate: {
          subject: "CN=shop",
          issuer: "CN=Testbed",
          validTo: "2099-11-28T09:00:00.000Z",
          daysRemaining: 7,
          fingerprint256: "AB:CD:EF"
        },
        thresholdDays: 7
      }
      await run(
        `insert into notification (public_id, account_id, key, type, kind, data)
       select mon_uuidv7(), id, 'trial', 'ssl', 'certificate_expiring', $1::text::jsonb from account`,
        JSON.stringify(fact)
      )
      await run(
        `insert into notification_delivery (public_id, account_id, key, channel, target, status, next_at)
       select mon_uuidv7(), a.id, 'trial:' || n, 'webhook', mon_uuidv7()::text, 'pending', mon_now() + interval '1 hour'
       from account a, generate_series(1, 1001) n`
      )
      await expect
        .poll(
          silent(
            "MonQueueLong",
            "MonJobsGivenUp",
            "MonChannelsFail",
            "MonChannelsSwitchedOff",
            "MonDeliveriesWait",
            "MonDeliveriesFail"
          ),
          PATIENCE
        )
        .toEqual([])
      const jobs = await monServer(["queue", "jobs", "--queue", "mail"], env)
      expect([jobs.code, jobs.stdout]).toEqual([0, expect.stringContaining("the trial")])
      const counted = await monServer(["deliveries", "count"], env)
      expect(counted.stdout).toMatch(/^owner@localhost +webhook +1001 +0$/mu)
      const off = await monServer(["channels", "list"], env)
      expect(off.stdout).toMatch(/^slack +refused +none +7$/mu)
      const turnedOn = await monServer(["channels", "enable", "--kind", "slack"], env)
      expect(turnedOn.stdout).toContain("Turned on 7 channels.")
      const dropped = await monServer(["queue", "drop", "mail"], env)
      expect(dropped).toMatchObject({ code: 0, stderr: "" })
      await clear("MonChannelsSwitchedOff", "MonChannelsFail", "MonJobsGivenUp")
    },
    LONG
  )

  it(
    "fire when the database does not answer, and the service recovers by itself",
    async () => {
      await expect
        .poll(async () => {
          relay.stall()
          const stalled = Promise.all(Array.from({ length: 80 }, () => request("/api/v1/domains")))
          await setTimeout(STALL_MS)
          relay.restore()
          await stalled
          return await silent("MonDatabaseWaits", "MonAnswersSlow", "MonClaimsSlow")()
        }, PATIENCE)
        .toEqual([])
      relay.cut()
      await expect
        .poll(async () => {
          await request("/api/v1/domains")
          return (await prometheus.fired()).has("MonServerErrors") && (await prometheus.fired()).has("MonClaimsFail")
        }, PATIENCE)
        .toBe(true)
      relay.restore()
      await expect.poll(() => request("/ready"), PATIENCE).toBe(200)
      await clear("MonClaimsFail")
    },
    LONG
  )

  it(
    "fire when monitors are due and nobody checks them, and when their checks start late",
    async () => {
      const clock = (seconds: number) =>
        run(
          `create or replace function mon_now() returns timestamptz language sql stable parallel safe
         as $$ select statement_timestamp() + interval '${seconds} seconds' $$`
        )
      await Effect.runPromise(
        sql.withTransaction(
          Effect.gen(function* () {
            // Workers skip rows that another transaction has locked.
            yield* sql`select 1 from monitor_schedule for update`
            yield* Effect.promise(() => clock(1_000))
            yield* Effect.promise(
              async () => void (await expect.poll(silent("MonChecksLate", "MonNoChecks"), PATIENCE).toEqual([]))
            )
          })
        )
      )
      await expect.poll(silent("MonLatenessHigh"), PATIENCE).toEqual([])
    },
    LONG
  )

  /** Makes the database run a PL/pgSQL statement before it records each check, until `use` ends. */
  const whileRecording = async (statement: string, use: () => Promise<unknown>) => {
    await run(`create function trial() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$`)
    await run("create trigger trial before insert on check_history for each row execute function trial()")
    try {
      await use()
    } finally {
      await run("drop function trial cascade")
    }
  }
  const checkNow = () => run("update monitor_schedule set next_at = mon_now() where lease_until is null")

  it(
    "fire when results are recorded slowly, and when the database refuses them",
    async () => {
      const firesMeanwhile = (alert: string) => async () => {
        await expect
          .poll(async () => {
            await checkNow()
            return await silent(alert)()
          }, PATIENCE)
          .toEqual([])
      }
      await whileRecording("perform pg_sleep(3)", firesMeanwhile("MonRecordsSlow"))
      await whileRecording("raise exception 'no space left on device'", firesMeanwhile("MonChecksLost"))
    },
    LONG
  )

  it(
    "fire when publications do not reach subscribers, and when copies of status pages cannot be written",
    async () => {
      const ask = async (path: string, body: object) => {
        const response = await fetch(`${url}/api/v1/status-pages${path}`, {
          method: "POST",
          headers: { "X-API-Key": KEY },
          body: JSON.stringify(body)
        })
        expect(response.status).toBe(201)
        return ((await response.json()) as { readonly data: Page }).data
      }
      const page = await ask("", { name: "Shop", slug: "shop", components: [{ name: "Website" }] })
      await run(
        `insert into status_subscriber (public_id, page_id, kind, address, address_key, language, state, confirmed_at)
         select mon_uuidv7(), p.id, 'email', 's' || n || '@example.org', 's' || n || '@example.org', 'en', 'confirmed', mon_now()
         from status_page p, generate_series(1, 60) n where p.public_id = $1::uuid`,
        page.id
      )
      // `copies` is a file now, so nothing can be written below it.
      rmSync(copies, { recursive: true, force: true })
      writeFileSync(copies, "")
      await ask(`/${page.id}/posts`, {
        kind: "incident",
        title: "Slow",
        body: "We investigate.",
        components: [{ componentId: page.components[0]?.id, state: "major_outage" }],
        notifySubscribers: true
      })
      await expect.poll(silent("MonSubscribersFail", "MonStatusCopiesLate"), PATIENCE).toEqual([])
      rmSync(copies)
      await clear("MonStatusCopiesLate")
    },
    LONG
  )

  it(
    "fire when a process can open no more files",
    async () => {
      const limitFiles = (soft: string) => execFileSync(PRLIMIT, ["--pid", String(service.pid), `--nofile=${soft}:`])
      await expect
        .poll(async () => {
          limitFiles("1")
          for (let check = 0; check < STOPS; check += 1) {
            await checkNow()
            await setTimeout(STOPPED_MS / 2)
          }
          limitFiles("4096")
          // Gives Prometheus time to connect again and to read the counters.
          await setTimeout(2 * STOPPED_MS)
          return await silent("MonChecksFault")()
        }, FILES_PATIENCE)
        .toEqual([])
      await expect.poll(() => request("/ready"), PATIENCE).toBe(200)
    },
    LONG
  )

  it(
    "fire when a process gets too little of the processor",
    async () => {
      await expect
        .poll(async () => {
          for (let pause = 0; pause < STOPS; pause += 1) {
            process.kill(service.pid, "SIGSTOP")
            await setTimeout(STOPPED_MS)
            process.kill(service.pid, "SIGCONT")
            await setTimeout(RUNNING_MS)
          }
          return await silent("MonEventLoopSlow")()
        }, PATIENCE)
        .toEqual([])
      await expect.poll(() => request("/ready"), PATIENCE).toBe(200)
    },
    LONG
  )

  it(
    "fire when a process ends, and when it starts again and again",
    async () => {
      await stopService()
      await expect.poll(silent("MonProcessGone", "MonNoWorker"), PATIENCE).toEqual([])
      const seen = new Set<string>()
      // The alert counts only the starts that Prometheus has scraped.
      for (const count of [1, 2, 3, 4]) {
        await startService()
        await expect
          .poll(async () => {
            for (const at of await prometheus.starts()) seen.add(at)
            return seen.size
          }, PATIENCE)
          .toBe(count)
        await stopService()
      }
      await expect.poll(silent("MonRestartsOften"), PATIENCE).toEqual([])
      await startService()
      await clear("MonProcessGone", "MonNoWorker")
    },
    LONG
  )

  it(
    "fire when a process uses much memory",
    async () => {
      await stopService()
      // Worker threads load this file, too, and must not allocate the memory again.
      const leak = join(folder, "leak.cjs")
      writeFileSync(
        leak,
        `if (require("node:worker_threads").isMainThread) globalThis.leak = Buffer.alloc(${LEAKED_BYTES}, 1)`
      )
      await startService({ NODE_OPTIONS: `--require="${leak}"` })
      await expect.poll(silent("MonMemoryHigh"), PATIENCE).toEqual([])
      await stopService()
      await startService()
      await clear("MonMemoryHigh")
    },
    LONG
  )
})
