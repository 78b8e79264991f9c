import { expectData, expectError, expectPage, idOf, needed, type Row, row } from "../Row.ts"
import { color, flag, id, integer, list, number, oneOf, orNull, something, text, time } from "../Shape.ts"

const url = {
  id,
  url: text,
  name: text,
  status: oneOf("unknown", "active", "changed", "error"),
  isPaused: flag,
  checkInterval: integer,
  timeoutSeconds: integer,
  screenshotEnabled: flag,
  screenshotWaitMs: integer,
  request: orNull(something),
  expect: list,
  degradedAfterMs: orNull(integer),
  isDegraded: flag,
  access: oneOf("owner", "write", "read"),
  lastCheckedAt: orNull(time),
  nextCheckAt: orNull(time),
  lastChangedAt: orNull(time),
  changeCount: integer,
  lastStatusCode: orNull(integer),
  lastResponseTimeMs: orNull(number),
  lastError: orNull({ code: text, message: text }),
  tags: list,
  createdAt: time,
  updatedAt: time
} as const

/** Interface 4.4. */
export const urlRows: ReadonlyArray<Row> = [
  row("4.4", "POST /urls", "created URL monitor, once a day by default", async ({ send, known, later, unique }) => {
    const made = await send("POST", "/urls", { body: { url: `page-${unique}.example.com/a` } })
    expectData(made, 201, {
      ...url,
      url: `https://page-${unique}.example.com/a`,
      status: "unknown",
      isPaused: false,
      checkInterval: 86_400
    })
    known.set("URL", idOf(made))
    later(() => send("DELETE", `/urls/${idOf(made)}`))
  }),
  row("4.4", "GET /urls", "paginated URL monitors", async ({ send }) => {
    expectPage(await send("GET", "/urls"), url, 10)
    expectError(await send("GET", "/urls?limit=51"), 400, text)
  }),
  row("4.4", "GET /urls/:id", "one URL monitor", async (fixture) => {
    const own = needed(fixture, "URL")
    expectData(await fixture.send("GET", `/urls/${own}`), 200, { ...url, id: own })
  }),
  row("4.4", "PATCH /urls/:id", "only provided fields change", async (fixture) => {
    const body = { name: "Conformance", screenshotEnabled: false, screenshotWaitMs: 100, timeoutSeconds: 10 }
    expectData(await fixture.send("PATCH", `/urls/${needed(fixture, "URL")}`, { body }), 200, { ...url, ...body })
  }),
  row("4.4", "POST /urls/:id/pause", "pauses monitoring", async (fixture) => {
    expectData(await fixture.send("POST", `/urls/${needed(fixture, "URL")}/pause`), 200, {
      ...url,
      isPaused: true,
      nextCheckAt: null
    })
  }),
  row("4.4", "POST /urls/:id/resume", "resumes monitoring", async (fixture) => {
    expectData(await fixture.send("POST", `/urls/${needed(fixture, "URL")}/resume`), 200, {
      ...url,
      isPaused: false,
      status: "unknown"
    })
  }),
  row("4.4", "GET /urls/:id/changes", "content change history, limit 1 to 50", async (fixture) => {
    const path = `/urls/${needed(fixture, "URL")}/changes`
    expectData(await fixture.send("GET", path), 200, [
      { id, urlId: id, detectedAt: time, summary: text, changeCount: integer }
    ])
    expectError(await fixture.send("GET", `${path}?limit=51`), 400, text)
  }),
  row("extensions 4", "GET /urls/:id/changes/:changeId", "an unknown change is a 404", async (fixture) => {
    const path = `/urls/${needed(fixture, "URL")}/changes`
    expectError(await fixture.send("GET", `${path}/nothing`), 404, "Change not found.")
    const message = "before must be the id of a change of this URL."
    expectError(await fixture.send("GET", `${path}?before=nothing`), 400, message)
  }),
  row("extensions 4", "PUT /urls/:id/changes/:changeId/seen", "an unknown change is a 404", async (fixture) => {
    const path = `/urls/${needed(fixture, "URL")}/changes/nothing/seen`
    expectError(await fixture.send("PUT", path), 404, "Change not found.")
  }),
  row("extensions 4", "DELETE /urls/:id/changes/:changeId/seen", "an unknown change is a 404", async (fixture) => {
    const path = `/urls/${needed(fixture, "URL")}/changes/nothing/seen`
    expectError(await fixture.send("DELETE", path), 404, "Change not found.")
  }),
  row("extensions 4", "PUT /urls/:id/changes/seen", "marks all changes as seen by the caller", async (fixture) => {
    const own = needed(fixture, "URL")
    expectData(await fixture.send("PUT", `/urls/${own}/changes/seen`), 200, { urlId: own, unseenChanges: 0 })
  }),
  row("extensions 4", "GET /urls/:id/timeline", "response times, availability, changes and gaps", async (fixture) => {
    const path = `/urls/${needed(fixture, "URL")}/timeline`
    expectData(await fixture.send("GET", `${path}?range=7d`), 200, {
      range: "7d",
      start: integer,
      end: integer,
      bucketSeconds: 3_600,
      fields: [text],
      buckets: list,
      days: list,
      incidents: list,
      gaps: list,
      changes: list
    })
    expectError(await fixture.send("GET", `${path}?range=1y`), 400, "range must be one of: 24h, 7d, 30d, 90d.")
  }),
  row("4.4", "GET /urls/:id/screenshots", "screenshot history, limit 1 to 50", async (fixture) => {
    const path = `/urls/${needed(fixture, "URL")}/screenshots`
    expectData(await fixture.send("GET", path), 200, [
      { id, urlId: id, capturedAt: time, imageUrl: text, thumbnailUrl: text }
    ])
    expectError(await fixture.send("GET", `${path}?limit=51`), 400, text)
  }),
  row("4.4", "PUT /urls/:id/tags", "replaces all tag assignments", async (fixture) => {
    const [own, tag] = [needed(fixture, "URL"), needed(fixture, "tag")]
    expectData(await fixture.send("PUT", `/urls/${own}/tags`, { body: { tagIds: [tag] } }), 200, {
      ...url,
      tags: [{ id: tag, name: text, color }]
    })
    expectData(await fixture.send("PUT", `/urls/${own}/tags`, { body: { tagIds: [] } }), 200, { ...url, tags: [] })
  }),
  row("4.4", "PATCH /urls/bulk", "bulk update", async (fixture) => {
    const body = { urlIds: [needed(fixture, "URL"), "nothing"], updates: { name: "Bulk" } }
    expectData(await fixture.send("PATCH", "/urls/bulk", { body }), 200, {
      updated: 1,
      failed: 1,
      errors: [{ id: "nothing", message: "URL not found." }]
    })
  }),
  row("4.4", "DELETE /urls/:id", "soft delete", async (fixture) => {
    const own = needed(fixture, "URL")
    expectData(await fixture.send("DELETE", `/urls/${own}`), 200, { id: own, deleted: true })
    expectError(await fixture.send("GET", `/urls/${own}`), 404, "URL not found.")
  }),
  row("4.4", "DELETE /urls/bulk", "bulk delete", async ({ send }) => {
    const body = { urlIds: ["nothing"], confirmation: "DELETE" }
    expectData(await send("DELETE", "/urls/bulk", { body }), 200, {
      deleted: 0,
      failed: 1,
      errors: [{ id: "nothing", message: "URL not found." }]
    })
  })
]
