import { expectData, expectError, expectPage, idOf, needed, type Row, row } from "../Row.ts"
import { color, flag, id, integer, list, number, oneOf, orNull, text, time } from "../Shape.ts"

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
  row("4.4", "POST /urls", "created URL monitor, once a day by default", async ({ ask, known, later, unique }) => {
    const made = await ask("POST", "/urls", { body: { url: `page-${unique}.example.com/a` } })
    expectData(made, 201, {
      ...url,
      url: `https://page-${unique}.example.com/a`,
      status: "unknown",
      isPaused: false,
      checkInterval: 86_400
    })
    known.set("URL", idOf(made))
    later(() => ask("DELETE", `/urls/${idOf(made)}`))
  }),
  row("4.4", "GET /urls", "paginated URL monitors", async ({ ask }) => {
    expectPage(await ask("GET", "/urls"), url, 10)
    expectError(await ask("GET", "/urls?limit=51"), 400, text)
  }),
  row("4.4", "GET /urls/:id", "one URL monitor", async (scene) => {
    const own = needed(scene, "URL")
    expectData(await scene.ask("GET", `/urls/${own}`), 200, { ...url, id: own })
  }),
  row("4.4", "PATCH /urls/:id", "only provided fields change", async (scene) => {
    const body = { name: "Conformance", screenshotEnabled: false, screenshotWaitMs: 100, timeoutSeconds: 10 }
    expectData(await scene.ask("PATCH", `/urls/${needed(scene, "URL")}`, { body }), 200, { ...url, ...body })
  }),
  row("4.4", "POST /urls/:id/pause", "pauses monitoring", async (scene) => {
    expectData(await scene.ask("POST", `/urls/${needed(scene, "URL")}/pause`), 200, {
      ...url,
      isPaused: true,
      nextCheckAt: null
    })
  }),
  row("4.4", "POST /urls/:id/resume", "resumes monitoring", async (scene) => {
    expectData(await scene.ask("POST", `/urls/${needed(scene, "URL")}/resume`), 200, {
      ...url,
      isPaused: false,
      status: "unknown"
    })
  }),
  row("4.4", "GET /urls/:id/changes", "content change history, limit 1 to 50", async (scene) => {
    const path = `/urls/${needed(scene, "URL")}/changes`
    expectData(await scene.ask("GET", path), 200, [
      { id, urlId: id, detectedAt: time, summary: text, changeCount: integer }
    ])
    expectError(await scene.ask("GET", `${path}?limit=51`), 400, text)
  }),
  row("4.4", "GET /urls/:id/screenshots", "screenshot history, limit 1 to 50", async (scene) => {
    const path = `/urls/${needed(scene, "URL")}/screenshots`
    expectData(await scene.ask("GET", path), 200, [
      { id, urlId: id, capturedAt: time, imageUrl: text, thumbnailUrl: text }
    ])
    expectError(await scene.ask("GET", `${path}?limit=51`), 400, text)
  }),
  row("4.4", "PUT /urls/:id/tags", "replaces all tag assignments", async (scene) => {
    const [own, tag] = [needed(scene, "URL"), needed(scene, "tag")]
    expectData(await scene.ask("PUT", `/urls/${own}/tags`, { body: { tagIds: [tag] } }), 200, {
      ...url,
      tags: [{ id: tag, name: text, color }]
    })
    expectData(await scene.ask("PUT", `/urls/${own}/tags`, { body: { tagIds: [] } }), 200, { ...url, tags: [] })
  }),
  row("4.4", "PATCH /urls/bulk", "bulk update", async (scene) => {
    const body = { urlIds: [needed(scene, "URL"), "nothing"], updates: { name: "Bulk" } }
    expectData(await scene.ask("PATCH", "/urls/bulk", { body }), 200, {
      updated: 1,
      failed: 1,
      errors: [{ id: "nothing", message: "URL not found." }]
    })
  }),
  row("4.4", "DELETE /urls/:id", "soft delete", async (scene) => {
    const own = needed(scene, "URL")
    expectData(await scene.ask("DELETE", `/urls/${own}`), 200, { id: own, deleted: true })
    expectError(await scene.ask("GET", `/urls/${own}`), 404, "URL not found.")
  }),
  row("4.4", "DELETE /urls/bulk", "bulk delete", async ({ ask }) => {
    const body = { urlIds: ["nothing"], confirmation: "DELETE" }
    expectData(await ask("DELETE", "/urls/bulk", { body }), 200, {
      deleted: 0,
      failed: 1,
      errors: [{ id: "nothing", message: "URL not found." }]
    })
  })
]
