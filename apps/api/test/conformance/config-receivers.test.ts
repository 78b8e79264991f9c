// A plan names the monitors whose alerts would go to different receivers than before.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { receiverSentence } from "../../src/api/routes/receiverSentence.ts"
import { configClient } from "../ConfigFile.ts"
import { openWorld, type World } from "../World.ts"

const base = `version: 1
project: acme
tags: { web: { name: Web } }
domains:
  shop: { url: shop.example.org, name: Shop, tags: [web] }
  docs: { url: docs.example.org, name: Docs }
channels:
  ops: { kind: ntfy, name: Ops, settings: { topic: alerts-k3v9 } }
  night: { kind: ntfy, name: Night duty, settings: { topic: night-k3v9 }, inDefaultRoute: false }
`

const routes = (...lines: ReadonlyArray<string>): string =>
  `${base}routes:\n${lines.map((line) => `  ${line}\n`).join("")}`

const everybody = ["email", "Ops"]

describe("the plan of a file", () => {
  let world: World
  let client: ReturnType<typeof configClient>
  beforeAll(async () => {
    world = await openWorld()
    client = configClient(await world.startApi())
  })
  afterAll(() => world.close())

  const planned = async (before: string, after: string) => {
    const owner = await world.account("agency")
    await client.applyFile(owner, before)
    const plan = await client.planAs(owner, after)
    expect(plan.refused).toEqual([])
    return plan.receivers
  }

  it("names nobody if all receive what they received", async () => {
    expect(await planned(base, base.replace("name: Docs", "name: Handbook"))).toEqual([])
    const same = routes("all: { name: All, tags: [web], steps: [{ afterMinutes: 0, targets: [email, ops] }] }")
    expect(await planned(base, same)).toEqual([])
  })

  it("names the monitors that a route takes away from the default route", async () => {
    const route =
      "shops: { name: Shops, tags: [web], kinds: [down], steps: [{ afterMinutes: 0, targets: [night, email] }] }"
    expect(await planned(base, routes(route))).toEqual([
      {
        monitors: ["Shop"],
        kinds: ["down"],
        before: everybody,
        after: ["email", "Night duty"],
        message: "Night duty will receive alerts about Shop (down), and Ops will no longer receive them."
      }
    ])
  })

  it("names the monitors whose channel is turned off, and leaves a route without receivers out", async () => {
    const off = base.replace("topic: alerts-k3v9 } }", "topic: alerts-k3v9 }, isActive: false }")
    const message = "Ops will no longer receive alerts about Shop and Docs."
    const change = { monitors: ["Shop", "Docs"], kinds: [], before: everybody, after: ["email"], message }
    expect(await planned(base, off)).toEqual([change])
    const only = "ops: { name: Ops, monitors: [shop], steps: [{ afterMinutes: 0, targets: [ops, whatsapp] }] }"
    expect(
      await planned(base, routes(only).replace("topic: alerts-k3v9 } }", "topic: alerts-k3v9 }, isActive: false }"))
    ).toEqual([change])
  })

  it("names the monitors that a new order of routes, a lost tag and a deleted copy concern", async () => {
    const one = "one: { name: One, monitors: [shop], steps: [{ afterMinutes: 0, targets: [email] }] }"
    const two = "two: { name: Two, monitors: [shop], steps: [{ afterMinutes: 0, targets: [night] }] }"
    expect(await planned(routes(one, two), routes(two, one))).toMatchObject([
      { monitors: ["Shop"], before: ["email"], after: ["Night duty"] }
    ])
    const tagged = "web: { name: Web, tags: [web], steps: [{ afterMinutes: 0, targets: [night] }] }"
    expect(
      await planned(routes(tagged), routes(tagged).replace("name: Shop, tags: [web]", "name: Shop"))
    ).toMatchObject([{ monitors: ["Shop"], before: ["Night duty"], after: everybody }])
    const copied = base.replace("name: Docs }", "name: Docs, ccEmails: [ops@example.org] }")
    expect(await planned(copied, base)).toMatchObject([
      { monitors: ["Docs"], before: ["email", "Ops", "ops@example.org"], after: everybody }
    ])
  })
})

describe("the sentence about receivers", () => {
  it.each([
    [[], ["email"], "Nobody will receive alerts about Shop and Docs. Until now: email."],
    [[], [], "Nobody will receive alerts about Shop and Docs."],
    [["email"], ["email", "whatsapp"], "WhatsApp will no longer receive alerts about Shop and Docs."],
    [["Ops"], ["email", "Ops"], "Email will no longer receive alerts about Shop and Docs."],
    [["email", "Ops", "Chat"], ["email"], "Ops and Chat will also receive alerts about Shop and Docs."]
  ])("is right for %j after %j", (after, before, sentence) => {
    expect(receiverSentence({ monitors: ["Shop", "Docs"], kinds: [], before, after })).toBe(sentence)
  })
})
