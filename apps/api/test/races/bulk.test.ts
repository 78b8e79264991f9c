import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const DOMAINS = 40

describe("concurrent bulk operations", () => {
  let world: World
  let apis: readonly [TestApi, TestApi]
  beforeAll(async () => {
    world = await openWorld()
    apis = [await world.startApi(), await world.startApi()]
  })
  afterAll(() => world.close())

  const domains = async (owner: TestAccount) => {
    const ids: Array<string> = []
    for (let created = 0; created < DOMAINS; created++) ids.push((await addDomain(apis[0], owner)).id)
    return ids
  }

  it("all succeed in opposite orders", async () => {
    const owner = await world.account()
    const domainIds = await domains(owner)
    const change = (index: number) =>
      apis[index % 2 === 0 ? 0 : 1].send("PATCH", "/api/v1/domains/bulk", {
        key: owner.key,
        body: {
          domainIds: index % 2 === 0 ? domainIds : domainIds.toReversed(),
          updates: { name: `Turn ${index}`, checkInterval: 300 + index }
        }
      })
    const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => change(index)))
    expect(responses.map(({ data }) => data)).toEqual(
      responses.map(() => ({ updated: DOMAINS, failed: 0, errors: [] }))
    )
    const names = await world.sql(
      "select distinct name from monitor m join account a on a.id = m.account_id where a.public_id = $1::uuid",
      owner.id
    )
    expect(names).toHaveLength(1)
  })

  it("delete each domain once, and do not change deleted domains", async () => {
    const owner = await world.account()
    const domainIds = await domains(owner)
    const half = DOMAINS / 2
    const remove = (ids: ReadonlyArray<string>, api: TestApi) =>
      api.send("DELETE", "/api/v1/domains/bulk", { key: owner.key, body: { domainIds: ids, confirmation: "DELETE" } })
    const [one, other, changed] = await Promise.all([
      remove(domainIds.slice(0, half + 10), apis[0]),
      remove(domainIds.slice(half - 10).toReversed(), apis[1]),
      apis[0].send("PATCH", "/api/v1/domains/bulk", {
        key: owner.key,
        body: { domainIds: domainIds.toReversed(), updates: { name: "Changed" } }
      })
    ])
    expect([one.status, other.status, changed.status]).toEqual([200, 200, 200])
    expect(Number(one.data["deleted"]) + Number(other.data["deleted"])).toBe(DOMAINS)
    expect(Number(changed.data["updated"]) + Number(changed.data["failed"])).toBe(DOMAINS)
    expect((await apis[0].send("GET", "/api/v1/domains", { key: owner.key })).data).toEqual([])
  })
})
