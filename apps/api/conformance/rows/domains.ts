import { expectData, expectError, expectPage, expectThat, idOf, needed, type Row, row, type Fixture } from "../Row.ts"
import { color, flag, id, integer, list, number, oneOf, orNull, something, text, time } from "../Shape.ts"

const domain = {
  id,
  url: text,
  hostname: text,
  name: text,
  status: oneOf("unknown", "up", "down", "paused"),
  isPaused: flag,
  isDegraded: flag,
  access: oneOf("owner", "write", "read"),
  checkInterval: integer,
  timeoutSeconds: integer,
  emailHealthEnabled: flag,
  emailHealthInterval: integer,
  ccEmails: list,
  screenshotOnFailure: flag,
  cardColor: color,
  dkimSelectors: list,
  request: orNull(something),
  expect: list,
  degradedAfterMs: orNull(integer),
  dnsWatch: orNull(something),
  lastCheckedAt: orNull(time),
  nextCheckAt: orNull(time),
  statusChangedAt: orNull(time),
  lastStatusCode: orNull(integer),
  lastResponseTimeMs: orNull(number),
  lastError: orNull({ code: text, message: text }),
  uptime: { last24h: orNull(number), last7d: orNull(number), last30d: orNull(number) },
  ssl: orNull(something),
  domainExpiry: orNull(something),
  emailHealth: orNull(something),
  redirect: orNull(something),
  tags: list,
  createdAt: time,
  updatedAt: time
} as const

export const incident = {
  id,
  domainId: id,
  domainName: text,
  domainUrl: text,
  status: oneOf("open", "resolved"),
  resolution: oneOf("recovered", "paused", "deleted", null),
  startedAt: time,
  resolvedAt: orNull(time),
  durationSeconds: integer,
  triggerStatusCode: orNull(integer),
  resolutionStatusCode: orNull(integer),
  triggerError: orNull({ code: text, message: text }),
  triggerScreenshotUrl: orNull(text),
  resolutionScreenshotUrl: orNull(text),
  acknowledgement: orNull({
    at: time,
    by: orNull(text),
    via: oneOf("dashboard", "api", "link", "app"),
    channel: orNull(text),
    note: orNull(text)
  }),
  checks: list
} as const

const check = {
  id,
  domainId: id,
  checkedAt: time,
  status: oneOf("up", "down", "unknown"),
  statusCode: orNull(integer),
  timings: something,
  location: text
}

const add = async (fixture: Fixture, what: string): Promise<void> => {
  const url = `${what.replaceAll(" ", "-")}-${fixture.unique}.example.com`
  const made = await fixture.send("POST", "/domains", { body: { url } })
  expectData(made, 201, {
    ...domain,
    url: `https://${url}`,
    hostname: url,
    name: url,
    status: "unknown",
    isPaused: false,
    access: "owner"
  })
  const own = idOf(made)
  fixture.known.set(what, own)
  fixture.later(() => fixture.send("DELETE", `/domains/${own}`))
}

const minimum = ({ account }: Fixture): number => Number(account.limits["minCheckIntervalDomains"])

/** Interface 4.2. */
export const domainRows: ReadonlyArray<Row> = [
  row("4.2", "POST /domains", "the created domain", async (fixture) => {
    await add(fixture, "domain")
    await add(fixture, "second domain")
  }),
  row("4.2", "GET /domains", "paginated domains, newest created first", async ({ send, known }) => {
    const response = await send("GET", "/domains")
    expectPage(response, domain, 10)
    expectThat(
      response.data["0"] !== undefined && Object(response.data["0"]).id === known.get("second domain"),
      "the newest is not the first"
    )
    expectPage(await send("GET", "/domains?page=1&limit=1"), domain, 1)
  }),
  row("4.2", "GET /domains", "page and limit have ranges", async ({ send }) => {
    expectError(await send("GET", "/domains?limit=51"), 400, text)
    expectError(await send("GET", "/domains?limit=0"), 400, text)
    expectError(await send("GET", "/domains?page=0"), 400, text)
  }),
  row("4.2", "GET /domains/:id", "one domain", async (fixture) => {
    const own = needed(fixture, "domain")
    expectData(await fixture.send("GET", `/domains/${own}`), 200, { ...domain, id: own })
  }),
  row("4.2", "PATCH /domains/:id", "only provided fields change", async (fixture) => {
    const checkInterval = Math.max(minimum(fixture), 1_200)
    const body = {
      name: "Conformance",
      checkInterval,
      timeoutSeconds: 10,
      ccEmails: [],
      screenshotOnFailure: false,
      emailHealthInterval: 90_000,
      cardColor: "#123456"
    }
    const response = await fixture.send("PATCH", `/domains/${needed(fixture, "domain")}`, { body })
    expectData(response, 200, { ...domain, ...body, ccEmails: [] })
    expectData(await fixture.send("PATCH", `/domains/${needed(fixture, "domain")}`, { body: { name: "Again" } }), 200, {
      ...domain,
      ...body,
      ccEmails: [],
      name: "Again"
    })
  }),
  row("4.2", "PATCH /domains/:id", "checkInterval must be at least the plan minimum", async (fixture) => {
    const response = await fixture.send("PATCH", `/domains/${needed(fixture, "domain")}`, {
      body: { checkInterval: 59 }
    })
    if (minimum(fixture) > 59) expectError(response, 403, text)
    else expectData(response, 200, { ...domain, checkInterval: 59 })
  }),
  row("4.2", "POST /domains/:id/pause", "pauses monitoring at once", async (fixture) => {
    const response = await fixture.send("POST", `/domains/${needed(fixture, "domain")}/pause`)
    expectData(response, 200, { ...domain, status: "paused", isPaused: true, nextCheckAt: null })
  }),
  row("4.2", "POST /domains/:id/resume", "state resets to unknown", async (fixture) => {
    const response = await fixture.send("POST", `/domains/${needed(fixture, "domain")}/resume`)
    expectData(response, 200, { ...domain, status: "unknown", isPaused: false })
  }),
  row("4.2", "GET /domains/:id/incidents", "up to the 20 most recent incidents", async (fixture) => {
    expectData(await fixture.send("GET", `/domains/${needed(fixture, "domain")}/incidents`), 200, [incident])
  }),
  row("extensions 4", "GET /domains/:id/timeline", "response times, uptime, incidents and gaps", async (fixture) => {
    const path = `/domains/${needed(fixture, "domain")}/timeline`
    expectData(await fixture.send("GET", `${path}?range=7d`), 200, {
      range: "7d",
      start: integer,
      end: integer,
      bucketSeconds: 3_600,
      fields: [text],
      buckets: list,
      days: [{ day: text, checks: integer, failures: integer, uptime: orNull(number), incidents: integer }],
      incidents: list,
      gaps: list
    })
    expectError(await fixture.send("GET", `${path}?range=1y`), 400, "range must be one of: 24h, 7d, 30d, 90d.")
  }),
  row("4.2", "GET /domains/:id/history", "check records; hours 1 to 720", async (fixture) => {
    const path = `/domains/${needed(fixture, "domain")}/history`
    expectData(await fixture.send("GET", path), 200, [check])
    expectData(await fixture.send("GET", `${path}?hours=720`), 200, [check])
    expectError(await fixture.send("GET", `${path}?hours=721`), 400, text)
  }),
  row("4.2", "POST /domains/:id/email-health", "the result for the domain", async (fixture) => {
    const response = await fixture.send("POST", `/domains/${needed(fixture, "domain")}/email-health`)
    expectData(response, 200, {
      domain: text,
      mx: something,
      spf: something,
      dkim: something,
      dmarc: something,
      blacklist: something,
      cached: flag,
      findings: list
    })
  }),
  row("extensions 4", "GET /domains/:id/email-health/history", "results; limit 1 to 365", async (fixture) => {
    const path = `/domains/${needed(fixture, "domain")}/email-health/history`
    expectData(await fixture.send("GET", path), 200, list)
    expectError(await fixture.send("GET", `${path}?limit=366`), 400, text)
  }),
  row("4.2", "PATCH /domains/bulk", "partial failures are reported in errors", async (fixture) => {
    const body = { domainIds: [needed(fixture, "domain"), "nothing"], updates: { name: "Bulk" } }
    expectData(await fixture.send("PATCH", "/domains/bulk", { body }), 200, {
      updated: 1,
      failed: 1,
      errors: [{ id: "nothing", message: "Domain not found." }]
    })
  }),
  row("4.2", "DELETE /domains/bulk", "confirmation is exactly DELETE", async (fixture) => {
    const domainIds = [needed(fixture, "second domain")]
    expectError(
      await fixture.send("DELETE", "/domains/bulk", { body: { domainIds, confirmation: "delete" } }),
      400,
      text
    )
    expectData(await fixture.send("DELETE", "/domains/bulk", { body: { domainIds, confirmation: "DELETE" } }), 200, {
      deleted: 1,
      failed: 0,
      errors: []
    })
  }),
  row("4.2", "PUT /domains/:id/tags", "replaces all tags; an empty array removes all", async (fixture) => {
    const [own, tag] = [needed(fixture, "domain"), needed(fixture, "tag")]
    expectData(await fixture.send("PUT", `/domains/${own}/tags`, { body: { tagIds: [tag] } }), 200, {
      ...domain,
      tags: [{ id: tag, name: text, color }]
    })
    expectData(await fixture.send("PUT", `/domains/${own}/tags`, { body: { tagIds: [] } }), 200, {
      ...domain,
      tags: []
    })
    expectError(
      await fixture.send("PUT", `/domains/${own}/tags`, { body: { tagIds: ["nothing"] } }),
      404,
      "Tag not found."
    )
  }),
  row("4.2", "DELETE /domains/:id", "soft delete", async (fixture) => {
    const own = needed(fixture, "domain")
    expectData(await fixture.send("DELETE", `/domains/${own}`), 200, { id: own, deleted: true })
    expectError(await fixture.send("GET", `/domains/${own}`), 404, "Domain not found.")
  })
]
