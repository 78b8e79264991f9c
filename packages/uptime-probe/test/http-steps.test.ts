import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { HttpStep, StepsRequest } from "../src/index.ts"
import { makeScrubber } from "../src/steps/Template.ts"
import { makeServiceLab, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

type Answer = (request: Seen, response: ServerResponse) => void

/** Starts a site, and remembers what it is asked. */
const openSite = async (name: string, answer: Answer, certified?: string) => {
  const seen: Array<Seen> = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const asked = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body }
    seen.push(asked)
    answer(asked, response)
  }
  const http = createServer((request, response) => void serve(request, response))
  const tls = certified === undefined ? undefined : await lab.authority.issue({ names: [certified] })
  const target = await lab.listen(name, (socket) => void http.emit("connection", socket), tls)
  return { url: `${certified === undefined ? "http" : "https"}://${target}`, seen }
}

const TOKEN = "t0k/en+1"

/** A shop: a sign-in with a password, and an order that needs the token and the cookie of the sign-in. */
const shop: Answer = ({ body, headers, method, url }, response) => {
  const json = (status: number, value: unknown, more: Readonly<Record<string, string>> = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...more }).end(JSON.stringify(value))
  if (url === "/login")
    return json(
      body.includes("pa ss") ? 200 : 401,
      { token: TOKEN, user: { id: 7 } },
      { "set-cookie": "sid=abc; Path=/" }
    )
  if (headers.authorization !== `Bearer ${TOKEN}` || headers.cookie !== "sid=abc") return json(403, { error: "no" })
  if (url === "/orders" && method === "POST")
    return response.writeHead(201, { location: "/orders/42?full=1", "x-request": "r1" }).end("created no. 42")
  return json(200, { id: 42, path: url, echo: body })
}

const signIn = (url: string): HttpStep => ({
  name: "sign in",
  url: `${url}/login`,
  json: { user: "probe@example.com", password: "{{password}}" },
  expect: [{ status: "200" }],
  take: { token: { json: "$.token" }, user: { json: "$.user.id", shown: true } }
})

const steps = (request: StepsRequest) => lab.probe.httpSteps(request)

describe("a sequence of requests", () => {
  it("carries cookies and values from one request to the next", async () => {
    const { seen, url } = await openSite("shop.example.com", shop)
    const found = await steps({
      secrets: { password: "pa ss" },
      values: { item: "tea & biscuits" },
      steps: [
        signIn(url),
        {
          name: "order",
          url: `${url}/orders`,
          auth: { token: "{{token}}" },
          form: { item: "{{item}}", user: "{{user}}" },
          expect: [{ status: "201" }],
          take: { order: { header: "Location" }, number: { pattern: "no\\. (\\d+)", shown: true } }
        },
        {
          name: "read the order",
          url: `${url}/{{order}}`,
          headers: { authorization: "Bearer {{token}}" },
          expect: [{ json: "$.id", equals: 42 }, { text: "/orders/" }]
        },
        {
          name: "delete the order",
          url: `${url}/orders/{{number}}?by={{token}}`,
          method: "DELETE",
          headers: { authorization: "Bearer {{token}}" },
          always: true
        }
      ]
    })
    expect([found.message, found.outcome, found.failedStep]).toEqual([null, "ok", null])
    expect(found.steps.map(({ index, name, taken }) => [index, name, taken])).toEqual([
      [0, "sign in", { user: "7" }],
      [1, "order", { number: "42" }],
      [2, "read the order", {}],
      [3, "delete the order", {}]
    ])
    expect(seen.map(({ body, method, url: path }) => [method, path, body])).toEqual([
      ["POST", "/login", '{"user":"probe@example.com","password":"pa ss"}'],
      ["POST", "/orders", "item=tea+%26+biscuits&user=7"],
      ["GET", "/orders/42%3Ffull%3D1", ""],
      ["DELETE", "/orders/42?by=t0k/en%2B1", ""]
    ])
    expect(seen[1]?.headers["content-type"]).toBe("application/x-www-form-urlencoded")
    expect(found.totalUs).toBe(found.steps.reduce((sum, { check }) => sum + (check.totalUs ?? 0), 0))
  })

  it("shows no secret and no taken value, in whatever form a server repeats it", async () => {
    const { url } = await openSite("echo.example.com", (request, response) => {
      if (request.url === "/login") return shop(request, response)
      response.writeHead(302, { location: `/back/${encodeURIComponent(TOKEN)}/pa%20ss` }).end()
    })
    const found = await steps({
      secrets: { password: "pa ss" },
      steps: [
        signIn(url),
        {
          name: "echo",
          url: `${url}/echo?t={{token}}&p={{password}}`,
          followRedirects: false,
          expect: [{ header: "location", equals: "{{token}} {{password}}" }]
        }
      ]
    })
    expect(found).toMatchObject({ outcome: "expectation_failed", failedStep: 1 })
    const shown = JSON.stringify(found)
    for (const form of [TOKEN, encodeURIComponent(TOKEN), "pa ss", "pa%20ss", "pa+ss"])
      expect(shown).not.toContain(form)
    expect(found.message).toContain("Step 2 of 2 (echo): Expected the header")
    expect(found.steps[1]?.check.url).toBe(`${url}/echo?t=***&p=***`)
  })

  it("stops at the first failure, but runs the steps that always run", async () => {
    const { seen, url } = await openSite("stops.example.com", shop)
    const found = await steps({
      values: { password: "wrong" },
      steps: [
        signIn(url),
        { name: "never", url: `${url}/never` },
        { name: "clean up", url: `${url}/cleanup`, always: true },
        { name: "needs the token", url: `${url}/{{token}}`, always: true }
      ]
    })
    expect(found).toMatchObject({
      outcome: "expectation_failed",
      verdict: "down",
      failedStep: 0,
      totalUs: null,
      message: "Step 1 of 4 (sign in): Expected the status “200”, got 401 Unauthorized."
    })
    expect(found.steps.map(({ check, index }) => [index, check.outcome, check.message])).toEqual([
      [0, "expectation_failed", expect.any(String)],
      [2, "http_status", expect.any(String)],
      [3, "wrong_answer", "There is no value for {{token}}."]
    ])
    expect(seen.map(({ url: path }) => path)).toEqual(["/login", "/cleanup"])
  })

  it.each([
    [{ json: "$.nothing" }, 'at "$.nothing"'],
    [{ json: "$.user" }, 'at "$.user"'],
    [{ header: "X-None" }, 'in the header "X-None"'],
    [{ cookie: "none" }, 'in the cookie "none"'],
    [{ pattern: "never" }, "that matches the pattern"]
  ])("fails if the response has no value %j", async (take, place) => {
    const { url } = await openSite("misses.example.com", shop)
    const found = await steps({
      values: { password: "pa ss" },
      steps: [
        { ...signIn(url), take: { token: take } },
        { name: "next", url: `${url}/{{token}}` }
      ]
    })
    expect(found).toMatchObject({
      outcome: "wrong_answer",
      failedStep: 0,
      message: `Step 1 of 2 (sign in): The response has no value ${place}, which later steps need as "token".`
    })
    expect(found.steps).toHaveLength(1)
  })

  it("takes a cookie, and generates values that stay the same", async () => {
    const { seen, url } = await openSite("cookie.example.com", shop)
    const found = await steps({
      values: { password: "pa ss" },
      steps: [
        { ...signIn(url), take: { session: { cookie: "sid" } } },
        { name: "one", url: `${url}/{{session}}/{{uuid}}/{{unixTime}}`, expect: [{ status: "403" }] },
        { name: "two", url: `${url}/{{uuid}}`, expect: [{ status: "403" }] }
      ]
    })
    expect(found.outcome).toBe("ok")
    const [, first = "", second = ""] = seen.map(({ url: path }) => path)
    expect(first).toMatch(/^\/abc\/[\da-f-]{36}\/\d{10}$/u)
    expect(first).toContain(second)
  })

  it("cannot be made to send a value as another header field", async () => {
    const { seen, url } = await openSite("injects.example.com", (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"token":"a\\r\\nx-evil: 1"}')
    })
    const found = await steps({
      steps: [
        { name: "take", url, take: { token: { json: "$.token" } } },
        { name: "send", url, headers: { "x-token": "{{token}}" } }
      ]
    })
    expect(found).toMatchObject({ outcome: "wrong_answer", failedStep: 1 })
    expect(found.message).toContain("The request is not valid with the values of earlier steps")
    expect(JSON.stringify(found)).not.toContain("evil")
    expect(seen).toHaveLength(1)
  })

  it("sends a secret only to a host with a valid certificate", async () => {
    const { seen, url } = await openSite("wrong.example.com", shop, "right.example.com")
    const found = await steps({ secrets: { password: "pa ss" }, steps: [signIn(url)] })
    expect(found).toMatchObject({ outcome: "tls_handshake", failedStep: 0 })
    expect(seen).toEqual([])
  })

  it("is the check of a service, whose response time is the sum of the steps", async () => {
    const { url } = await openSite("shop.example.com", shop)
    const order = { name: "order", url: `${url}/orders/{{user}}`, headers: { authorization: "Bearer {{token}}" } }
    const request = { type: "httpSteps", secrets: { password: "pa ss" }, steps: [signIn(url), order] } as const
    const found = await lab.probe.check({ ...request, expect: [{ responseTimeMs: 30_000 }] })
    expect([found.message, found.outcome]).toEqual([null, "ok"])
    expect(found).toMatchObject({
      url: `httpSteps:${url}`,
      heardFromServer: true,
      expectations: [{ holds: true }],
      found: {
        steps: 2,
        durations: [expect.stringMatching(/^sign in \d+ ms$/u), expect.stringMatching(/^order \d+ ms$/u)],
        taken: ["user=7"]
      }
    })
    expect(found.totalUs).toBeGreaterThan(0)
    const wrong = await lab.probe.check({ ...request, secrets: { password: "wrong word" } })
    expect(wrong).toMatchObject({
      outcome: "expectation_failed",
      totalUs: null,
      found: { steps: 1, failedStep: "sign in" }
    })
    expect(wrong.message).toContain("Step 1 of 2 (sign in): ")
    expect(JSON.stringify([found, wrong])).not.toMatch(/pa ss|wrong word|t0k/u)
  })

  it("as the check of a service says which host did not answer, and has the certificate of all hosts", async () => {
    const { url } = await openSite("safe.example.com", shop, "safe.example.com")
    const closed = await lab.listen("closed.example.com", (socket) => socket.destroy())
    const found = await lab.probe.check({
      type: "httpSteps",
      steps: [
        { name: "first", url, expect: [{ status: "403" }] },
        { name: "second", url: `http://${closed}/` }
      ]
    })
    expect(found).toMatchObject({
      verdict: "down",
      bytesReceived: 0,
      failedUrl: `http://${closed}`,
      certificate: { host: "safe.example.com" },
      found: { steps: 2, failedStep: "second" }
    })
  })

  it("has one time limit for all steps", async () => {
    const { url } = await openSite("slow.example.com", (request, response) => {
      if (request.url === "/slow") return
      response.end("ok")
    })
    const found = await steps({
      timeoutMs: 2_000,
      steps: [
        { name: "slow", url: `${url}/slow` },
        { name: "late", url: `${url}/late`, always: true }
      ]
    })
    expect(found).toMatchObject({ outcome: "header_timeout", failedStep: 0 })
    // A part of the time limit is left for the steps that always run.
    expect(found.steps[1]?.check).toMatchObject({ outcome: "ok" })
  })

  it("ends with the reason of its signal", async () => {
    const { url } = await openSite("aborts.example.com", () => {})
    const stop = new AbortController()
    const running = lab.probe.httpSteps({ steps: [{ name: "hangs", url }] }, stop.signal)
    stop.abort(new Error("enough"))
    await expect(running).rejects.toThrow("enough")
  })

  it.each([
    [{ steps: [] }, "request.steps must have 1 to 20 entries"],
    [{ steps: [{ name: "a", url: "https://{{host}}/" }] }, "request.steps[0].url must be an http or https URL without"],
    [{ steps: [{ name: "a", url: "https://a.example{{rest}}" }] }, "request.steps[0].url must be an http or https URL"],
    [{ steps: [{ name: "", url: "https://a.example" }] }, "request.steps[0].name must be a name"],
    [
      { steps: [{ name: "a", url: "https://a.example", body: "x", json: {} }] },
      "request.steps[0] cannot have both body and json"
    ],
    [
      { steps: [{ name: "a", url: "https://a.example", take: { "a-b": { json: "$" } } }] },
      'take["a-b"] must have a name'
    ],
    [{ steps: [{ name: "a", url: "https://a.example", take: { a: { xpath: "/" } } }] }, "request.steps[0].take"],
    [{ steps: [{ name: "a", url: "https://a.example" }], secrets: { a: 1 } }, 'request.secrets["a"] must be a string']
  ])("refuses %j", async (request, message) => {
    await expect(steps(request as never)).rejects.toThrow(message)
  })
})

it("a secret that is a part of another one does not leave the rest of it", () => {
  expect(makeScrubber(["abc", "abcdef"])({ text: "abcdef and abc", list: ["x=abcdef"], none: null })).toEqual({
    text: "*** and ***",
    list: ["x=***"],
    none: null
  })
})
