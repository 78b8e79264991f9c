// The rules for applying a plan: the people who may apply it, the time within which it can be applied, and the objects
// that it may change.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configClient, tagFile, wholeFile } from "../ConfigFile.ts"
import { expectError, ID } from "../Expected.ts"
import { openWorld, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const OWNER = "Only the account owner can do this."
const CHANGED = "The account has changed since this plan was created. Create a new plan."
const domainFile = (project: string) =>
  `version: 1\nproject: ${project}\ndomains:\n  shop: { url: shop.example.org, checkInterval: 120 }\n`

describe("a plan of the configuration file", () => {
  let world: World
  let client: ReturnType<typeof configClient>
  beforeAll(async () => {
    world = await openWorld()
    client = configClient(await world.startApi())
  })
  afterAll(() => world.close())

  it("adopts what exists with the same address, and leaves the objects of other projects alone", async () => {
    const owner = await world.account("agency")
    const { id } = (await client.as(owner)("POST", "/domains", { url: "shop.example.org", checkInterval: 120 })).data
    const plan = await client.planAs(owner, domainFile("one"))
    expect(plan).toMatchObject({
      changes: 0,
      adopt: [{ section: "domains", key: "shop", id, line: 4, earlierKey: null }]
    })
    expect((await client.applyAs(owner, plan)).data).toMatchObject({ adopted: 1, created: 0, updated: 0 })
    const other = await client.planAs(owner, domainFile("two"))
    expect(other.planId).toBeNull()
    expect(other.refused).toMatchObject([
      { path: "domains.shop", line: 4, message: "The one project already owns this object." }
    ])
    const beside = await client.planAs(
      owner,
      "version: 1\nproject: two\ndomains:\n  child: { url: child.example.org, dependsOn: [one/shop] }\n"
    )
    expect(beside).toMatchObject({ changes: 1, refused: [], delete: [] })
    await client.applyAs(owner, beside)
    const none = await client.planAs(
      owner,
      "version: 1\nproject: two\nroutes:\n  r: { name: R, monitors: [one/none], steps: [{ afterMinutes: 0, targets: [email] }] }\n"
    )
    expect(none.refused).toMatchObject([
      { path: "routes.r", message: "one/none is not the key of a configuration file for this account." }
    ])
    expectError(
      await client.as(owner)("GET", "/config"),
      400,
      "This account has several projects. Set project to one of these: one, two."
    )
    expect((await client.as(owner)("GET", "/config?project=two")).text).toContain("one/shop")
  })

  it("gives a plan to its key only, once, for 15 minutes, while the account stays as it was", async () => {
    const owner = await world.account("agency")
    const otherKey = await world.keyFor(owner.membershipId)
    const readKey = await world.keyFor(owner.membershipId, { scope: "read" })
    const plan = await client.planAs(owner, tagFile("One"))
    const notFound =
      "Plan not found. A plan belongs to the key or session that created it, and expires after 15 minutes."
    expectError(await client.applyAs({ key: otherKey }, plan), 404, notFound)
    expectError(await client.as(owner)("POST", "/config/apply", { planId: absent }), 404, notFound)
    expectError(await client.as(owner)("POST", "/config/apply", { planId: "x" }), 404, notFound)
    expectError(await client.as(owner)("POST", "/config/apply", {}), 400, "planId must be the id of a plan.")
    const read = await client.planAs({ key: readKey }, tagFile("One"))
    expectError(await client.applyAs({ key: readKey }, read), 403, "This API key is read-only.")
    const late = await client.planAs(owner, tagFile("Two"))
    expect((await client.applyAs(owner, plan)).status).toBe(200)
    expectError(await client.applyAs(owner, plan), 409, "This plan has already been applied.")
    expectError(await client.applyAs(owner, late), 409, CHANGED)
    const expired = await client.planAs(owner, tagFile("Three"))
    await world.sql("update config_plan set expires_at = mon_now() - interval '1 second'")
    expectError(await client.applyAs(owner, expired), 404, notFound)
  })

  it("applies one of two plans at the same time, and refuses the other", async () => {
    const owner = await world.account("agency")
    const plans = [await client.planAs(owner, tagFile("One")), await client.planAs(owner, tagFile("Two"))]
    const answers = await Promise.all(plans.map((plan) => client.applyAs(owner, plan)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [same] = [await client.planAs(owner, tagFile("Three"))]
    const twice = await Promise.all([client.applyAs(owner, same), client.applyAs(owner, same)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it("is the owner's", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    expectError(await client.as(member)("POST", "/config/plan", { document: wholeFile(owner) }), 403, OWNER)
    expectError(await client.as(member)("POST", "/config/apply", { planId: absent }), 403, OWNER)
    expectError(await client.as(member)("GET", "/config"), 403, OWNER)
  })

  it("keeps sealed secrets only while their address stays, and never shows or sends them elsewhere", async () => {
    const owner = await world.account("agency")
    const whole = wholeFile(owner)
    await client.applyFile(owner, whole)
    const exported = await client.fileOf(owner)
    const moved = exported.replace("url: https://shop.example.org", "url: https://evil.example.net")
    expect(moved).not.toBe(exported)
    const plan = await client.planAs(owner, moved)
    expect(plan.planId).toBeNull()
    expect(plan.refused.map(({ message }) => message)).toEqual([
      "Enter request.headers.X-Probe again: the address has changed.",
      "Enter request.auth.password again: the address has changed."
    ])
    const [hash = ""] = /sealed:[0-9a-f]{16}/u.exec(exported) ?? []
    const copied = `version: 1\nproject: other\ndomains:\n  evil:\n    url: https://evil.example.net\n    request: { headers: { X-Probe: "${hash}" } }\n`
    expect((await client.planAs(owner, copied)).refused).toMatchObject([
      {
        path: "domains.evil",
        message: "Enter request.headers.X-Probe again: no stored value matches this sealed value."
      }
    ])
    const renamed = exported.replace("name: shop.example.org", "name: Shop")
    expect((await client.applyFile(owner, renamed))["updated"]).toBe(1)
    expect(await client.planAs(owner, exported.replace("name: shop.example.org", "name: Shop"))).toMatchObject({
      changes: 0
    })
    expect(
      await client.planAs(
        owner,
        whole.replace("url: https://shop.example.org/", "url: https://shop.example.org/\n    name: Shop")
      )
    ).toMatchObject({ changes: 0 })
    const secret = await client.planAs(owner, whole.replace("secret-1", "secret-9"))
    expect(JSON.stringify(secret.update)).toMatch(/"from":\{[^}]*sealed:[0-9a-f]{16}.*"to":\{[^}]*sealed:[0-9a-f]{16}/u)
    expect(JSON.stringify(secret)).not.toContain("secret-9")
  })

  it("leaves the account alone if a change is refused at the end", async () => {
    const owner = await world.account("agency")
    const other = await world.account("agency")
    const file =
      "version: 1\nproject: acme\ntags:\n  one: { name: One }\nstatusPages:\n  main: { name: Main, slug: taken-later }\n"
    const plan = await client.planAs(owner, file)
    expect(plan.planId).toEqual(ID)
    await client.as(other)("POST", "/status-pages", { name: "Other", slug: "taken-later" })
    const refused = await client.applyAs(owner, plan)
    expect(refused.status).toBe(400)
    expect((await client.as(owner)("GET", "/tags")).body).toMatchObject({ data: [] })
  })
})
