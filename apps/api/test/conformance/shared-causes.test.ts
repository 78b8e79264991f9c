import { BASE_PATH } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const DOWN = `
  insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, address)
  select gen_random_uuid(), account_id, id, mon_now(), mon_now(), '203.0.113.7' from monitor where public_id = $1::uuid
  returning public_id::text as id`

/** Gives all incidents of a domain's account one shared cause. */
const SHARED = `
  with cause as (
    insert into shared_cause (public_id, account_id, kind, value)
    select gen_random_uuid(), account_id, 'address', '203.0.113.7' from monitor where public_id = $1::uuid
    returning id, account_id
  )
  insert into shared_cause_incident (incident_id, cause_id)
  select i.id, cause.id from cause join incident i on i.account_id = cause.account_id`

describe("sharedCause of an incident", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const incidentOf = async ({ key }: { readonly key: string }, id: string) =>
    (await api.send("GET", `${BASE_PATH}/incidents/${id}`, { key })).data

  const goDown = async (owner: TestAccount, name: string) => {
    const domainId = (await addDomain(api, owner, { name })).id
    const [row] = (await world.sql(DOWN, domainId)) as ReadonlyArray<{ readonly id: string }>
    return { domainId, domainName: name, id: row?.id ?? "" }
  }

  it("names the cause and the other incidents, open ones first, to those who may see them", async () => {
    const owner = await world.account("agency")
    const [shop, blog, wiki] = [await goDown(owner, "Shop"), await goDown(owner, "Blog"), await goDown(owner, "Wiki")]
    expect((await incidentOf(owner, shop.id))["sharedCause"]).toBeNull()
    await world.sql(SHARED, shop.domainId)
    await world.sql("update incident set resolved_at = mon_now() where public_id = $1::uuid", blog.id)
    expect((await incidentOf(owner, shop.id))["sharedCause"]).toEqual({
      kind: "address",
      value: "203.0.113.7",
      others: 2,
      incidents: [
        { ...wiki, status: "open" },
        { ...blog, status: "resolved" }
      ]
    })
    const member = await world.member(owner, [
      { domainId: shop.domainId, canWrite: false },
      { domainId: wiki.domainId, canWrite: false }
    ])
    expect((await incidentOf(member, shop.id))["sharedCause"]).toMatchObject({
      others: 1,
      incidents: [{ ...wiki, status: "open" }]
    })
  })

  it("lists at most twenty of the others, and counts all", async () => {
    const owner = await world.account("agency")
    const first = await goDown(owner, "First")
    for (let index = 0; index < 23; index += 1) await goDown(owner, `Other ${index}`)
    await world.sql(SHARED, first.domainId)
    const { incidents, others } = (await incidentOf(owner, first.id))["sharedCause"] as {
      readonly incidents: ReadonlyArray<unknown>
      readonly others: number
    }
    expect([others, incidents.length]).toEqual([23, 20])
  })
})
