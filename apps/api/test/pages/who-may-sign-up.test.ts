// The setting MON_SIGNUP.
import { planTable } from "@mon/model"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readApiConfig } from "../../src/index.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, linkTo, PASSWORD, signUp, visitor } from "./Visitor.ts"

const stripe = { MON_STRIPE_SECRET_KEY: "sk_test_1", MON_STRIPE_WEBHOOK_SECRET: "whsec_1" }

const modeOf = async (environment: Readonly<Record<string, string>>) =>
  (await Effect.runPromise(readApiConfig(environment))).signup

describe("who may create an account", () => {
  let world: World
  let open: TestApi
  beforeAll(async () => {
    world = await openWorld()
    open = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  const startWith = (signup: "invited" | "closed") => world.startApi({ settings: { ...behindProxy, signup } })
  const inviteTo = async (api: TestApi, email: string): Promise<string> => {
    const owner = await world.account("agency")
    const { status } = await api.send("POST", "/api/v1/team/invite", {
      key: owner.key,
      body: { email, domainAccess: [] }
    })
    expect(status).toBe(201)
    return linkTo(world, email)
  }

  it("is set by MON_SIGNUP: everybody where payments are taken, otherwise the invited", async () => {
    expect(await modeOf({})).toBe("invited")
    expect(await modeOf({ MON_DATABASE_URL: "postgres://db/mon" })).toBe("invited")
    expect(await modeOf(stripe)).toBe("open")
    expect(await modeOf({ ...stripe, MON_SIGNUP: "closed" })).toBe("closed")
    expect(await modeOf({ MON_SIGNUP: "open" })).toBe("open")
    await expect(modeOf({ MON_SIGNUP: "yes" })).rejects.toThrow("MON_SIGNUP must be open, invited or closed")
  })

  it("gets an account on the plan of MON_DEFAULT_PLAN, Free by default", async () => {
    const agency = await world.startApi({ settings: { ...behindProxy, defaultPlan: "agency" } })
    await signUp(world, open, "small@example.net")
    await signUp(world, agency, "large@example.net")
    const [small, large] = await Promise.all(
      ["small", "large"].map((name) =>
        world.sql(
          `select a.plan, a.plan_expires_at, (select sum(granted)::int from credit_lot where account_id = a.id) as credits
           from account a join membership ms on ms.account_id = a.id join app_user u on u.id = ms.user_id
           where u.email = $1`,
          `${name}@example.net`
        )
      )
    )
    expect(small).toEqual([{ plan: "free", plan_expires_at: null, credits: planTable.free.annualSimulationCredits }])
    expect(large).toEqual([
      { plan: "agency", plan_expires_at: null, credits: planTable.agency.annualSimulationCredits }
    ])
  })

  it.each(["invited", "closed"] as const)(
    "refuses strangers with a page, and links to no sign-up, when %s",
    async (mode) => {
      await world.account()
      const api = await startWith(mode)
      for (const path of ["/", "/signin", "/reset", "/tools/email-health", "/tools/disposable-email"]) {
        const { status, text } = await visitor(api).get(path)
        expect([path, status]).toEqual([path, 200])
        expect(text).not.toContain('href="/signup"')
      }
      const before = world.mails.length
      for (const response of [
        await visitor(api).get("/signup"),
        await visitor(api).post("/signup", { email: `stranger-${mode}@example.net` })
      ]) {
        expect(response.status).toBe(403)
        expect(response.text).toContain(mode === "invited" ? "You need an invitation" : "No new accounts")
        expect(response.text).toContain('href="/signin"')
      }
      expect(world.mails).toHaveLength(before)
    }
  )

  it.each(["invited", "closed"] as const)("does not use a link of an earlier sign-up when %s", async (mode) => {
    const email = `early-${mode}@example.net`
    await visitor(open).post("/signup", { email })
    const api = await startWith(mode)
    const path = linkTo(world, email)
    expect((await visitor(api).get(path)).status).toBe(403)
    expect((await visitor(api).post(path, { name: "Eve", password: PASSWORD })).status).toBe(403)
    expect(await world.sql("select 1 from app_user where email = $1", email)).toEqual([])
  })

  it("lets an invited person create an account", async () => {
    const api = await startWith("invited")
    const person = visitor(api)
    const response = await person.post(await inviteTo(api, "guest@example.net"), { name: "Gus", password: PASSWORD })
    expect(response.status).toBe(303)
    expect((await person.get("/app")).status).toBe(200)
  })

  it("when closed, lets only people with an account accept an invitation", async () => {
    const known = await signUp(world, open, "known@example.net")
    const api = await startWith("closed")
    const stranger = await inviteTo(api, "unknown@example.net")
    expect((await visitor(api).get(stranger)).status).toBe(403)
    expect((await visitor(api).post(stranger, { name: "Eve", password: PASSWORD })).status).toBe(403)
    expect(await world.sql("select 1 from app_user where email = 'unknown@example.net'")).toEqual([])
    expect((await known.get(await inviteTo(api, "known@example.net"))).status).toBe(200)
  })

  it("lets one of several people become the first owner of an empty service", async () => {
    const empty = await openWorld()
    try {
      const api = await empty.startApi({ settings: { ...behindProxy, signup: "invited" } })
      expect((await visitor(api).get("/")).text).toContain('href="/signup"')
      const people = ["one", "two", "three"].map((name) => `${name}@example.net`)
      for (const email of people)
        expect((await visitor(api).post("/signup", { email })).headers["location"]).toBe("/signup/sent")
      const responses = await Promise.all(
        people.map((email) => visitor(api).post(linkTo(empty, email), { name: "First", password: PASSWORD }))
      )
      expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 403, 403])
      expect(await empty.sql("select count(*)::int as n from account")).toEqual([{ n: 1 }])
      expect((await visitor(api).get("/")).text).not.toContain('href="/signup"')
    } finally {
      await empty.close()
    }
  })
})
