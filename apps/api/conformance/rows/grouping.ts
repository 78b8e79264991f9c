import { expectData, expectError, expectPage, expectThat, idOf, needed, type Row, row } from "../Row.ts"
import { color, flag, id, integer, list, oneOf, orNull, text, time } from "../Shape.ts"

const tag = {
  id,
  name: text,
  color,
  sortOrder: integer,
  domainCount: integer,
  urlCount: integer,
  createdAt: time
} as const

const types = [
  "status_change",
  "ssl_expiry",
  "ssl_invalid",
  "domain_expiry",
  "email_health_alert",
  "email_health_recovery",
  "weekly_report"
]
const status = oneOf("pending", "sent", "suppressed", "failed")
const notification = {
  id,
  type: oneOf(...types),
  kind: text,
  title: text,
  message: text,
  domainId: orNull(id),
  urlId: orNull(id),
  status,
  suppressedBy: orNull({ id, name: text }),
  channels: list,
  createdAt: time,
  sentAt: orNull(time)
} as const
const pause = { paused: flag, pausedAt: orNull(time) } as const

const webhook = {
  id,
  domainId: id,
  url: text,
  label: text,
  events: list,
  isActive: flag,
  createdAt: time,
  lastDeliveryAt: orNull(time),
  lastDeliveryStatus: orNull(text)
} as const

/** Interface 4.3: before 4.2, whose last row puts tags on a domain. */
export const tagRows: ReadonlyArray<Row> = [
  row("4.3", "POST /tags", "created tag, #6B7280 by default", async ({ send, known, later, unique }) => {
    const made = await send("POST", "/tags", { body: { name: `Conformance ${unique}` } })
    expectData(made, 201, { ...tag, name: `Conformance ${unique}`, color: "#6B7280", domainCount: 0, urlCount: 0 })
    known.set("tag", idOf(made))
    later(() => send("DELETE", `/tags/${idOf(made)}`))
  }),
  row("4.3", "POST /tags", "name is required and unique per account", async ({ send, unique }) => {
    expectError(await send("POST", "/tags", { body: {} }), 400, text)
    expectError(
      await send("POST", "/tags", { body: { name: `CONFORMANCE ${unique}` } }),
      400,
      "A tag with this name already exists."
    )
    expectError(await send("POST", "/tags", { body: { name: "x", color: "red" } }), 400, text)
  }),
  row("4.3", "GET /tags", "all account tags with domain counts", async ({ send }) => {
    expectData(await send("GET", "/tags"), 200, [tag])
  }),
  row("4.3", "PATCH /tags/:id", "updated tag", async (fixture) => {
    const own = needed(fixture, "tag")
    expectData(await fixture.send("PATCH", `/tags/${own}`, { body: { color: "#abcdef", sortOrder: 7 } }), 200, {
      ...tag,
      id: own,
      color: "#abcdef",
      sortOrder: 7
    })
    expectError(await fixture.send("PATCH", "/tags/nothing", { body: {} }), 404, "Tag not found.")
  })
]

/** Interface 4.3, last row. */
export const untagRows: ReadonlyArray<Row> = [
  row("4.3", "DELETE /tags/:id", "removes the tag", async (fixture) => {
    const own = needed(fixture, "tag")
    expectData(await fixture.send("DELETE", `/tags/${own}`), 200, { id: own, deleted: true })
    expectError(await fixture.send("DELETE", `/tags/${own}`), 404, "Tag not found.")
  })
]

/** Interface 4.6. */
export const notificationRows: ReadonlyArray<Row> = [
  row("4.6", "GET /notifications", "paginated, 20 on a page, by type", async ({ send }) => {
    expectPage(await send("GET", "/notifications"), notification, 20)
    expectPage(
      await send("GET", "/notifications?limit=50&type=status_change"),
      { ...notification, type: "status_change" },
      50
    )
    for (const query of ["type=nonsense", "limit=51", "page=0"])
      expectError(await send("GET", `/notifications?${query}`), 400, text)
  }),
  row("4.6", "GET /notifications/unread", "count of pending notifications", async ({ send }) => {
    expectData(await send("GET", "/notifications/unread"), 200, { count: integer })
  }),
  row("4.6", "GET /notifications/pause-status", "whether notifications are paused", async ({ send }) => {
    expectData(await send("GET", "/notifications/pause-status"), 200, pause)
  }),
  row("4.6", "POST /notifications/pause", "pauses, and resumes again", async ({ send, later }) => {
    const before = (await send("GET", "/notifications/pause-status")).data["paused"] === true
    later(() => send("POST", `/notifications/${before ? "pause" : "resume"}`))
    expectData(await send("POST", "/notifications/pause"), 200, { paused: true, pausedAt: time })
    expectData(await send("GET", "/settings"), 200, { notificationsPaused: true })
  }),
  row("4.6", "POST /notifications/resume", "resumes alert delivery", async ({ send }) => {
    expectData(await send("POST", "/notifications/resume"), 200, { paused: false, pausedAt: null })
    expectData(await send("GET", "/notifications/pause-status"), 200, { paused: false, pausedAt: null })
  })
]

/** Interface 4.8. */
export const webhookRows: ReadonlyArray<Row> = [
  row("4.8", "POST /webhooks", "created webhook with its secret", async (fixture) => {
    const url = `https://hooks-${fixture.unique}.example.com/in`
    const body = { domainId: needed(fixture, "domain"), url, label: "Conformance", events: ["status_change", "test"] }
    const made = await fixture.send("POST", "/webhooks", { body })
    expectData(made, 201, { ...webhook, url, label: "Conformance", isActive: true, secret: text })
    expectThat(/^whsec_[A-Za-z0-9+/]{43}=$/u.test(String(made.data["secret"])), "the secret has the wrong format")
    fixture.known.set("webhook", idOf(made))
    fixture.later(() => fixture.send("DELETE", `/webhooks/${idOf(made)}`))
  }),
  row("4.8", "POST /webhooks", "the URL is HTTPS and public, events are known", async (fixture) => {
    const good = { domainId: needed(fixture, "domain"), url: "https://hooks.example.com/", events: ["test"] }
    for (const wrong of [
      { url: "http://hooks.example.com/" },
      { url: "https://127.0.0.1/" },
      { events: [] },
      { events: ["nonsense"] }
    ]) {
      expectError(await fixture.send("POST", "/webhooks", { body: { ...good, ...wrong } }), 400, text)
    }
    expectError(
      await fixture.send("POST", "/webhooks", { body: { ...good, domainId: "nothing" } }),
      404,
      "Domain not found."
    )
  }),
  row("4.8", "GET /webhooks", "webhooks, of one domain or of all", async (fixture) => {
    expectData(await fixture.send("GET", "/webhooks"), 200, [webhook])
    const response = await fixture.send("GET", `/webhooks?domainId=${needed(fixture, "domain")}`)
    expectData(response, 200, [webhook])
    expectThat(!JSON.stringify(response.body).includes("whsec_"), "the secret is shown again")
  }),
  row("4.8", "POST /webhooks/:id/test", "sends a test event", async (fixture) => {
    const response = await fixture.send("POST", `/webhooks/${needed(fixture, "webhook")}/test`)
    expectData(response, 200, {
      delivered: flag,
      statusCode: orNull(integer),
      responseTimeMs: orNull(integer),
      error: orNull({ message: text })
    })
    expectError(await fixture.send("POST", "/webhooks/nothing/test"), 404, "Webhook not found.")
  }),
  row("4.8", "DELETE /webhooks/:id", "deletes the webhook", async (fixture) => {
    const own = needed(fixture, "webhook")
    expectData(await fixture.send("DELETE", `/webhooks/${own}`), 200, { id: own, deleted: true })
    expectError(await fixture.send("DELETE", `/webhooks/${own}`), 404, "Webhook not found.")
  })
]
