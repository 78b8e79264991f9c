// The translation of Healthchecks bodies to Mon, and of heartbeats to checks.
import type { Heartbeat } from "@mon/model"
import { describe, expect, it } from "vitest"
import { changedFilters, type FilterChanges } from "../../src/healthchecks/checkFilters.ts"
import { readSpec } from "../../src/healthchecks/CheckSpec.ts"
import { readFlipFilter, toCheck, toFlips, toPing, uniqueKeyOf } from "../../src/healthchecks/toCheck.ts"
import { hasTags, isMatch, slugOfName, toHeartbeat } from "../../src/healthchecks/toHeartbeat.ts"

const uuid = "07c2f548-9850-4b27-af5d-6c9dc157ec02"

const heartbeat: Heartbeat = {
  id: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
  name: "Nightly backup",
  status: "up",
  isPaused: false,
  access: "owner",
  schedule: { every: 3_600 },
  lateAfter: 900,
  maxRuntime: 900,
  minRuntime: null,
  atMost: null,
  filters: null,
  slug: null,
  dependsOn: [],
  pingStatus: "up",
  isRunning: false,
  isLate: false,
  expectedAt: "2026-11-30T04:00:00.123Z",
  lastPingAt: "2026-11-30T03:00:00.999Z",
  lastRuntimeMs: 5_900,
  pings: 7,
  pingUrl: `https://mon.example.com/ping/${uuid}`,
  pingEmail: null,
  earlierPingUrl: null,
  lastError: null,
  statusChangedAt: null,
  uptime: { last24h: null, last7d: null, last30d: null, maintenanceSeconds: 0 },
  maintenance: null,
  tags: [
    { id: "t1", name: "prod", color: "#6B7280" },
    { id: "t2", name: "Data base", color: "#6B7280" }
  ],
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z"
}
const view = { version: 3, base: "https://mon.example.com/hc" } as const
const at = (second: number) => new Date(second * 1_000).toISOString()
const shown = (fields: Partial<Heartbeat>, version: 1 | 2 | 3 = 3) =>
  toCheck({ heartbeat: { ...heartbeat, ...fields }, uuid }, { ...view, version })

describe("the body of a request", () => {
  it.each([
    [{ name: null }, "name is not a string"],
    [{ name: false }, "name is not a string"],
    [{ name: "a".repeat(101) }, "name is too long"],
    [{ tags: 1 }, "tags is not a string"],
    [{ timeout: 59 }, "timeout is too small"],
    [{ timeout: 31_536_001 }, "timeout is too large"],
    [{ timeout: "60" }, "timeout is not a number"],
    [{ timeout: true }, "timeout is not a number"],
    [{ timeout: 60.5 }, "timeout is not a number"],
    [{ grace: 59 }, "grace is too small"],
    [{ grace: null }, "grace is not a number"],
    [{ schedule: "* invalid *" }, "schedule is not a valid cron or OnCalendar expression"],
    [{ schedule: "* * * * * *" }, "schedule is not a valid cron or OnCalendar expression"],
    [{ schedule: "" }, "schedule is not a valid cron or OnCalendar expression"],
    [{ schedule: "1".repeat(101) }, "schedule is too long"],
    [{ schedule: null }, "schedule is not a string"],
    [{ tz: "not-a-timezone" }, "tz is not a valid timezone"],
    [{ tz: "UTC", schedule: "* * * * *", slug: "Uppercase" }, "slug does not match pattern"],
    [{ slug: "a".repeat(101) }, "slug is too long"],
    [{ unique: "name" }, "unique is not an array"],
    [{ unique: ["status"] }, "an item in 'unique' has unexpected value"],
    [{ unique: [["name"]] }, "an item in 'unique' has unexpected value"],
    [{ methods: "PUT" }, "methods has unexpected value"],
    [{ methods: null }, "methods has unexpected value"],
    [{ manual_resume: 1 }, "manual_resume is not a boolean"],
    [{ filter_body: "yes" }, "filter_body is not a boolean"],
    [{ success_kw: "a".repeat(201) }, "success_kw is too long"],
    [{ failure_kw: "a\u0000" }, "failure_kw has control characters"],
    [{ start_kw: "\ud800" }, "start_kw has control characters"],
    [{ channels: 1 }, "channels is not a string"],
    [{ desc: false }, "desc is not a string"]
  ])("%j is refused as in Healthchecks", (body, message) => {
    expect(readSpec(body)).toBe(`json validation error: ${message}`)
  })

  it.each(["channels", "desc", "manual_resume"])("%s takes only its default", (field) => {
    const isFlag = field === "manual_resume"
    expect(readSpec({ [field]: isFlag ? false : "" })).toEqual({ unique: [] })
    expect(readSpec({ [field]: isFlag ? true : "POST" })).toMatch(`json validation error: ${field} `)
  })

  it("is read or refused, whatever its values are", () => {
    const values = [null, "", " ", "\u0000", "\ud800", "constructor", "__proto__", "1 1 1 1 1", "POST", -1, 60, 1e308]
    const odd = [...values, 0.5, true, false, [], ["name", "__proto__"], {}, JSON.parse('{"__proto__":1}')]
    for (const field of [
      "name",
      "slug",
      "tags",
      "timeout",
      "grace",
      "schedule",
      "tz",
      "unique",
      "methods",
      "failure_kw",
      "filter_subject",
      "__proto__"
    ])
      for (const value of odd) {
        const spec = readSpec(JSON.parse(JSON.stringify({ name: "A", [field]: value })))
        const read = typeof spec === "string" ? spec : toHeartbeat(spec, 1, null)
        expect(typeof read === "string" ? read : read.name).toMatch(/^json validation error: |^./su)
      }
  })

  it("can have any other field, also one with the name of a member of every object", () => {
    expect(readSpec(JSON.parse('{"__proto__":{"name":1},"constructor":1,"api_key":"x","name":"A"}'))).toEqual({
      name: "A",
      unique: []
    })
  })
})

describe("a check becomes a heartbeat", () => {
  const every = { schedule: { every: 60 }, filters: null }
  const cron = { schedule: { cron: "0 3 * * *", timeZone: "Europe/Berlin" }, filters: { failure: "ERROR" } }
  it.each([
    [{}, 3, null, { name: "Heartbeat", lateAfter: 3_600, maxRuntime: 3_600 }],
    [{}, 3, every, {}],
    [{ name: "", slug: "" }, 3, every, { name: "Heartbeat", slug: null }],
    [{ name: "Foo's job" }, 3, every, { name: "Foo's job" }],
    [{ name: "Foo's job" }, 1, every, { name: "Foo's job", slug: "foos-job" }],
    [{ name: "日本" }, 2, every, { name: "日本", slug: null }],
    [{ name: "Foo", slug: "own" }, 2, every, { name: "Foo", slug: "own" }],
    [{ timeout: 120, grace: 60 }, 3, cron, { schedule: { every: 120 }, lateAfter: 60, maxRuntime: 60 }],
    [{ schedule: " 5 4 * * * " }, 3, every, { schedule: { cron: "5 4 * * *", timeZone: "UTC" } }],
    [{ schedule: "5 4 * * *" }, 3, cron, { schedule: { cron: "5 4 * * *", timeZone: "Europe/Berlin" } }],
    [
      { schedule: "Mon..Fri 03:00", timeout: 60, tz: "Europe/Kiev" },
      3,
      cron,
      { schedule: { onCalendar: "Mon..Fri 03:00", timeZone: "Europe/Kyiv" } }
    ],
    [{ tz: "Europe/Riga" }, 3, cron, { schedule: { cron: "0 3 * * *", timeZone: "Europe/Riga" } }],
    [{ tz: "UTC", timeout: 60 }, 3, cron, { schedule: { every: 60 } }],
    [{ methods: "POST" }, 3, every, { filters: { method: "POST" } }],
    [{ methods: "", success_kw: "" }, 3, every, { filters: null }],
    [
      { success_kw: "done", filter_body: true },
      3,
      cron,
      { filters: { failure: "ERROR", success: "done", body: true } }
    ],
    [{ failure_kw: "" }, 3, cron, { filters: null }],
    [{ tz: "Europe/Riga" }, 3, every, "json validation error: tz has no effect without schedule"],
    [{ tz: "Europe/Riga", timeout: 60 }, 3, null, "json validation error: tz has no effect without schedule"]
  ] as const)("%j in version %i, of %j", (body, version, current, wanted) => {
    const spec = readSpec(body)
    expect(typeof spec === "string" ? spec : toHeartbeat(spec, version, current)).toEqual(wanted)
  })

  it.each<readonly [FilterChanges, Heartbeat["filters"], Heartbeat["filters"]]>([
    [{ subject: "done" }, null, { success: "done", subject: true }],
    [{ subject_fail: "ERROR" }, { success: "done" }, { success: "done", failure: "ERROR", subject: true }],
    [{ subject: "" }, { success: "done", subject: true }, null],
    [{ subject: "done", filter_subject: false }, null, { success: "done" }],
    [{ subject: "done", success_kw: "ok" }, null, { success: "ok", subject: true }],
    [{ filter_http_body: false, methods: "" }, { method: "POST", httpBody: true, start: "a" }, { start: "a" }]
  ])("the filters %j change %j", (changes, current, wanted) => {
    expect(changedFilters(changes, current)).toEqual(wanted)
  })

  it.each([
    ["Foo  Bar", "foo-bar"],
    ["-_Crème brûlée_-", "creme-brulee"],
    ["a_b-c", "a_b-c"],
    ["!!!", ""]
  ])("the slug of %j is %j", (name, slug) => expect(slugOfName(name)).toBe(slug))

  it.each([
    [{ name: "Nightly backup", unique: ["name"] }, true],
    [{ name: "nightly backup", unique: ["name"] }, false],
    [{ name: "Nightly backup", unique: [] }, false],
    [{ unique: ["name"] }, false],
    [{ name: "Nightly backup", unique: ["name", "tags"] }, false],
    [{ tags: "Data-base  prod", unique: ["tags"] }, true],
    [{ tags: "prod", unique: ["tags"] }, false],
    [{ slug: "nightly-backup", unique: ["slug"] }, false],
    [{ timeout: 3_600, grace: 900, unique: ["timeout", "grace"] }, true],
    [{ timeout: 3_600, grace: 901, unique: ["timeout", "grace"] }, false]
  ])("%j matches: %j", (body, matches) => {
    const spec = readSpec(body)
    expect(typeof spec !== "string" && isMatch(spec, heartbeat, 3)).toBe(matches)
  })

  it("with the same tags in any order keeps them", () => {
    expect([hasTags(heartbeat, "Data-base prod"), hasTags(heartbeat, ""), hasTags({ tags: [] }, " ")]).toEqual([
      true,
      false,
      true
    ])
  })
})

describe("a heartbeat as a check", () => {
  it("has the fields of Healthchecks", () => {
    expect(shown({})).toEqual({
      name: "Nightly backup",
      slug: "",
      tags: "prod Data-base",
      desc: "",
      grace: 900,
      n_pings: 7,
      status: "up",
      started: false,
      last_ping: "2026-11-30T03:00:00+00:00",
      next_ping: "2026-11-30T04:00:00+00:00",
      manual_resume: false,
      methods: "",
      subject: "",
      subject_fail: "",
      start_kw: "",
      success_kw: "",
      failure_kw: "",
      filter_subject: false,
      filter_body: false,
      filter_http_body: false,
      filter_default_fail: false,
      badge_url: null,
      last_duration: 5,
      uuid,
      ping_url: `https://mon.example.com/ping/${uuid}`,
      update_url: `https://mon.example.com/hc/api/v3/checks/${uuid}`,
      pause_url: `https://mon.example.com/hc/api/v3/checks/${uuid}/pause`,
      resume_url: `https://mon.example.com/hc/api/v3/checks/${uuid}/resume`,
      channels: "",
      timeout: 3_600
    })
  })

  it.each([
    [{ pingStatus: "unknown" }, 3, { status: "new", next_ping: null }],
    [{ pingStatus: "down" }, 3, { status: "down", next_ping: null }],
    [{ pingStatus: "up", status: "unknown" }, 3, { status: "up", next_ping: "2026-11-30T04:00:00+00:00" }],
    [{ status: "paused", isPaused: true, isRunning: true }, 1, { status: "paused", started: false, next_ping: null }],
    [{ isLate: true }, 2, { status: "grace" }],
    [{ isRunning: true }, 1, { status: "started", started: true }],
    [{ isRunning: true }, 2, { status: "up", started: true }],
    [{ isRunning: true, pingStatus: "down" }, 1, { status: "down", started: true }],
    [{ isRunning: true, pingStatus: "unknown" }, 3, { status: "new", started: true }],
    [{ lateAfter: null }, 3, { grace: 31_536_000 }],
    [{ slug: "own" }, 3, { slug: "own" }],
    [{ slug: null }, 2, { slug: "nightly-backup" }],
    [{ schedule: { cron: "5 4 * * *" } }, 3, { schedule: "5 4 * * *", tz: "UTC" }],
    [{ schedule: { onCalendar: "Mon", timeZone: "Europe/Riga" } }, 3, { schedule: "Mon", tz: "Europe/Riga" }]
  ] as const)("%j in version %i", (fields, version, wanted) => {
    expect(shown(fields, version)).toMatchObject(wanted)
  })

  it("has its filters, and those for the subject of emails also under their old names", () => {
    const filters = {
      method: "POST",
      failure: "ERROR",
      success: "done",
      start: "begins",
      subject: true,
      body: true,
      httpBody: true,
      defaultFail: true
    } as const
    const wanted = {
      methods: "POST",
      failure_kw: "ERROR",
      success_kw: "done",
      start_kw: "begins",
      filter_subject: true,
      filter_body: true,
      filter_http_body: true,
      filter_default_fail: true,
      subject: "done",
      subject_fail: "ERROR"
    }
    expect(shown({ filters })).toMatchObject(wanted)
    expect(shown({ filters: { ...filters, subject: false } })).toMatchObject({ subject: "", subject_fail: "" })
    const spec = readSpec(wanted)
    expect(typeof spec === "string" ? spec : toHeartbeat(spec, 3, null)).toMatchObject({ filters })
  })

  it("shows readers the unique key: the SHA-1 of the first half of the UUID", () => {
    const check = shown({ pingUrl: null })
    // The output of `printf 07c2f54898504b27 | sha1sum`.
    expect(check).toMatchObject({ unique_key: "f1bc441d0a2c1a3bf7bb4d031fd3ead3ab48ecb0" })
    for (const field of ["uuid", "ping_url", "update_url", "pause_url", "resume_url", "channels"])
      expect(check).not.toHaveProperty(field)
    expect(check).toMatchObject({ unique_key: uniqueKeyOf({ uuid }) })
  })

  it("has pings with the URL of their output", () => {
    const ping = {
      n: 3,
      receivedAt: "2026-11-30T03:00:00.123Z",
      kind: "fail",
      run: uuid,
      exitCode: 1,
      runtimeMs: 1_236,
      bodyBytes: 4,
      method: "POST",
      client: null,
      network: "192.0.2.0/24",
      isNewNetwork: false
    } as const
    expect(toPing(ping, uuid, view)).toEqual({
      type: "fail",
      date: "2026-11-30T03:00:00.123+00:00",
      n: 3,
      scheme: "",
      remote_addr: "192.0.2.0/24",
      method: "POST",
      ua: "",
      rid: uuid,
      body_url: `https://mon.example.com/hc/api/v3/checks/${uuid}/pings/3/body`,
      duration: 1.24
    })
    expect(toPing({ ...ping, method: "email" }, uuid, view)).toMatchObject({ scheme: "email", method: "" })
    const ignored = { ...ping, kind: "ignored", method: null, bodyBytes: 0, runtimeMs: null } as const
    expect(toPing(ignored, uuid, view)).toMatchObject({ type: "ign", method: "", body_url: null })
  })

  it.each([
    ["", [5, 4, 3, 1]],
    ["start=3", [5, 4, 3]],
    ["end=4", [3, 1]],
    ["start=3&end=5", [4, 3]],
    ["seconds=6", [5, 4]],
    ["seconds=", [5, 4, 3, 1]]
  ])("has the flips of %j", (query, times) => {
    const incidents = [
      { startedAt: at(5), resolvedAt: null },
      { startedAt: at(3), resolvedAt: at(4) },
      { startedAt: at(1), resolvedAt: at(1) }
    ]
    const filter = readFlipFilter(new URLSearchParams(query), 10)
    const flips = filter === null ? [] : toFlips(incidents, filter)
    expect(flips.map(({ timestamp }) => Date.parse(String(timestamp)) / 1_000)).toEqual(
      times.flatMap((time) => (time === 1 ? [1, 1] : [time]))
    )
    expect(flips.find(({ timestamp }) => timestamp === "1970-01-01T00:00:04+00:00")?.up ?? 1).toBe(1)
  })

  it.each(["start=x", "start=-1", "end=10000000001", "seconds=31536001", "seconds=1.5", "start=1e3"])(
    "refuses %s",
    (query) => expect(readFlipFilter(new URLSearchParams(query), 10)).toBeNull()
  )
})
