import { expect, it } from "vitest"
import type { Tool } from "../../src/mcp/Tool.ts"
import { tools } from "../../src/mcp/agentTools.ts"
import { answerCall } from "../../src/mcp/callTool.ts"

const toolNamed = (name: string): Tool => {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`No tool ${name}.`)
  return tool
}

const idOf = (number: number): string => `01981f6e-2a7b-7c31-9d1e-${String(number).padStart(12, "0")}`

interface Page {
  readonly monitors: ReadonlyArray<{ readonly id: string; readonly state: string; readonly untrusted: unknown }>
  readonly found: number
  readonly next: string | null
}

const fields = ["id", "kind", "name", "url", "state", "since", "responseMs", "tags"]

const fleet = {
  fields,
  tags: [{ id: idOf(9_999), name: "Shops", color: "#000000" }],
  rows: Array.from({ length: 300 }, (_, index) => [
    idOf(index),
    index % 2 === 0 ? "domain" : "url",
    `Shop ${index}`,
    `https://shop${index}.example.com`,
    index % 10 === 0 ? "down" : "up",
    1_795_680_000,
    120,
    index % 3 === 0 ? [0] : []
  ])
}

const listOnce = (given: Readonly<Record<string, unknown>>): Page =>
  JSON.parse(answerCall(toolNamed("list_monitors"), given, [fleet]).text)

const listAll = (given: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const ids: Array<string> = []
  let page = listOnce(given)
  ids.push(...page.monitors.map(({ id }) => id))
  while (page.next !== null) {
    page = listOnce({ ...given, before: page.next })
    ids.push(...page.monitors.map(({ id }) => id))
  }
  return ids
}

it("lists all monitors page by page, each once", () => {
  expect(listAll({})).toEqual(fleet.rows.map(([id]) => id))
  expect(listOnce({}).monitors.length).toBeGreaterThan(20)
})

it("finds monitors by state, kind and text, also page by page", () => {
  expect(listAll({ state: "down" })).toHaveLength(30)
  expect(listAll({ kind: "url" })).toHaveLength(150)
  expect(listAll({ search: "SHOP 29" })).toHaveLength(11)
  expect(listAll({ search: "shops" })).toHaveLength(100)
  expect(listOnce({ state: "down", kind: "domain" })).toMatchObject({ found: 30 })
})

it("shows times as texts and names of tags as texts of others", () => {
  expect(listOnce({}).monitors[0]).toEqual({
    id: idOf(0),
    kind: "domain",
    state: "down",
    since: new Date(1_795_680_000_000).toISOString(),
    responseMs: 120,
    untrusted: { name: "Shop 0", url: "https://shop0.example.com", tags: ["Shops"] }
  })
})

it("refuses a cursor of a monitor that is gone", () => {
  expect(answerCall(toolNamed("list_monitors"), { before: idOf(5_000) }, [fleet])).toEqual({
    isError: true,
    text: "There is no monitor with the id in before. Start again without it."
  })
})

it("continues a list of the API after the last item that fitted", () => {
  const incidents = Array.from({ length: 50 }, (_, index) => ({
    id: idOf(index),
    domainName: "Shop ".repeat(20),
    status: "resolved",
    startedAt: "2026-11-21T08:15:00.000Z",
    triggerError: { code: "http_status", message: "The server responded with 503." }
  }))
  const { text } = answerCall(toolNamed("list_incidents"), { limit: 50 }, [incidents])
  const page: { readonly incidents: ReadonlyArray<{ readonly id: string }>; readonly next: string } = JSON.parse(text)
  expect(page.incidents.length).toBeLessThan(50)
  expect(page.next).toBe(page.incidents.at(-1)?.id)
  expect(JSON.parse(answerCall(toolNamed("list_incidents"), {}, [incidents.slice(0, 3)]).text)).toMatchObject({
    next: null
  })
})

it("joins buckets of response times to at most 48 rows", () => {
  const names = ["start", "checks", "up", "down", "p50", "p95", "p99", "dns"]
  const timeline = {
    range: "30d",
    bucketSeconds: 3_600,
    fields: names,
    buckets: Array.from({ length: 720 }, (_, index) => [1_795_680_000 + index * 3_600, 10, 9, 1, 100, 200, index, 5]),
    days: [],
    incidents: [],
    gaps: [],
    maintenance: []
  }
  const { responses } = JSON.parse(answerCall(toolNamed("response_times"), {}, [timeline]).text)
  expect(responses.bucketsInRow).toBe(15)
  expect(responses.rows).toHaveLength(48)
  expect(responses.rows[0]).toEqual([new Date(1_795_680_000_000).toISOString(), 150, 15, 100, 200, 14])
})
