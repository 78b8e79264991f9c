import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { answerLines, makeServiceLab, secureServerSide, type ServiceLab } from "./serviceLab.ts"
import { processHandshakeLimit } from "../src/tls/HandshakeLimit.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

const credentials = (name: string) => lab.authority.issue({ names: [name] })

describe("a check of a TCP port", () => {
  it("connects, times the phases and closes the connection", async () => {
    const target = await lab.listen("db.example.com", () => {})
    const found = await lab.probe.tcp(target)
    expect(found).toMatchObject({
      url: `tcp://${target}`,
      outcome: "ok",
      verdict: "up",
      message: null,
      address: "127.0.0.1",
      certificate: null,
      received: [],
      heardFromServer: true,
      timings: { dnsUs: expect.any(Number), connectUs: expect.any(Number), tlsUs: null, waitUs: null, downloadUs: null }
    })
    expect(found.totalUs).toBe((found.timings.dnsUs ?? 0) + (found.timings.connectUs ?? 0))
    expect(found).not.toHaveProperty("expectations")
  })

  it("has the outcomes of a check of a URL where there is no connection", async () => {
    const outcomeOf = async (target: string) => (await lab.probe.tcp({ target, timeoutMs: 2_000 })).outcome
    lab.dns.zone.set("ipv6-only.example.com", { TXT: [["x"]] })
    expect(await outcomeOf("nowhere.example.com:25")).toBe("dns_nxdomain")
    expect(await outcomeOf("ipv6-only.example.com:25")).toBe("dns_nodata")
    expect(await outcomeOf("127.0.0.1:1")).toBe("connect_refused")
    expect(await outcomeOf("10.0.0.1:25")).toBe("blocked_address")
    expect(await outcomeOf("0x0a.1:25")).toBe("blocked_address")
    lab.dns.zone.set("inside.example.com", { A: ["10.0.0.7"] })
    const blocked = await lab.probe.tcp("inside.example.com:25")
    expect(blocked).toMatchObject({ outcome: "blocked_address", blocked: { address: "10.0.0.7" }, address: null })
    expect(blocked.message).not.toContain("10.0.0.7")
  })

  it("sends and receives in steps, and says which lines matched", async () => {
    const target = await lab.listen("redis.example.com", (socket) =>
      answerLines(socket, (line) => (line === "PING" ? "-LOADING\r\n+PONG \u001b[2J\r\n" : "+OK\r\n"))
    )
    const found = await lab.probe.tcp({
      target,
      steps: [
        { send: "PING\r\n" },
        { receive: "^\\+pong", ignoreCase: true },
        { send: Buffer.from("QUIT\r\n") },
        { receive: "^\\+OK$" }
      ]
    })
    expect(found).toMatchObject({ outcome: "ok", received: ["+PONG ?[2J", "+OK"] })
    expect(found.timings.waitUs).toBeGreaterThan(0)
    expect(found.timings.downloadUs).toBeGreaterThan(0)
  })

  it("makes the TLS handshake among the steps, and judges the certificate", async () => {
    const tls = await credentials("other.example.com")
    const target = await lab.listen("ldap.example.com", (socket) =>
      answerLines(socket, (line) => {
        if (line !== "TLS") return null
        socket.write("GO\r\n")
        answerLines(secureServerSide(socket, tls), (inner) => `${inner}!\r\n`)
        return null
      })
    )
    const steps = [
      { send: "TLS\r\n" },
      { receive: "^GO$" },
      { startTls: true as const },
      { send: "hello\r\n" },
      { receive: "^hello!$" }
    ]
    const found = await lab.probe.tcp({ target, steps })
    expect(found).toMatchObject({
      outcome: "ok",
      certificate: { problems: ["wrong_host"] },
      received: ["GO", "hello!"]
    })
    expect(found.timings.tlsUs).toBeGreaterThan(0)
    const named = await lab.probe.tcp({
      target,
      steps,
      serverName: "other.example.com",
      expect: [{ certificate: "valid" }]
    })
    expect(named).toMatchObject({ outcome: "ok", certificate: { valid: true }, expectations: [{ holds: true }] })
  })

  it("refuses text that is sent before the TLS handshake", async () => {
    const target = await lab.listen("evil.example.com", (socket) => socket.write("GO\r\nINJECTED\r\n"))
    const found = await lab.probe.tcp({ target, steps: [{ receive: "^GO$" }, { startTls: true }] })
    expect(found).toMatchObject({
      outcome: "protocol_error",
      message: "The server sent more data before the TLS handshake.",
      certificate: null
    })
  })

  it.each([
    ["silence", () => {}, "header_timeout"],
    ["an endless line", (write: Write) => write("x".repeat(20_000)), "too_large"],
    ["endless lines", (write: Write) => write("no\r\n".repeat(50_000)), "too_large"],
    ["a line without an end", (write: Write) => write("almost"), "body_timeout"],
    ["an early end", (write: Write) => (write("almost"), write(null)), "protocol_error"],
    ["nothing but the end", (write: Write) => write(null), "closed_unanswered"]
  ])("ends with its outcome at %s", async (_name, behave, outcome) => {
    const target = await lab.listen("hostile.example.com", (socket) =>
      behave((text) => (text === null ? socket.end() : socket.write(text)))
    )
    const found = await lab.probe.tcp({
      target,
      timeoutMs: outcome.endsWith("timeout") ? 300 : 20_000,
      steps: [{ receive: "^yes$" }]
    })
    expect([found.outcome, found.totalUs, found.verdict]).toEqual([outcome, null, "down"])
  })

  it("reports a reset", async () => {
    const target = await lab.listen("reset.example.com", (socket) =>
      socket.once("data", () => socket.resetAndDestroy())
    )
    const found = await lab.probe.tcp({ target, steps: [{ send: "x" }, { receive: "y" }] })
    expect(found.outcome).toBe("connect_reset")
  })

  it("reads a line that comes byte by byte", async () => {
    const target = await lab.listen("slow.example.com", (socket) => {
      const bytes = [..."220 slow\r\n"]
      const next = () => {
        const byte = bytes.shift()
        if (byte !== undefined && !socket.destroyed) socket.write(byte, () => setImmediate(next))
      }
      next()
    })
    expect(await lab.probe.tcp({ target, steps: [{ receive: "^220 slow$" }] })).toMatchObject({ outcome: "ok" })
  })
})

type Write = (text: string | null) => void

describe("a check of TLS", () => {
  it("judges the certificate, which fails only if it is expected to be valid", async () => {
    const good = await lab.listen("tls.example.com", () => {}, await credentials("tls.example.com"))
    const found = await lab.probe.tls({
      target: good,
      expect: [{ certificate: "valid", minimumDays: 14 }, { ipVersion: 4 }]
    })
    expect(found).toMatchObject({
      url: `tls://${good}`,
      outcome: "ok",
      certificate: { valid: true, host: "tls.example.com" }
    })
    const old = await lab.authority.issue({
      names: ["old.example.com"],
      notBefore: new Date(0),
      notAfter: new Date(1e12)
    })
    const bad = await lab.listen("old.example.com", () => {}, old)
    expect(await lab.probe.tls(bad)).toMatchObject({ outcome: "ok", certificate: { problems: ["expired"] } })
    const strict = await lab.probe.tls({ target: bad, expect: [{ responseTimeMs: 60_000 }, { certificate: "valid" }] })
    expect(strict).toMatchObject({
      outcome: "expectation_failed",
      message: "Expected a valid certificate, got expired.",
      expectations: [{ holds: true, expectation: { responseTimeMs: 60_000 } }, { holds: false }]
    })
    expect(strict.totalUs).toBeGreaterThan(0)
  })

  it("fails where there is no TLS, or never an answer", async () => {
    const plain = await lab.listen("plain.example.com", (socket) => socket.write("220 hello\r\n"))
    expect(await lab.probe.tls(plain)).toMatchObject({
      outcome: "tls_handshake",
      message: "The server does not speak TLS on this port."
    })
    const silent = await lab.listen("silent.example.com", () => {})
    expect(await lab.probe.tls({ target: silent, timeoutMs: 300 })).toMatchObject({ outcome: "tls_timeout" })
    const closing = await lab.listen("closing.example.com", (socket) => socket.once("data", () => socket.end()))
    expect(await lab.probe.tls(closing)).toMatchObject({ outcome: "tls_handshake" })
  })

  it("leaves no connection and no permit behind", async () => {
    const silent = await lab.listen("hang.example.com", () => {})
    const stop = new AbortController()
    const checks = Array.from({ length: 5 }, () =>
      lab.probe.tls(silent, stop.signal).catch((error: Error) => error.message)
    )
    stop.abort(new Error("enough"))
    expect(await Promise.all(checks)).toEqual(Array.from({ length: 5 }, () => "enough"))
    expect([processHandshakeLimit.running(), processHandshakeLimit.waiting()]).toEqual([0, 0])
    await lab.whenOpen(0)
  })
})
