import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const refusals: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, string]> = [
  [{ include: ["p[["] }, 'include[0]: "p[[" is not a CSS selector.'],
  [{ exclude: ["p", "$.a["] }, 'exclude[1]: "$.a[" is not a JSONPath (expected a selector at character 5).'],
  [{ include: "p" }, "include must be null or a list."],
  [{ include: [""] }, "include[0] must be a string of 1 to 500 characters."],
  [{ include: Array.from({ length: 21 }, () => "p") }, "include must be a list of at most 20 entries."],
  [
    { ignoreLines: [{ matches: "(?=a)" }] },
    "ignoreLines[0].matches: The pattern has a lookahead, a lookbehind or a named group."
  ],
  [{ ignoreLines: [{ matches: "a".repeat(501) }] }, "ignoreLines[0].matches must be a string of 1 to 500 characters."],
  [{ ignoreLines: ["visitors"] }, "ignoreLines[0] must be an object with one of: text, matches."],
  [{ ignoreLines: [{ text: "a", case: 1 }] }, "ignoreLines[0].case is not allowed here. Allowed: text, ignoreCase."],
  [{ trigger: { changes: "a" } }, "trigger must be an object with one of: appears, disappears."],
  [{ trigger: { appears: "" } }, "trigger.appears must be a string of 1 to 200 characters."],
  [{ onlyLines: "changed" }, "onlyLines must be one of: added, removed."],
  [{ minimumChange: { lines: 0 } }, "minimumChange.lines must be a whole number between 1 and 100000."],
  [{ minimumChange: { percent: 101 } }, "minimumChange.percent must be a whole number between 1 and 100."],
  [{ render: "yes" }, "render must be true or false."]
]

describe("the rules of a page", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const send = (method: string, { key }: TestAccount, path: string, body: unknown) =>
    api.send(method, `/api/v1/urls${path}`, { key, body })

  it.each(refusals)("%j is refused, also in a change and in a bulk change", async (fields, sentence) => {
    const owner = await world.account("agency")
    const { data } = await send("POST", owner, "", { url: "shop.example.com" })
    expectError(await send("POST", owner, "", { url: "b.example.com", ...fields }), 400, sentence)
    expectError(await send("PATCH", owner, `/${data.id}`, fields), 400, sentence)
    expectError(await send("PATCH", owner, "/bulk", { urlIds: [data.id], updates: fields }), 400, sentence)
  })

  it("null restores the default, and an absent field stays", async () => {
    const owner = await world.account("agency")
    const rules = { include: ["main"], trigger: { appears: "a" }, minimumChange: { lines: 2 }, onlyLines: "removed" }
    const { data } = await send("POST", owner, "", { url: "shop.example.com", ...rules })
    expect(data).toMatchObject(rules)
    const patched = await send("PATCH", owner, `/${data.id}`, { include: null, trigger: null })
    expect(patched.data).toMatchObject({ ...rules, include: [], trigger: null })
    const changed = await send("PATCH", owner, "/bulk", { urlIds: [data.id], updates: { onlyLines: null } })
    expect(changed.data).toMatchObject({ updated: 1 })
    const { data: read } = await api.send("GET", `/api/v1/urls/${data.id}`, { key: owner.key })
    expect(read).toMatchObject({ include: [], trigger: null, onlyLines: null, minimumChange: { lines: 2 } })
  })

  it("render is not on the Free plan", async () => {
    const free = await world.account("free")
    const sentence = "The Free plan does not include render."
    expectError(await send("POST", free, "", { url: "a.example.com", render: true }), 400, sentence)
    const { data } = await send("POST", free, "", { url: "a.example.com", render: false })
    expectError(await send("PATCH", free, `/${data.id}`, { render: true }), 403, sentence)
    expectError(await send("PATCH", free, "/bulk", { urlIds: [data.id], updates: { render: true } }), 403, sentence)
    for (const plan of ["pro", "agency"] as const) {
      const created = await send("POST", await world.account(plan), "", { url: "a.example.com", render: true })
      expect(created.data).toMatchObject({ render: true })
    }
  })
})
