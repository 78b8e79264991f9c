// Tests reading accounts of other tools with an API key of the account. The test servers check requests as the tools
// do.
import {
  type Behaviour,
  startBetterStack,
  startHealthchecks,
  startSite,
  startUpdown,
  startUptimeRobot,
  type VendorServer
} from "@mon/tooling/testbed"
import { afterEach, expect, it } from "vitest"
import {
  type AccountOptions,
  type AccountSource,
  accountSources,
  importAccount,
  importStatusPage
} from "../src/account.ts"
import { accountLimits } from "../src/account/readAccount.ts"
import { importMonitors } from "../src/index.ts"
import { hcCheck } from "./fixtures/heartbeats.ts"
import { better, robot, summary, updown } from "./fixtures/services.ts"

const apiKey = "k3v9-of-this-test-only"

const open: Array<{ readonly close: () => Promise<void> }> = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})
const opened = async <A extends { readonly close: () => Promise<void> }>(starting: Promise<A>): Promise<A> => {
  const server = await starting
  open.push(server)
  return server
}

const copies = (record: object, count: number, change: (index: number) => object): ReadonlyArray<object> =>
  Array.from({ length: count }, (_, index) => ({ ...record, ...change(index) }))

/** Imports without waiting, and returns the time that the import would have waited. */
const importFrom = async (source: AccountSource, origin: string, key = apiKey, options: AccountOptions = {}) => {
  const waits: Array<number> = []
  let now = Date.parse("2026-11-23T12:00:00Z")
  const result = await importAccount(source, key, {
    origin,
    now: () => now,
    pause: (milliseconds) => {
      waits.push(milliseconds / 1_000)
      now += milliseconds
      return Promise.resolve()
    },
    ...options
  })
  expect(JSON.stringify(result)).not.toContain(key)
  return { result, waits }
}

const messageOf = ({ result }: Awaited<ReturnType<typeof importFrom>>): string =>
  result.ok ? "imported" : result.message

interface Case {
  readonly source: AccountSource
  readonly start: (pageSize: number) => Promise<VendorServer>
  readonly files: ReadonlyArray<unknown>
  readonly requests: number
  /** A secret in the records. Default: `not-a-real-one`, the secret in the records of most cases. */
  readonly secret?: string
}

const robots = copies(robot, 120, (id) => ({ id, url: `https://r${id}.example.org` }))
const betters = copies(better, 70, (id) => ({
  id: String(id),
  attributes: { ...better.attributes, url: `https://b${id}.example.org` }
}))
const heartbeats = copies({ type: "heartbeat" }, 3, (id) => ({ id: `h${id}`, attributes: { name: "Backup" } }))
const updowns = copies(updown, 30, (id) => ({ token: `t${id}`, url: `https://u${id}.example.org` }))

const checks = Array.from({ length: 3 }, (_, index) => {
  const uuid = `31365bce-8da9-4729-8ff3-aaa71d56b71${index}`
  return { ...hcCheck, uuid, name: `Backup ${index}`, slug: `backup-${index}`, ping_url: `https://hc-ping.com/${uuid}` }
})

const cases: ReadonlyArray<Case> = [
  {
    source: "uptimerobot",
    start: (pageSize) => startUptimeRobot({ apiKey, monitors: robots, pageSize }),
    files: robots,
    requests: 3
  },
  {
    source: "better-stack",
    start: (pageSize) => startBetterStack({ apiKey, monitors: betters, heartbeats, pageSize }),
    files: [...betters, ...heartbeats],
    requests: 3
  },
  { source: "updown", start: () => startUpdown({ apiKey, monitors: updowns }), files: updowns, requests: 1 },
  {
    source: "healthchecks",
    start: () => startHealthchecks({ apiKey, monitors: checks }),
    files: checks,
    requests: 1,
    secret: `'${checks[0]?.uuid ?? ""}'`
  }
]

it("has a case for every tool", () => {
  expect(cases.map(({ source }) => source)).toEqual(accountSources.map(({ name }) => name))
})

it.each(cases)(
  "reads all pages of $source, as if they were a file",
  async ({ files, requests, secret, source, start }) => {
    const server = await opened(start(50))
    const { result, waits } = await importFrom(source, server.origin, ` ${apiKey}\n`)
    expect(server.arrivals.map(({ problems }) => problems)).toEqual(server.arrivals.map(() => []))
    expect(server.arrivals.length).toBe(requests)
    expect(waits).toEqual([])
    const file = await importMonitors(source, JSON.stringify({ data: files }))
    if (!result.ok || !file.ok) throw new Error("not imported")
    expect(result.document).toEqual(file.document)
    expect(result.report.counts).toEqual(file.report.counts)
    expect(result.env).toContain(secret ?? "not-a-real-one")
    expect(result.config).not.toContain(secret ?? "not-a-real-one")
  }
)

it.each(cases)("says that $source does not accept a key", async ({ source, start }) => {
  const server = await opened(start(50))
  const { key = "", title = "" } = accountSources.find(({ name }) => name === source) ?? {}
  expect(messageOf(await importFrom(source, server.origin, "another-key"))).toBe(
    `${title} does not accept the API key. Find the key under ${key}.`
  )
  expect(server.arrivals.length).toBe(1)
})

it.each<readonly [number, string]>([
  [403, "UptimeRobot says that the API key cannot list monitors. Use the key under Integrations & API"],
  [404, "UptimeRobot returned 404 instead of a list of monitors."],
  [500, "UptimeRobot has a problem: it returned 500. Try again later."],
  [503, "UptimeRobot has a problem: it returned 503. Try again later."],
  [429, "UptimeRobot is rate limiting requests. Try again later."]
])("gives up with a sentence after %i", async (status, sentence) => {
  const server = await opened(startUptimeRobot({ apiKey, monitors: robots }))
  server.behave({ status })
  const found = await importFrom("uptimerobot", server.origin)
  expect(messageOf(found)).toContain(sentence)
  const isRepeated = status === 429 || status >= 500
  expect(found.waits).toEqual(isRepeated ? [5, 5, 5] : [])
  expect(server.arrivals.length).toBe(isRepeated ? 1 + accountLimits.repetitions : 1)
})

it("waits as long as the tool asks, and goes on", async () => {
  const server = await opened(startUptimeRobot({ apiKey, monitors: robots }))
  server.behave({ status: 429, retryAfterSeconds: 42 })
  const waits: Array<number> = []
  const { result } = await importFrom("uptimerobot", server.origin, apiKey, {
    pause: (milliseconds) => {
      waits.push(milliseconds)
      if (waits.length === 10) server.behave({})
      return Promise.resolve()
    }
  })
  expect(result.ok).toBe(true)
  expect(waits).toEqual(Array.from({ length: 10 }, () => 42_000))
})

it("does not wait longer than the deadline", async () => {
  const server = await opened(startUptimeRobot({ apiKey, monitors: robots }))
  server.behave({ status: 429, retryAfterSeconds: 86_400 })
  const found = await importFrom("uptimerobot", server.origin)
  expect([messageOf(found), found.waits]).toEqual([
    "UptimeRobot is rate limiting requests. Try again in 1440 minutes.",
    []
  ])
  server.behave({ status: 429, retryAfterSeconds: 60 })
  const later = await importFrom("uptimerobot", server.origin)
  expect(messageOf(later)).toBe("UptimeRobot is rate limiting requests. Try again in 60 seconds.")
  expect(later.waits.length).toBe(14)
})

/** Starts a site that responds like a broken or hostile API. */
const site = (behaviour: Behaviour) => opened(startSite({ behaviour }))
const json = (value: unknown): Behaviour => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value)
})

it.each<readonly [string, Behaviour, string]>([
  [
    "a page of HTML",
    { headers: { "content-type": "text/html; charset=utf-8" }, body: "<h1>Sign in</h1>" },
    "UptimeRobot returned text/html instead of JSON."
  ],
  [
    "text without a type",
    { headers: { "content-type": "" }, body: "ok" },
    "UptimeRobot returned no content type instead of JSON."
  ],
  [
    "broken JSON",
    { headers: { "content-type": "application/json" }, body: '{"data": [' },
    "The response from UptimeRobot (monitors, page 1) is not valid JSON"
  ],
  ["no list", json({ user: 1 }), "The response from UptimeRobot (monitors, page 1) has no list of monitors."],
  ["a redirect", { redirectTo: "http://127.0.0.1:1/" }, "UptimeRobot returned 302 instead of a list of monitors."],
  ["a link to the same page", json({ data: [], nextLink: "/v3/monitors" }), "links to the same page of monitors again"],
  ["a closed connection", { end: "before-headers" }, "UptimeRobot cannot be reached"]
])("refuses %s", async (_, behaviour, sentence) => {
  const { origin } = await site(behaviour)
  expect(messageOf(await importFrom("uptimerobot", origin))).toContain(sentence)
})

it("refuses an answer that is too large before it has all of it", async () => {
  const { origin } = await site(() => ({
    headers: { "content-type": "application/json" },
    body: Buffer.alloc(4 * 2 ** 20 + 1, 32)
  }))
  expect(messageOf(await importFrom("uptimerobot", origin))).toContain("has more than 4194304 bytes")
})

it("sends the key to no other address, whatever a link says", async () => {
  const other = await site(json({ data: [] }))
  const first = await site(({ path }) =>
    json({ data: [], nextLink: path.includes("cursor") ? null : `${other.origin}/elsewhere?cursor=2` })
  )
  await importFrom("uptimerobot", first.origin)
  expect(first.requests.map(({ path }) => path)).toEqual(["/v3/monitors", "/v3/monitors?cursor=2"])
  expect(other.requests).toEqual([])
})

it("stops after the most requests of an import", async () => {
  let page = 0
  const endless = await site(() => json({ data: [], nextLink: `?cursor=${++page}` }))
  expect(messageOf(await importFrom("uptimerobot", endless.origin))).toBe("UptimeRobot has more than 400 pages.")
  expect(endless.requests.length).toBe(accountLimits.requests)
})

it("stops at the deadline, also if no single answer is slow", async () => {
  let page = 0
  let now = 0
  const slow = await site(() => {
    now += 60_000
    return json({ data: [], nextLink: `?cursor=${++page}` })
  })
  const found = await importFrom("uptimerobot", slow.origin, apiKey, { now: () => now })
  expect(messageOf(found)).toBe("UptimeRobot is too slow: it did not respond within 15 minutes.")
  expect(slow.requests.length).toBe(15)
})

it("ends when its signal is aborted", async () => {
  const { origin, nextRequest } = await site({ hang: "before-headers" })
  const controller = new AbortController()
  const importing = importFrom("uptimerobot", origin, apiKey, { signal: controller.signal })
  await nextRequest()
  controller.abort(new Error("stopped by a person"))
  await expect(importing).rejects.toThrow("stopped by a person")
})

it.each(["", "  ", "two words", "line\nfeed", "käse"])("refuses the key %j before it sends anything", async (key) => {
  const result = await importAccount("updown", key, { fetch: () => Promise.reject(new Error("sent")) })
  expect(result).toEqual({
    ok: false,
    message: "The updown.io API key is empty or has characters that are not allowed in a key."
  })
})

it("refuses arguments that are no source and no key", async () => {
  await expect(importAccount("gatus" as AccountSource, apiKey)).rejects.toThrow(/source must be one of: uptimerobot/u)
  await expect(importAccount("updown", 1 as unknown as string)).rejects.toThrow(TypeError)
})

it("reads a status page by its address, with redirects", async () => {
  const { origin } = await opened(
    startSite({
      behaviour: ({ path }) =>
        path === "/api/v2/summary.json"
          ? json(summary)
          : path === "/old/api/v2/summary.json"
            ? { redirectTo: "/api/v2/summary.json" }
            : { status: 404 }
    })
  )
  const files = await importMonitors("statuspage", JSON.stringify(summary))
  for (const path of ["", "/", "/?page=1#top", "/api/v2/summary.json", "/old/"]) {
    const result = await importStatusPage(`${origin}${path}`)
    expect([path, result.ok && result.document]).toEqual([path, files.ok && files.document])
  }
  expect(await importStatusPage(`${origin}/other`)).toEqual({
    ok: false,
    message: `${origin}/other/api/v2/summary.json returned 404. Only pages with the public JSON of Statuspage work.`
  })
  const html = await site({ headers: { "content-type": "text/html" }, body: "<h1>All fine</h1>" })
  expect(await importStatusPage(html.origin)).toMatchObject({
    ok: false,
    message: expect.stringContaining("returned text/html instead of JSON")
  })
  for (const address of ["status.example.com", "ftp://status.example.com", ""])
    expect(await importStatusPage(address)).toEqual({
      ok: false,
      message: "The address of a status page must be an http or https URL."
    })
})
