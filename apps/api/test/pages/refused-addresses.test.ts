import { RefusedAddresses } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { linkTo, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const ASK = "/settings/refused-address"

const shown = async (person: Visitor) => JSON.stringify((await person.call("GET", "/account")).data["refusedAddresses"])

describe("an address that a mail server refuses", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const refuse = (address: string) =>
    world.run(Effect.flatMap(RefusedAddresses, (refused) => refused.record(address, 550, true)))
  const isRefused = (address: string) =>
    world.run(Effect.flatMap(RefusedAddresses, (refused) => refused.isRefused(address)))
  const confirmPath = (email: string) => linkTo(world, email).replace(api.origin, "")

  it("is shown in the settings, gets a link, and is confirmed by its button alone", async () => {
    const email = "gone@refused.example"
    const owner = await signUp(world, api, email)
    expect(await shown(owner)).toBe("[]")
    await refuse("Gone@Refused.example")
    expect(await shown(owner)).toContain(`"address":"${email}"`)
    expect((await owner.post(ASK, { address: email })).headers["location"]).toBe("/app/settings/alerts?done=link")
    const path = confirmPath(email)
    expect(path).toMatch(/^\/confirm-address\//u)
    const reader = visitor(api)
    expect((await reader.get(path)).text).toContain(email)
    expect(await isRefused(email)).toBe(true)
    expect((await reader.post(path, {})).text).toContain("sent to this address again")
    expect(await isRefused(email)).toBe(false)
    expect(await shown(owner)).toBe("[]")
  })

  it("is not confirmed by a forged or an old link", async () => {
    const email = "old@refused.example"
    const owner = await signUp(world, api, email)
    await refuse(email)
    await owner.post(ASK, { address: email })
    const path = confirmPath(email)
    const reader = visitor(api)
    expect((await reader.post(`${path}x`, {})).status).toBe(404)
    expect((await reader.get("/confirm-address/nothing")).status).toBe(404)
    expect((await reader.get(`/confirm-address/${"a".repeat(5_000)}`)).status).toBe(404)
    expect(await isRefused(email)).toBe(true)
  })

  it("gets few links, and an address of somebody else gets none", async () => {
    const email = "often@refused.example"
    const owner = await signUp(world, api, email)
    const other = await signUp(world, api, "other@refused.example")
    await refuse(email)
    expect((await other.post(ASK, { address: email })).status).toBe(400)
    expect(await shown(other)).not.toContain(email)
    const answers = [1, 2, 3].map(() => async () => (await owner.post(ASK, { address: email })).status)
    const statuses: Array<number> = []
    for (const ask of answers) statuses.push(await ask())
    expect(statuses).toEqual([303, 303, 400])
  })

  it("still gets the link for a new password, which confirms it", async () => {
    const email = "reset@refused.example"
    await signUp(world, api, email)
    await refuse(email)
    const person = visitor(api)
    await person.post("/reset", { email })
    const path = linkTo(world, email).replace(api.origin, "")
    expect(path).toMatch(/^\/reset\//u)
    expect(await isRefused(email)).toBe(true)
    const done = await person.post(path, { password: `${PASSWORD} again` })
    expect([200, 303]).toContain(done.status)
    expect(await isRefused(email)).toBe(false)
  })

  it("is in GET /account for the owner, and for members only if it is theirs", async () => {
    const account = await world.account("pro")
    const member = await world.member(account, [])
    await refuse(account.email)
    await refuse(member.email)
    const addresses = async (key: string) => {
      const { data } = await api.send("GET", "/api/v1/account", { key })
      return (data["refusedAddresses"] as ReadonlyArray<{ readonly address: string }>).map(({ address }) => address)
    }
    expect((await addresses(account.key)).toSorted()).toEqual([account.email, member.email].toSorted())
    expect(await addresses(member.key)).toEqual([member.email])
  })
})
