// Texts of strangers in pages, headers, registries and the DNS pass through real checks, and reach an agent only in
// fields named `untrusted`.
import { assert, layer } from "@effect/vitest"
import {
  agentOrders,
  AGENT_ORDER_MARK as MARK,
  type RdapServer,
  startRdapServer,
  startWhoisServer,
  type WhoisServer
} from "@mon/tooling/testbed"
import { Context, Effect, Layer } from "effect"
import { apiKey, Registries, request, Service } from "./Service.ts"

/** The number of domains, and of pages. Every text is in a name, a header, a page and a TXT record. */
const COUNT = agentOrders.length
const ANSWER_BYTES = 8_192
const UNTRUSTED_BYTES = 2_048
const RDAP = "rdap.registry-example.com"
const WHOIS = "whois.registry-example.com"

class Servers extends Context.Service<Servers, { readonly rdap: RdapServer; readonly whois: WhoisServer }>()(
  "@mon/standalone/test/Servers"
) {
  static readonly layer = Layer.effect(
    Servers,
    Effect.gen(function* () {
      const rdap = yield* Effect.acquireRelease(
        Effect.promise(() => startRdapServer({ name: RDAP })),
        (server) => Effect.promise(() => server.close())
      )
      const whois = yield* Effect.acquireRelease(
        Effect.promise(() => startWhoisServer()),
        (server) => Effect.promise(() => server.close())
      )
      return { rdap, whois }
    })
  )
}

const layerRegistries = Layer.effect(
  Registries,
  Effect.map(Servers, ({ rdap, whois }) => ({
    rdapBootstrapUrl: rdap.bootstrapUrl,
    whoisServer: `${WHOIS}:${whois.port}`
  }))
)

const orderOf = (index: number): string => agentOrders[index] ?? ""
/** Makes a text valid as a name. The API refuses invisible characters in names. */
const nameOf = (text: string): string => [...text.replaceAll(/\p{C}/gu, "")].slice(0, 60).join("").trim()
/** Reduces a text to the characters and the length that a header, a line of WHOIS or a TXT record can hold. */
const lineOf = (text: string): string =>
  text
    .replaceAll(/[^\u0020-\u007e]+/gu, " ")
    .slice(0, 200)
    .trim()
/** Reorders the texts, so that consecutive indexes have different orders and disguises. */
const mixed = (index: number): string => orderOf((index * 11) % agentOrders.length)

/** Half of the domains are in a registry with RDAP, the other half in a registry with WHOIS. */
const isRdap = (index: number): boolean => index < COUNT / 2
const hostOf = (index: number): string => `shop.order${index}.${isRdap(index) ? "com" : "io"}`

const indexOf = (host: string): number => Number(/order(\d+)/u.exec(host)?.[1] ?? 0)

const data = <A>(method: string, path: string, body?: unknown) =>
  Effect.map(request(method, path, body), (answer) => {
    assert.isTrue(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body.message ?? ""}`)
    return answer.body.data as A
  })

interface Found {
  readonly texts: Array<string>
  readonly untrusted: Array<unknown>
}

/**
 * Collects the texts and the names of fields outside fields named `untrusted`, and the values of the fields named
 * `untrusted`.
 */
const sift = (value: unknown, found: Found = { texts: [], untrusted: [] }): Found => {
  if (typeof value === "string") found.texts.push(value)
  else if (Array.isArray(value)) for (const part of value) sift(part, found)
  else if (typeof value === "object" && value !== null)
    for (const [name, part] of Object.entries(value)) {
      found.texts.push(name)
      if (name === "untrusted") found.untrusted.push(part)
      else sift(part, found)
    }
  return found
}

const INVISIBLE = /[\u200b\u202e\u{e0000}-\u{e007f}]|\\ud800|\\u0000|\\u001b/u

/** Makes an MCP client that checks every answer. */
const makeAgent = (origin: string) => {
  const shown = new Map<string, string>()
  const call = async (name: string, args: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${origin}/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": apiKey },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } })
    })
    const text = await response.text()
    assert.isAtMost(Buffer.byteLength(text), ANSWER_BYTES, name)
    const { result } = JSON.parse(text) as {
      readonly result: { readonly content: ReadonlyArray<{ readonly text: string }>; readonly isError: boolean }
    }
    const [{ text: answer } = { text: "" }] = result.content
    assert.isFalse(result.isError, `${name}: ${answer.slice(0, 200)}`)
    const parsed = JSON.parse(answer) as Readonly<Record<string, unknown>>
    const { texts, untrusted } = sift(parsed)
    assert.deepStrictEqual(
      texts.filter((one) => one.includes(MARK)),
      [],
      name
    )
    for (const field of untrusted) {
      const json = JSON.stringify(field)
      assert.isAtMost(Buffer.byteLength(json), UNTRUSTED_BYTES, name)
      assert.notMatch(json, INVISIBLE, name)
    }
    shown.set(name, (shown.get(name) ?? "") + JSON.stringify(untrusted))
    return parsed
  }
  return { call, shown }
}

/**
 * Gives every host an address and a TXT record with a hostile text, and every domain a registration with a hostile
 * registrar.
 */
const writeInternet = Effect.gen(function* () {
  const { dns, site } = yield* Service
  const { rdap, whois } = yield* Servers
  for (const name of [RDAP, WHOIS]) dns.zone.set(name, { A: ["127.0.0.1"] })
  rdap.list(["com"], [rdap.base])
  whois.answer("io", `domain:       IO\nwhois:        ${WHOIS}\n`)
  for (let index = 0; index < COUNT; index++) {
    const host = hostOf(index)
    dns.zone.set(host, { A: [site.host], TXT: [`v=spf1 ${lineOf(mixed(index))}`] })
    const domain = host.slice("shop.".length)
    if (isRdap(index)) rdap.register(domain, { expiresAt: "2099-01-01T00:00:00Z", registrar: mixed(index) })
    else
      whois.answer(
        domain,
        `Domain Name: ${domain}\nRegistrar: ${lineOf(mixed(index))}\nRegistry Expiry Date: 2099-01-01T00:00:00Z\n`
      )
  }
})

/** Serves pages with orders to an agent in the headers and the body. `isNew` changes the text of a page. */
const behave = (isNew: boolean) =>
  Effect.gen(function* () {
    const { site } = yield* Service
    site.behave(({ host, path }) => {
      const text = orderOf(indexOf(host))
      const headers = {
        "content-type": "text/html; charset=utf-8",
        server: lineOf(text),
        "x-order": lineOf(text),
        "retry-after": lineOf(text)
      }
      const body = `<title>${text.slice(0, 500)}</title><h1>Prices</h1>${isNew ? `<p>${text.slice(0, 600)}</p>` : ""}`
      if (path.startsWith("/page")) return { status: 200, headers, body }
      return indexOf(host) % 3 === 0 ? { status: 503, headers, body } : { status: 200, headers, body }
    })
  })

const addMonitor = Effect.fnUntraced(function* (index: number) {
  const { site } = yield* Service
  const name = nameOf(mixed(index))
  const url = `http://${hostOf(index)}:${site.port}`
  const expect = [{ header: "x-order", equals: "fine" }, { text: "all is fine" }]
  const page = { url: `${url}/page`, name, checkInterval: 3_600, screenshotEnabled: false }
  const domain = yield* data<{ readonly id: string }>("POST", "/domains", { url, name, checkInterval: 59, expect })
  return { domain: domain.id, page: (yield* data<{ readonly id: string }>("POST", "/urls", page)).id }
})

/** Adds the monitors and returns their ids in the order of `agentOrders`. */
const addMonitors = Effect.map(
  Effect.forEach(Array.from({ length: COUNT }).keys(), addMonitor, { concurrency: 8 }),
  (added) => ({ domains: added.map(({ domain }) => domain), pages: added.map(({ page }) => page) })
)

interface Listed {
  readonly fields: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
}

const states = Effect.map(data<Listed>("GET", "/monitors"), ({ fields, rows }) => {
  const values = (name: string) => rows.map((row) => row[fields.indexOf(name)])
  const count = (name: string, value: unknown) => values(name).filter((one) => one === value).length
  return {
    down: count("state", "down"),
    active: count("state", "active"),
    changed: values("unseenChanges").filter((changes) => typeof changes === "number" && changes > 0).length,
    registered: values("registrationDays").filter((days) => typeof days === "number").length
  }
})

const until = (isReached: (found: Effect.Success<typeof states>) => boolean) =>
  Effect.repeat(Effect.delay(states, "200 millis"), { until: isReached })

layer(Service.layer.pipe(Layer.provide(layerRegistries), Layer.provideMerge(Servers.layer)), {
  excludeTestServices: true,
  timeout: 60_000
})("texts of a hundred pages, headers, registries and records", (it) => {
  it.effect(
    "pass through real checks, and reach an agent only as untrusted texts",
    () =>
      Effect.gen(function* () {
        const { baseUrl, passSeconds } = yield* Service
        yield* writeInternet
        yield* behave(false)
        const { domains, pages } = yield* addMonitors
        yield* until(({ active, down, registered }) => down === COUNT && active === COUNT && registered === COUNT)
        yield* behave(true)
        yield* passSeconds(7_300)
        yield* until(({ changed }) => changed === COUNT)
        yield* data("POST", "/channels", { kind: "ntfy", name: nameOf(orderOf(0)), settings: { topic: "alerts-k3v9" } })
        yield* data("POST", "/status-pages", { slug: "agents", name: nameOf(orderOf(0)) })

        const { call, shown } = makeAgent(new URL(baseUrl).origin)
        yield* Effect.promise(async () => {
          const callAll = async (
            name: string,
            args: object
          ): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
            const answers = []
            let answer = await call(name, args)
            for (answers.push(answer); typeof answer["next"] === "string"; answers.push(answer))
              answer = await call(name, { ...args, before: answer["next"] })
            return answers
          }
          await call("account_overview", {})
          await callAll("list_monitors", {})
          await callAll("list_channels", {})
          await callAll("list_status_pages", {})
          const incidents = (await callAll("list_incidents", { limit: 50 })).flatMap(
            ({ incidents: listed }) => listed as ReadonlyArray<{ readonly id: string }>
          )
          assert.strictEqual(incidents.length, COUNT)
          for (const { id } of incidents) {
            await call("show_incident", { id })
            await call("explain_incident", { id })
          }
          for (const [index, id] of domains.entries()) {
            await call("show_monitor", { kind: "domain", id })
            await call("response_times", { kind: "domain", id })
            await call("check_email_health", { domain: hostOf(index) })
          }
          for (const id of pages) {
            await call("show_monitor", { kind: "url", id })
            await callAll("page_changes", { id })
          }
          await call("plan_config", { document: `version: 1\nproject: p\ndomains: { "${MARK}": { url: "${MARK}" } }` })
        })

        const marks = (tool: string): number => (shown.get(tool) ?? "").split(MARK).length - 1
        // The texts are in names and registrars of monitors, in headers and bodies that failed expectations, and in
        // changed pages.
        assert.isAtLeast(marks("list_monitors"), 2 * COUNT)
        assert.isAtLeast(marks("show_monitor"), 3 * COUNT)
        assert.isAtLeast(marks("show_incident"), COUNT)
        assert.isAtLeast(marks("page_changes"), COUNT)
        assert.isAtLeast(marks("check_email_health"), COUNT)
      }),
    600_000
  )
})
