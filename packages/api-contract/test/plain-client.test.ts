import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { MonApi, endpointsOf } from "../src/index.ts"
import {
  BadRequest,
  type Client,
  type ClientOptions,
  createClient,
  MonError,
  NoAnswer,
  TooManyRequests,
  Unavailable
} from "../src/plain.ts"
import { endpoints } from "../src/plain/generated.ts"
import * as errors from "../src/plain/MonError.ts"

/** The classes of the errors that the service returns. */
const classNames = [
  "BadRequest",
  "Unauthorized",
  "PaymentRequired",
  "Forbidden",
  "NotFound",
  "Conflict",
  "PayloadTooLarge",
  "TooManyRequests",
  "InternalError",
  "Unavailable"
]

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** "hang" never responds, and "drop" closes the connection. */
type Behaviour = (seen: Seen, index: number) => Answer | "hang" | "drop"

const seen: Array<Seen> = []
let behaviour: Behaviour = () => ({})
const server = createServer(async (request, response) => {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  const one = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body }
  seen.push(one)
  const answer = behaviour(one, seen.length - 1)
  if (answer === "hang") return
  if (answer === "drop") return void request.socket.destroy()
  const text =
    typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? { success: true, data: null })
  response.writeHead(answer.status ?? 200, { "X-Request-Id": "request-7", ...answer.headers }).end(text)
})

let baseUrl = ""
beforeEach(async () => {
  seen.length = 0
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const client = (options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl, apiKey: "mon_key", ...options })

const failing = (status: number, message = "No.", headers: Answer["headers"] = {}): Answer => ({
  status,
  headers,
  body: { success: false, message }
})

/** A wait of zero seconds, so that tests do not wait. */
const now = { "Retry-After": "0" }

describe("the client without Effect", () => {
  it("sends the key, the path, the query and the body, and returns the data", async () => {
    behaviour = () => ({ body: { success: true, data: { id: "7" } } })
    expect(
      await client({ baseUrl: `${baseUrl}/api/v1/` }).statusPages.override("a/b", "c", { state: "operational" })
    ).toEqual({
      id: "7"
    })
    expect(seen[0]).toMatchObject({
      method: "PATCH",
      url: "/api/v1/status-pages/a%2Fb/components/c",
      headers: { "x-api-key": "mon_key", "content-type": "application/json" },
      body: '{"state":"operational"}'
    })
    await client().domains.history("7", { hours: 48 })
    expect(seen[1]).toMatchObject({ method: "GET", url: "/api/v1/domains/7/history?hours=48", body: "" })
  })

  it("returns texts and answers without an envelope as they are", async () => {
    behaviour = ({ url }) => ({ body: url === "/health" ? { status: "ok" } : "a,b" })
    expect(await client().statusSubscribers.download("7")).toBe("a,b")
    expect(await client().system.health()).toEqual({ status: "ok" })
  })

  it("gives one page to await and all items to for await, with one request for each page", async () => {
    behaviour = ({ url }) => {
      const page = Number(new URL(url, baseUrl).searchParams.get("page"))
      return {
        body: { success: true, data: [`${page}a`, `${page}b`], pagination: { total: 6, page, limit: 2, totalPages: 3 } }
      }
    }
    const list = client().domains.list({ limit: 2 })
    expect(seen).toEqual([])
    expect(await list).toMatchObject({ items: ["1a", "1b"], pagination: { total: 6 } })
    const found: Array<unknown> = []
    for await (const item of client().domains.list({ limit: 2 })) found.push(item)
    expect(found).toEqual(["1a", "1b", "2a", "2b", "3a", "3b"])
    expect(seen).toHaveLength(4)
    for await (const item of client().domains.list({ limit: 2, page: 3 })) found.push(item)
    expect(found.slice(-2)).toEqual(["3a", "3b"])
    expect(seen).toHaveLength(5)
  })

  it("lets a list be caught and finished like a promise", async () => {
    behaviour = () => failing(403, "No right.")
    expect(await client().domains.list().catch(String)).toBe("Forbidden: No right.")
    let ends = 0
    await expect(
      client()
        .domains.list()
        .finally(() => (ends += 1))
    ).rejects.toThrow("No right.")
    expect([ends, seen.length]).toEqual([1, 2])
  })

  it("gives the newest items to await and all older ones to for await, if a list has no page numbers", async () => {
    const ids = Array.from({ length: 5 }, (_, index) => `i${index}`)
    behaviour = ({ url }) => {
      const query = new URL(url, baseUrl).searchParams
      const from = ids.indexOf(query.get("before") ?? "") + 1
      return { body: { success: true, data: ids.slice(from, from + Number(query.get("limit"))).map((id) => ({ id })) } }
    }
    const audit = client().audit
    expect(await audit.list({ limit: 2 })).toEqual([{ id: "i0" }, { id: "i1" }])
    expect(seen).toHaveLength(1)
    const found: Array<string> = []
    for await (const { id } of audit.list({ limit: 2, email: "ada@example.com" })) found.push(id)
    expect(found).toEqual(ids)
    expect(seen.slice(1).map(({ url }) => new URL(url, baseUrl).search)).toEqual([
      "?limit=2&email=ada%40example.com",
      "?limit=2&email=ada%40example.com&before=i1",
      "?limit=2&email=ada%40example.com&before=i3",
      "?limit=2&email=ada%40example.com&before=i4"
    ])
    const older: Array<string> = []
    for await (const { id } of audit.list({ limit: 3, before: "i2" })) older.push(id)
    expect(older).toEqual(["i3", "i4"])
  })

  it("ends a list without page numbers that repeats itself, and requests nothing after the loop", async () => {
    behaviour = () => ({ body: { success: true, data: [{ id: "a" }] } })
    const found: Array<string> = []
    for await (const { id } of client().dashboard.incidents()) found.push(id)
    expect(found).toEqual(["a", "a"])
    seen.length = 0
    for await (const _ of client().dashboard.incidents()) break
    expect(seen).toHaveLength(1)
  })

  it("rejects a list without page numbers once, whichever way it is read", async () => {
    behaviour = () => failing(403, "No right.")
    await expect(client().audit.list()).rejects.toThrow("No right.")
    const read = async () => {
      for await (const _ of client().audit.list()) throw new Error("no item was expected")
    }
    await expect(read()).rejects.toThrow("No right.")
  })

  it.each([
    [{ apiKey: "mon_key\n" }, "apiKey must not contain spaces"],
    [{ apiKey: "" }, "apiKey must be a non-empty string."],
    [{ baseUrl: "mon.example.com" }, "baseUrl must be an http or https URL"],
    [{ retries: -1 }, "retries must be a number from 0"],
    [{ retries: Number.NaN }, "retries must be a number from 0"],
    [{ timeoutMs: 0 }, "timeoutMs must be a number from 1"],
    [{ longestWaitSeconds: Number.POSITIVE_INFINITY }, "longestWaitSeconds must be a number from 0"]
  ])("refuses the options %j", (options, message) => {
    expect(() => client(options)).toThrow(new RegExp(`^${message}`, "u"))
  })

  it("reads a Retry-After with a date, as proxies send it", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    behaviour = () => failing(429, "Too many.", { "Retry-After": date })
    const error: unknown = await client()
      .account.get()
      .catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(TooManyRequests)
    const { retryAfterSeconds } = error as TooManyRequests
    expect(retryAfterSeconds).toBeGreaterThan(3_500)
    expect(retryAfterSeconds).toBeLessThanOrEqual(3_600)
    expect(seen).toHaveLength(1)
  })

  it("requests no further page when the loop ends early", async () => {
    behaviour = () => ({
      body: { success: true, data: ["a", "b"], pagination: { total: 4, page: 1, limit: 2, totalPages: 2 } }
    })
    for await (const _ of client().domains.list()) break
    expect(seen).toHaveLength(1)
  })

  it.each([
    [400, "BadRequest", "bad_request"],
    [401, "Unauthorized", "unauthorized"],
    [402, "PaymentRequired", "payment_required"],
    [403, "Forbidden", "forbidden"],
    [404, "NotFound", "not_found"],
    [409, "Conflict", "conflict"],
    [413, "PayloadTooLarge", "payload_too_large"],
    [429, "TooManyRequests", "too_many_requests"],
    [500, "InternalError", "internal_error"],
    [503, "Unavailable", "unavailable"]
  ] as const)("has an error class for %i, with code, status, request id and message", async (status, name, code) => {
    behaviour = () => failing(status, "It did not work.")
    const error: unknown = await client({ retries: 0 })
      .domains.get("7")
      .catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(new Map(Object.entries(errors)).get(name))
    expect(error).toBeInstanceOf(MonError)
    expect(error).toMatchObject({ name, code, status, requestId: "request-7", message: "It did not work." })
  })

  it("has the error class of the status if the body is not of the service", async () => {
    behaviour = () => ({ status: 400, body: "<html>" })
    await expect(client().tags.create({ name: "x" })).rejects.toThrow(BadRequest)
  })

  it("rejects with NoAnswer and its cause if nothing answers", async () => {
    behaviour = () => "drop"
    const error = await client({ retries: 0 })
      .account.get()
      .catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(NoAnswer)
    expect(error).toMatchObject({ code: "no_answer", status: null, cause: expect.any(TypeError) })
  })

  it("refuses invalid options and ids before it sends anything", () => {
    expect(() => client({ baseUrl: "mon.example.com" })).toThrow(TypeError)
    expect(() => client({ apiKey: "" })).toThrow(TypeError)
    expect(() => client().domains.get("")).toThrow("id must be a non-empty string.")
    expect(seen).toEqual([])
  })
})

describe("a request that is tried again", () => {
  it("waits as long as the service asks, whatever the method, because a 429 did nothing", async () => {
    behaviour = (_, index) =>
      index < 2 ? failing(429, "Slow down.", now) : { body: { success: true, data: { id: "7" } } }
    expect(await client().domains.update("7", { name: "Shop" })).toEqual({ id: "7" })
    expect(seen).toHaveLength(3)
  })

  it("fails at once if the service asks for a longer wait", async () => {
    behaviour = () => failing(429, "Slow down.", { "Retry-After": "61" })
    const error = await client()
      .domains.get("7")
      .catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(TooManyRequests)
    expect(error).toMatchObject({ retryAfterSeconds: 61 })
    expect(seen).toHaveLength(1)
  })

  it.each([
    ["GET", (mon: Client) => mon.domains.get("7")],
    ["PUT", (mon: Client) => mon.domains.setTags("7", { tagIds: [] })],
    ["a creation", (mon: Client) => mon.domains.create({ url: "example.com" })]
  ])("is repeated after a 503: %s", async (_, request) => {
    behaviour = (__, index) => (index === 0 ? failing(503, "Later.", now) : {})
    await request(client())
    expect(seen).toHaveLength(2)
  })

  it.each([
    ["PATCH", (mon: Client) => mon.domains.update("7", { name: "Shop" })],
    ["DELETE", (mon: Client) => mon.domains.remove("7")],
    ["POST without a key", (mon: Client) => mon.domains.pause("7")]
  ])("is not repeated after a 503 or a lost answer: %s", async (_, request) => {
    behaviour = () => failing(503, "Later.", now)
    await expect(request(client())).rejects.toThrow(Unavailable)
    expect(seen).toHaveLength(1)
    behaviour = () => "drop"
    await expect(request(client())).rejects.toThrow(NoAnswer)
    expect(seen).toHaveLength(2)
  })

  it("has the same Idempotency-Key in all attempts, and another one in another call", async () => {
    behaviour = (_, index) => (index === 0 ? failing(503, "Later.", now) : {})
    await client().domains.create({ url: "example.com" })
    await client().domains.create({ url: "example.com" })
    await client().domains.create({ url: "example.com" }, { idempotencyKey: "mine" })
    const keys = seen.map(({ headers }) => headers["idempotency-key"])
    expect(keys[0]).toMatch(/^[\w-]{36}$/u)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    expect(keys[3]).toBe("mine")
  })

  it("ends after the configured attempts with the last error", async () => {
    behaviour = () => failing(503, "Later.", now)
    await expect(client({ retries: 3 }).domains.get("7")).rejects.toMatchObject({
      code: "unavailable",
      message: "Later."
    })
    expect(seen).toHaveLength(4)
  })

  it("is also repeated if an attempt takes too long", async () => {
    behaviour = (_, index) => (index === 0 ? "hang" : { body: { success: true, data: "late" } })
    expect(await client({ timeoutMs: 1_000 }).domains.get("7")).toBe("late")
  })
})

describe("a signal", () => {
  it("ends a request that waits for its answer, with the reason of the signal", async () => {
    const controller = new AbortController()
    behaviour = () => {
      controller.abort(new Error("The user left."))
      return "hang"
    }
    await expect(client().domains.get("7", { signal: controller.signal })).rejects.toThrow("The user left.")
    expect(seen).toHaveLength(1)
  })

  it("ends a wait between two attempts", async () => {
    const controller = new AbortController()
    behaviour = () => {
      setTimeout(() => controller.abort(new Error("The user left.")), 10)
      return failing(429, "Slow down.", { "Retry-After": "60" })
    }
    await expect(client().domains.list({}, { signal: controller.signal })).rejects.toThrow("The user left.")
    expect(seen).toHaveLength(1)
  })

  it("that was aborted before sends nothing", async () => {
    await expect(client().domains.get("7", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError"
    })
    expect(seen).toEqual([])
  })
})

describe("the generated endpoints", () => {
  it("have every endpoint of the contract but the stream of events", () => {
    const generated = Object.entries(endpoints).flatMap(([group, requests]) =>
      Object.entries(requests).map(([name, text]) => `${group}.${name} ${text.split(" ").slice(0, 2).join(" ")}`)
    )
    const contract = endpointsOf(MonApi).map(
      ({ group, method, name, path }) => `${group}.${name} ${method} ${path.replaceAll(/:(\w+)/gu, "{$1}")}`
    )
    expect(generated.toSorted()).toEqual(
      contract.filter((endpoint) => !endpoint.startsWith("events.stream")).toSorted()
    )
  })

  it("are all named in the README", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const missing = Object.entries(endpoints).filter(
      ([group, requests]) =>
        !readme.includes(
          `| \`${group}\` | ${Object.keys(requests)
            .map((name) => `\`${name}\``)
            .join(", ")} |`
        )
    )
    expect(missing).toEqual([])
    for (const status of classNames) expect(readme).toContain(`| \`${status}\` |`)
  })
})
