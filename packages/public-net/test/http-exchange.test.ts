import { type Authority, type Behaviour, makeAuthority, type Site, startSite } from "@mon/tooling/testbed"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it, test } from "vitest"
import {
  createHttpExchange,
  type HttpExchangeOptions,
  type HttpExchangeRequest,
  makeAddressPolicy,
  type ResolveAddresses
} from "../src/index.ts"
import { refusedTargets } from "./refusedTargets.ts"

const NAME = "shop.example.com"
const policy = makeAddressPolicy({ allow: ["127.0.0.0/8"] })
const here: ResolveAddresses = () => Promise.resolve({ status: "ok", addresses: ["127.0.0.1"] })
const elsewhere: ResolveAddresses = () => Promise.resolve({ status: "ok", addresses: ["10.0.0.1"] })

let authority: Authority
let plain: Site
let secure: Site
beforeAll(async () => {
  authority = await makeAuthority()
  plain = await startSite()
  secure = await startSite({ tls: await authority.issue({ names: [NAME] }) })
})
afterAll(() => Promise.all([plain.close(), secure.close()]))

const ask = (
  behaviour: Behaviour,
  request: Partial<HttpExchangeRequest> = {},
  options: Partial<HttpExchangeOptions> = {}
) => {
  secure.behave(behaviour)
  const exchange = createHttpExchange({ policy, resolve: here, extraCa: [authority.rootPem], ...options })
  return exchange({ url: `https://${NAME}:${secure.port}/a?b=c`, ...request })
}

test.each(refusedTargets)("%s is refused", async (target, addresses) => {
  const accepted = plain.accepted
  const resolve: ResolveAddresses = () => Promise.resolve({ status: "ok", addresses })
  const result = await createHttpExchange({ resolve, allowsHttp: true })({
    url: target.replace("PORT", String(plain.port))
  })
  expect(result).toMatchObject({ ok: false, code: "blocked_address" })
  expect(plain.accepted).toBe(accepted)
})

describe("a request", () => {
  it("is sent as it is given, with the host, the length and the end of the connection", async () => {
    const headers = { "X-A": "b", host: "other.example.com", connection: "keep-alive", "content-length": "9" }
    const result = await ask(
      { status: 201, headers: { "X-B": "c" }, body: "Café" },
      { method: "PUT", headers, body: "é" }
    )
    expect(result).toMatchObject({ ok: true, statusCode: 201, headers: { "x-b": "c" }, bodyEnd: "complete" })
    expect(result.ok && result.body.toString()).toBe("Café")
    expect(await secure.nextRequest()).toMatchObject({
      method: "PUT",
      path: "/a?b=c",
      servername: NAME,
      headers: { "x-a": "b", host: `${NAME}:${secure.port}`, connection: "close", "content-length": "2" }
    })
    await secure.whenIdle()
  })

  it("has a connection of its own, which a resolver of its own can lead elsewhere", async () => {
    const exchange = createHttpExchange({ policy, resolve: here, extraCa: [authority.rootPem] })
    secure.behave({ status: 204 })
    const url = `https://${NAME}:${secure.port}/`
    const accepted = secure.accepted
    await exchange({ url })
    await exchange({ url })
    expect(secure.accepted).toBe(accepted + 2)
    expect(await exchange({ url, resolve: elsewhere })).toMatchObject({ code: "blocked_address" })
  })

  it.each([
    ["http", "http://shop.example.com/", false],
    ["another protocol", "ftp://shop.example.com/", true],
    ["a name", "https://ann@shop.example.com/", true],
    ["a password", "https://:pw@shop.example.com/", true],
    ["no form", "shop.example.com", true],
    ["too many characters", `https://shop.example.com/${"x".repeat(8_192)}`, true]
  ])("is refused for a URL with %s", async (_, url, allowsHttp) => {
    expect(await ask({}, { url }, { allowsHttp })).toMatchObject({ ok: false, code: "bad_url" })
  })

  it("uses http only where it is allowed", async () => {
    plain.behave({ body: "ok" })
    const url = `http://${NAME}:${plain.port}/`
    expect(await ask({}, { url }, { allowsHttp: true })).toMatchObject({ ok: true, statusCode: 200 })
  })
})

describe("a certificate", () => {
  it.each([
    ["of an unknown authority", {}, { extraCa: [] }, "UNABLE_TO"],
    ["of another name", { name: "other.example.com" }, {}, "ALTNAME"]
  ])("%s is refused before anything is sent", async (_, { name = NAME }: { name?: string }, options, code) => {
    const before = secure.requests.length
    const url = `https://${name}:${secure.port}/`
    expect(await ask({}, { url }, options)).toMatchObject({
      ok: false,
      code: "tls_certificate",
      message: expect.stringContaining(code)
    })
    expect(secure.requests.length).toBe(before)
  })
})

describe("an answer", () => {
  it("that redirects is an answer, and is not followed", async () => {
    const accepted = plain.accepted
    expect(await ask({ redirectTo: plain.origin, status: 307 })).toMatchObject({ ok: true, statusCode: 307 })
    expect(plain.accepted).toBe(accepted)
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
  ] as const)("that is none is %s: %j", async (code, behaviour) => {
    const signal = AbortSignal.timeout(code.endsWith("timeout") ? 100 : 5_000)
    expect(await ask(behaviour, { signal })).toMatchObject({ ok: false, code })
    await secure.whenIdle()
  })

  it.each([
    ["too_large", { endless: "body" }, { maxBytes: 1_000 }],
    ["timeout", { hang: "in-body" }, { bodyTimeoutMs: 20 }],
    ["timeout", { hang: "in-body" }, { signalMs: 200 }],
    ["broken", { reset: "in-body" }, {}]
  ] as const)(
    "says of a cut body: %s of %j",
    async (
      bodyEnd,
      behaviour,
      { signalMs = 5_000, ...request }: Partial<HttpExchangeRequest> & { signalMs?: number }
    ) => {
      const result = await ask(behaviour, { ...request, signal: AbortSignal.timeout(signalMs) })
      expect(result).toMatchObject({ ok: true, statusCode: 200, bodyEnd })
      if (bodyEnd === "too_large") expect(result.ok && result.body.length).toBe(1_000)
      await secure.whenIdle()
    }
  )

  it("ends as aborted when the caller gives up, in every phase", async () => {
    for (const hang of ["tls", "before-headers"] as const) {
      const stop = new AbortController()
      const accepted = secure.accepted
      const asked = ask({ hang }, { signal: stop.signal })
      await secure.whenAccepted(accepted + 1)
      stop.abort(new Error("enough"))
      expect(await asked).toMatchObject({ ok: false, code: "aborted" })
      await secure.whenIdle()
    }
    expect(await ask({}, { signal: AbortSignal.abort() })).toMatchObject({ ok: false, code: "aborted" })
  })

  it("ends as aborted when the caller gives up during the body", async () => {
    const stop = new AbortController()
    plain.behave({ hang: "in-body" })
    const exchange = createHttpExchange({
      policy,
      resolve: here,
      allowsHttp: true,
      connect: (options) => {
        const socket = connect(options)
        // When this runs, the head of the response has been read.
        socket.once("data", () => setImmediate(() => stop.abort()))
        return socket
      }
    })
    const result = await exchange({ url: `http://${NAME}:${plain.port}/`, signal: stop.signal })
    expect(result).toMatchObject({ ok: false, code: "aborted", message: "The request was aborted." })
    await plain.whenIdle()
  })
})

test("a wrong request names the field, and never a secret", async () => {
  const exchange = createHttpExchange({ policy, resolve: here })
  const headers = { Authorization: "Bearer secret\r\nX: y" }
  const error: unknown = await exchange({ url: "https://shop.example.com/", headers }).catch(
    (reason: unknown) => reason
  )
  expect(error).toBeInstanceOf(TypeError)
  expect(String(error)).toContain("headers")
  expect(String(error)).not.toContain("secret")
})
