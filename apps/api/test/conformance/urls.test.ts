// Tests the endpoints of monitored pages.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, ID, TIME } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const newUrlRecord = (fields: Readonly<Record<string, unknown>>) => ({
  id: ID,
  status: "unknown",
  isPaused: false,
  checkInterval: 86_400,
  timeoutSeconds: 30,
  screenshotEnabled: true,
  screenshotWaitMs: 2_000,
  request: null,
  expect: [],
  degradedAfterMs: null,
  contentFaults: "down",
  contentFault: null,
  dependsOn: [],
  stoppedOptions: [],
  isDegraded: false,
  access: "owner",
  include: [],
  exclude: [],
  ignoreLines: [],
  trigger: null,
  onlyLines: null,
  minimumChange: null,
  render: false,
  lastCheckedAt: null,
  nextCheckAt: TIME,
  lastChangedAt: null,
  changeCount: 0,
  lastStatusCode: null,
  lastResponseTimeMs: null,
  lastError: null,
  tags: [],
  createdAt: TIME,
  updatedAt: TIME,
  ...fields
})

const ABSENT = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

describe("URL monitors", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ zone: { "inside.example.com": { A: ["10.0.0.1"] } } })
  })
  afterAll(() => world.close())

  const send = (method: string, { key }: TestAccount, path: string, body?: unknown) =>
    api.send(method, `/api/v1/urls${path}`, body === undefined ? { key } : { key, body })
  const add = async (owner: TestAccount, url: string, fields: Readonly<Record<string, unknown>> = {}) => {
    const response = await send("POST", owner, "", { url, ...fields })
    expect(response.status).toBe(201)
    return response.data
  }

  it("POST /urls returns the created monitor with defaults", async () => {
    const response = await send("POST", await world.account(), "", { url: "shop.example.com/pricing?plan=a#top" })
    expectResponse(response, 201, {
      success: true,
      data: newUrlRecord({ url: "https://shop.example.com/pricing?plan=a", name: "shop.example.com/pricing" })
    })
  })

  it("POST /urls accepts every settable field", async () => {
    const fields = {
      name: "Prices",
      checkInterval: 3_600,
      timeoutSeconds: 5,
      screenshotEnabled: false,
      screenshotWaitMs: 0,
      include: ["#price"],
      exclude: [".ad", "$.views"],
      ignoreLines: [{ text: "visitors", ignoreCase: true }, { matches: "^Visitors: \\d+$" }],
      trigger: { appears: "In stock" },
      onlyLines: "added",
      minimumChange: { percent: 5 },
      render: true
    }
    const response = await send("POST", await world.account("agency"), "", {
      url: "http://a.example.com",
      ...fields,
      other: 1
    })
    expectResponse(response, 201, { success: true, data: newUrlRecord({ url: "http://a.example.com/", ...fields }) })
  })

  it.each([
    [{}, "URL is required."],
    [{ url: " " }, "URL is required."],
    [{ url: 5 }, "URL is required."],
    [{ url: "http://127.0.0.1/" }, "URL must point to a public domain."],
    [{ url: "ftp://example.com/" }, "URL must point to a public domain."],
    [{ url: "https://user:pass@example.com/" }, "URL must point to a public domain."],
    [{ url: "inside.example.com" }, "URL must point to a public domain."],
    [
      { url: "a.example.com", checkInterval: 2_592_001 },
      "checkInterval must be a whole number of seconds between 60 and 2592000."
    ],
    [{ url: "a.example.com", checkInterval: 10_799 }, "Check interval must be at least 10800 seconds on the Pro plan."],
    [{ url: "a.example.com", timeoutSeconds: 4 }, "timeoutSeconds must be a whole number of seconds between 5 and 30."],
    [{ url: "a.example.com", screenshotEnabled: "yes" }, "screenshotEnabled must be true or false."],
    [
      { url: "a.example.com", screenshotWaitMs: 30_001 },
      "screenshotWaitMs must be a whole number of milliseconds between 0 and 30000."
    ],
    [{ url: "a.example.com", name: "" }, "name must be a string of 1 to 200 characters."]
  ])("POST /urls returns 400 for %j", async (body, message) => {
    expectError(await send("POST", await world.account("pro"), "", body), 400, message)
  })

  it("POST /urls returns 400 for a duplicate; a different query is a different page", async () => {
    const owner = await world.account()
    await add(owner, "dup.example.com/a?b=1")
    expectError(
      await send("POST", owner, "", { url: "https://DUP.example.com/a?b=1#x" }),
      400,
      "This URL is already being monitored."
    )
    await add(owner, "dup.example.com/a?b=2")
  })

  it("POST /urls returns 400 at the limit", async () => {
    const owner = await world.account("free")
    for (let n = 0; n < 5; n += 1) await add(owner, `limit.example.com/${n}`)
    const message = "Maximum URL limit reached. Upgrade your plan to add more URLs."
    expectError(await send("POST", owner, "", { url: "limit.example.com/5" }), 400, message)
  })

  it("POST /urls creates 5 of 40 concurrent requests with a limit of 5", async () => {
    const owner = await world.account("free")
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send("POST", owner, "", { url: `race.example.com/${n}` }))
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(35)
  })

  it("GET /urls is paginated, newest first", async () => {
    const owner = await world.account()
    const ids = []
    for (let n = 0; n < 3; n += 1) ids.unshift((await add(owner, `list.example.com/${n}`)).id)
    const { body } = await send("GET", owner, "?page=1&limit=2")
    expect(body).toMatchObject({
      data: ids.slice(0, 2).map((id) => ({ id })),
      pagination: { total: 3, page: 1, limit: 2, totalPages: 2 }
    })
    expectError(await send("GET", owner, "?limit=51"), 400, "limit must be a whole number between 1 and 50.")
  })

  it("GET /urls/:id returns the monitor, and 404 for another account's, a deleted and a malformed id", async () => {
    const owner = await world.account()
    const created = await add(owner, "one.example.com")
    const data = { ...created, diagnosis: null }
    expectResponse(await send("GET", owner, `/${created.id}`), 200, { success: true, data })
    expectError(await send("GET", await world.account(), `/${created.id}`), 404, "URL not found.")
    expectResponse(await send("DELETE", owner, `/${created.id}`), 200, {
      success: true,
      data: { id: created.id, deleted: true }
    })
    for (const id of [created.id, ABSENT, "x"]) {
      expectError(await send("GET", owner, `/${id}`), 404, "URL not found.")
      expectError(await send("DELETE", owner, `/${id}`), 404, "URL not found.")
      expectError(await send("GET", owner, `/${id}/changes`), 404, "URL not found.")
      expectError(await send("GET", owner, `/${id}/changes/${ABSENT}`), 404, "URL not found.")
      expectError(await send("PUT", owner, `/${id}/changes/${ABSENT}/seen`), 404, "URL not found.")
      expectError(await send("DELETE", owner, `/${id}/changes/${ABSENT}/seen`), 404, "URL not found.")
      expectError(await send("PUT", owner, `/${id}/changes/seen`), 404, "URL not found.")
      expectError(await send("GET", owner, `/${id}/timeline`), 404, "URL not found.")
      expectError(await send("GET", owner, `/${id}/screenshots`), 404, "URL not found.")
      expectError(await send("POST", owner, `/${id}/check-now`), 404, "URL not found.")
    }
  })

  it("PATCH /urls/:id changes only the sent fields", async () => {
    const owner = await world.account("agency")
    const created = await add(owner, "patch.example.com")
    const response = await send("PATCH", owner, `/${created.id}`, {
      name: "New",
      checkInterval: 7_200,
      screenshotWaitMs: 500
    })
    expectResponse(response, 200, {
      success: true,
      data: { ...created, name: "New", checkInterval: 7_200, screenshotWaitMs: 500, nextCheckAt: TIME, updatedAt: TIME }
    })
    expectError(
      await send("PATCH", owner, `/${created.id}`, { checkInterval: 3_599 }),
      403,
      "Check interval must be at least 3600 seconds on the Agency plan."
    )
    expectError(await send("PATCH", owner, `/${ABSENT}`, { name: "x" }), 404, "URL not found.")
  })

  it("POST /urls/:id/pause pauses the monitor, and resume resumes it", async () => {
    const owner = await world.account()
    const created = await add(owner, "pause.example.com")
    expect((await send("POST", owner, `/${created.id}/pause`)).data).toMatchObject({
      isPaused: true,
      nextCheckAt: null
    })
    expect((await send("POST", owner, `/${created.id}/resume`)).data).toMatchObject({
      isPaused: false,
      status: "unknown",
      nextCheckAt: TIME
    })
    expect((await send("POST", owner, `/${created.id}/resume`)).status).toBe(200)
    expectError(await send("POST", owner, `/${ABSENT}/pause`), 404, "URL not found.")
  })

  it("PATCH and DELETE /urls/bulk list the ids that could not be processed", async () => {
    const owner = await world.account()
    const one = await add(owner, "bulk.example.com/1")
    const two = await add(owner, "bulk.example.com/2")
    const urlIds = [one.id, two.id, ABSENT, one.id]
    const errors = [{ id: ABSENT, message: "URL not found." }]
    expectResponse(await send("PATCH", owner, "/bulk", { urlIds, updates: { checkInterval: 20_000 } }), 200, {
      success: true,
      data: { updated: 2, failed: 1, errors }
    })
    expectError(
      await send("DELETE", owner, "/bulk", { urlIds, confirmation: "delete" }),
      400,
      "confirmation must be exactly DELETE"
    )
    expectResponse(await send("DELETE", owner, "/bulk", { urlIds, confirmation: "DELETE" }), 200, {
      success: true,
      data: { deleted: 2, failed: 1, errors }
    })
  })

  it.each([
    [{ updates: { name: "x" } }, "urlIds is required (array of 1 to 1000 URL ids)"],
    [{ urlIds: [], updates: { name: "x" } }, "urlIds is required (array of 1 to 1000 URL ids)"],
    [
      { urlIds: [ABSENT], updates: {} },
      "updates must hold at least one of: name, checkInterval, timeoutSeconds, timeout, screenshotEnabled, screenshotWaitMs, request, expect, contentFaults, degradedAfterMs, include, exclude, ignoreLines, trigger, onlyLines, minimumChange, render, dependsOn."
    ]
  ])("PATCH /urls/bulk returns 400 for %j", async (body, message) => {
    expectError(await send("PATCH", await world.account(), "/bulk", body), 400, message)
  })

  /** Adds a change to a page as a check does, and returns the change's id. */
  const addChange = async (urlId: string, summary: string): Promise<string> => {
    const [row] = await world.sql(
      `with page as (
        update url_page p set change_count = change_count + 1, changed_at = mon_now()
        from monitor m where m.id = p.monitor_id and m.public_id = $1::uuid returning m.id, m.account_id
      )
      insert into url_change (public_id, account_id, monitor_id, detected_at, summary, change_count, added_lines,
        removed_lines, similarity, approximate, diff, hunks)
      select mon_uuidv7(), account_id, id, mon_now(), $2, 1, 1, 1, 0.9, false, '', '[]' from page returning public_id as id`,
      urlId,
      summary
    )
    return (row as { readonly id: string }).id
  }

  it("GET /urls/:id/changes returns changes with the caller's marks, and older ones after a change", async () => {
    const owner = await world.account()
    const { id } = await add(owner, "changes.example.com")
    const first = await addChange(id, "one")
    const second = await addChange(id, "two")
    const shown = { urlId: id, beforeScreenshotUrl: null, afterScreenshotUrl: null, visual: null, isSeen: false }
    expect((await send("GET", owner, `/${id}/changes`)).data).toMatchObject([
      { ...shown, id: second, summary: "two" },
      { ...shown, id: first, summary: "one" }
    ])
    expect((await send("GET", owner, `/${id}/changes?before=${second}`)).data).toMatchObject([{ id: first }])
    expect((await send("GET", owner, `/${id}/changes/${first}`)).data).toMatchObject({ ...shown, id: first })
    for (const before of [ABSENT, "x", id]) {
      const message = "before must be the id of a change of this URL."
      expectError(await send("GET", owner, `/${id}/changes?before=${before}`), 400, message)
      expectError(await send("GET", owner, `/${id}/changes/${before}`), 404, "Change not found.")
      expectError(await send("PUT", owner, `/${id}/changes/${before}/seen`), 404, "Change not found.")
      expectError(await send("DELETE", owner, `/${id}/changes/${before}/seen`), 404, "Change not found.")
    }
    const limit = "limit must be a whole number between 1 and 50."
    expectError(await send("GET", owner, `/${id}/changes?limit=51`), 400, limit)
    expectResponse(await send("GET", owner, `/${id}/screenshots`), 200, { success: true, data: [] })
    expectError(await send("GET", owner, `/${id}/screenshots?limit=51`), 400, limit)
  })

  it("PUT and DELETE mark changes as seen by the caller, one or all", async () => {
    const owner = await world.account()
    const { id } = await add(owner, "seen.example.com")
    const first = await addChange(id, "one")
    await addChange(id, "two")
    const answer = (unseenChanges: number) => ({ success: true, data: { urlId: id, unseenChanges } })
    expectResponse(await send("PUT", owner, `/${id}/changes/${first}/seen`), 200, answer(1))
    expectResponse(await send("PUT", owner, `/${id}/changes/${first}/seen`), 200, answer(1))
    expect((await send("GET", owner, `/${id}/changes/${first}`)).data).toMatchObject({ isSeen: true })
    expectResponse(await send("DELETE", owner, `/${id}/changes/${first}/seen`), 200, answer(2))
    expectResponse(await send("PUT", owner, `/${id}/changes/seen`), 200, answer(0))
    expectResponse(await send("DELETE", owner, `/${id}/changes/${first}/seen`), 200, answer(1))
  })

  it("GET /urls/:id/timeline returns the timeline of a range", async () => {
    const owner = await world.account()
    const { id } = await add(owner, "timeline.example.com")
    const change = await addChange(id, "one")
    const { data } = await send("GET", owner, `/${id}/timeline?range=30d`)
    expect(data).toMatchObject({
      range: "30d",
      bucketSeconds: 3_600,
      buckets: [],
      incidents: [],
      changes: [{ id: change }]
    })
    expect((await send("GET", owner, `/${id}/timeline`)).data).toMatchObject({ range: "24h" })
    const message = "range must be one of: 24h, 7d, 30d, 90d."
    expectError(await send("GET", owner, `/${id}/timeline?range=1y`), 400, message)
  })

  it("return 403 to members on every endpoint", async () => {
    const owner = await world.account()
    const created = await add(owner, "member.example.com")
    const member = await world.member(owner, [])
    const calls: ReadonlyArray<readonly [string, string, unknown?]> = [
      ["GET", ""],
      ["POST", "", { url: "a.example.com" }],
      ["GET", `/${created.id}`],
      ["PATCH", `/${created.id}`, { name: "x" }],
      ["DELETE", `/${created.id}`],
      ["POST", `/${created.id}/pause`],
      ["POST", `/${created.id}/resume`],
      ["POST", `/${created.id}/check-now`],
      ["GET", `/${created.id}/changes`],
      ["GET", `/${created.id}/changes/${ABSENT}`],
      ["PUT", `/${created.id}/changes/${ABSENT}/seen`],
      ["DELETE", `/${created.id}/changes/${ABSENT}/seen`],
      ["PUT", `/${created.id}/changes/seen`],
      ["GET", `/${created.id}/timeline`],
      ["GET", `/${created.id}/screenshots`],
      ["PATCH", "/bulk", { urlIds: [created.id], updates: { name: "x" } }],
      ["DELETE", "/bulk", { urlIds: [created.id], confirmation: "DELETE" }]
    ]
    for (const [method, path, body] of calls) {
      expectError(await send(method, member, path, body), 403, "Only the account owner can do this.")
    }
  })
})
