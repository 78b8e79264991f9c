// Tests the alert whose fault needs a separate service with other domains: no site answers any more.
import { layerSqlClient } from "@mon/core-store"
import { createTestDatabase } from "@mon/core-store/testing"
import { type Site, startDnsServer, startSite } from "@mon/tooling/testbed"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { start } from "./Program.ts"
import { freePort, hasPrometheus, startPrometheus } from "./RunningPrometheus.ts"

const rules = readFileSync(new URL("../../../docs/operations/alert-rules.yml", import.meta.url), "utf8")
const KEY = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
const PATIENCE = { timeout: 140_000, interval: 500 }
const LONG = 300_000
/** Hosts with different registrable domains, one more than make a worker doubt its own network. */
const HOSTS = ["one.com", "two.com", "three.com", "four.com", "five.com", "six.com"]
/** The number of the state `up` in the database. */
const UP = 1
describe.skipIf(!hasPrometheus())("the alerting rules (skipped without Debian's Prometheus)", () => {
  const ends: Array<() => unknown> = []
  let service: ReturnType<typeof start>
  let prometheus: Awaited<ReturnType<typeof startPrometheus>>
  let sql: SqlClient.SqlClient
  let site: Site
  let env: Readonly<Record<string, string>>
  let url: string

  const stopService = async () => {
    process.kill(service.pid, "SIGKILL")
    await service.ended
  }
  const run = (text: string) => Effect.runPromise(sql.unsafe<Readonly<Record<string, unknown>>>(text))
  const fires = async (alert: string) => (await prometheus.fired()).has(alert)

  beforeAll(async () => {
    const database = await createTestDatabase()
    const dns = await startDnsServer()
    site = await startSite()
    for (const host of HOSTS) dns.zone.set(host, { A: [site.host] })
    const port = await freePort()
    env = {
      MON_DATABASE_URL: database.url,
      MON_SECRET: "a secret that only this test knows and that is long enough",
      MON_BOOTSTRAP_API_KEY: KEY,
      MON_BOOTSTRAP_PLAN: "agency",
      MON_PORT: String(port),
      MON_DNS_SERVERS: dns.address,
      MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8"
    }
    const scope = Scope.makeUnsafe()
    const context = await Effect.runPromise(Layer.buildWithScope(layerSqlClient({ url: database.url }), scope))
    sql = Context.get(context, SqlClient.SqlClient)
    prometheus = await startPrometheus(rules, port)
    service = start("main.ts", [], env)
    url = await service.prints(/Mon is ready at (\S+)/u)
    ends.push(
      () => prometheus.stop(),
      () => stopService(),
      () => Effect.runPromise(Scope.close(scope, Exit.void)),
      () => Promise.all([dns.close(), site.close()]),
      () => database.drop()
    )
  }, LONG)
  afterAll(async () => {
    for (const end of ends) await end()
  }, LONG)

  it(
    "fire when no monitored site answers a worker any more, which causes no incident",
    async () => {
      for (const host of HOSTS) {
        const created = await fetch(`${url}/api/v1/domains`, {
          method: "POST",
          headers: { "X-API-Key": KEY },
          body: JSON.stringify({ url: `http://${host}:${site.port}/`, name: host })
        })
        expect(created.status).toBe(201)
      }
      const states = async () => {
        const rows = await run("select distinct state::int as state from monitor_schedule")
        return rows.map(({ state }) => state)
      }
      const checkNow = () => run("update monitor_schedule set next_at = mon_now() where lease_until is null")
      await expect.poll(states, PATIENCE).toEqual([UP])
      site.behave({ reset: "connect" })
      await expect
        .poll(async () => {
          await checkNow()
          return await fires("MonOwnNetworkInDoubt")
        }, PATIENCE)
        .toBe(true)
      expect(await run("select 1 from incident")).toEqual([])
      expect(await states()).toEqual([UP])
      site.behave({})
      await checkNow()
      await expect
        .poll(
          () => run("select 1 from check_history where verdict = 1 and checked_at > mon_now() - interval '5 s'"),
          PATIENCE
        )
        .not.toEqual([])
    },
    LONG
  )
})
