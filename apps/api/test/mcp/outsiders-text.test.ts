import { prototypeWords } from "@mon/tooling/prototypeWords"
import { describe, expect, it } from "vitest"
import type { Tool } from "../../src/mcp/Tool.ts"
import { tools } from "../../src/mcp/agentTools.ts"
import { answerCall, prepareCall } from "../../src/mcp/callTool.ts"
import { endpointOf } from "../../src/mcp/contract.ts"
import type { JsonObject } from "@mon/bundled/json-rpc"
import { TEXT_BYTES } from "../../src/mcp/fit.ts"
import { jsonBytes, siftedRecord, UNTRUSTED_BYTES } from "../../src/mcp/untrusted.ts"
import { agentOrders, AGENT_ORDER_MARK as MARK } from "@mon/tooling/testbed"
import { sample } from "./sample.ts"

/** In the list of monitors, the field names of a row are constant, and the values come from the account. */
const recordOf = (endpoint: string, text: string, items: number): unknown => {
  const data = sample(endpointOf(endpoint).data, text, items)
  if (endpoint !== "monitors.list") return data
  const [example] = (endpointOf(endpoint).data["properties"] as { fields: { examples: unknown } }).fields
    .examples as ReadonlyArray<unknown>
  const { rows, tags } = data as JsonObject & { readonly rows: ReadonlyArray<ReadonlyArray<unknown>> }
  return { fields: example, tags, rows: rows.map((row) => row.map((value) => (Array.isArray(value) ? [0, 1] : value))) }
}

const answerOf = (tool: Tool, text: string, items: number): unknown => {
  const data = tool.endpoints.map((endpoint) => recordOf(endpoint, text, items))
  return JSON.parse(answerCall(tool, {}, data).text)
}

/** Returns the places that contain a text by other people outside a field `untrusted`. */
const leaks = (value: unknown, path = ""): ReadonlyArray<string> => {
  if (typeof value === "string") return value.includes(MARK) ? [path] : []
  if (Array.isArray(value)) return value.flatMap((part, index) => leaks(part, `${path}[${index}]`))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === "untrusted") return []
    return [...(name.includes(MARK) ? [`${path}: name`] : []), ...leaks(part, `${path}.${name}`)]
  })
}

const untrustedFields = (value: unknown): ReadonlyArray<unknown> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => (name === "untrusted" ? [part] : untrustedFields(part)))
}

describe.each(tools)("the answer of $name", (tool) => {
  it("has texts of others only in fields named untrusted, each at most 2 KB", () => {
    for (const text of agentOrders) {
      const answer = answerOf(tool, text, 3)
      expect(leaks(answer)).toEqual([])
      const fields = untrustedFields(answer)
      for (const field of fields) expect(jsonBytes(field)).toBeLessThanOrEqual(UNTRUSTED_BYTES)
      if (tool.name !== "response_times") expect(JSON.stringify(fields)).toContain(MARK)
    }
  })

  it("fits into 8 KB, however large the records are", () => {
    for (const items of [0, 1, 5, 40, 200]) {
      const answer = answerOf(tool, `${MARK} ${'"\\'.repeat(2_000)}`, items)
      expect(jsonBytes(JSON.stringify(answer))).toBeLessThanOrEqual(TEXT_BYTES)
    }
  })

  it("contains no invisible characters", () => {
    for (const text of agentOrders) {
      expect(JSON.stringify(answerOf(tool, text, 1))).not.toMatch(
        /[\u200b\u202e\u{e0000}-\u{e007f}]|\\ud800|\\u0000|\\u001b/u
      )
    }
  })

  it("repeats no argument in the error that refuses it", () => {
    const refusals = agentOrders
      .flatMap((text) => [{ [text]: 1 }, { kind: text, id: text, state: text }, { limit: text, id: "1" }])
      .map((given) => prepareCall(tool, given))
    expect(refusals.flatMap((prepared) => (prepared.ok ? [] : [prepared.message])).join(" ")).not.toContain(MARK)
  })
})

it("describes the tools with constant texts and names", () => {
  expect(tools.map(({ name }) => name).every((name) => /^[a-z_]{1,40}$/u.test(name))).toBe(true)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  expect(JSON.stringify(tools.map((tool) => [tool.description, tool.inputSchema()])).length).toBeLessThan(16_000)
})

describe.each(prototypeWords)("the word %j", (word) => {
  it("is no argument of any tool", () => {
    for (const tool of tools)
      expect(prepareCall(tool, { [word]: "x" })).toMatchObject({
        ok: false,
        message: expect.stringMatching(/^Unknown argument\. /u)
      })
  })

  it("as the name of a field is a text of others, unless the contract declares it", () => {
    const record = { [word]: "x" }
    const shown = (properties: JsonObject) =>
      JSON.stringify(siftedRecord(record, { properties }, { items: 1, text: 100 }))
    expect(shown({})).toBe(JSON.stringify({ untrusted: { record } }))
    expect(shown({ [word]: { type: "string" } })).toBe(JSON.stringify({ untrusted: record }))
    expect(shown({ [word]: { enum: ["x"] } })).toBe(JSON.stringify(record))
  })
})
