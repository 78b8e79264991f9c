import { expectData, expectError, expectPage, expectThat, idOf, needed, type Row, row, type Scene } from "../Row.ts"
import { color, flag, id, integer, list, number, oneOf, orNull, something, text, time } from "../Shape.ts"

export const domain = {
  id,
  url: text,
  hostname: text,
  name: text,
  status: oneOf("unknown", "up", "down", "paused"),
  isPaused: flag,
  access: oneOf("owner", "write", "read"),
  checkInterval: integer,
  timeoutSeconds: integer,
  emailHealthInterval: integer,
  ccEmails: list,
  screenshotOnFailure: flag,
  cardColor: color,
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
  looks: list
} as const

const look = {
  id,
  domainId: id,
  checkedAt: time,
  status: oneOf("up", "down", "unknown"),
  statusCode: orNull(integer),
  timings: something,
  location: text
}

const add = async (scene: Scene, what: string): Promise<void> => {
  const url = `${what.replaceAll(" ", "-")}-${scene.unique}.example.com`
  const made = await scene.ask("POST", "/domains", { body: { url } })
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
  scene.known.set(what, own)
  scene.later(() => scene.ask("DELETE", `/domains/${own}`))
}

const minimum = ({ account }: Scene): number => Number(account.limits["minCheckIntervalDomains"])

/** Interface 4.2. */
export const domainRows: ReadonlyArray<Row> = [
  row("4.2", "POST /domains", "the created domain", async (scene) => {
    await add(scene, "domain")
    await add(scene, "second domain")
  }),
  row("4.2", "GET /domains", "paginated domains, newest created first", async ({ ask, known }) => {
    const answer = await ask("GET", "/domains")
    expectPage(answer, domain, 10)
    expectThat(
      answer.data["0"] !== undefined && Object(answer.data["0"]).id === known.get("second domain"),
      "the newest is not the first"
    )
    expectPage(await ask("GET", "/domains?page=1&limit=1"), domain, 1)
  }),
  row("4.2", "GET /domains", "page and limit have ranges", async ({ ask }) => {
    expectError(await ask("GET", "/domains?limit=51"), 400, text)
    expectError(await ask("GET", "/domains?limit=0"), 400, text)
    expectError(await ask("GET", "/domains?page=0"), 400, text)
  }),
  row("4.2", "GET /domains/:id", "one domain", async (scene) => {
    const own = needed(scene, "domain")
    expectData(await scene.ask("GET", `/domains/${own}`), 200, { ...domain, id: own })
  }),
  row("4.2", "PATCH /domains/:id", "only provided fields change", async (scene) => {
    const checkInterval = Math.max(minimum(scene), 1_200)
    const body = {
      name: "Conformance",
      checkInterval,
      timeoutSeconds: 10,
      ccEmails: [],
      screenshotOnFailure: false,
      emailHealthInterval: 90_000,
      cardColor: "#123456"
    }
    const answer = await scene.ask("PATCH", `/domains/${needed(scene, "domain")}`, { body })
    expectData(answer, 200, { ...domain, ...body, ccEmails: [] })
    expectData(await scene.ask("PATCH", `/domains/${needed(scene, "domain")}`, { body: { name: "Again" } }), 200, {
      ...domain,
      ...body,
      ccEmails: [],
      name: "Again"
    })
  }),
  row("4.2", "PATCH /domains/:id", "checkInterval must be at least the plan minimum", async (scene) => {
    const answer = await scene.ask("PATCH", `/domains/${needed(scene, "domain")}`, { body: { checkInterval: 59 } })
    if (minimum(scene) > 59) expectError(answer, 403, text)
    else expectData(answer, 200, { ...domain, checkInterval: 59 })
  }),
  row("4.2", "POST /domains/:id/pause", "pauses monitoring at once", async (scene) => {
    const answer = await scene.ask("POST", `/domains/${needed(scene, "domain")}/pause`)
    expectData(answer, 200, { ...domain, status: "paused", isPaused: true, nextCheckAt: null })
  }),
  row("4.2", "POST /domains/:id/resume", "state resets to unknown", async (scene) => {
    const answer = await scene.ask("POST", `/domains/${needed(scene, "domain")}/resume`)
    expectData(answer, 200, { ...domain, status: "unknown", isPaused: false })
  }),
  row("4.2", "GET /domains/:id/incidents", "up to the 20 most recent incidents", async (scene) => {
    expectData(await scene.ask("GET", `/domains/${needed(scene, "domain")}/incidents`), 200, [incident])
  }),
  row("4.2", "GET /domains/:id/history", "check records; hours 1 to 720", async (scene) => {
    const path = `/domains/${needed(scene, "domain")}/history`
    expectData(await scene.ask("GET", path), 200, [look])
    expectData(await scene.ask("GET", `${path}?hours=720`), 200, [look])
    expectError(await scene.ask("GET", `${path}?hours=721`), 400, text)
  }),
  row("4.2", "POST /domains/:id/email-health", "the result for the domain", async (scene) => {
    const answer = await scene.ask("POST", `/domains/${needed(scene, "domain")}/email-health`)
    expectData(answer, 200, {
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
  row("4.2", "PATCH /domains/bulk", "partial failures are reported in errors", async (scene) => {
    const body = { domainIds: [needed(scene, "domain"), "nothing"], updates: { name: "Bulk" } }
    expectData(await scene.ask("PATCH", "/domains/bulk", { body }), 200, {
      updated: 1,
      failed: 1,
      errors: [{ id: "nothing", message: "Domain not found." }]
    })
  }),
  row("4.2", "DELETE /domains/bulk", "confirmation is exactly DELETE", async (scene) => {
    const domainIds = [needed(scene, "second domain")]
    expectError(await scene.ask("DELETE", "/domains/bulk", { body: { domainIds, confirmation: "delete" } }), 400, text)
    expectData(await scene.ask("DELETE", "/domains/bulk", { body: { domainIds, confirmation: "DELETE" } }), 200, {
      deleted: 1,
      failed: 0,
      errors: []
    })
  }),
  row("4.2", "PUT /domains/:id/tags", "replaces all tags; an empty array removes all", async (scene) => {
    const [own, tag] = [needed(scene, "domain"), needed(scene, "tag")]
    expectData(await scene.ask("PUT", `/domains/${own}/tags`, { body: { tagIds: [tag] } }), 200, {
      ...domain,
      tags: [{ id: tag, name: text, color }]
    })
    expectData(await scene.ask("PUT", `/domains/${own}/tags`, { body: { tagIds: [] } }), 200, { ...domain, tags: [] })
    expectError(
      await scene.ask("PUT", `/domains/${own}/tags`, { body: { tagIds: ["nothing"] } }),
      404,
      "Tag not found."
    )
  }),
  row("4.2", "DELETE /domains/:id", "soft delete", async (scene) => {
    const own = needed(scene, "domain")
    expectData(await scene.ask("DELETE", `/domains/${own}`), 200, { id: own, deleted: true })
    expectError(await scene.ask("GET", `/domains/${own}`), 404, "Domain not found.")
  })
]
