// Reports about availability that are sent by email: their schedule, their recipients, and the recipients' pages.
import { scheduledReportLimits } from "@mon/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, ID, TIME } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { visitor } from "../pages/Visitor.ts"

const PATH = "/scheduled-reports"
const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const body = { name: "Availability", every: "month", recipients: ["customer@else.example"] }

describe("scheduled reports", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: Pick<TestAccount, "key">) =>
    (method: string, path: string, sent?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(sent === undefined ? {} : { body: sent }) })

  const linkIn = (to: string): string => {
    const mail = world.mails.findLast((one) => one.to === to)
    return /\/report-emails\/\S+/u.exec(mail?.text ?? "")?.[0] ?? ""
  }

  it("POST returns 201 with the report, asks strangers to confirm, and confirms members", async () => {
    const owner = await world.account()
    const customer = `customer@${owner.membershipId}.example`
    const made = await as(owner)("POST", PATH, { ...body, recipients: [customer, owner.email], targetPercent: 99.9 })
    expectResponse(made, 201, {
      success: true,
      data: {
        id: ID,
        name: "Availability",
        every: "month",
        timezone: "UTC",
        language: "en",
        tag: null,
        targetPercent: 99.9,
        recipients: expect.arrayContaining([
          { email: customer, state: "pending" },
          { email: owner.email, state: "confirmed" }
        ]),
        nextAt: expect.stringMatching(/-01T08:00:00\.000Z$/u),
        sentAt: null,
        createdAt: TIME
      }
    })
    expect(world.mails.filter(({ to }) => to === customer)).toHaveLength(1)
    expect(world.mails.some(({ to }) => to === owner.email)).toBe(false)
    expectResponse(await as(owner)("GET", PATH), 200, { success: true, data: [made.data] })
  })

  it("a recipient confirms and unsubscribes on a page, and a GET changes nothing", async () => {
    const owner = await world.account()
    const customer = `customer@${owner.membershipId}.example`
    await as(owner)("POST", PATH, { ...body, recipients: [customer] })
    const link = linkIn(customer)
    const state = async () => {
      const { body: answer } = await as(owner)("GET", PATH)
      return /"state":"(\w+)"/u.exec(JSON.stringify(answer))?.[1]
    }
    const reader = visitor(api)
    const shown = await reader.get(link)
    expect([shown.status, shown.text.includes(customer), await state()]).toEqual([200, true, "pending"])
    expect((await reader.post(link, { do: "subscribe" })).text).toContain("Unsubscribe")
    expect(await state()).toBe("confirmed")
    const oneClick = { "Content-Type": "application/x-www-form-urlencoded" }
    expect((await api.send("POST", link, { body: "List-Unsubscribe=One-Click", headers: oneClick })).status).toBe(200)
    expect(await state()).toBe("unsubscribed")
    expect((await reader.get(`${link}x`)).status).toBe(404)
    expect((await reader.post(`${link}x`, { do: "subscribe" })).status).toBe(404)
    expect(await state()).toBe("unsubscribed")
  })

  it("PATCH changes only the given fields, and another interval moves the next report", async () => {
    const send = as(await world.account())
    await send("POST", "/tags", { name: "Customer A" })
    const { data } = await send("POST", PATH, { ...body, recipients: ["a@else.example"] })
    const changed = await send("PATCH", `${PATH}/${data.id}`, { name: " Renamed ", tag: "customer a" })
    expectResponse(changed, 200, { success: true, data: { ...data, name: "Renamed", tag: "Customer A" } })
    const weekly = await send("PATCH", `${PATH}/${data.id}`, { every: "week", timezone: "Europe/Berlin", tag: null })
    expect(weekly.data).toMatchObject({ every: "week", timezone: "Europe/Berlin", tag: null, name: "Renamed" })
    expect(new Date(String(weekly.data["nextAt"])).getUTCDay()).toBe(1)
    const others = await send("PATCH", `${PATH}/${data.id}`, { recipients: ["b@else.example"] })
    expect(others.data.recipients).toEqual([{ email: "b@else.example", state: "pending" }])
  })

  it.each([
    [{}, "name must be a string of 1 to 100 characters."],
    [{ ...body, every: "day" }, "every must be week or month."],
    [{ ...body, recipients: [] }, "recipients must be a list of 1 to 10 e-mail addresses."],
    [{ ...body, recipients: ["nobody"] }, "recipients must contain only e-mail addresses."],
    [{ ...body, timezone: "Mars" }, "timezone must be an IANA time zone name such as Europe/Berlin."],
    [{ ...body, language: "fr" }, "language must be en or de."],
    [{ ...body, tag: "unknown" }, "tag must be null or the name of a tag of the account."],
    [
      { ...body, targetPercent: 101 },
      "targetPercent must be null or a number above 0 and at most 100 with at most 4 decimals."
    ]
  ])("POST returns 400 for %j", async (sent, message) => {
    expectError(await as(await world.account())("POST", PATH, sent), 400, message)
  })

  it("are limited in number", async () => {
    const owner = await world.account()
    const mine = { ...body, recipients: [owner.email] }
    for (let made = 0; made < scheduledReportLimits.reports; made += 1)
      expect((await as(owner)("POST", PATH, mine)).status).toBe(201)
    expectError(await as(owner)("POST", PATH, mine), 400, "Maximum limit of scheduled reports (20) reached.")
  })

  it("are the owner's and admins': another member gets 403, another account 404, and a deleted one is gone", async () => {
    const owner = await world.account("agency")
    const { data } = await as(owner)("POST", PATH, { ...body, recipients: [owner.email] })
    const member = await world.member(owner, [])
    for (const [method, path, sent] of [
      ["GET", PATH, undefined],
      ["POST", PATH, body],
      ["PATCH", `${PATH}/${data.id}`, { name: "x" }],
      ["DELETE", `${PATH}/${data.id}`, undefined]
    ] as const)
      expectError(await as(member)(method, path, sent), 403, "Only the account owner can do this.")
    const stranger = as(await world.account())
    for (const id of [data.id, absent, "x"]) {
      expectError(await stranger("PATCH", `${PATH}/${id}`, { name: "x" }), 404, "Scheduled report not found.")
      expectError(await stranger("DELETE", `${PATH}/${id}`), 404, "Scheduled report not found.")
    }
    expectResponse(await as(owner)("DELETE", `${PATH}/${data.id}`), 200, {
      success: true,
      data: { id: data.id, deleted: true }
    })
    expectResponse(await as(owner)("GET", PATH), 200, { success: true, data: [] })
  })
})
