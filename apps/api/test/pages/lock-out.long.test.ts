import { hash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, linkTo, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const WRONG = "not the right one"

const signIn = (who: Visitor, email: string, password = PASSWORD) => who.post("/signin", { email, password })

describe("somebody who guesses passwords", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  /** Enters wrong passwords one after the other, and returns the statuses of the responses. */
  const guess = async (email: string, times: number, from?: string): Promise<ReadonlyArray<number>> => {
    const attacker = visitor(api, from)
    const statuses: Array<number> = []
    for (let n = 0; n < times; n++) statuses.push((await signIn(attacker, email, WRONG)).status)
    return statuses
  }

  const resetMails = (email: string): number =>
    world.mails.filter(({ subject, to }) => to === email && subject.startsWith("Set a new password")).length

  it("waits after 5 attempts, and does not lock out the person in another network", async () => {
    await signUp(world, api, "ann@example.net")
    expect(await guess("ann@example.net", 7)).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect((await signIn(visitor(api), "ann@example.net")).status).toBe(303)
  })

  it("does not lock out the person's own browser in the same network", async () => {
    const NETWORK = "192.0.2.31"
    const owner = visitor(api, NETWORK)
    await signUp(world, api, "bob@example.net")
    await signIn(owner, "bob@example.net")
    await owner.post("/signout", {})
    expect((await guess("bob@example.net", 6, NETWORK)).at(-1)).toBe(429)
    for (let n = 0; n < 25; n++) await signIn(visitor(api, NETWORK), `somebody-${n}@example.net`, WRONG)
    expect((await signIn(visitor(api, NETWORK), "bob@example.net")).status).toBe(429)
    expect((await signIn(owner, "bob@example.net")).status).toBe(303)
  })

  it("has at most 5 of 40 parallel attempts checked", async () => {
    await signUp(world, api, "carl@example.net")
    const NETWORK = "192.0.2.32"
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => signIn(visitor(api, NETWORK), "carl@example.net", WRONG))
    )
    expect(responses.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(5)
  })

  it("has at most 5 attempts in a browser that the person signed in with, also in parallel", async () => {
    const dora = await signUp(world, api, "dora@example.net")
    const stolen = visitor(api)
    stolen.cookies.set("mon_device", dora.cookies.get("mon_device") ?? "")
    const responses = await Promise.all(Array.from({ length: 40 }, () => signIn(stolen, "dora@example.net", WRONG)))
    expect(responses.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(5)
    expect((await signIn(visitor(api), "dora@example.net")).status).toBe(303)
  })

  it("waits for one person when guessing from more than 100 networks", async () => {
    await signUp(world, api, "many@example.net")
    const fromElsewhere = async () => (await signIn(visitor(api), "many@example.net", WRONG)).status
    expect(await fromElsewhere()).toBe(400)
    const bucket = hash("sha256", "address many@example.net", "buffer")
    expect(
      await world.sql("update attempt_limit set attempts = 99 where bucket = $1 and attempts = 1 returning 1", bucket)
    ).toHaveLength(1)
    expect(await fromElsewhere()).toBe(400)
    expect(await fromElsewhere()).toBe(429)
  })

  it("cannot stop the emails to set a new password", async () => {
    const eve = await signUp(world, api, "eve@example.net")
    const attacker = visitor(api)
    await guess("eve@example.net", 6)
    for (let n = 0; n < 5; n++) await attacker.post("/reset", { email: "eve@example.net" })
    expect(resetMails("eve@example.net")).toBe(3)
    const elsewhere = await visitor(api).post("/reset", { email: "eve@example.net" })
    expect(elsewhere.headers["location"]).toBe("/reset/sent")
    expect(resetMails("eve@example.net")).toBe(4)
    for (let n = 0; n < 12; n++) await visitor(api).post("/reset", { email: "eve@example.net" })
    expect(resetMails("eve@example.net")).toBe(10)
    await eve.post("/reset", { email: "eve@example.net" })
    expect(resetMails("eve@example.net")).toBe(11)
    const link = linkTo(world, "eve@example.net")
    expect((await visitor(api).post(link, { password: "another four words" })).status).toBe(303)
  })

  it("gets the same answers whether or not the address is known", async () => {
    await signUp(world, api, "known@example.net")
    expect(await guess("known@example.net", 7)).toEqual(await guess("unknown@example.net", 7))
    const ask = async (email: string) => {
      const asking = visitor(api)
      const answers: Array<string | undefined> = []
      for (let n = 0; n < 5; n++) answers.push((await asking.post("/reset", { email })).headers["location"])
      return answers
    }
    expect(await ask("known@example.net")).toEqual(await ask("unknown@example.net"))
  })

  it("cannot use the cookie of a device as a session, for another person, changed, or after a new password", async () => {
    const frida = await signUp(world, api, "frida@example.net")
    await signUp(world, api, "gina@example.net")
    const device = frida.cookies.get("mon_device") ?? ""
    expect(device).toMatch(/^[\w-]{22}\.\d+\.[\w-]{43}$/u)

    const thief = visitor(api)
    thief.cookies.set("mon_device", device)
    thief.cookies.set("mon_session", device)
    expect((await thief.get("/settings/sign-in")).status).toBe(303)

    const NETWORK = "192.0.2.33"
    const lockedOut = async (email: string, cookie: string) => {
      await guess(email, 6, NETWORK)
      const person = visitor(api, NETWORK)
      person.cookies.set("mon_device", cookie)
      return (await signIn(person, email, WRONG)).status === 429
    }
    const [nonce = "", until = "", mac = ""] = device.split(".")
    expect(await lockedOut("gina@example.net", device)).toBe(true)
    expect(await lockedOut("frida@example.net", `${nonce}.${Number(until) + 1}.${mac}`)).toBe(true)
    expect(await lockedOut("frida@example.net", `${"A".repeat(22)}.${until}.${mac}`)).toBe(true)
    expect(await lockedOut("frida@example.net", device)).toBe(false)
    world.clock.advance(91 * 86_400_000)
    expect(await lockedOut("frida@example.net", device)).toBe(true)
    world.clock.advance(-91 * 86_400_000)
    await frida.call("POST", "/account/password", { current: PASSWORD, password: "another four words" })
    expect(await lockedOut("frida@example.net", device)).toBe(true)
    expect(await lockedOut("frida@example.net", frida.cookies.get("mon_device") ?? "")).toBe(false)
  })

  it("does not displace other people who use the same browser", async () => {
    const shared = visitor(api)
    for (const email of ["hans@example.net", "ina@example.net"]) {
      await signUp(world, api, email)
      await signIn(shared, email)
    }
    for (const email of ["hans@example.net", "ina@example.net"]) {
      const entry = shared.cookies.get("mon_device") ?? ""
      expect(entry.split("~")).toHaveLength(2)
      const other = visitor(api, "192.0.2.34")
      other.cookies.set("mon_device", entry)
      await guess(email, 6, "192.0.2.34")
      expect((await signIn(other, email)).status).toBe(303)
    }
  })
})
