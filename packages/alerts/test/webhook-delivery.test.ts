import type { AddressAnswer } from "@mon/public-net"
import { makeAddressPolicy } from "@mon/public-net"
import {
  type Authority,
  type Behaviour,
  makeAuthority,
  type Site,
  type SiteOptions,
  startUnresponsivePort,
  startSite
} from "@mon/tooling/testbed"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import {
  isOwnFault,
  makeWebhookClient,
  makeWebhookSecret,
  type WebhookClientOptions,
  type WebhookRequest,
  verifyBodySignature,
  verifyWebhook
} from "../src/index.ts"

const NAME = "hook.example.com"
const secret = makeWebhookSecret()
const body = JSON.stringify({ id: "d1", type: "test", createdAt: "2026-01-01T00:00:00.000Z", data: { name: "Café" } })

let authority: Authority
beforeAll(async () => {
  authority = await makeAuthority()
})

const sites: Array<{ readonly close: () => Promise<void> }> = []
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()))
})

const open = async (behaviour: Behaviour = { status: 204 }, options: Partial<SiteOptions> = {}): Promise<Site> => {
  const site = await startSite({ tls: await authority.issue({ names: [NAME] }), behaviour, ...options })
  sites.push(site)
  return site
}

const resolveTo =
  (answer: AddressAnswer): WebhookClientOptions["resolve"] =>
  () =>
    Promise.resolve(answer)
const loopback = resolveTo({ status: "ok", addresses: ["127.0.0.1"] })

const send = (
  url: string,
  options: Partial<WebhookClientOptions> = {},
  change: Partial<WebhookRequest> = {},
  signal?: AbortSignal
) =>
  makeWebhookClient({
    resolve: loopback,
    policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
    extraCa: [authority.rootPem],
    ...options
  }).send({ url, secret, id: "d1", event: "test", body, ...change }, signal)

const urlOf = (site: Site, path = "/in?a=1") => `https://${NAME}:${site.port}${path}`

describe("a delivery", () => {
  it("arrives signed, and is done on a 2xx", async () => {
    const site = await open({ status: 202, body: "thanks" })
    const result = await send(urlOf(site))
    expect(result).toEqual({
      delivered: true,
      statusCode: 202,
      responseTimeMs: expect.any(Number),
      error: null,
      gone: false,
      retryAfterSeconds: null
    })
    const got = await site.nextRequest()
    expect(got).toMatchObject({
      method: "POST",
      path: "/in?a=1",
      host: `${NAME}:${site.port}`,
      servername: NAME,
      headers: {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": "Mon-Webhooks/1.0",
        "x-mon-event": "test",
        "x-mon-delivery": "d1"
      }
    })
    expect(got.body.toString()).toBe(body)
    expect(verifyWebhook({ secret, headers: got.headers, rawBody: got.body })).toMatchObject({ valid: true, id: "d1" })
    expect(verifyBodySignature(secret, got.body, String(got.headers["x-mon-signature"]))).toBe(true)
    await site.whenIdle()
  })

  it("returns the beginning of the answer's body if the caller asks for it", async () => {
    const site = await open({ status: 200, body: "x".repeat(3_000) })
    expect((await send(urlOf(site), {}, { returnsAnswer: true })).answer).toBe("x".repeat(1_024))
    expect(await send(urlOf(site))).not.toHaveProperty("answer")
  })

  it("carries the name of the service", async () => {
    const site = await open()
    await send(urlOf(site), { service: "Acme Watch" })
    expect((await site.nextRequest()).headers).toMatchObject({
      "x-acmewatch-event": "test",
      "user-agent": "AcmeWatch-Webhooks/1.0"
    })
  })

  it.each([
    [{ status: 500 }, 500, "http_status", false, null],
    [{ status: 404 }, 404, "http_status", false, null],
    [{ status: 410 }, 410, "gone", true, null],
    [{ status: 429, headers: { "Retry-After": "90" } }, 429, "http_status", false, 90],
    [{ status: 503, headers: { "Retry-After": "Fri, 31 Dec 2999 23:59:59 GMT" } }, 503, "http_status", false, 86_400],
    [{ status: 503, headers: { "Retry-After": "soon" } }, 503, "http_status", false, null]
  ] as const)("fails on %j", async (behaviour, statusCode, code, gone, retryAfterSeconds) => {
    expect(await send(urlOf(await open(behaviour)))).toMatchObject({
      delivered: false,
      statusCode,
      gone,
      retryAfterSeconds,
      error: { code }
    })
  })

  it("follows no redirect", async () => {
    const target = await open()
    const result = await send(urlOf(await open({ redirectTo: urlOf(target), status: 307 })))
    expect(result).toMatchObject({ delivered: false, statusCode: 307, error: { code: "redirect" } })
    expect(target.accepted).toBe(0)
  })

  it.each([
    ["header_timeout", { hang: "before-headers" }],
    ["header_timeout", { hang: "in-headers" }],
    ["header_timeout", { endless: "interim" }],
    ["tls_timeout", { hang: "tls" }],
    ["tls_handshake", { reset: "tls" }],
    ["connection_closed", { reset: true }],
    ["connection_closed", { end: "before-headers" }],
    ["connection_closed", { raw: "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n" }],
    ["protocol_error", { raw: "SSH-2.0-OpenSSH_9.9\r\n" }],
    ["protocol_error", { endless: "headers" }]
  ] as const)("reports %s of a receiver that does %j", async (code, behaviour) => {
    const result = await send(urlOf(await open(behaviour)), { timeoutMs: code.endsWith("timeout") ? 300 : 5_000 })
    expect(result).toMatchObject({ delivered: false, statusCode: null, error: { code } })
  })

  it.each([{ endless: "body" }, { reset: "in-body" }] as const)(
    "is done when the head said so, whatever the body does: %j",
    async (behaviour) => {
      expect(await send(urlOf(await open(behaviour)))).toMatchObject({ delivered: true, statusCode: 200 })
    }
  )

  it("reads no more of a body than it is worth", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    try {
      expect((await send(urlOf(await open({ endless: "body" })))).delivered).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it("waits no longer for a body than it is worth", async () => {
    const site = await open({ hang: "in-body" })
    expect((await send(urlOf(site))).delivered).toBe(true)
    await site.whenIdle()
  })

  it("ends when the caller gives up", async () => {
    const site = await open({ hang: "before-headers" })
    const stop = new AbortController()
    const sending = send(urlOf(site), {}, {}, stop.signal)
    await site.nextRequest()
    stop.abort(new Error("enough"))
    await expect(sending).rejects.toThrow("enough")
    await site.whenIdle()
  })

  it.each([{ id: "a b" }, { secret: "secret" }, { event: "" }, { body: "x".repeat(65 * 1024) }])(
    "rejects a request that breaks the contract, case %#",
    async (change) => {
      await expect(send("https://hook.example.com", {}, change)).rejects.toThrow(TypeError)
    }
  )
})

describe("the certificate of a receiver", () => {
  it("is verified against the roots and the name", async () => {
    const site = await open()
    expect(await send(urlOf(site), { extraCa: [] })).toMatchObject({
      error: { code: "tls_certificate", message: expect.stringContaining("UNABLE_TO") }
    })
    expect(await send(urlOf(site).replace(NAME, "other.example.com"))).toMatchObject({
      error: { code: "tls_certificate", message: expect.stringContaining("ALTNAME") }
    })
    const expired = await open(
      {},
      { tls: await authority.issue({ names: [NAME], notAfter: new Date(Date.now() - 1000) }) }
    )
    expect(await send(urlOf(expired))).toMatchObject({
      error: { code: "tls_certificate", message: expect.stringContaining("EXPIRED") }
    })
    const plain = await startSite()
    sites.push(plain)
    expect(await send(urlOf(plain))).toMatchObject({ error: { code: "tls_handshake" } })
    expect([...site.requests, ...expired.requests, ...plain.requests]).toEqual([])
  })
})

describe("the address of a receiver", () => {
  it("may be an address, which its certificate then has to name", async () => {
    const policy = makeAddressPolicy({ allow: ["127.0.0.0/8"] })
    const named = await open({}, { tls: await authority.issue({ names: ["127.0.0.1"] }) })
    expect(await send(`https://127.0.0.1:${named.port}/`, { policy })).toMatchObject({ delivered: true })
    const other = await open()
    expect(await send(`https://127.0.0.1:${other.port}/`, { policy })).toMatchObject({
      error: { code: "tls_certificate" }
    })
  })

  it("is judged on every attempt, and any address that is not public refuses", async () => {
    const site = await open()
    const answers = [["9.9.9.9", "127.0.0.1"], ["10.0.0.1"], ["::ffff:169.254.169.254"], ["127.0.0.1"]]
    for (const addresses of answers) {
      expect(
        await send(urlOf(site), { policy: makeAddressPolicy(), resolve: resolveTo({ status: "ok", addresses }) })
      ).toMatchObject({ delivered: false, error: { code: "blocked_address" } })
    }
    expect(site.accepted).toBe(0)
  })

  it.each(["https://127.0.0.1/", "https://[::1]/", "https://0x7f000001/", "https://169.254.169.254/latest/"])(
    "is judged when it is written as %s",
    async (url) => {
      expect(await send(url, { policy: makeAddressPolicy() })).toMatchObject({ error: { code: "blocked_address" } })
    }
  )

  it.each([
    "http://hook.example.com/",
    "https://ann:pw@hook.example.com/",
    "ftp://hook.example.com/",
    "hook.example.com",
    "",
    `https://hook.example.com/${"x".repeat(8_192)}`
  ])("must stand in an https URL, case %#", async (url) => {
    expect(await send(url)).toMatchObject({ delivered: false, statusCode: null, error: { code: "bad_url" } })
  })

  it("may have no answer at all", async () => {
    const unresponsive = await startUnresponsivePort()
    sites.push(unresponsive)
    const closed = await startSite()
    await closed.close()
    const url = `https://${NAME}:${closed.port}/`
    expect(await send(url)).toMatchObject({ error: { code: "connect_refused" } })
    expect(await send(url, { resolve: resolveTo({ status: "nxdomain" }) })).toMatchObject({
      error: { code: "dns_nxdomain" }
    })
    expect(await send(url, { resolve: resolveTo({ status: "failed", reason: "ServFail" }) })).toMatchObject({
      error: { code: "dns_failed" }
    })
    expect(await send(url, { resolve: () => new Promise(() => {}), timeoutMs: 50 })).toMatchObject({
      error: { code: "dns_failed" }
    })
    expect(await send(`https://${NAME}:${unresponsive.port}/`, { timeoutMs: 50 })).toMatchObject({
      error: { code: "connect_timeout" }
    })
  })
})

it("knows its own faults from the receiver's", () => {
  expect(isOwnFault({ code: "local_fault", message: "" })).toBe(true)
  expect(isOwnFault({ code: "connect_refused", message: "" })).toBe(false)
})
