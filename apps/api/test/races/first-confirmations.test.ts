// Actions that a stranger begins before the owner of an address confirms it, and ends afterwards.
import { Identities, issueApiKey, People, Sessions, Team } from "@mon/core-store"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CHOSEN, copiedLink, mailedLink, plant, PLANTED, type Planted } from "../CopiedLink.ts"
import { behindProxy, linkTo, visitor } from "../pages/Visitor.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { openTransaction, untilWaiting } from "./OpenTransaction.ts"

const hashOf = (token: string) => createHash("sha256").update(token).digest()
const HASH = "$chosen"
const client = { address: "192.0.2.7", userAgent: "Test" }

describe("while the owner of an address confirms it for the first time", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  const factsOf = async ({ email }: { readonly email: string }) => {
    const [row] = await world.sql(
      `select password_hash as password, email_confirmed_at is not null as confirmed,
        (select count(*)::int from user_session s where s.user_id = u.id) as sessions,
        (select count(*)::int from api_key k join membership ms on ms.id = k.membership_id
          where ms.user_id = u.id and k.revoked_at is null) as keys
      from app_user u where email = $1`,
      email
    )
    return row
  }
  const owned = { password: HASH, confirmed: true, sessions: 0, keys: 0 }

  const reset = (email: string) => Effect.flatMap(People, (people) => people.resetPassword(hashOf(email), HASH, false))
  /** Begins a confirmation that has done its work, but is not committed yet. */
  const confirming = async ({ email }: Planted) => {
    await world.run(Effect.flatMap(People, (people) => people.startLink("reset", email, hashOf(email))))
    return await openTransaction(world, reset(email))
  }

  it.each<readonly [string, (planted: Planted) => Promise<unknown>]>([
    ["a sign-in", ({ email }) => visitor(api).post("/signin", { email, password: PLANTED })],
    ["a new API key", ({ stranger }) => stranger.call("POST", "/keys", { name: "Eve", scope: "write" })],
    [
      "another password",
      ({ stranger }) =>
        stranger.call("POST", "/account/password", { current: PLANTED, password: "another of the stranger" })
    ],
    ["a renewed session", ({ stranger }) => stranger.call("POST", "/account/confirm", { password: PLANTED })]
  ])("%s of the stranger waits, and is refused", async (_, attempt) => {
    const planted = await plant(world, api)
    const confirmation = await confirming(planted)
    const attempted = attempt(planted)
    await untilWaiting(world)
    await confirmation.commit()
    await attempted
    expect(await factsOf(planted)).toEqual(owned)
  })

  it("a second invitation of the stranger waits, and opens no session", async () => {
    const planted = await plant(world, api)
    const link = await copiedLink(api, await world.account("agency"), planted.email)
    const confirmation = await confirming(planted)
    const accepted = planted.stranger.post(link, {})
    await untilWaiting(world)
    await confirmation.commit()
    expect((await accepted).headers["location"]).toBe(link)
    expect(await factsOf(planted)).toEqual(owned)
    expect((await planted.stranger.get(link)).text).toContain('autocomplete="current-password"')
  })

  it("a sign-in with an identity from before waits, and is refused", async () => {
    const planted = await plant(world, api)
    const [user] = await world.sql(
      `insert into linked_identity (user_id, issuer, subject)
      select id, 'https://login.example', email from app_user where email = $1 returning user_id::text as key`,
      planted.email
    )
    const { key: userKey } = user as { readonly key: string }
    const owner = await world.run(
      Effect.flatMap(Identities, (all) => all.find({ issuer: "https://login.example", subject: planted.email }))
    )
    const confirmation = await confirming(planted)
    const proof = { identityKey: owner?.identityKey ?? "" }
    const opened = world.run(
      Effect.flatMap(Sessions, (all) => all.open(hashOf("identity"), { userKey, proof, client, withCode: false }))
    )
    await untilWaiting(world)
    await confirmation.commit()
    expect(await opened).toBe(false)
    expect(await factsOf(planted)).toEqual(owned)
  })

  it("what the stranger does first is ended, also if it is committed only then", async () => {
    const planted = await plant(world, api)
    const { email, stranger } = planted
    const [row] = await world.sql(
      `select u.id::text as "userKey", u.password_hash as "passwordHash", ms.public_id::text as membership,
        s.token_hash as session from app_user u join membership ms on ms.user_id = u.id
        join user_session s on s.user_id = u.id where u.email = $1`,
      email
    )
    const known = row as {
      readonly userKey: string
      readonly passwordHash: string
      readonly membership: string
      readonly session: Uint8Array
    }
    const planting = await openTransaction(
      world,
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const { passwordHash, userKey } = known
        yield* sessions.lockPerson(known.session)
        yield* issueApiKey(known.membership)
        yield* sessions.open(hashOf("late"), { userKey, proof: { passwordHash }, client, withCode: false })
      })
    )
    await world.run(Effect.flatMap(People, (people) => people.startLink("reset", email, hashOf(email))))
    const confirmed = world.run(reset(email))
    await untilWaiting(world)
    await planting.commit()
    expect(await confirmed).toMatchObject({ revokedKeys: 1 })
    expect(await factsOf(planted)).toEqual(owned)
    expect((await stranger.call("GET", "/account")).status).toBe(401)
  })

  it("a stranger who has opened a copied link before gets no session of the person who signs up", async () => {
    const email = "signs-up@example.net"
    const link = await copiedLink(api, await world.account("agency"), email)
    await visitor(api).post("/signup", { email })
    const token = linkTo(world, email).split("/").at(-1) ?? ""
    const signUp = await openTransaction(
      world,
      Effect.flatMap(People, (people) => people.signUp(hashOf(token), { name: null, passwordHash: HASH }))
    )
    const accepted = visitor(api).post(link, { name: "Eve", password: PLANTED })
    await untilWaiting(world)
    await signUp.commit()
    expect((await accepted).headers["location"]).toBe(link)
    expect(await factsOf({ email })).toEqual(owned)
  })

  it("a person whom a stranger plants during a sign-up ends with it", async () => {
    const email = "is-planted@example.net"
    const path = await copiedLink(api, await world.account("agency"), email)
    await visitor(api).post("/signup", { email })
    const token = linkTo(world, email).split("/").at(-1) ?? ""
    const planting = await openTransaction(
      world,
      Effect.gen(function* () {
        const invitation = hashOf(path.split("/").at(-1) ?? "")
        const joined = yield* (yield* Team).accept(invitation, { name: "Eve", passwordHash: PLANTED })
        const userKey = joined?.userKey ?? ""
        const proof = { passwordHash: PLANTED }
        yield* (yield* Sessions).open(hashOf("planted"), { userKey, proof, client, withCode: false })
        return joined
      })
    )
    expect(planting.value).not.toBeNull()
    const signedUp = world.run(
      Effect.flatMap(People, (people) => people.signUp(hashOf(token), { name: "Vic", passwordHash: HASH }))
    )
    await untilWaiting(world)
    await planting.commit()
    expect(await signedUp).toMatchObject({ passwordHash: HASH })
    expect(await factsOf({ email })).toEqual(owned)
  })

  it("all ways at once confirm it, without an error, and the stranger gets in with nothing", async () => {
    for (let round = 0; round < 5; round += 1) {
      const planted = await plant(world, api)
      const { email, stranger } = planted
      const { data } = await stranger.call("POST", "/keys", { name: "Eve", scope: "write" })
      const invitation = await mailedLink(world, api, email)
      await visitor(api).post("/signup", { email })
      const confirmation = linkTo(world, email)
      await visitor(api).post("/reset", { email })
      const links = [invitation, confirmation, linkTo(world, email)]
      const responses = await Promise.all([
        ...links.map((link) => visitor(api).post(link, { name: "Vic", password: CHOSEN })),
        visitor(api).post("/signin", { email, password: PLANTED })
      ])
      for (const { status } of responses.slice(0, 3)) expect([303, 410]).toContain(status)
      expect(responses.some(({ status }) => status === 303)).toBe(true)
      expect((await visitor(api).post("/signin", { email, password: CHOSEN })).status).toBe(303)
      expect((await visitor(api).post("/signin", { email, password: PLANTED })).status).toBe(400)
      expect((await stranger.call("GET", "/account")).status).toBe(401)
      expect((await api.send("GET", "/api/v1/domains", { key: String(data["key"]) })).status).toBe(401)
    }
  })
})
