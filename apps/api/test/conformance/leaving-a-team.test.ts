// A member ends their own membership with POST /account/leave, and gets the response that the owner would get.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { behindProxy, linkTo, PASSWORD, signUp, type Visitor, visitor } from "../pages/Visitor.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const nothing = { apiKeys: [], webhooks: [], channels: [], ccEmails: [] }

const leave = (who: Visitor) => who.call("POST", "/account/leave")
const statusOf = async (who: Visitor) => (await who.call("GET", "/account")).status

describe("leaving a team", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  const planOf = (email: string, plan: string) =>
    world.sql(
      `update account set plan = $2 where id = (select ms.account_id from membership ms
        join app_user u on u.id = ms.user_id where u.email = $1 and ms.role = 'owner')`,
      email,
      plan
    )

  /** Creates an owner with a domain, and a signed-in member of the owner's account. */
  const team = async (name: string, memberRole = "editor") => {
    const [ownerEmail, email] = [`${name}-owner@example.net`, `${name}-member@example.net`]
    const owner = await signUp(world, api, ownerEmail)
    await planOf(ownerEmail, "agency")
    const { data: domain } = await owner.call("POST", "/domains", { url: `https://${name}.example.com` })
    const invitation = { email, memberRole, domainAccess: [{ domainId: domain.id, canWrite: true }] }
    const { data: invited } = await owner.call("POST", "/team/invite", invitation)
    const member = visitor(api)
    await member.post(linkTo(world, email), { name: "Max", password: PASSWORD })
    return { owner, ownerEmail, member, email, domainId: domain.id, membershipId: String(invited["membershipId"]) }
  }

  it("ends what a removal by the owner ends, lists it, and signs the person out everywhere", async () => {
    const { domainId, email, member, membershipId, owner } = await team("all")
    const elsewhere = visitor(api)
    await elsewhere.post("/signin", { email, password: PASSWORD })
    expect(await statusOf(elsewhere)).toBe(200)
    const { data: key } = await member.call("POST", "/keys", { name: "Script", scope: "write" })
    const url = "https://hooks.example.com/theirs"
    const { data: hook } = await member.call("POST", "/webhooks", {
      domainId,
      url,
      label: "theirs",
      events: ["status_change"]
    })
    await member.call("PATCH", `/domains/${domainId}`, { ccEmails: ["copy@example.org"] })
    const left = await leave(member)
    expect(left.status, left.text).toBe(200)
    expect(left.data).toEqual({
      id: membershipId,
      deleted: true,
      ended: {
        apiKeys: [{ id: key.id, shown: key["shown"] }],
        webhooks: [{ id: hook.id, domainId, urlId: null, heartbeatId: null, serviceId: null, label: "theirs", url }],
        channels: [],
        ccEmails: [{ domainId, email: "copy@example.org" }]
      }
    })
    expect(member.cookies.has("mon_session")).toBe(false)
    expect(await statusOf(elsewhere)).toBe(401)
    expect((await api.send("GET", "/api/v1/account", { key: String(key["key"]) })).status).toBe(401)
    expect((await owner.call("GET", "/team")).data).toEqual([])
    expect((await owner.call("GET", "/webhooks")).data).toEqual([])
    expect((await elsewhere.post("/signin", { email, password: PASSWORD })).status).toBe(403)
  })

  it("is in the audit log of the account with the person who left", async () => {
    const { email, member, owner } = await team("log")
    await leave(member)
    expect((await owner.call("GET", "/audit?limit=1")).data).toMatchObject([{ action: "account.leaveTeam", email }])
  })

  it("does not concern the person's own account", async () => {
    const { email, member, owner, ownerEmail } = await team("own")
    const invited = await team("own-other")
    await invited.owner.call("POST", "/team/invite", { email: ownerEmail })
    await owner.post(linkTo(world, ownerEmail), {})
    expect((await leave(owner)).data).toMatchObject({ deleted: true, ended: nothing })
    await owner.post("/signin", { email: ownerEmail, password: PASSWORD })
    expect((await owner.call("GET", "/account")).data).toMatchObject({ role: "owner", email: ownerEmail })
    expect((await owner.call("GET", "/team")).data).toMatchObject([{ email }])
    expect(await statusOf(member)).toBe(200)
  })

  it("is refused to the owner, to API keys and 15 minutes after the sign-in", async () => {
    const { member, owner } = await team("refused")
    const { data: key } = await member.call("POST", "/keys", { name: "Script", scope: "write" })
    await world.sql("update user_session set created_at = created_at - interval '16 minutes'")
    expectError(await leave(owner), 400, "You own this account, so you cannot leave it. You can delete it instead.")
    const byKey = await api.send("POST", "/api/v1/account/leave", { key: String(key["key"]) })
    expectError(byKey, 403, "Only a signed-in person can do this.")
    expectError(await leave(member), 403, "Enter your password: you signed in more than 15 minutes ago.")
    await member.call("POST", "/account/confirm", { password: PASSWORD })
    expect((await leave(member)).status).toBe(200)
  })

  it.each(["viewer", "editor", "admin"])(
    "is open to a member with the role %s on a plan without teams",
    async (role) => {
      const { member, owner, ownerEmail } = await team(`free-${role}`, role)
      await planOf(ownerEmail, "free")
      expect((await leave(member)).status).toBe(200)
      expect((await owner.call("GET", "/team")).data).toEqual([])
    }
  )
})
