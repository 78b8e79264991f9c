import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, linkTo, signUp, type Visitor, visitor } from "./Visitor.ts"

const NEXT = "another four words"

const keyOf = async (person: Visitor): Promise<string> =>
  String((await person.call("POST", "/keys", { name: "Report", scope: "write" })).data["key"])

describe("API keys and passwords", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  const works = async (key: string): Promise<boolean> =>
    (await api.send("GET", "/api/v1/account", { key })).status === 200
  /** Returns the newest email to an address without the line breaks of its plain text. */
  const newestMail = (email: string): string =>
    (world.mails.findLast(({ to }) => to === email)?.text ?? "").replaceAll(/\s+/gu, " ")

  const resetLink = async (email: string): Promise<string> => {
    await visitor(api).post("/reset", { email })
    return linkTo(world, email)
  }

  it("keep working after a reset by default, and the page and the email say so", async () => {
    const key = await keyOf(await signUp(world, api, "ann@example.net"))
    const link = await resetLink("ann@example.net")
    const shown = (await visitor(api).get(link)).text
    expect(shown).toContain('name="revokeKeys"')
    expect(shown).toContain("Also delete my API key")
    await visitor(api).post(link, { password: NEXT })
    expect(await works(key)).toBe(true)
    expect(newestMail("ann@example.net")).toContain("Your API keys still work (1).")
  })

  it("are deleted by a reset that asks for it, in all accounts of the person", async () => {
    const bob = await signUp(world, api, "bob@example.net")
    const own = await keyOf(bob)
    const owner = await world.account()
    await api.send("POST", "/api/v1/team/invite", { key: owner.key, body: { email: "bob@example.net" } })
    await bob.post(linkTo(world, "bob@example.net"), {})
    const asMember = await keyOf(bob)
    const link = await resetLink("bob@example.net")
    expect((await visitor(api).get(link)).text).toContain("Also delete my 2 API keys")
    await visitor(api).post(link, { password: NEXT, revokeKeys: "yes" })
    expect([await works(own), await works(asMember), await works(owner.key)]).toEqual([false, false, true])
    expect(newestMail("bob@example.net")).toContain("Your API keys were deleted as well (2).")
  })

  it("are not mentioned to a person who has none", async () => {
    await signUp(world, api, "dora@example.net")
    const link = await resetLink("dora@example.net")
    expect((await visitor(api).get(link)).text).not.toContain("API key")
    await visitor(api).post(link, { password: NEXT })
    expect(newestMail("dora@example.net")).not.toContain("API key")
  })
})
