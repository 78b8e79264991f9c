// @boundaries-ignore the limits and the texts with which the gate counts bytes
import { documentLimits } from "../../../packages/status-page/src/documentLimits.ts"
// @boundaries-ignore the limits and the texts with which the gate counts bytes
import { expensiveTexts } from "../../../packages/status-page/test/pageAtItsLimits.ts"
import { maintenanceLimits, statusPageLimits as limits } from "@mon/model"
import { createFixture, type Visitor } from "../api/Fixture.ts"
import type { MonProgram } from "../api/monProgram.ts"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import { pinSelf } from "../harness/Pinning.ts"
import type { Report } from "../harness/Report.ts"
import { openStore } from "../postgres/Store.ts"
import { startPostgres } from "../postgres/Server.ts"

/** No single account may occupy the event loop for longer. */
const LIMIT_MS = 50
/** Domains of the account. Each component follows all of them by a tag. */
const DOMAINS = 200
/** A page is read again within 5 s of a change, and then its files are written again. */
const AFTER_A_CHANGE_MS = 6_000
const SHORT_SHAPES = 1

/** A text of so many characters. */
const filled = (piece: string, length: number): string =>
  [...piece.repeat(Math.ceil(length / [...piece].length))].slice(0, length).join("").trim().padEnd(1, "a")

const oneLine = (piece: string, length: number): string => filled(piece.replaceAll("\n", " "), length)

interface Service {
  readonly port: number
  readonly key: string
}

const send = async ({ key, port }: Service, method: string, path: string, body?: object) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as { readonly data: { readonly id: string } & ReadonlyArray<{ readonly id: string }> }
}

/** Daily windows over the whole account, each on the clocks of another time zone. */
const addWindows = async (service: Service, piece: string): Promise<void> => {
  const zones = Intl.supportedValuesOf("timeZone")
  for (let place = 0; place < limits.document.windows; place += 1)
    await send(service, "POST", "/maintenance-windows", {
      name: oneLine(piece, maintenanceLimits.nameLength),
      startsAt: new Date(Date.now() + (place + 1) * 60_000).toISOString(),
      minutes: 30,
      timezone: zones[place * 4] ?? "UTC",
      recurrence: "FREQ=DAILY",
      wholeAccount: true
    })
}

type Sql = Awaited<ReturnType<typeof openStore>>["sql"]

interface Filling {
  readonly service: Service
  readonly sql: Sql
  readonly tagId: string
}

/** A tag of all monitors. */
const addTag = async (service: Service, sql: Sql): Promise<string> => {
  const { data } = await send(service, "POST", "/tags", { name: "everything" })
  await sql`
    insert into monitor_tag (tag_id, monitor_id) select t.id, m.id from tag t cross join monitor m
    where t.public_id = ${data.id}::uuid`
  return data.id
}

/** A page with as much of everything as it may have. Posts come from SQL: the API would take minutes. */
const addPage = async ({ service, sql, tagId }: Filling, piece: string, slug: string): Promise<string> => {
  const name = oneLine(piece, limits.componentNameLength)
  const { data } = await send(service, "POST", "/status-pages", {
    slug,
    name: oneLine(piece, limits.nameLength),
    description: oneLine(piece, limits.descriptionLength),
    showsWindowNames: true,
    components: Array.from({ length: limits.components }, () => ({
      name,
      description: oneLine(piece, limits.componentDescriptionLength),
      tagIds: [tagId],
      showsMonitors: true
    }))
  })
  await sql`
    with post as (
      insert into status_post (public_id, page_id, kind, title, impact, started_at, ends_at, published_at, updated_at)
      select gen_random_uuid(), p.id, k.kind, ${oneLine(piece, limits.postTitleLength)}, 'minor',
        mon_now() - n * interval '1 minute', k.ends_at, mon_now(), mon_now() - n * interval '1 minute'
      from status_page p cross join generate_series(1, ${limits.document.posts / 2}::int) n
      cross join (values ('incident', null::timestamptz), ('maintenance', mon_now() + interval '1 day')) k (kind, ends_at)
      where p.public_id = ${data.id}::uuid returning id, kind, page_id
    ), parts as (
      insert into status_post_component (post_id, component_id)
      select post.id, c.id from post join status_component c on c.page_id = post.page_id where post.id % 10 = 0
    )
    insert into status_update (public_id, post_id, state, body, display_at, published_at, notifies)
    select gen_random_uuid(), post.id, case when post.kind = 'incident' then 'investigating' else 'scheduled' end,
      ${filled(piece, limits.updateLength)}, mon_now() - n * interval '1 second', mon_now(), false
    from post cross join generate_series(1, 10) n where post.id % 5 = 0 or n = 1`
  return data.id
}

/** One path of each kind. */
const pathsOf = async (origin: string, root: string): Promise<ReadonlyArray<string>> => {
  const read = async (name: string) => (await fetch(`${origin}${root}api/v2/${name}.json`)).json()
  const component: string = (await read("components")).components.find((one: { group: boolean }) => !one.group).id
  const incident: string = (await read("incidents")).incidents[0].id
  const answers = [
    "summary",
    "status",
    "components",
    "incidents",
    "incidents/unresolved",
    "scheduled-maintenances",
    "scheduled-maintenances/upcoming",
    "scheduled-maintenances/active"
  ]
  return [
    "",
    "history/",
    "maintenance/",
    "embed/",
    `incidents/${incident}/`,
    "history.atom",
    "history.rss",
    "maintenance.ics",
    "badge.svg",
    "badge.json",
    `badge/${component}.svg`,
    `badge/${component}.json`,
    `badge/${component}/uptime.svg`,
    ...answers.map((one) => `api/v2/${one}.json`)
  ]
}

interface Held {
  readonly ms: number
  readonly bytes: number
  readonly shape: string
}

/** The longest time that each endpoint occupied the event loop, over all texts. */
class Worst {
  readonly byEndpoint = new Map<string, Held>()

  add(endpoint: string, held: Held): void {
    const before = this.byEndpoint.get(endpoint)
    this.byEndpoint.set(endpoint, {
      ms: Math.max(held.ms, before?.ms ?? 0),
      bytes: Math.max(held.bytes, before?.bytes ?? 0),
      shape: before === undefined || held.ms > before.ms ? held.shape : before.shape
    })
  }
}

const measure = async ({ progress, short }: RunOptions, defer: Defer): Promise<Report> => {
  pinSelf("load")
  const database = await startPostgres(defer, "embedded")
  const [visitor] = await createFixture(database.url, 1, DOMAINS)
  if (visitor === undefined) throw new Error("There is no account.")
  const store = await openStore(database.url, 2)
  defer(store.close)
  const start = async (client: Visitor) => {
    const child = await startChild<MonProgram>(new URL("../api/monProgram.ts", import.meta.url), {
      core: "subject",
      env: { NODE_ENV: "production" }
    })
    const { port } = await child.call("start", { url: database.url, connections: 5, visitor: client })
    return { child, service: { port, key: client.key } }
  }
  const filling = await start(visitor)
  const shapes = Object.entries(expensiveTexts).slice(0, short ? SHORT_SHAPES : undefined)
  const ids: Array<string> = []
  const tagId = await addTag(filling.service, store.sql)
  await addWindows(filling.service, "&")
  for (const [place, [shape, piece]] of shapes.entries()) {
    progress(`fill a page: ${shape}`)
    ids.push(await addPage({ service: filling.service, sql: store.sql, tagId }, piece, `full-${place}`))
  }
  await filling.child.stop()

  const worst = new Worst()
  const { child, service } = await start(visitor)
  defer(child.stop)
  const origin = `http://127.0.0.1:${service.port}`
  const held = async (endpoint: string, shape: string, work: () => Promise<number>): Promise<void> => {
    await child.call("measureTurns", true)
    const bytes = await work()
    worst.add(endpoint, { bytes, shape, ms: await child.call("measureTurns", false) })
  }
  const get = async (path: string): Promise<number> => {
    const response = await fetch(`${origin}${path}`, { headers: { "Accept-Encoding": "identity" } })
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    return (await response.arrayBuffer()).byteLength
  }
  for (const [place, [shape]] of shapes.entries()) {
    const root = `/s/full-${place}/`
    progress(`read a page: ${shape}`)
    await held("the page, read from the database", shape, () => get(`${root}embed/`))
    const paths = await pathsOf(origin, root)
    for (const path of paths) await held(path.replaceAll(/[\da-f-]{36}/gu, ":id"), shape, () => get(`${root}${path}`))
    await held("all files, after a change", shape, async () => {
      await send(service, "PATCH", `/status-pages/${ids[place]}`, { accentColor: "#0b4f9e" })
      await new Promise((resolve) => setTimeout(resolve, AFTER_A_CHANGE_MS))
      return 0
    })
  }
  const endpoints = [...worst.byEndpoint]
  return {
    sections: [
      {
        title: `The longest turn of the event loop while a page at its limits is read, of ${shapes.length} kinds of text`,
        columns: ["ms", "bytes", "worst text"],
        rows: endpoints.map(([name, { bytes, ms, shape }]) => ({
          name: name === "" ? "(index)" : name,
          cells: [ms, bytes, shape]
        }))
      }
    ],
    targets: [
      ...endpoints.map(([name, { ms }]) => ({
        name: `longest turn: ${name === "" ? "(index)" : name}`,
        sense: "at most" as const,
        unit: " ms",
        limit: LIMIT_MS,
        value: ms
      })),
      {
        name: "bytes of the largest file",
        sense: "at most",
        unit: " bytes",
        limit: documentLimits.fileBytes.page,
        value: Math.max(...endpoints.map(([, { bytes }]) => bytes))
      }
    ],
    notes: [
      "CPU time of the thread in one turn of the event loop: other programs on the machine do not change it. It counts in steps of the clock of the kernel, often 4 ms.",
      "The first request for each file, which writes it. The first pages are read before the code is compiled."
    ]
  }
}

/** Whether one account can stop the service for everybody with its status pages. */
export const fullPages: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
