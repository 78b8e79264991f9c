import { startNtfy, type VendorServer } from "@mon/tooling/testbed"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, ID, TIME } from "../Expected.ts"
import { behindProxy } from "../pages/Visitor.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const ntfy = { kind: "ntfy", settings: { topic: "alerts-k3v9" } }
const AT_ONCE = { afterMinutes: 0, via: "email" }
const WRONG = "The code is wrong or has expired. Send a new one."
const NOT_FOUND = "Channel not found."

describe("contact rules", () => {
  let world: World
  let api: TestApi
  let phone: VendorServer
  beforeAll(async () => {
    world = await openWorld()
    phone = await startNtfy()
    api = await world.startApi({ settings: { ...behindProxy, channelOrigins: { "https://ntfy.sh": phone.origin } } })
  })
  afterAll(async () => {
    await world.close()
    await phone.close()
  })

  const as =
    ({ key }: { readonly key: string }) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  /** The messages that the phone has received, oldest first. */
  const received = () => phone.messages.map(({ json }) => `${String(json?.["title"])}: ${String(json?.["message"])}`)
  const lastCode = () => /\d{6}/u.exec(received().at(-1) ?? "")?.[0] ?? ""
  const create = async (person: TestAccount, body: object = ntfy) => {
    const created = await as(person)("POST", "/own-channels", body)
    expect([created.status, created.text]).toEqual([201, expect.any(String)])
    return created.data.id
  }
  const verified = async (person: TestAccount) => {
    const id = await create(person)
    expect((await as(person)("POST", `/own-channels/${id}/code`)).status).toBe(200)
    expect((await as(person)("POST", `/own-channels/${id}/verify`, { code: lastCode() })).status).toBe(200)
    return id
  }

  it("start with an email at once, and name own channels that are verified by a code", async () => {
    const person = await world.account()
    const send = as(person)
    expectResponse(await send("GET", "/contact-rules"), 200, {
      success: true,
      data: { high: [AT_ONCE], low: [AT_ONCE] }
    })
    const created = await send("POST", "/own-channels", { ...ntfy, name: " My phone " })
    const record = {
      id: ID,
      kind: "ntfy",
      name: "My phone",
      settings: { topic: "***" },
      isVerified: false,
      isActive: false,
      stoppedBy: "unverified",
      createdAt: TIME,
      lastDeliveryAt: null,
      lastDeliveryStatus: null
    }
    expect(created.data).toMatchObject(record)
    const { id } = created.data
    expectError(
      await send("PATCH", `/own-channels/${id}`, { isActive: true }),
      400,
      "Enter the code that was sent through the channel first."
    )
    const sent = await send("POST", `/own-channels/${id}/code`)
    expect(sent.data).toMatchObject({ delivered: true, error: null })
    const code = lastCode()
    expect(received().at(-1)).toContain(code)
    expect(JSON.stringify(await world.sql("select * from own_channel"))).not.toContain(code)
    const wrong = code === "000000" ? "000001" : "000000"
    expectError(await send("POST", `/own-channels/${id}/verify`, { code: wrong }), 400, WRONG)
    const right = await send("POST", `/own-channels/${id}/verify`, { code: ` ${code} ` })
    expect(right.data).toMatchObject({ isVerified: true, isActive: true, stoppedBy: null })
    expectError(await send("POST", `/own-channels/${id}/code`), 400, "The channel is already verified.")
    expectError(await send("POST", `/own-channels/${id}/verify`, { code }), 400, WRONG)
    const high = [
      { afterMinutes: 0, via: id },
      { afterMinutes: 5, via: "email" }
    ]
    const data = { high, low: [AT_ONCE] }
    expectResponse(await send("PATCH", "/contact-rules", { high }), 200, { success: true, data })
    expectResponse(await send("GET", "/contact-rules"), 200, { success: true, data })
    await send("DELETE", `/own-channels/${id}`)
    expectResponse(await send("GET", "/contact-rules"), 200, {
      success: true,
      data: { high: [{ afterMinutes: 5, via: "email" }], low: [AT_ONCE] }
    })
  })

  it("give a code five attempts, fifteen minutes and one use, and only to the person who requested it", async () => {
    const person = await world.account()
    const id = await create(person)
    const guess = (code: string) => as(person)("POST", `/own-channels/${id}/verify`, { code })
    await as(person)("POST", `/own-channels/${id}/code`)
    const spent = lastCode()
    for (let attempt = 0; attempt < 5; attempt += 1) expectError(await guess("99999x"), 400, expect.any(String))
    const other = spent === "123456" ? "654321" : "123456"
    for (let attempt = 0; attempt < 5; attempt += 1) expectError(await guess(other), 400, WRONG)
    expectError(await guess(spent), 400, WRONG)
    await as(person)("POST", `/own-channels/${id}/code`)
    const late = lastCode()
    await world.sql("update own_channel set code_sent_at = code_sent_at - interval '16 minutes'")
    expectError(await guess(late), 400, WRONG)
    await as(person)("POST", `/own-channels/${id}/code`)
    const code = lastCode()
    const stranger = await world.account()
    expectError(await as(stranger)("POST", `/own-channels/${id}/verify`, { code }), 404, NOT_FOUND)
    expect((await guess(code)).status).toBe(200)
  })

  it("limit how often codes and test alerts are sent", async () => {
    const person = await world.account()
    const id = await create(person)
    const statuses = []
    for (let times = 0; times < 6; times += 1)
      statuses.push((await as(person)("POST", `/own-channels/${id}/code`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const tests = []
    for (let times = 0; times < 4; times += 1)
      tests.push((await as(person)("POST", "/contact-rules/test", { urgency: "high" })).status)
    expect(tests).toEqual([200, 200, 200, 429])
  })

  it("send a test alert by each rule, and nothing through channels that are not verified", async () => {
    const person = await world.account()
    const [mine, unverified] = [await verified(person), await create(person)]
    const high = [
      { afterMinutes: 0, via: mine },
      { afterMinutes: 1, via: unverified },
      { afterMinutes: 5, via: "email" }
    ]
    await as(person)("PATCH", "/contact-rules", { high })
    const [messages, mails] = [phone.messages.length, world.mails.length]
    const tested = await as(person)("POST", "/contact-rules/test", { urgency: "high" })
    expect(tested.data).toMatchObject([
      { ...high[0], delivered: true, error: null },
      { ...high[1], delivered: false, error: { code: "not_sent" } },
      { ...high[2], name: person.email, delivered: true }
    ])
    expect(received().slice(messages)).toEqual([expect.stringContaining("reach you this way at once.")])
    expect(world.mails.slice(mails).map(({ text, to }) => [to, text.includes("after 5 minutes")])).toEqual([
      [person.email, true]
    ])
  })

  it("have limits, and name the field of a wrong value", async () => {
    const person = await world.account()
    const send = as(person)
    for (let count = 0; count < 5; count += 1) await create(person)
    expectError(
      await send("POST", "/own-channels", ntfy),
      400,
      "Maximum number of own channels (5) reached. Delete one of them."
    )
    const rule = (afterMinutes: unknown, via: unknown) => ({ low: [AT_ONCE, { afterMinutes, via }] })
    for (const wrong of [rule(61, "email"), rule(-1, "email"), rule(1.5, "email"), rule(0, 5), { low: [] }])
      expectError(await send("PATCH", "/contact-rules", wrong), 400, expect.stringMatching(/^low must be a list/u))
    const theirs = await create(await world.account())
    for (const via of [theirs, "sms", "EMAIL"])
      expectError(
        await send("PATCH", "/contact-rules", rule(0, via)),
        400,
        "low[1].via must be email or the id of one of your own channels."
      )
    expectError(
      await send("PATCH", "/contact-rules", { high: Array.from({ length: 6 }, () => AT_ONCE) }),
      400,
      expect.stringMatching(/^high must be a list of 1 to 5 rules/u)
    )
    expectError(await send("POST", "/contact-rules/test", {}), 400, "urgency must be one of: high, low.")
    expectError(
      await send("POST", "/own-channels", { kind: "ntfy", settings: { topic: "!" } }),
      400,
      expect.stringMatching(/^settings\.topic/u)
    )
  })

  it("belong to one person, and are invisible to the owner and admins of the account", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [], "viewer")
    const send = as(member)
    const created = await send("POST", "/own-channels", { ...ntfy, name: "Bob" })
    const { id } = created.data
    for (const path of [`/own-channels/${id}`, `/channels/${id}`])
      for (const method of ["PATCH", "DELETE"])
        expectError(await as(owner)(method, path, method === "PATCH" ? {} : undefined), 404, NOT_FOUND)
    expect((await as(owner)("GET", "/channels")).data).toEqual([])
    expect((await as(owner)("GET", "/own-channels")).data).toEqual([])
    const route = { name: "All", steps: [{ afterMinutes: 0, targets: [id] }] }
    expectError(await as(owner)("POST", "/routes", route), 400, expect.stringContaining("targets"))
    const audit = await as(owner)("GET", "/audit?action=contacts.create")
    expect(audit.text).toContain("Bob")
    expect(audit.text).not.toContain("settings")
    await as(owner)("DELETE", `/team/${member.membershipId}`)
    expect(await world.sql("select 1 from alert_channel where public_id = $1::uuid", id)).toEqual([])
  })
})
