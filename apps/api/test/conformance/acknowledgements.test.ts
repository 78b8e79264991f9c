import { BASE_PATH } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const OPEN = `
  insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at)
  select gen_random_uuid(), account_id, id, mon_now(), mon_now() from monitor where public_id = $1::uuid
  returning public_id::text as id`
const CLOSE = `
  update incident set resolved_at = mon_now(), closed_at = mon_now(), resolution = 'recovered' where public_id = $1::uuid`

const OVER = "This incident is over."
const READ_ONLY = "You have read-only access to this domain."
const NOT_FOUND = "Incident not found."
const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

describe("an open incident", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let domainId: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("agency")
  })
  afterAll(() => world.close())

  const happen = async (): Promise<string> => {
    domainId = (await addDomain(api, owner)).id
    const [row] = (await world.sql(OPEN, domainId)) as ReadonlyArray<{ readonly id: string }>
    return row?.id ?? ""
  }
  const acknowledge = ({ key }: { readonly key: string }, id: string, body: unknown = {}) =>
    api.send("POST", `${BASE_PATH}/incidents/${id}/acknowledge`, { key, body })
  const takeBack = ({ key }: { readonly key: string }, id: string) =>
    api.send("DELETE", `${BASE_PATH}/incidents/${id}/acknowledge`, { key })
  const read = async ({ key }: { readonly key: string }, path: string) =>
    (await api.send("GET", `${BASE_PATH}${path}`, { key })).data as unknown
  const listedBy = async () => {
    const list = (await read(owner, "/monitors")) as { fields: Array<string>; rows: Array<Array<unknown>> }
    return list.rows.find(([id]) => id === domainId)?.[list.fields.indexOf("acknowledgedBy")]
  }

  it("is acknowledged once, with a note, and says so wherever it appears", async () => {
    const id = await happen()
    expect(await listedBy()).toBeNull()
    const answer = await acknowledge(owner, id, { note: "Provider is informed <b>&amp; @here" })
    expect(answer.status).toBe(200)
    const acknowledgement = {
      at: TIME,
      by: "Owner 1",
      via: "api",
      channel: null,
      note: "Provider is informed <b>&amp; @here"
    }
    expect(answer.data).toMatchObject({ id, status: "open", acknowledgement })
    expect(answer.data).not.toHaveProperty("evidence")
    expect(await read(owner, `/incidents/${id}`)).toMatchObject({ acknowledgement })
    expect(await read(owner, "/incidents?limit=1")).toMatchObject([{ id, acknowledgement }])
    expect(await read(owner, `/domains/${domainId}/incidents`)).toMatchObject([{ id, acknowledgement }])
    expect(await listedBy()).toBe("Owner 1")
    // The first acknowledgement stays.
    const member = await world.member(owner, [{ domainId, canWrite: true }])
    const second = await acknowledge(member, id, { note: "me too" })
    expect(second.data).toEqual({ ...answer.data, durationSeconds: expect.any(Number) })
    const again = await acknowledge(owner, id)
    expect([again.status, again.data["acknowledgement"]]).toEqual([200, answer.data["acknowledgement"]])
  })

  it("loses its acknowledgement when somebody takes it back, as often as that is said", async () => {
    const id = await happen()
    const member = await world.member(owner, [{ domainId, canWrite: true }])
    expect((await acknowledge(member, id)).data["acknowledgement"]).toMatchObject({ by: member.email, note: null })
    for (const _ of [1, 2]) {
      const answer = await takeBack(owner, id)
      expect([answer.status, answer.data["acknowledgement"]]).toEqual([200, null])
    }
    expect(await listedBy()).toBeNull()
    expect((await acknowledge(owner, id)).data["acknowledgement"]).toMatchObject({ by: "Owner 1" })
  })

  it("refuses those who may only read, and does not exist for everybody else", async () => {
    const id = await happen()
    const reader = await world.member(owner, [{ domainId, canWrite: false }])
    const readKey = { key: await world.keyFor(owner.membershipId, { scope: "read" }) }
    for (const call of [acknowledge, takeBack]) {
      expectError(await call(reader, id), 403, READ_ONLY)
      expectError(await call(readKey, id), 403, "This API key is read-only.")
      for (const other of [await world.member(owner, []), await world.account("agency")])
        expectError(await call(other, id), 404, NOT_FOUND)
      for (const wrong of [absent, "nonsense", domainId]) expectError(await call(owner, wrong), 404, NOT_FOUND)
    }
    expect(await read(owner, `/incidents/${id}`)).toMatchObject({ acknowledgement: null })
  })

  it("refuses members on a plan without team seats", async () => {
    const id = await happen()
    const member = await world.member(owner, [{ domainId, canWrite: true }])
    await world.sql(
      "update account set plan_expires_at = mon_now() - interval '1 day' where public_id = $1::uuid",
      owner.id
    )
    expectError(await acknowledge(member, id), 403, "Team members need a Pro or Agency plan.")
    await world.sql("update account set plan_expires_at = null where public_id = $1::uuid", owner.id)
  })

  it("cannot be acknowledged once it is over, but shows who did", async () => {
    const id = await happen()
    await acknowledge(owner, id)
    await world.sql(CLOSE, id)
    expectError(await acknowledge(owner, id), 400, OVER)
    expectError(await takeBack(owner, id), 400, OVER)
    expect(await read(owner, `/incidents/${id}`)).toMatchObject({ acknowledgement: { by: "Owner 1" } })
    expect(await listedBy()).toBeNull()
    const other = await happen()
    await api.send("DELETE", `${BASE_PATH}/domains/${domainId}`, { key: owner.key })
    expectError(await acknowledge(owner, other), 400, OVER)
  })

  it.each([
    ["x".repeat(501), "note must be a string of 1 to 500 characters."],
    ["", "note must be a string of 1 to 500 characters."],
    [5, "note must be a string of 1 to 500 characters, or null."],
    [
      "one\ntwo",
      "note must not contain line breaks, control characters or characters that change the direction of text."
    ],
    [
      "\u202Eevil",
      "note must not contain line breaks, control characters or characters that change the direction of text."
    ]
  ])("refuses the note %j", async (note, message) => {
    expectError(await acknowledge(owner, absent, { note }), 400, message)
  })

  it("takes a note of 500 characters, whatever they are", async () => {
    const note = "😀".repeat(500)
    expect((await acknowledge(owner, await happen(), { note })).data["acknowledgement"]).toMatchObject({ note })
  })

  it("is acknowledged by one of several who do so at the same time", async () => {
    const id = await happen()
    const members = await Promise.all(
      Array.from({ length: 4 }, () => world.member(owner, [{ domainId, canWrite: true }]))
    )
    const answers = await Promise.all(members.map((member) => acknowledge(member, id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ data }) => JSON.stringify(data["acknowledgement"]))).size).toBe(1)
  })
})
