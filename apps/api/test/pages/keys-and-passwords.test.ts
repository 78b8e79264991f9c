import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, linkTo, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const NEXT = "another four words"

const wish = { keyName: "Report", scope: "write", days: "" }

const keyIn = (page: string): string => /<code class="secret">([^<]+)<\/code>/u.exec(page)?.[1] ?? ""

/** Creates a key on the settings page. */
const keyOf = async (person: Visitor): Promise<string> => keyIn((await person.post("/settings/api-key", wish)).text)

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
  /** Without the line breaks of the plain text. */
  const newestMail = (email: string): string =>
    (world.mails.findLast(({ to }) => to === email)?.text ?? "").replaceAll(/\s+/gu, " ")
  const later = (interval: string) =>
    world.sql(`create or replace function mon_now() returns timestamptz language sql stable parallel safe
      as $$ select statement_timestamp() + interval '${interval}' $$`)

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

  it("are deleted with a change of the password that asks for it", async () => {
    const carl = await signUp(world, api, "carl@example.net")
    expect((await carl.get("/settings")).text).not.toContain('name="revokeKeys"')
    const key = await keyOf(carl)
    expect((await carl.get("/settings")).text).toContain('name="revokeKeys"')
    await carl.post("/settings/password", { current: PASSWORD, password: NEXT })
    expect(await works(key)).toBe(true)
    await carl.post("/settings/password", { current: NEXT, password: PASSWORD, revokeKeys: "yes" })
    expect(await works(key)).toBe(false)
  })

  it("are not mentioned to a person who has none", async () => {
    await signUp(world, api, "dora@example.net")
    const link = await resetLink("dora@example.net")
    expect((await visitor(api).get(link)).text).not.toContain("API key")
    await visitor(api).post(link, { password: NEXT })
    expect(newestMail("dora@example.net")).not.toContain("API key")
  })

  it("that may write are created and replaced only after a sign-in within 15 minutes", async () => {
    const eve = await signUp(world, api, "eve@example.net")
    const key = await keyOf(eve)
    await later("16 minutes")
    const replaces = /name="replaces" value="([^"]+)"/u.exec((await eve.get("/settings")).text)?.[1] ?? ""
    for (const fields of [wish, { replaces }]) {
      const asked = await eve.post("/settings/api-key", fields)
      expect(asked.status).toBe(403)
      expect(asked.text).toContain("Confirm that it is you")
      for (const [name, value] of Object.entries(fields))
        expect(asked.text).toContain(`<input type="hidden" name="${name}" value="${value}">`)
    }
    expect(await works(keyIn((await eve.post("/settings/api-key", { ...wish, scope: "read" })).text))).toBe(true)
    const wrong = await eve.post("/settings/api-key", { replaces, password: "not the right one" })
    expect([wrong.status, wrong.text.includes("The password is incorrect.")]).toEqual([400, true])
    expect(await works(key)).toBe(true)
    const confirmed = await eve.post("/settings/api-key", { replaces, password: PASSWORD })
    expect(confirmed.text).toContain("Your new API key")
    expect([await works(key), await works(keyIn(confirmed.text))]).toEqual([false, true])
  })
})
