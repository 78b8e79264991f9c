// Files that somebody writes to harm the service or other people.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configClient } from "../ConfigFile.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const MIB = 1_024 * 1_024
const HEAD = "version: 1\nproject: acme\n"

/** Files that are refused, with a part of the reason. */
const refusedFiles: ReadonlyArray<readonly [name: string, file: string, message: RegExp]> = [
  ["aliases", `${HEAD}tags: { a: &a { name: x }, b: *a }\n`, /alias|anchor/iu],
  ["tags of YAML", `${HEAD}tags: { a: !!js/function "x" }\n`, /tag/iu],
  ["depth", `${HEAD}tags: ${"[".repeat(5_000)}${"]".repeat(5_000)}\n`, /level|nested|deep/iu],
  ["many values", `${HEAD}tags: [${"1,".repeat(200_000)}1]\n`, /at most 100000 names and values/u],
  ["prototype keys", `${HEAD}tags: { __proto__: { name: x } }\n`, /./u],
  ["prototype fields", `${HEAD}tags: { a: { name: x, __proto__: { color: red } } }\n`, /./u],
  ["NUL", `${HEAD}tags: { a: { name: "x\\0" } }\n`, /./u],
  ["twice", `${HEAD}tags: { a: { name: x }, a: { name: y } }\n`, /./u],
  ["no YAML", "\t: : :", /./u]
]

describe("a hostile configuration file", () => {
  let world: World
  let api: TestApi
  let client: ReturnType<typeof configClient>
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    client = configClient(api)
  })
  afterAll(() => world.close())

  it.each(refusedFiles)("is refused with a sentence: %s", async (_, file, message) => {
    const owner = await world.account()
    const { planId, refused } = await client.planAs(owner, file)
    expect(planId).toBeNull()
    expect(refused.some((one) => message.test(one.message))).toBe(true)
    expect((await client.as(owner)("GET", "/tags")).body).toMatchObject({ data: [] })
  })

  it("of the largest size delays nobody else", async () => {
    const owner = await world.account()
    const other = await world.account()
    const line = "# comment that nobody reads, again and again and again\n"
    const large = HEAD + line.repeat(Math.floor((4 * MIB - HEAD.length) / line.length))
    const planning = client.as(owner)("POST", "/config/plan", { document: large })
    let others = 0
    const state = { isPlanned: false }
    void planning.finally(() => {
      state.isPlanned = true
    })
    while (!state.isPlanned) {
      expect((await client.as(other)("GET", "/tags")).status).toBe(200)
      others += 1
    }
    expect((await planning).status).toBe(200)
    expect(others).toBeGreaterThan(0)
  })

  it("with far more objects than the plan allows is refused before it is compared", async () => {
    const owner = await world.account("free")
    const domains = Array.from({ length: 2_000 }, (_, index) => `  d${index}: { url: d${index}.example.org }`)
    const { planId, refused } = await client.planAs(owner, `${HEAD}domains:\n${domains.join("\n")}\n`)
    expect(planId).toBeNull()
    expect(refused).toEqual([
      {
        path: expect.stringMatching(/^domains\.d\d+$/u),
        line: expect.any(Number),
        column: 3,
        message: expect.any(String)
      }
    ])
    const [single] = refused
    expect(single?.message).toContain("limit")
  })

  it("cannot make a monitor depend on itself, and gets the sentence of the single call", async () => {
    const owner = await world.account()
    const { planId, refused } = await client.planAs(
      owner,
      `${HEAD}domains:\n  a: { url: a.example.org, dependsOn: [b] }\n  b: { url: b.example.org, dependsOn: [c] }\n  c: { url: c.example.org, dependsOn: [a] }\n`
    )
    expect(planId).toBeNull()
    expect(refused.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^dependsOn must not make a monitor depend on itself: /u)
    ])
  })

  it("turns dependencies around in one change", async () => {
    const owner = await world.account()
    const file = (a: string, b: string) =>
      `${HEAD}domains:\n  a: { url: a.example.org, dependsOn: [${a}] }\n  b: { url: b.example.org, dependsOn: [${b}] }\n`
    await client.applyFile(owner, file("b", ""))
    await client.applyFile(owner, file("", "a"))
    expect(await client.planAs(owner, file("", "a"))).toMatchObject({ changes: 0 })
  })

  it("has keys that every object inherits", async () => {
    const owner = await world.account("agency")
    const source = `${HEAD}tags: { constructor: { name: constructor } }
statusPages:
  valueOf:
    name: valueOf
    slug: inherits-${owner.id.slice(-8)}
    groups: { toString: { name: toString } }
    components: { constructor: { name: constructor, group: toString, tags: [constructor] } }
`
    await client.applyFile(owner, source)
    expect(await client.planAs(owner, source)).toMatchObject({ changes: 0, refused: [], drift: [] })
    await world.sql(
      "delete from config_key where account_id = (select id from account where public_id = $1::uuid)",
      owner.id
    )
    const exported = await client.fileOf(owner)
    await client.applyFile(owner, exported)
    expect(await client.fileOf(owner)).toBe(exported)
  })

  it("reaches no other account by key, id or project", async () => {
    const victim = await world.account()
    const attacker = await world.account()
    await client.applyFile(
      victim,
      `${HEAD}tags: { secret: { name: Secret } }\ndomains: { shop: { url: shop.example.org } }\n`
    )
    const [{ id = "" } = {}] = (await client.as(victim)("GET", "/domains")).data as unknown as ReadonlyArray<{
      id: string
    }>
    const foreign = await client.planAs(
      attacker,
      `version: 1\nproject: mine\ndomains: { x: { url: x.example.org, dependsOn: [acme/shop] } }\n`
    )
    expect(foreign.refused).toMatchObject([
      { message: "acme/shop is not the key of a configuration file for this account." }
    ])
    const byId = await client.planAs(
      attacker,
      `version: 1\nproject: mine\ndomains: { x: { url: x.example.org, dependsOn: ["mine/${id}"] } }\n`
    )
    expect(byId.planId).toBeNull()
    expect(await client.planAs(attacker, HEAD)).toMatchObject({ changes: 0, unmanaged: [], delete: [] })
    expect((await client.planAs(victim, `${HEAD}`)).delete).toHaveLength(2)
  })

  it("names each change of an apply in the log, with who makes it", async () => {
    const spans: Array<{ readonly attributes: ReadonlyMap<string, unknown> }> = []
    const traced = await world.startApi({ spans: spans as never })
    const owner = await world.account()
    await configClient(traced).applyFile(
      owner,
      `${HEAD}tags: { a: { name: A } }\ndomains: { b: { url: b.example.org } }\n`
    )
    const actions = spans.flatMap(({ attributes }) => {
      const action = attributes.get("action")
      return action === undefined ? [] : [`${String(attributes.get("actor"))} ${String(action)}`]
    })
    for (const action of ["tags.create", "domains.create", "config.apply"]) expect(actions).toContain(`key ${action}`)
  })
})
