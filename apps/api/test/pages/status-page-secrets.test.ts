// Requests to the public endpoints of status pages. MON_FUZZ_RUNS sets their number.
import { Agent } from "node:http"
import process from "node:process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ApiResponse, connectTo } from "../ApiConnection.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { makeStatusPage, type TestStatusPage } from "./statusPage.ts"

const RUNS = Number(process.env["MON_FUZZ_RUNS"] ?? 2_000)
const AT_ONCE = 16

let world: World
let api: TestApi
let open: TestStatusPage
let closed: TestStatusPage
/** The texts that the owner did not choose to show. */
let secrets: ReadonlyArray<string>
/** The texts that only readers of the private page may see. */
let inside: ReadonlyArray<string>

/**
 * Adds data to a page that its readers must not learn: drafts, windows, errors and people. Returns the texts in the
 * data.
 */
const surround = async (page: TestStatusPage): Promise<ReadonlyArray<string>> => {
  const { key } = page.owner
  const post = async (path: string, body: object) => {
    const { status, text } = await api.send("POST", `/api/v1${path}`, { key, body })
    if (status !== 201) throw new Error(`${path}: ${text}`)
  }
  const draft = { kind: "incident", impact: "major", isDraft: true }
  await post(`/status-pages/${page.id}/posts`, { ...draft, title: "Unpublished title", body: "Unpublished words" })
  const shown = { kind: "incident", impact: "major", componentIds: [page.componentId], notifySubscribers: false }
  await post(`/status-pages/${page.id}/posts`, { ...shown, title: "Slow orders", body: "We are working on it." })
  await post("/maintenance-windows", { name: "Internal window name", minutes: 60, domainIds: [page.hidden.monitorId] })
  await post("/tags", { name: "internal-tag" })
  await world.sql(
    `with down as (
       update monitor_schedule s set state = 2, status_changed_at = mon_now() - interval '1 hour'
       from monitor m where m.id = s.monitor_id and m.public_id = $1::uuid returning m.id, m.account_id
     )
     insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_error_code,
       trigger_error_message)
     select gen_random_uuid(), account_id, id, mon_now() - interval '1 hour', mon_now(), 'connect_refused',
       'connect ECONNREFUSED 10.9.8.7:443' from down`,
    page.hidden.monitorId
  )
  return [
    "Unpublished title",
    "Unpublished words",
    "Internal window name",
    "internal-tag",
    "ECONNREFUSED",
    "10.9.8.7",
    page.owner.email,
    page.owner.id,
    page.owner.membershipId,
    page.owner.key,
    page.hidden.monitorId,
    ...page.hidden.texts
  ]
}

beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi()
  const owner = (): Promise<TestAccount> => world.account("agency")
  open = await makeStatusPage(api, await owner())
  closed = await makeStatusPage(api, await owner(), {
    name: "Inner circle",
    description: "Only for partners",
    access: "password",
    password: "a password of readers"
  })
  secrets = [...(await surround(open)), ...(await surround(closed))]
  inside = ["Inner circle", "Only for partners", closed.componentId, closed.id]
})
afterAll(() => world.close())

/** Returns random numbers that are the same in every run. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

/** Returns the parts of paths that a curious reader would try. */
const parts = (): ReadonlyArray<string> => [
  "",
  "history",
  "maintenance",
  "embed",
  "incidents",
  "badge",
  "api",
  "v2",
  "v1",
  "summary.json",
  "status.json",
  "components.json",
  "incidents.json",
  "unresolved.json",
  "scheduled-maintenances",
  "upcoming.json",
  "active.json",

  "history.atom",
  "history.rss",
  "maintenance.ics",
  "badge.svg",
  "badge.json",
  "uptime.svg",
  "uptime.json",
  "access",

  "logo.png",
  "..",
  "%2e%2e",
  "%00",
  "domains",
  "monitors",
  "status-pages",
  "posts",
  "subscribers.json",
  "index.html",
  open.componentId,
  `${open.componentId}.svg`,
  `${open.componentId}.json`,
  closed.componentId,
  open.hidden.monitorId,
  closed.hidden.monitorId,
  open.id,
  closed.id,
  open.owner.id,
  "1",
  "0",
  "-1",
  "%25"
]

const ANSWERS = ["summary", "components", "incidents", "scheduled-maintenances", "scheduled-maintenances/active"]
const FILES: ReadonlyArray<string> = [
  "",
  "history/",
  "maintenance/",
  "embed/",
  "history.atom",
  "history.rss",
  "maintenance.ics",
  "badge.svg",
  ...ANSWERS.map((name) => `api/v2/${name}.json`)
]

const roots = () => [open.slug, closed.slug, open.id, closed.id, open.hidden.monitorId, open.slug.toUpperCase(), ""]
const queries = [
  "",
  "",
  "",
  "?",
  "?token=x",
  "?format=json",
  "?expand=monitors",
  "?debug=1",
  "?component_id=1",
  "?page=2"
]
const methods = ["GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"]

const headerSets: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  { Accept: "text/html" },
  { Accept: "application/json", Origin: "https://evil.example" },
  { "If-None-Match": "*" },
  { Cookie: "mon_session=x; mon_status_view=99999999999.x" },
  { "X-Forwarded-Host": "evil.example", "X-HTTP-Method-Override": "PUT" },
  { Host: "evil.example" }
]

describe("a curious reader", () => {
  it(
    `learns nothing in ${RUNS} requests that the owner did not choose to show`,
    async () => {
      const random = numbers(42)
      const pick = <A>(list: ReadonlyArray<A>): A => list[Math.floor(random() * list.length)] as A
      const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
      const send = connectTo(api.origin, agent)
      const known = parts()
      const statuses = new Map<number, number>()
      const judge = (path: string, { headers, status, text }: ApiResponse) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const answer = `${JSON.stringify(headers)}${text}`
        // The address of a redirect repeats text from the reader's request.
        const own = decodeURIComponent(path.replaceAll(/%(?![\da-f]{2})/giu, "%25"))
        const leaked = [...secrets, ...inside].filter((secret) => answer.includes(secret) && !own.includes(secret))
        expect(leaked, `${path}: ${answer.slice(0, 500)}`).toEqual([])
        expect(status, path).toBeLessThan(500)
      }
      const one = async () => {
        const depth = Math.floor(random() * 5)
        const guessed = Array.from({ length: depth }, () => pick(known)).join("/")
        const path = `/s/${pick(roots())}/${random() < 0.5 ? pick(FILES) : guessed}${pick(queries)}`
        const response = await send(pick(methods), path, { headers: pick(headerSets) })
        judge(path, response)
      }
      let left = RUNS
      const lane = async () => {
        while (left > 0) {
          left -= 1
          await one()
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lane))
      agent.destroy()
      expect(statuses.get(200) ?? 0).toBeGreaterThan(RUNS / 100)
    },
    Math.max(60_000, RUNS * 5)
  )

  it("finds nothing in the files of a page, either", async () => {
    for (const path of FILES) {
      const { status, text } = await api.send("GET", `/s/${open.slug}/${path}`)
      expect(status, path).toBe(200)
      expect(
        secrets.filter((secret) => text.includes(secret)),
        path
      ).toEqual([])
    }
  })
})
