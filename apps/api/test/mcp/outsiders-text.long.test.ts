// Texts by strangers and members reach an agent only in fields named `untrusted`.
import { afterAll, beforeAll, expect, it } from "vitest"
import { agentOrders, AGENT_ORDER_MARK as MARK } from "@mon/tooling/testbed"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { connectClient, textOf } from "./McpConnection.ts"

const COUNT = agentOrders.length
const ANSWER_BYTES = 8_192
const HEADERS = { "Content-Type": "application/json" }

/** Returns the text in the form of a name. The API refuses invisible characters in names. */
const nameOf = (text: string): string => Array.from(text.replaceAll(/\p{C}/gu, "")).slice(0, 60).join("").trim()

let world: World
let api: TestApi
let account: TestAccount
let domains: ReadonlyArray<string>
let page: string

const INCIDENT = `
  insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_error_code, trigger_error_message)
  select mon_uuidv7(), m.account_id, m.id, mon_now(), mon_now(), 'http_status', $2 from monitor m
  where m.public_id = $1::uuid returning public_id::text as id`

const CHANGE = `
  insert into url_change (public_id, account_id, monitor_id, detected_at, summary, change_count, added_lines,
    removed_lines, similarity, approximate, diff, hunks)
  select mon_uuidv7(), m.account_id, m.id, mon_now(), $2, 1, 1, 1, 0.9, false, $2, '[]' from monitor m
  where m.public_id = $1::uuid`

beforeAll(async () => {
  world = await openWorld()
  const record = (text: string) => ({ TXT: [`v=spf1 ${nameOf(text)}`], MX: [{ preference: 1, exchange: "mx.test" }] })
  const zone = Object.fromEntries(agentOrders.map((text, index) => [`h${index}.example.com`, record(text)]))
  api = await world.startApi({ zone })
  account = await world.account("agency")
  const { key } = account
  const added = await Promise.all(agentOrders.map((text) => addDomain(api, account, { name: nameOf(text) })))
  domains = added.map(({ id }) => id)
  for (const [index, text] of agentOrders.entries()) {
    await world.sql(INCIDENT, domains[index], text.toWellFormed().replaceAll("\u0000", ""))
  }
  const url = await api.send("POST", "/api/v1/urls", {
    key,
    body: { url: "page.example.com", name: nameOf(agentOrders[0] ?? "") }
  })
  page = url.data.id
  for (const text of agentOrders) await world.sql(CHANGE, page, text.toWellFormed().replaceAll("\u0000", ""))
  for (const [index, text] of agentOrders.slice(0, 20).entries()) {
    const name = nameOf(text).slice(0, 50)
    await api.send("POST", "/api/v1/channels", {
      key,
      body: { kind: "ntfy", name, settings: { topic: "alerts-k3v9" } }
    })
    await api.send("POST", "/api/v1/status-pages", { key, body: { slug: `page-${index}`, name } })
  }
})
afterAll(() => world.close())

/** Returns every text and every field name of an answer outside fields named `untrusted`. */
const trustedTexts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(trustedTexts)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    name === "untrusted" ? [name] : [name, ...trustedTexts(part)]
  )
}

it("is the only place of a hundred names, errors, diffs and records that order an agent about", async () => {
  const client = await connectClient(api, account.key)
  let marked = 0
  const walk = async (name: string, args: object): Promise<unknown> => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }
    const response = await api.send("POST", "/mcp", { key: account.key, body, headers: HEADERS })
    expect(Buffer.byteLength(response.text)).toBeLessThanOrEqual(ANSWER_BYTES)
    const { result } = response.body as { readonly result: { readonly content: unknown; readonly isError: boolean } }
    expect([name, textOf(result), result.isError]).toEqual([name, expect.any(String), false])
    const answer: unknown = JSON.parse(textOf(result))
    for (const text of trustedTexts(answer)) expect(text).not.toContain(MARK)
    marked += textOf(result).split(MARK).length - 1
    return answer
  }
  const walkAll = async (name: string, args: object): Promise<void> => {
    let answer = (await walk(name, args)) as { readonly next: string | null }
    while (answer.next !== null) answer = (await walk(name, { ...args, before: answer.next })) as typeof answer
  }
  const { tools } = await client.listTools()
  expect(JSON.stringify(tools)).not.toContain(MARK)
  await walk("account_overview", {})
  await walkAll("list_monitors", {})
  await walkAll("list_incidents", { limit: 50 })
  await walkAll("page_changes", { id: page, limit: 50 })
  await walkAll("list_channels", {})
  await walkAll("list_status_pages", {})
  await walk("show_monitor", { kind: "url", id: page })
  await walk("response_times", { kind: "url", id: page })
  const incidents = await world.sql("select public_id::text as id from incident order by id desc")
  for (const { id } of incidents as ReadonlyArray<{ readonly id: string }>) {
    await walk("show_incident", { id })
    await walk("explain_incident", { id })
  }
  for (const [index, id] of domains.entries()) {
    await walk("show_monitor", { kind: "domain", id })
    await walk("response_times", { kind: "domain", id })
    await walk("check_email_health", { domain: `h${index}.example.com` })
  }
  await walk("check_disposable_email", { email: "ada@mailinator.com" })
  // The answers contained all names, errors, and summaries with their diffs, some of them more than once.
  expect(marked).toBeGreaterThan(COUNT * 5)
  await client.close()
})

it("is not repeated by an error about an argument", async () => {
  const { key } = account
  const names = ["show_monitor", "list_incidents", "check_email_health", "check_disposable_email", "page_changes"]
  for (const [index, text] of agentOrders.entries()) {
    const args = { kind: text, id: text, before: text, domain: text, email: text, state: text }
    const params = { name: names[index % names.length], arguments: args }
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params }
    const response = await api.send("POST", "/mcp", { key, body, headers: HEADERS })
    expect(response.text).not.toContain(MARK)
    const unknown = { ...body, params: { name: text, arguments: {} } }
    expect((await api.send("POST", "/mcp", { key, body: unknown, headers: HEADERS })).text).not.toContain(MARK)
  }
})
