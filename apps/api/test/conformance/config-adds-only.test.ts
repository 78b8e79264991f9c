// A file that only adds objects changes no existing object, because an import must not change any.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configClient } from "../ConfigFile.ts"
import { openWorld, type World } from "../World.ts"

const channel = "ops: { kind: ntfy, name: Ops, settings: { topic: alerts-k3v9 }, inDefaultRoute: false }"

const imported = `version: 1
project: kuma
addOnly: true
tags: { kuma-web: { name: Web } }
domains:
  kuma-1: { url: shop.example.org, name: Duplicate, checkInterval: 600, tags: [kuma-web] }
  kuma-2: { url: docs.example.org, name: Docs, tags: [kuma-web] }
channels:
  ${channel}
routes:
  kuma-ops: { name: Ops, monitors: [kuma-2], steps: [{ afterMinutes: 0, targets: [ops, email] }] }
statusPages:
  page: { name: Status, slug: SLUG, components: { shop: { name: Shop, monitors: [kuma-1] } } }
`

describe("a file that only adds", () => {
  let world: World
  let client: ReturnType<typeof configClient>
  beforeAll(async () => {
    world = await openWorld()
    client = configClient(await world.startApi())
  })
  afterAll(() => world.close())

  const situation = async () => {
    const owner = await world.account("agency")
    const shop = { url: "shop.example.org", name: "Shop", checkInterval: 120 }
    const { id } = (await client.as(owner)("POST", "/domains", shop)).data
    return { owner, id, file: imported.replace("SLUG", `adds-${owner.id.slice(-12)}`) }
  }

  it("keeps the name and the settings of what exists, and refers to it", async () => {
    const { file, id, owner } = await situation()
    const plan = await client.planAs(owner, file)
    expect(plan).toMatchObject({ refused: [], update: [], adopt: [], delete: [] })
    expect(plan.kept).toEqual([{ section: "domains", key: "kuma-1", id, line: 6, name: "Shop" }])
    expect(plan.create.map(({ key }) => key)).toEqual(["kuma-web", "kuma-2", "ops", "kuma-ops", "page"])
    expect((await client.applyAs(owner, plan)).data).toMatchObject({ created: 5, updated: 0, adopted: 0, deleted: 0 })
    const domain = (await client.as(owner)("GET", `/domains/${String(id)}`)).data
    expect(domain).toMatchObject({ name: "Shop", checkInterval: 120, tags: [] })
  })

  it("leaves the account with its own project, and its export with everything", async () => {
    const { file, owner } = await situation()
    await client.applyFile(owner, file)
    const exported = await client.fileOf(owner)
    expect(exported).toContain("project: mon\n")
    for (const text of ["name: Shop", "name: Docs", "name: Ops", "name: Status"]) expect(exported).toContain(text)
    const own = await client.planAs(owner, exported)
    expect(own).toMatchObject({ changes: 0, refused: [], unmanaged: [] })
    await client.applyAs(owner, own)
    await client.applyFile(owner, file.replace("docs.example.org", "help.example.org").replaceAll("kuma-2", "kuma-3"))
    expect(await client.fileOf(owner)).toContain("project: mon\n")
  })

  it("adds nothing the second time, deletes nothing, and leaves other projects alone", async () => {
    const { file, owner } = await situation()
    await client.applyFile(owner, file)
    const again = await client.planAs(owner, file)
    expect(again).toMatchObject({ changes: 0, create: [], delete: [], refused: [] })
    expect(again.kept).toHaveLength(6)
    await client.applyFile(owner, (await client.fileOf(owner)).replace("project: mon", "project: acme"))
    const less = await client.planAs(
      owner,
      "version: 1\nproject: acme\naddOnly: true\ndomains: { kuma-2: { url: docs.example.org } }\n"
    )
    expect(less).toMatchObject({ changes: 0, delete: [], refused: [] })
    expect(await client.planAs(owner, file)).toMatchObject({ changes: 0, delete: [], refused: [] })
  })

  it("never sends alerts to another channel or route with the same name", async () => {
    const { file, owner } = await situation()
    await client.applyFile(owner, file)
    const changed = file
      .replace("topic: alerts-k3v9", "topic: others-k3v9")
      .replaceAll("kuma-2", "kuma-3")
      .replace("docs.example.org", "help.example.org")
    const plan = await client.planAs(owner, changed)
    expect(plan.refused).toEqual([])
    expect(plan.create.map(({ key, section }) => `${section}.${key}`)).toEqual([
      "domains.kuma-3",
      "channels.ops",
      "routes.kuma-ops"
    ])
    expect((await client.applyAs(owner, plan)).status).toBe(200)
  })
})
