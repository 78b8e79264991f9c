import { type AddressInfo, createServer, Socket } from "node:net"
import { type Behaviour, startUnresponsivePort } from "@mon/tooling/testbed"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type CheckResult, type OutcomeCode, outcomes, withStatus } from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
const produced = new Set<OutcomeCode>()
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const note = (check: CheckResult) => {
  produced.add(check.outcome)
  return check
}

describe("names", () => {
  it.each([
    ["NXDOMAIN", "dns_nxdomain"],
    ["NODATA", "dns_nodata"],
    ["SERVFAIL", "dns_servfail"],
    ["REFUSED", "dns_servfail"]
  ] as const)("%s is %s", async (failure, outcome) => {
    lab.dns.zone.set("broken.example.com", { A: ["127.0.0.1"] })
    lab.dns.zone.fail("broken.example.com", failure)
    const check = note(await lab.check("http://broken.example.com/"))
    expect(check).toMatchObject({
      outcome,
      ...pick(outcome),
      statusCode: null,
      totalUs: null,
      heardFromServer: false,
      certificate: null
    })
    expect(check.timings).toMatchObject({ connectUs: null, tlsUs: null, waitUs: null, downloadUs: null })
    expect(check.timings.dnsUs).toBeGreaterThan(0)
    lab.dns.zone.heal("broken.example.com")
  })

  it("a name whose servers do not answer times out", async () => {
    lab.dns.zone.set(".", { NS: ["a.root-servers.net"] })
    lab.dns.zone.set("silent.example.com", { A: ["127.0.0.1"] })
    lab.dns.zone.fail("silent.example.com", "DROP")
    for (const timeoutMs of [150, 2_000]) {
      expect(note(await lab.check("http://silent.example.com/", { timeoutMs }))).toMatchObject({
        outcome: "dns_timeout",
        verdict: "down"
      })
    }
  })

  it("a resolver of our own that does not answer is a prober fault", async () => {
    const other = await makeLab()
    other.dns.zone.fail("*", "DROP")
    for (const timeoutMs of [150, 2_000]) {
      expect(note(await other.check("http://any.example.com/", { timeoutMs }))).toMatchObject({
        outcome: "prober_fault",
        verdict: "unknown"
      })
    }
    await other.close()
  })
})

describe("connections", () => {
  it("a closed port refuses the connection", async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const { port } = server.address() as AddressInfo
    await new Promise((done) => server.close(done))
    const check = note(await lab.check(`http://127.0.0.1:${port}/`))
    expect(check).toMatchObject({
      outcome: "connect_refused",
      heardFromServer: true,
      timings: { dnsUs: null, waitUs: null }
    })
    expect(check.timings.connectUs).toBeGreaterThan(0)
  })

  it("a port that accepts nothing times out", async () => {
    const unresponsive = await startUnresponsivePort()
    const check = note(await lab.check(`http://${unresponsive.host}:${unresponsive.port}/`, { timeoutMs: 120 }))
    expect(check).toMatchObject({ outcome: "connect_timeout", heardFromServer: false })
    await unresponsive.close()
  })
})

describe("a connection error of the system", () => {
  it.each([
    ["EHOSTUNREACH", "no_route"],
    ["EHOSTDOWN", "no_route"],
    ["ECONNREFUSED", "connect_refused"],
    ["ECONNRESET", "connect_reset"],
    ["ETIMEDOUT", "connect_timeout"],
    ["ENETUNREACH", "prober_fault"],
    ["ENETDOWN", "prober_fault"],
    ["EMFILE", "prober_fault"],
    ["EADDRNOTAVAIL", "prober_fault"],
    ["EPERM", "prober_fault"]
  ] as const)("%s is %s", async (code, outcome) => {
    const probe = lab.probeWith({}, undefined, undefined, () => {
      const socket = new Socket()
      queueMicrotask(() => socket.destroy(Object.assign(new Error(code), { code })))
      return socket
    })
    const check = note(await probe.check({ url: "http://127.0.0.1:8080/", timeoutMs: 3_000 }))
    expect(check).toMatchObject({
      outcome,
      ...pick(outcome),
      statusCode: null,
      totalUs: null,
      heardFromServer: code === "ECONNREFUSED" || code === "ECONNRESET"
    })
    expect(check.hops[0]?.attempts).toMatchObject([{ address: "127.0.0.1", errno: code }])
  })
})

const https = "https"
const http = "http"

describe("servers", () => {
  const cases: ReadonlyArray<readonly [string, "http" | "https", Behaviour, OutcomeCode, number | null]> = [
    ["answers", http, {}, "ok", 200],
    ["answers 204", http, { status: 204 }, "ok", 204],
    ["answers 304", http, { status: 304 }, "ok", 304],
    ["answers with an empty body", https, { body: "" }, "ok", 200],
    ["answers 404", http, { status: 404 }, "http_status", 404],
    ["answers 503 in TLS", https, { status: 503 }, "http_status", 503],
    ["answers 999", http, { raw: "HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n" }, "http_status", 999],
    ["resets on connect", https, { reset: "tls" }, "tls_handshake", null],
    ["closes in the handshake", https, { end: "tls" }, "tls_handshake", null],
    ["hangs in the handshake", https, { hang: "tls" }, "tls_timeout", null],
    ["resets before the header", http, { reset: "before-headers" }, "connect_reset", null],
    ["resets before the header in TLS", https, { reset: "before-headers" }, "connect_reset", null],
    ["resets in the header", http, { reset: "in-headers" }, "connect_reset", null],
    ["resets in the body", http, { reset: "in-body" }, "connect_reset", 200],
    ["closes before the header", http, { end: "before-headers" }, "protocol_error", null],
    ["closes before the header in TLS", https, { end: "before-headers" }, "protocol_error", null],
    ["closes in the header", http, { end: "in-headers" }, "protocol_error", null],
    ["closes in the body", http, { end: "in-body" }, "protocol_error", 200],
    ["hangs before the header", http, { hang: "before-headers" }, "header_timeout", null],
    ["hangs before the header in TLS", https, { hang: "before-headers" }, "header_timeout", null],
    ["hangs in the header", http, { hang: "in-headers" }, "header_timeout", null],
    ["hangs in the body", http, { hang: "in-body" }, "body_timeout", 200],
    ["drips the header for ever", http, { drip: "headers", everyMs: 20 }, "header_timeout", null],
    ["drips the body for ever", https, { drip: "body", everyMs: 20 }, "body_timeout", 200],
    ["sends header lines without end", http, { endless: "headers" }, "too_large", null],
    ["sends interim answers without end", http, { endless: "interim" }, "protocol_error", null],
    ["sends a body without end", http, { endless: "body" }, "ok", 200],
    ["sends a body without end in TLS", https, { endless: "body" }, "ok", 200],
    ["speaks rubbish", http, { raw: "220 mail.example.com ESMTP\r\n" }, "protocol_error", null],
    ["speaks HTTP/0.9", http, { raw: "<html>hello</html>" }, "protocol_error", null],
    [
      "says too long a length",
      http,
      { raw: "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nshort" },
      "protocol_error",
      200
    ],
    [
      "breaks off a chunked body",
      http,
      { raw: "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nshort\r\n" },
      "protocol_error",
      200
    ],
    [
      "breaks the chunking",
      http,
      { raw: "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nshort\r\n" },
      "protocol_error",
      200
    ],
    [
      "ends the body with the connection",
      http,
      { raw: "HTTP/1.0 200 OK\r\ncontent-type: text/plain\r\n\r\nall of it" },
      "ok",
      200
    ],
    [
      "mislabels its body as gzip",
      http,
      { headers: { "content-encoding": "gzip" }, body: "this is not gzip" },
      "protocol_error",
      200
    ]
  ]

  it.each(cases)("%s (%s)", async (_, scheme, behaviour, outcome, statusCode) => {
    const { site, url } = await lab.open("shop.example.com", { secure: scheme === "https", behaviour })
    const timeoutMs = outcome.endsWith("timeout") ? 150 : 3_000
    const check = note(await lab.check(url, { timeoutMs }))
    expect({ outcome: check.outcome, message: check.message, statusCode: check.statusCode }).toMatchObject({
      outcome,
      statusCode
    })
    expect(check).toMatchObject({ ...pick(outcome), heardFromServer: true, finalUrl: url })
    expect(check.totalUs === null).toBe(outcome !== "ok" && outcome !== "http_status")
    expect(check.message === null).toBe(outcome === "ok")
    await site.whenIdle()
  })

  it("plain HTTP on an https port fails in the handshake", async () => {
    const { site } = await lab.open("plain.example.com", { behaviour: { raw: "" } })
    expect(note(await lab.check(`https://plain.example.com:${site.port}/`))).toMatchObject({ outcome: "tls_handshake" })
  })
})

const pick = (outcome: OutcomeCode) => ({
  verdict: outcomes[outcome].verdict,
  deterministic: outcomes[outcome].deterministic
})

describe("redirects and addresses", () => {
  it("produce the remaining outcomes", async () => {
    const { url } = await lab.open("turn.example.com", {
      behaviour: ({ path }) =>
        path === "/loop"
          ? { redirectTo: "/loop" }
          : path === "/mail"
            ? { redirectTo: "mailto:info@example.com" }
            : path === "/away"
              ? { redirectTo: "http://other.example.com/", status: 307 }
              : { redirectTo: `/further${Number(/\d+/.exec(path)?.[0] ?? 0) + 1}` }
    })
    expect(note(await lab.check(`${url}loop`))).toMatchObject({ outcome: "redirect_loop", statusCode: 302 })
    expect(note(await lab.check(`${url}away`, { method: "POST" }))).toMatchObject({ outcome: "unsafe_redirect" })
    expect(note(await lab.check(`${url}mail`))).toMatchObject({ outcome: "bad_redirect", deterministic: true })
    const far = note(await lab.check(`${url}far`))
    expect(far).toMatchObject({ outcome: "too_many_redirects" })
    expect(far.hops).toHaveLength(11)
    lab.dns.zone.set("inside.example.com", { A: ["10.0.0.1"] })
    expect(note(await lab.check("http://inside.example.com/"))).toMatchObject({
      outcome: "blocked_address",
      deterministic: true
    })
    expect(
      note(await lab.check(`${url}loop`, { followRedirects: false, expect: [{ text: "all is well" }] }))
    ).toMatchObject({ outcome: "expectation_failed" })
  })

  it("a page that shows the site to be broken is down, a remark or nothing, as the request says", async () => {
    const html = { "content-type": "text/html" }
    const broken = "<title>Database Error</title><h1>Error establishing a database connection</h1>"
    const fresh = "<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>"
    const { site, url } = await lab.open("shop.example.com")
    site.behave({ status: 200, headers: html, body: broken })
    const failed = note(await lab.check(url))
    expect(failed).toMatchObject({
      outcome: "content_fault",
      verdict: "down",
      deterministic: false,
      statusCode: 200,
      message: "The page is an error message of the application: “Error establishing a database connection”.",
      content: { fault: { code: "application_error", family: "database", certain: true } }
    })
    expect(failed.totalUs).toBeGreaterThan(0)
    expect(withStatus(failed, 201)).toMatchObject({ outcome: "content_fault", message: failed.message })
    expect(withStatus(failed, 503)).toMatchObject({ outcome: "http_status" })
    const remark = { content: { fault: { code: "application_error" } }, outcome: "ok" }
    expect(await lab.check(url, { contentFaults: "remark" })).toMatchObject(remark)
    expect(await lab.check(url, { expect: [{ text: "database" }] })).toMatchObject(remark)
    expect(await lab.check(url, { expect: [{ text: "anvils", absent: true }] })).toMatchObject({
      outcome: "content_fault"
    })
    for (const options of [{ contentFaults: "off" }, { method: "HEAD" }] as const) {
      const result = await lab.check(url, options)
      expect([result.outcome, result.content]).toEqual(["ok", undefined])
    }
    site.behave({ status: 200, headers: html, body: fresh })
    expect(await lab.check(url)).toMatchObject({ outcome: "ok", content: { fault: { code: "default_page" } } })
    site.behave({ status: 200, headers: html, body: "<h1>Anvils</h1>" })
    const { content } = await lab.check(url)
    expect(content?.fault).toBeNull()
    site.behave({ status: 200, headers: html, body: "" })
    expect(await lab.check(url)).toMatchObject({ outcome: "ok", content: { fault: { code: "empty" } } })
    expect(await lab.check(url, { contentMemory: content?.memory ?? null })).toMatchObject({
      outcome: "content_fault",
      message: "The page is empty."
    })
    const memory = content?.memory ?? null
    // The body is longer than the part that is read. Its text is therefore not known, and it does not count as empty.
    site.behave({
      status: 200,
      headers: html,
      body: `<!doctype html><style>${"a{}".repeat(50_000)}</style><h1>Anvils</h1>`
    })
    expect((await lab.check(url, { contentMemory: memory })).content?.fault).toBeNull()
    // A character that is cut off at the end of the first part must not change how the text is decoded.
    const words = `<!doctype html><meta charset="utf-8"><style>${"é".repeat(9_000)}</style><h1>Site en maintenance</h1>`
    for (const shift of ["", "a"]) {
      site.behave({ status: 200, headers: html, body: `${shift}${words}` })
      expect((await lab.check(url, { contentMemory: memory })).content?.fault).toMatchObject({ code: "maintenance" })
    }
    site.behave({ status: 500, headers: html, body: broken })
    const error = await lab.check(url)
    expect([error.outcome, error.content]).toEqual(["http_status", undefined])
  })

  /** The outcomes that only checks of other services have. Their tests are in the folder "protocols". */
  const OF_SERVICES = new Set<OutcomeCode>(["closed_unanswered", "service_refused", "login_refused", "wrong_answer"])

  it("every outcome of a URL is produced by some test", () => {
    const codes = Object.keys(outcomes) as Array<OutcomeCode>
    expect(codes.filter((code) => !produced.has(code) && !OF_SERVICES.has(code))).toEqual([])
  })
})
