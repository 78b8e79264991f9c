import { get } from "node:http"
import { createFixture, type Visitor } from "../api/Fixture.ts"
import type { ApiProgram } from "../api/monProgram.ts"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { familyCpuMs } from "../harness/OsProcess.ts"
import type { Report } from "../harness/Report.ts"
import { spread } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"
import { openStore } from "../postgres/Store.ts"

const CONNECTIONS = 5
const ROUNDS = 20
const WARM_UP = 5
/** Requests of a round: the kernel counts CPU time in steps of 10 ms. */
const REQUESTS = 20
const SHORT = { rounds: 1, requests: 1 }
const PAGES = [50, 200] as const
const LIMIT_MS = 50

const facts = {
  subject: "site",
  check: { outcome: "http_status", statusCode: 500 },
  page: { body: "<h1>Internal Server Error</h1>".repeat(100) }
}

/** Fills 90 days of a domain: several events of most kinds each day, and the roll-ups of a check each minute. */
const fill = async (url: string, { domain }: Visitor): Promise<void> => {
  const { close, sql } = await openStore(url, 1)
  const monitor = sql`select id, account_id from monitor where public_id = ${domain}::uuid`
  const ago = (column: string, perDay: number) => sql.unsafe(`mon_now() - ${column} * interval '1 day' / ${perDay}`)
  try {
    await sql`
      with m as (${monitor}), i as (
        insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_error_code, trigger_error_message, resolved_at, closed_at, resolution)
        select gen_random_uuid(), account_id, id, ${ago("n", 4)}, ${ago("n", 4)}, 'http_status', 'It answered 500.', ${ago("n", 4)}, ${ago("n", 4)}, 'recovered'
        from m, generate_series(1, 356) n returning id
      )
      insert into incident_diagnosis (incident_id, facts) select id, ${JSON.stringify(facts)}::text::jsonb from i`
    await sql`
      insert into marker (account_id, monitor_id, at, text)
      select account_id, id, ${ago("n", 10)}, 'Deployed' from (${monitor}) m, generate_series(1, 890) n`
    await sql`
      insert into monitor_change (monitor_id, kind, at, changes)
      select id, kind, ${ago("n", 10)}, '[{"field":"url","before":"a","after":"b"}]'
      from (${monitor}) m, generate_series(1, 890) n, unnest(array['certificate', 'redirect', 'registration']) kind`
    await sql`
      insert into dns_change (public_id, monitor_id, detected_at, changes)
      select gen_random_uuid(), id, ${ago("n", 4)}, '[{"type":"A","name":"a","added":["192.0.2.1"],"removed":["192.0.2.2"]}]'
      from (${monitor}) m, generate_series(1, 356) n`
    await sql`
      insert into audit_entry (account_id, at, expires_at, finished_at, action, target, actor, address, user_agent, changes)
      select account_id, ${ago("n", 10)}, mon_now() + interval '90 days', mon_now(), 'domains.update', ${domain}, 'key', '', '',
        '[{"field":"name","before":"a","after":"b"}]' from (${monitor}) m, generate_series(1, 890) n`
    await sql`
      insert into email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings)
      select id, ${ago("n", 24)}, 60 + n % 30, case when n % 30 < 20 then 'C' else 'A' end, false, '{}', '{}'
      from (${monitor}) m, generate_series(1, 2136) n`
    await sql`
      insert into check_day (monitor_id, day, hours)
      select m.id, ((mon_now() at time zone 'UTC')::date - d), (
        select array_agg(v order by h, p) from generate_series(0, 24) h,
          unnest(array[h, 60, 60, 0, 600, 620, 640, 300, 400, 450, 500 + (d / 7 % 2) * 60 + h, 300]::smallint[]) with ordinality x (v, p))
      from (${monitor}) m, generate_series(1, 91) d`
    await sql`
      insert into check_history (monitor_id, checked_at, verdict, response_us, dns_us, connect_us, tls_us, wait_us, download_us, location)
      select id, mon_now() - n * interval '1 minute', 1, 90000, 1000, 9000, 20000, 50000, 10000, 'local'
      from (${monitor}) m, generate_series(1, 1440) n on conflict do nothing`
    await sql`update monitor_schedule set days_until = (mon_now() at time zone 'UTC')::date`
    await sql.unsafe("vacuum analyze")
  } finally {
    await close()
  }
}

/** Reads a page of events; returns how many there are. */
const read = (port: number, { domain, key }: Visitor, limit: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const path = `/api/v1/domains/${domain}/timeline/events?limit=${limit}`
    get({ host: "127.0.0.1", port, path, headers: { "X-API-Key": key } }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const { data }: { readonly data?: ReadonlyArray<unknown> } = JSON.parse(Buffer.concat(chunks).toString())
        resolve(data?.length ?? 0)
      })
    }).on("error", reject)
  })

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  const database = await startPostgres(defer, "embedded")
  const server = await startChild<ApiProgram>(new URL("../api/monProgram.ts", import.meta.url), {
    core: "subject",
    env: { NODE_ENV: "production" }
  })
  defer(server.stop)
  progress("creating 90 days of events")
  const [visitor] = await createFixture(database.url, 1, 1)
  if (visitor === undefined) throw new Error("There is no API user.")
  await fill(database.url, visitor)
  const { port } = await server.call("start", { url: database.url, connections: CONNECTIONS, visitor })
  const requests = short ? SHORT.requests : REQUESTS
  const measured = []
  for (const limit of PAGES) {
    const node: Array<number> = []
    const both: Array<number> = []
    for (let round = short ? 0 : -WARM_UP; round < (rounds ?? (short ? SHORT.rounds : ROUNDS)); round++) {
      const before = { node: server.cpuMs(), database: familyCpuMs(database.pid) }
      for (let request = 0; request < requests; request++) {
        const found = await read(port, visitor, limit)
        if (found !== limit) throw new Error(`The page has ${found} of ${limit} events.`)
      }
      const used = (server.cpuMs() - before.node) / requests
      if (round < 0) continue
      node.push(used)
      both.push(used + (familyCpuMs(database.pid) - before.database) / requests)
    }
    measured.push({ limit, node: spread(node), both: spread(both) })
  }
  return {
    sections: [
      {
        title: "GET /api/v1/domains/:id/timeline/events, the newest page of 90 days",
        columns: ["API, ms of CPU", "with the database"],
        rows: measured.map(({ both, limit, node }) => ({ name: `${limit} events`, cells: [node, both] }))
      }
    ],
    targets: measured.map(({ both, limit }) => ({
      name: `CPU of a page of ${limit} events, with the database`,
      sense: "at most" as const,
      limit: LIMIT_MS,
      unit: " ms",
      value: both.median
    })),
    notes: ["The domain has 8,000 stored events, and roll-ups from which the steps of its response times are computed."]
  }
}

/** What happened to a domain, which its page in the dashboard shows. */
export const timeline: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
