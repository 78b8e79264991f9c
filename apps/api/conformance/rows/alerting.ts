import { expectData, expectError, expectPage, idOf, needed, type Row, row } from "../Row.ts"
import { flag, id, integer, list, oneOf, orNull, text, time } from "../Shape.ts"

const ABSENT = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const NO_CHANNEL = "Channel not found."
const NO_ROUTE = "Route not found."
const NO_WINDOW = "Maintenance window not found."

const channel = {
  id,
  kind: text,
  name: text,
  settings: { topic: "***" },
  inDefaultRoute: flag,
  quietHours: orNull({ start: text, end: text, days: list, timezone: text }),
  isActive: flag,
  stoppedBy: orNull(oneOf("owner", "refused", "failing", "plan")),
  createdAt: time,
  lastDeliveryAt: orNull(time),
  lastDeliveryStatus: orNull(text),
  failingSince: orNull(time)
} as const

const kind = {
  kind: text,
  name: text,
  about: text,
  steps: [text],
  appearance: text,
  settings: [
    { name: text, label: text, help: text, example: text, isSealed: flag, isOptional: flag, maximum: integer }
  ],
  inPlan: flag
} as const

const target = { afterMinutes: integer, targets: list } as const
const route = {
  id,
  name: text,
  position: integer,
  kinds: list,
  severities: list,
  scope: oneOf("all", "chosen"),
  monitorIds: list,
  tagIds: list,
  steps: [target],
  reminderMinutes: orNull(integer),
  stoppedBy: orNull(oneOf("plan", "targets")),
  createdAt: time
} as const

const occurrence = { startsAt: time, endsAt: time } as const
const window = {
  id,
  name: text,
  state: oneOf("active", "scheduled", "stopped", "ended"),
  startsAt: time,
  minutes: integer,
  timezone: text,
  recurrence: orNull(text),
  wholeAccount: flag,
  domainIds: list,
  urlIds: list,
  tagIds: list,
  current: orNull(occurrence),
  next: orNull(occurrence),
  canEdit: flag,
  createdAt: time,
  endedAt: orNull(time)
} as const

const alerting = (endpoint: string, says: string, judge: Row["judge"]): Row =>
  row("extensions 5", endpoint, says, judge)

/** Alert channels. No row sends a message. */
const channelRows: ReadonlyArray<Row> = [
  alerting("GET /channels/kinds", "what each kind needs, in English or German", async ({ send }) => {
    expectData(await send("GET", "/channels/kinds"), 200, [kind])
    expectData(await send("GET", "/channels/kinds?language=de"), 200, [kind])
    expectError(await send("GET", "/channels/kinds?language=fr"), 400, "language must be one of: en, de.")
  }),
  alerting("POST /channels", "a created channel does not show its secrets", async ({ known, later, send, unique }) => {
    const body = { kind: "ntfy", name: `Conformance ${unique}`, settings: { topic: `conformance-${unique}` } }
    const made = await send("POST", "/channels", { body: { ...body, inDefaultRoute: false } })
    expectData(made, 201, { ...channel, kind: "ntfy", name: body.name, inDefaultRoute: false, stoppedBy: null })
    known.set("channel", idOf(made))
    later(() => send("DELETE", `/channels/${idOf(made)}`))
    expectError(await send("POST", "/channels", { body: { kind: "fax", settings: {} } }), 400, text)
    expectError(await send("POST", "/channels", { body: { kind: "ntfy", settings: {} } }), 400, text)
    const inside = { kind: "gotify", settings: { server: "https://10.0.0.1", token: "AXXXXXXXXXXXXXX" } }
    expectError(await send("POST", "/channels", { body: inside }), 400, text)
  }),
  alerting("POST /channels/from-url", "only what Apprise URLs of messages say", async ({ send }) => {
    expectError(await send("POST", "/channels/from-url", { body: { url: "file:///etc/passwd" } }), 400, text)
  }),
  alerting("POST /channels/test", "needs valid settings", async ({ send }) => {
    expectError(await send("POST", "/channels/test", { body: { kind: "ntfy", settings: {} } }), 400, text)
  }),
  alerting("GET /channels", "all channels of the account", async ({ send }) => {
    expectData(await send("GET", "/channels"), 200, [{ ...channel, settings: {} }])
  }),
  alerting("GET /channels/:id", "one channel; an unknown one is a 404", async (fixture) => {
    expectData(await fixture.send("GET", `/channels/${needed(fixture, "channel")}`), 200, channel)
    expectError(await fixture.send("GET", `/channels/${ABSENT}`), 404, NO_CHANNEL)
  }),
  alerting("PATCH /channels/:id", "changes the given fields; *** keeps a secret", async (fixture) => {
    const path = `/channels/${needed(fixture, "channel")}`
    const changed = await fixture.send("PATCH", path, { body: { isActive: false, settings: { topic: "***" } } })
    expectData(changed, 200, { ...channel, isActive: false, stoppedBy: "owner" })
    expectError(await fixture.send("PATCH", `/channels/${ABSENT}`, { body: { name: "x" } }), 404, NO_CHANNEL)
  }),
  alerting("GET /channels/:id/deliveries", "the newest messages; limit 1 to 50", async (fixture) => {
    const path = `/channels/${needed(fixture, "channel")}/deliveries`
    expectData(await fixture.send("GET", path), 200, [])
    expectError(await fixture.send("GET", `${path}?limit=51`), 400, text)
  }),
  alerting("POST /channels/:id/test", "an unknown channel is a 404", async ({ send }) => {
    expectError(await send("POST", `/channels/${ABSENT}/test`), 404, NO_CHANNEL)
  })
]

/** Routes of alerts. */
const routeRows: ReadonlyArray<Row> = [
  alerting("POST /routes", "steps with growing delays, and reminders", async (fixture) => {
    const { known, later, send, unique } = fixture
    const steps = [
      { afterMinutes: 0, targets: ["email"] },
      { afterMinutes: 10, targets: [needed(fixture, "channel")] }
    ]
    const made = await send("POST", "/routes", {
      body: { name: `Conformance ${unique}`, kinds: ["flapping"], steps, reminderMinutes: 60 }
    })
    expectData(made, 201, { ...route, reminderMinutes: 60, scope: "all" })
    known.set("route", idOf(made))
    later(() => send("DELETE", `/routes/${idOf(made)}`))
    expectError(await send("POST", "/routes", { body: { name: "x", steps: [] } }), 400, text)
    const shrinking = [steps[1], { ...steps[0], afterMinutes: 5 }]
    expectError(await send("POST", "/routes", { body: { name: "x", steps: shrinking } }), 400, text)
    const chosen = { name: "x", steps: [steps[0]], scope: "chosen" }
    expectError(await send("POST", "/routes", { body: chosen }), 400, text)
  }),
  alerting("GET /routes", "all routes by position", async ({ send }) => {
    expectData(await send("GET", "/routes"), 200, [route])
  }),
  alerting("PATCH /routes/:id", "changes the given fields; an unknown one is a 404", async (fixture) => {
    const path = `/routes/${needed(fixture, "route")}`
    expectData(await fixture.send("PATCH", path, { body: { reminderMinutes: null } }), 200, {
      ...route,
      reminderMinutes: null
    })
    expectError(await fixture.send("PATCH", path, { body: { reminderMinutes: 4 } }), 400, text)
    expectError(await fixture.send("PATCH", `/routes/${ABSENT}`, { body: { name: "x" } }), 404, NO_ROUTE)
  }),
  alerting("GET /routes/simulation", "who would be notified, and when", async (fixture) => {
    const domain = needed(fixture, "domain")
    expectData(await fixture.send("GET", `/routes/simulation?monitorId=${domain}&kind=flapping`), 200, {
      monitorId: id,
      kind: "flapping",
      severity: text,
      at: time,
      routeId: orNull(id),
      moments: list,
      hasMore: flag
    })
    expectError(await fixture.send("GET", `/routes/simulation?monitorId=${ABSENT}`), 404, text)
  }),
  alerting("DELETE /routes/:id", "ends its reminders; an unknown one is a 404", async (fixture) => {
    const path = `/routes/${needed(fixture, "route")}`
    expectData(await fixture.send("DELETE", path), 200, { id, deleted: true })
    expectError(await fixture.send("DELETE", path), 404, NO_ROUTE)
  }),
  alerting("DELETE /channels/:id", "sends nothing that waits; an unknown one is a 404", async (fixture) => {
    const path = `/channels/${needed(fixture, "channel")}`
    expectData(await fixture.send("DELETE", path), 200, { id, deleted: true })
    expectError(await fixture.send("DELETE", path), 404, NO_CHANNEL)
  })
]

/** Maintenance windows. */
const windowRows: ReadonlyArray<Row> = [
  alerting("POST /maintenance-windows", "now, or by a recurrence rule", async (fixture) => {
    const { known, later, send, unique } = fixture
    const domainIds = [needed(fixture, "domain")]
    const body = { name: `Conformance ${unique}`, minutes: 30, domainIds }
    const made = await send("POST", "/maintenance-windows", { body })
    expectData(made, 201, { ...window, state: "active", current: occurrence, next: null })
    known.set("window", idOf(made))
    later(() => send("DELETE", `/maintenance-windows/${idOf(made)}`))
    expectError(await send("POST", "/maintenance-windows", { body: { ...body, minutes: 0 } }), 400, text)
    expectError(await send("POST", "/maintenance-windows", { body: { ...body, timezone: "Mars/Base" } }), 400, text)
  }),
  alerting("GET /maintenance-windows/preview", "the next occurrences of a rule", async ({ send }) => {
    const query = "startsAt=2027-01-03T01:00:00Z&minutes=60&timezone=Europe/Berlin&recurrence=FREQ=WEEKLY;BYDAY=SU"
    expectData(await send("GET", `/maintenance-windows/preview?${query}`), 200, {
      recurrence: orNull(text),
      occurrences: [occurrence]
    })
  }),
  alerting("GET /maintenance-windows", "all windows; limit 1 to 100", async ({ send }) => {
    expectPage(await send("GET", "/maintenance-windows"), window, 50)
    expectError(await send("GET", "/maintenance-windows?limit=101"), 400, text)
  }),
  alerting("GET /maintenance-windows/:id", "one window; an unknown one is a 404", async (fixture) => {
    expectData(await fixture.send("GET", `/maintenance-windows/${needed(fixture, "window")}`), 200, window)
    expectError(await fixture.send("GET", `/maintenance-windows/${ABSENT}`), 404, NO_WINDOW)
  }),
  alerting("PATCH /maintenance-windows/:id", "changes the given fields", async (fixture) => {
    const path = `/maintenance-windows/${needed(fixture, "window")}`
    expectData(await fixture.send("PATCH", path, { body: { minutes: 45 } }), 200, { ...window, minutes: 45 })
    expectError(await fixture.send("PATCH", `/maintenance-windows/${ABSENT}`, { body: { minutes: 5 } }), 404, NO_WINDOW)
  }),
  alerting("POST /maintenance-windows/:id/end", "ends the window now", async (fixture) => {
    const path = `/maintenance-windows/${needed(fixture, "window")}/end`
    expectData(await fixture.send("POST", path), 200, { ...window, state: "ended", current: null, next: null })
  }),
  alerting("DELETE /maintenance-windows/:id", "an unknown window is a 404", async (fixture) => {
    const path = `/maintenance-windows/${needed(fixture, "window")}`
    expectData(await fixture.send("DELETE", path), 200, { id, deleted: true })
    expectError(await fixture.send("DELETE", path), 404, NO_WINDOW)
  })
]

/** Extensions 5, on a domain that earlier rows have created. */
export const alertingRows: ReadonlyArray<Row> = [...channelRows, ...routeRows, ...windowRows]
