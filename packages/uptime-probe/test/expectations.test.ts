import * as fc from "fast-check"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Assertion } from "../src/index.ts"
import * as JsonPath from "../src/JsonPath.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const document = { state: "green", count: 0, list: [{ name: "a" }, null], "odd key": { deep: [1, { x: true }] } }

describe("an expectation", () => {
  it.each<[Assertion, boolean]>([
    [{ status: "200" }, true],
    [{ status: "100-199, 200-204" }, true],
    [{ status: "201" }, false],
    [{ text: "green" }, true],
    [{ text: "GREEN" }, false],
    [{ text: "GREEN", ignoreCase: true }, true],
    [{ text: "green", absent: true }, false],
    [{ text: "red", absent: true }, true],
    [{ header: "Content-Type" }, true],
    [{ header: "content-type", equals: "application/json" }, true],
    [{ header: "content-type", contains: "xml" }, false],
    [{ header: "x-missing" }, false],
    [{ header: "x-missing", absent: true }, true],
    [{ header: "content-type", absent: true }, false],
    [{ json: "state" }, true],
    [{ json: "$.state", equals: "green" }, true],
    [{ json: "$.state", equals: "red" }, false],
    [{ json: "$.count", equals: 0 }, true],
    [{ json: "$.count", equals: "0" }, false],
    [{ json: "$.list[0]", equals: { name: "a" } }, true],
    [{ json: "$.list[0]", equals: { name: "a", more: 1 } }, false],
    [{ json: "$.list", equals: [{ name: "a" }, null] }, true],
    [{ json: "$.list[1]", equals: null }, true],
    [{ json: "$.list[2]" }, false],
    [{ json: "$.list.length" }, false],
    [{ json: "$.list[2]", absent: true }, true],
    [{ json: '$["odd key"].deep[1].x', equals: true }, true],
    [{ json: "$.__proto__" }, false],
    [{ json: "$" }, true]
  ])("%j: %j", async (assertion, holds) => {
    const { url } = await lab.open("api.example.com", {
      behaviour: { headers: { "content-type": "application/json" }, body: JSON.stringify(document) }
    })
    const check = await lab.check(url, { expect: [assertion] })
    expect(check.assertions).toMatchObject([{ assertion, holds }])
    expect(check.outcome).toBe(holds ? "ok" : "status" in assertion ? "http_status" : "assertion")
    expect(check.message === null).toBe(holds)
    expect(check.totalUs).toBeGreaterThan(0)
  })

  it("on the status replaces the rule about 400", async () => {
    const { url } = await lab.open("api.example.com", { behaviour: { status: 401 } })
    expect((await lab.check(url, { expect: [{ status: "401" }] })).outcome).toBe("ok")
    expect((await lab.check(url, { expect: [{ text: "Hello" }] })).outcome).toBe("http_status")
  })

  it("is checked against the final response in its charset, and only if there is one", async () => {
    const { url, site } = await lab.open("api.example.com", {
      behaviour: ({ path }) =>
        path === "/"
          ? { redirectTo: "/end" }
          : { headers: { "content-type": "text/html; charset=ISO-8859-1" }, body: Buffer.from("Grüße", "latin1") }
    })
    expect(
      (await lab.check(url, { expect: [{ text: "Grüße" }, { text: "nothing" }] })).assertions?.map(({ holds }) => holds)
    ).toEqual([true, false])
    site.behave({ reset: true })
    expect(await lab.check(url, { expect: [{ text: "Grüße" }] })).not.toHaveProperty("assertions")
  })

  it("that is invalid rejects the check", async () => {
    for (const expectation of [
      { status: "2xx" },
      { status: "" },
      { json: "$..a" },
      { json: "$.a[*]" },
      { json: "a..b" }
    ] as const) {
      await expect(lab.check("http://api.example.com/", { expect: [expectation] })).rejects.toThrow(TypeError)
    }
  })
})

describe("a JSON path", () => {
  it("reaches every value of a document", () => {
    const key = fc.string({ minLength: 1, maxLength: 8 })
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.array(tie("node"), { maxLength: 3 }),
        fc.dictionary(key, tie("node"), { maxKeys: 3 })
      )
    })).node
    const visit = (value: unknown, path: string): void => {
      const parsed = JsonPath.parse(path)
      expect(parsed).not.toBe(null)
      expect(JsonPath.select(root, parsed ?? [])).toEqual({ found: true, value })
      if (typeof value !== "object" || value === null) return
      for (const [name, child] of Object.entries(value)) {
        visit(child, Array.isArray(value) ? `${path}[${name}]` : `${path}["${name.replaceAll(/["\\]/g, "\\$&")}"]`)
      }
    }
    let root: unknown
    fc.assert(
      fc.property(tree, (made) => {
        root = made
        visit(made, "$")
      })
    )
  })
})
