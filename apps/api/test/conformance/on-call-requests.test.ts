import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, ID, TIME } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const HOUR_MS = 3_600_000
const over = "The request is no longer open."
const notYours = "You cannot take over this shift: somebody else was asked, or it is your own."

type Sender = Pick<TestAccount, "key">

const person = ({ membershipId }: TestAccount) => ({ membershipId, name: expect.any(String), isMember: true })
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

describe("requests to take over a shift", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: Sender) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const mailsOf = ({ email }: TestAccount) => world.mails.filter(({ to }) => to === email)
  const textOf = (one: TestAccount) => mailsOf(one)[0]?.text.replace(/\s+/gu, " ")
  const subjectsOf = (one: TestAccount) => mailsOf(one).map(({ subject }) => subject)

  /** Puts one person on call all the time, in a schedule that also names others. */
  const team = async () => {
    const owner = await world.account("agency")
    const [ann, bob, eve] = [
      await world.member(owner, []),
      await world.member(owner, []),
      await world.member(owner, [])
    ]
    const handOff = { every: 12, unit: "months", start: "2025-01-01T00:00" }
    const rotation = { groups: [[ann.email]], handOff }
    const others = { groups: [[bob.email]], handOff, active: [{ start: "sun 23:58", end: "sun 23:59" }] }
    const body = { name: "Operations", timezone: "UTC", layers: [others, rotation] }
    const id = String((await as(owner)("POST", "/on-call/schedules", body)).data.id)
    const requests = `/on-call/schedules/${id}/requests`
    const nowAt = async (at: string) => (await as(owner)("GET", `/on-call/schedules/${id}/now?at=${at}`)).data["people"]
    const asked = async (fields: object = {}) => {
      const sent = await as(ann)("POST", requests, { start: inHours(24), end: inHours(48), ...fields })
      return `${requests}/${sent.data.id}`
    }
    return { owner, ann, bob, eve, id, requests, nowAt, asked, overrides: `/on-call/schedules/${id}/overrides` }
  }

  it("ask one person, who accepts and is on call instead", async () => {
    const { ann, bob, eve, nowAt, overrides, owner, requests } = await team()
    const range = { start: inHours(24), end: inHours(48) }
    const sent = await as(ann)("POST", requests, { ...range, person: bob.membershipId, note: " Dentist " })
    const record = {
      id: ID,
      ...range,
      asker: person(ann),
      asked: person(bob),
      note: "Dentist",
      state: "open",
      answeredBy: null,
      answeredAt: null,
      createdAt: TIME
    }
    expectResponse(sent, 201, { success: true, data: record })
    expectResponse(await as(eve)("GET", requests), 200, { success: true, data: [record] })
    expect(subjectsOf(bob)).toEqual([`${ann.email} asks you to take over a shift: Operations`])
    expect(textOf(bob)).toContain("Dentist")
    expect(subjectsOf(eve)).toEqual([])
    expect(await nowAt(inHours(30))).toEqual([person(ann)])
    const one = `${requests}/${sent.data.id}`
    for (const other of [ann, eve, owner]) expectError(await as(other)("POST", `${one}/accept`), 403, notYours)
    const accepted = { ...record, state: "accepted", answeredBy: person(bob), answeredAt: TIME }
    expectResponse(await as(bob)("POST", `${one}/accept`), 200, { success: true, data: accepted })
    expect(subjectsOf(ann)).toEqual([`${bob.email} takes over your shift: Operations`])
    expect(await nowAt(inHours(30))).toEqual([person(bob)])
    expect(await nowAt(inHours(50))).toEqual([person(ann)])
    expect((await as(ann)("GET", overrides)).data).toMatchObject([
      { ...range, people: [bob.membershipId], replaces: ann.membershipId, note: "Dentist" }
    ])
    expectError(await as(bob)("POST", `${one}/accept`), 400, over)
    expectError(await as(bob)("POST", `${one}/decline`), 400, over)
    expectError(await as(ann)("DELETE", one), 400, over)
  })

  it("ask everyone in the schedule, and the first one of two at once takes the shift", async () => {
    const { ann, asked, bob, eve, nowAt, overrides, owner } = await team()
    const one = await asked()
    expect(subjectsOf(bob)).toHaveLength(1)
    expect(textOf(bob)).toContain("The first one to accept takes the shift.")
    expect([subjectsOf(eve), subjectsOf(owner)]).toEqual([[], []])
    expectError(await as(bob)("POST", `${one}/decline`), 403, "Only the person who was asked can decline the request.")
    const answers = await Promise.all([bob, eve, owner].map((who) => as(who)("POST", `${one}/accept`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect((await as(ann)("GET", overrides)).data).toHaveLength(1)
    expect(subjectsOf(ann)).toHaveLength(1)
    expect(await nowAt(inHours(30))).not.toEqual([person(ann)])
  })

  it("email nobody in the schedule who has switched off alerts, unless this person was asked", async () => {
    const { asked, bob, owner } = await team()
    await as(owner)("PATCH", `/team/${bob.membershipId}`, { alertsByEmail: false })
    await world.sql("update membership set alerts_by_email = false where public_id = $1::uuid", bob.membershipId)
    await asked()
    expect(subjectsOf(bob)).toEqual([])
    await asked({ person: bob.membershipId })
    expect(subjectsOf(bob)).toHaveLength(1)
  })

  it("are declined by the person who was asked, and the asker stays on call", async () => {
    const { ann, asked, bob, eve, nowAt } = await team()
    const one = await asked({ person: bob.membershipId })
    expect((await as(eve)("POST", `${one}/decline`)).status).toBe(403)
    expect((await as(bob)("POST", `${one}/decline`)).data).toMatchObject({ state: "declined", answeredBy: person(bob) })
    expect(subjectsOf(ann)).toEqual([`${bob.email} cannot take over your shift: Operations`])
    expect(textOf(ann)).toContain("You are still on call at this time.")
    expect(await nowAt(inHours(30))).toEqual([person(ann)])
    expectError(await as(bob)("POST", `${one}/accept`), 400, over)
  })

  it("are withdrawn by the asker or by an admin, and then accepted by nobody", async () => {
    const { ann, asked, bob, eve, owner } = await team()
    for (const who of [ann, owner]) {
      const one = await asked()
      expectError(
        await as(eve)("DELETE", one),
        403,
        "Only the person who asked, the account owner and admins can withdraw the request."
      )
      expect((await as(who)("DELETE", one)).data).toMatchObject({ state: "withdrawn", answeredBy: null })
      expectError(await as(bob)("POST", `${one}/accept`), 400, over)
    }
  })

  it("give the shift back when the person who took it over deletes the override, and notify the asker", async () => {
    const { ann, asked, bob, nowAt, overrides, requests } = await team()
    await as(bob)("POST", `${await asked({ person: bob.membershipId })}/accept`)
    const [override] = (await as(ann)("GET", overrides)).data as unknown as ReadonlyArray<{ readonly id: string }>
    expect((await as(bob)("DELETE", `${overrides}/${override?.id}`)).status).toBe(200)
    expect(await nowAt(inHours(30))).toEqual([person(ann)])
    expect(subjectsOf(ann)).toContain(`${bob.email} no longer takes over your shift: Operations`)
    expect((await as(ann)("GET", requests)).data).toMatchObject([{ state: "returned", answeredBy: person(bob) }])
  })

  it("take over a shift that has begun from now on, and leave the past as it was", async () => {
    const { ann, asked, bob, nowAt } = await team()
    const one = await asked({ start: inHours(-5), end: inHours(5) })
    await world.sql("update on_call_request set starts_at = starts_at - interval '2 hours'")
    await as(bob)("POST", `${one}/accept`)
    expect(await nowAt(inHours(-1))).toEqual([person(ann)])
    expect(await nowAt(inHours(1))).toEqual([person(bob)])
  })

  it("expire with their range", async () => {
    const { ann, asked, bob, requests } = await team()
    const one = await asked()
    await world.sql(
      "update on_call_request set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days'"
    )
    expect((await as(ann)("GET", requests)).data).toMatchObject([{ state: "expired" }])
    expectError(await as(bob)("POST", `${one}/accept`), 400, over)
    await world.sql(
      "update on_call_request set starts_at = starts_at - interval '40 days', ends_at = ends_at - interval '40 days'"
    )
    expect((await as(ann)("GET", requests)).data).toEqual([])
  })

  it("end when the asker or the person who was asked leaves the account", async () => {
    const { ann, asked, bob, eve, owner, requests } = await team()
    const [, forEve] = [await asked({ person: bob.membershipId }), await asked({ person: eve.membershipId })]
    await as(owner)("DELETE", `/team/${bob.membershipId}`)
    expect((await as(owner)("GET", requests)).data).toMatchObject([
      { state: "open", asked: person(eve) },
      { state: "declined", asked: { membershipId: bob.membershipId, isMember: false } }
    ])
    await as(owner)("DELETE", `/team/${ann.membershipId}`)
    expect((await as(owner)("GET", requests)).data).toMatchObject([{ state: "withdrawn" }, { state: "declined" }])
    expectError(await as(eve)("POST", `${forEve}/accept`), 400, over)
  })

  it("refuse what cannot be asked", async () => {
    const { ann, bob, eve, id, requests } = await team()
    const range = { start: inHours(24), end: inHours(48) }
    const other = await world.account()
    const wrong: ReadonlyArray<readonly [TestAccount, object, string]> = [
      [bob, range, "You are not on call in the schedule between start and end."],
      [ann, { start: range.end, end: range.start }, "end must be after start and in the future."],
      [ann, { start: inHours(-9), end: inHours(-8) }, "end must be after start and in the future."],
      [ann, { start: range.start, end: inHours(101 * 24 + 24) }, "end must be at most 100 days after start."],
      ...[ann.membershipId, other.membershipId, absent, "bob@example.com", "constructor"].map(
        (named) => [ann, { ...range, person: named }, "person must be null or another person in your account."] as const
      ),
      [ann, { ...range, person: 5 }, "person must be null or a membershipId."],
      [ann, { ...range, note: "x".repeat(201) }, "note must be null or a string of at most 200 characters."],
      [ann, { end: range.end }, "start must be an ISO 8601 date and time with an offset from UTC, from 1970 to 2199."]
    ]
    for (const [who, body, message] of wrong) expectError(await as(who)("POST", requests, body), 400, message)
    for (const path of [`/on-call/schedules/${absent}/requests`, "/on-call/schedules/x/requests"]) {
      expectError(await as(ann)("POST", path, range), 404, "On-call schedule not found.")
      expectError(await as(ann)("GET", path), 404, "On-call schedule not found.")
    }
    for (const request of [absent, "x"]) {
      const one = `${requests}/${request}`
      for (const [method, path] of [
        ["POST", `${one}/accept`],
        ["POST", `${one}/decline`],
        ["DELETE", one]
      ] as const)
        expectError(await as(ann)(method, path), 404, "Request not found.")
    }
    expect((await as(other)("GET", `/on-call/schedules/${id}/requests`)).status).toBe(404)
    expect(subjectsOf(bob).concat(subjectsOf(eve))).toEqual([])
  })

  it("ask nobody if the schedule names nobody else", async () => {
    const owner = await world.account()
    const layers = [{ groups: [[owner.email]], handOff: { every: 12, unit: "months", start: "2025-01-01T00:00" } }]
    const { data } = await as(owner)("POST", "/on-call/schedules", { name: "Alone", timezone: "UTC", layers })
    expectError(
      await as(owner)("POST", `/on-call/schedules/${data.id}/requests`, { start: inHours(24), end: inHours(48) }),
      400,
      "Nobody else is in the schedule. Ask a person instead."
    )
  })

  it("are limited to 20 in 24 hours for each person, also if they are withdrawn", async () => {
    const { ann, asked, bob, requests } = await team()
    for (let sent = 0; sent < 20; sent += 1) await as(ann)("DELETE", await asked())
    const range = { start: inHours(24), end: inHours(48) }
    expectError(await as(ann)("POST", requests, range), 400, "You can send 20 requests in 24 hours. Try again later.")
    expect(subjectsOf(bob)).toHaveLength(20)
    await world.sql("update on_call_request set created_at = created_at - interval '25 hours'")
    expect((await as(ann)("POST", requests, range)).status).toBe(201)
  })
})
