import { startSmtpServer } from "@mon/tooling/testbed"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { uptimeCommand, type UptimeTerminal } from "../src/cli/uptimeCommand.ts"
import type { ServiceProbeOptions } from "../src/index.ts"
import { answerLines, makeServiceLab, type ServiceLab, webSocketServer } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
  lab.dns.zone.set("ns1.example.net", { A: [lab.dns.host] })
  lab.dns.zone.set("www.example.com", { A: ["192.0.2.1"] })
})
afterAll(() => lab.close())

const unwanted = () => {
  throw new Error("No check of a URL was wanted.")
}

const command = async (argv: ReadonlyArray<string>, more: Partial<UptimeTerminal> = {}) => {
  const out: Array<string> = []
  const err: Array<string> = []
  const given: Array<ServiceProbeOptions> = []
  const code = await uptimeCommand.run(argv, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    colour: false,
    interactive: false,
    version: "1.2.3",
    signal: new AbortController().signal,
    makeProbe: unwanted,
    makeServiceProbe: (options) => {
      given.push(options)
      return lab.probe
    },
    observeRecords: unwanted,
    pause: () => Promise.resolve(),
    ...more
  })
  return { code, out: out.join(""), err: err.join(""), options: given[0] }
}

describe("a check of a service on the command line", () => {
  it("prints the phases of a TCP check, and what was received", async () => {
    const target = await lab.listen("cache.example.com", (socket) =>
      answerLines(socket, (line) => (line === "PING" ? "+PONG\r\n" : null))
    )
    const { code, out } = await command([`tcp://${target}`, "--send", String.raw`PING\r\n`, "--receive", "^\\+PONG"])
    const lines = out.split("\n")
    expect(code).toBe(0)
    expect(lines[0]).toMatch(/^UP {2}tcp:\/\/cache\.example\.com:\d+ {2}[\d.]+ ms$/u)
    expect(lines[1]).toMatch(/^ {2}·+-+~+#+$/u)
    expect(lines[2]).toMatch(/dns [\d.]+ ms .*127\.0\.0\.1$/u)
    expect(lines[3]).toBe("  received: +PONG")
  })

  it("exits with 1 and a reason if the service is down, and with 2 without a verdict", async () => {
    const down = await command(["tcp://127.0.0.1:1"])
    expect([down.code, down.out]).toEqual([1, expect.stringMatching(/^DOWN .*refused the connection\./u)])
    const blocked = await command(["tls://10.0.0.1"])
    expect([blocked.code, blocked.out]).toEqual([
      1,
      expect.stringContaining("10.0.0.1 (private-use). Use --allow 10.0.0.1/32 to check it anyway.")
    ])
    const result = { ...(await lab.probe.tcp("10.0.0.1:1")), outcome: "prober_fault", verdict: "unknown" } as const
    const makeServiceProbe = () => ({ ...lab.probe, tcp: () => Promise.resolve(result) })
    expect(await command(["tcp://a.example:1"], { makeServiceProbe })).toMatchObject({ code: 2 })
  })

  it("judges the certificate of a mail server", async () => {
    const tls = await lab.authority.issue({ names: ["mx.example.com"] })
    const server = await startSmtpServer({ tls })
    lab.dns.zone.set("mx.example.com", { A: [server.host] })
    try {
      const url = `smtp+starttls://mx.example.com:${server.port}`
      const good = await command([url, "--certificate-days", "14"])
      expect([good.code, good.out]).toEqual([0, expect.stringContaining("certificate valid, 89 days left")])
      expect(good.out).toMatch(/greeting: .*ESMTP/u)
      expect(good.out).toContain("STARTTLS")
      const strict = await command([url, "--certificate-days", "400", "--junit"])
      expect([strict.code, strict.out]).toEqual([1, expect.stringContaining('tests="2" failures="1" errors="0"')])
      expect(strict.out).toContain('name="a certificate that is valid for 400 more days"')
    } finally {
      await server.close()
    }
  })

  it("prints the answers of a DNS server, as text and as JSON", async () => {
    const url = `dns://ns1.example.net:${lab.dns.port}/www.example.com?type=a`
    const { code, out } = await command([url, "--expect", '{"answer":"192.0.2.1"}', "--max-time", "60"])
    expect(code).toBe(0)
    expect(out).toContain("NOERROR, 1 answer\n       www.example.com. 300 A 192.0.2.1")
    expect(out).toContain("passed: As expected: an answer “192.0.2.1”.")
    const json = await command([url, "--json"])
    expect(JSON.parse(json.out)).toMatchObject({ outcome: "ok", reply: { rcode: "NOERROR" } })
    expect((await command([url, "--expect", '{"answer":"192.0.2.9"}'])).code).toBe(1)
  })

  it("checks WebSockets, again and again", async () => {
    const target = await lab.listen("live.example.com", webSocketServer())
    const stop = new AbortController()
    let pauses = 0
    const pause = async () => {
      pauses += 1
      if (pauses === 2) stop.abort()
    }
    const argv = [`ws://${target}/live`, "--watch", "--send", "hello", "--receive", "^hello$", "--header", "Origin: a"]
    const { code, out } = await command(argv, { pause, signal: stop.signal })
    expect(code).toBe(0)
    expect(out).toMatch(/UP {2}ws:\/\/live\.example\.com:\d+\/live {2}101 /u)
    expect(out).toMatch(/^2 checks, 100\.00 % up/mu)
  })

  it("gives the options to the probe", async () => {
    const { options } = await command([
      "tcp://10.0.0.1:1",
      "--allow",
      "10.0.0.0/8",
      "--dns",
      "192.0.2.1",
      "--timeout",
      "1"
    ])
    expect(options).toMatchObject({ dnsServers: ["192.0.2.1:53"] })
    expect(options).not.toHaveProperty("internalRedirects")
  })

  it.each([
    [["tcp://a.example"], "<url> must be an http or https URL, or the URL of another service such as tcp://"],
    [["tcp://a.example:25/path"], "<url> must be an http or https URL"],
    [["dns://192.0.2.1/a..example"], "<url> must be an http or https URL"],
    [["dns://192.0.2.1/a.example?type=nothing"], "<url> must be an http or https URL"],
    [["radius://a.example"], "<url> must be an http or https URL"],
    [["redis+starttls://a.example"], "<url> must be an http or https URL"],
    [["grpc://a.example"], "<url> must be an http or https URL"],
    [["smtp+starttls://a b"], "<url> must be an http or https URL"],
    [["tcp://a.example:25", "--status", "200"], "--status cannot be used with this kind of URL."],
    [["tcp://a.example:25", "--method", "POST"], "--method cannot be used with this kind of URL."],
    [["tcp://a.example:25", "--certificate-days", "1"], "--certificate-days cannot be used with this kind of URL."],
    [["imap+starttls://a.example", "--send", "x"], "--send cannot be used with this kind of URL."],
    [["https://a.example", "--receive", "x"], "--receive cannot be used with this kind of URL."],
    [["tls://a.example", "--expect", '{"text":"x"}'], '--expect cannot be {"text":"x"} for this URL.'],
    [
      ["https://a.example", "--expect", '{"rcode":"NXDOMAIN"}'],
      '--expect cannot be {"rcode":"NXDOMAIN"} for this URL.'
    ],
    [["tls://a.example", "--junit", "--json"], "--junit cannot be used with --json, --watch or --records."]
  ])("%j are refused with a sentence and 64", async (argv, message) => {
    const { code, err, out } = await command(argv)
    expect({ code, out }).toEqual({ code: 64, out: "" })
    expect(err).toContain(message)
  })
})
