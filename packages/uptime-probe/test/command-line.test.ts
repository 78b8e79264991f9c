import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { uptimeCommand, type UptimeTerminal } from "../src/cli/uptimeCommand.ts"
import type { CheckResult, CheckRequest, DnsObservation, ProbeOptions } from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const command = async (argv: ReadonlyArray<string>, more: Partial<UptimeTerminal> = {}) => {
  const out: Array<string> = []
  const err: Array<string> = []
  const code = await uptimeCommand.run(argv, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    colour: false,
    interactive: false,
    version: "1.2.3",
    signal: new AbortController().signal,
    makeProbe: () => lab.probe,
    makeServiceProbe: () => {
      throw new Error("No service was wanted.")
    },
    observeRecords: () => Promise.reject(new Error("No records were wanted.")),
    pause: () => Promise.resolve(),
    ...more
  })
  return { code, out: out.join(""), err: err.join("") }
}

/** Returns the options and the request that the command passes to a probe. */
const asked = async (...argv: ReadonlyArray<string>) => {
  const seen: { options?: ProbeOptions; request?: CheckRequest; pauseMs?: number } = {}
  const stop = new AbortController()
  const result = await lab.check("http://10.0.0.1/")
  await command(argv, {
    signal: stop.signal,
    makeProbe: (options) => {
      seen.options = options
      return {
        check: (request) => {
          seen.request = typeof request === "string" ? { url: request } : request
          return Promise.resolve(result)
        }
      }
    },
    pause: (milliseconds) => {
      seen.pauseMs = milliseconds
      stop.abort()
      return Promise.resolve()
    }
  })
  return seen
}

describe("a check on the command line", () => {
  it("prints phases, redirects and certificate, and exits 0", async () => {
    const target = await lab.open("www.example.com", { secure: true })
    const { url } = await lab.open("example.com", { behaviour: { redirectTo: target.url, status: 301 } })
    const { code, out } = await command([url])
    expect(code).toBe(0)
    const lines = out.split("\n")
    expect(lines[0]).toMatch(/^UP {2}https:\/\/www\.example\.com:\d+\/ {2}200 {2}[\d.]+ ms$/)
    expect(lines[1]).toMatch(/^ {2}·+-+=+~+#+$/)
    expect(out).toContain(`301  ${url}  127.0.0.1`)
    expect(out).toContain("redirects: www, https, path (permanent)")
    expect(out).toContain("certificate valid, 89 days left")
    expect(out).toContain("CN=Testbed Root, O=Testbed")
  })

  it("exits with 1 and a reason when the site is down", async () => {
    const { url } = await lab.open("example.com", { behaviour: { status: 503 } })
    expect(await command([url])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^DOWN .* 503 .* The server responded with 503 Service Unavailable\./)
    })
    const expired = await lab.open("old.example.com", {
      tls: await lab.authority.issue({ names: ["old.example.com"], notBefore: new Date(0), notAfter: new Date(1e12) })
    })
    expect(await command([expired.url])).toMatchObject({
      code: 0,
      out: expect.stringContaining("certificate: expired, -")
    })
    expect(await command([url, "--status", "503", "--text", "nothing"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("failed: Expected the text “nothing”, not found.")
    })
  })

  it("evaluates expectations, and names the one that fails", async () => {
    const { url } = await lab.open("example.com", {
      secure: true,
      behaviour: { headers: { "content-type": "application/json" }, body: '{"queue":12}' }
    })
    const good = ["--matches", 'queue":\\d+', "--max-time", "5", "--certificate-days", "14"]
    expect(await command([url, ...good, "--expect", '{"json":"$.queue","atMost":100}'])).toMatchObject({
      code: 0,
      out: expect.stringContaining("passed: As expected: the value at “$.queue” to be at most “100”.")
    })
    expect(await command([url, ...good, "--expect", '{"json":"$.queue","atMost":10}'])).toMatchObject({
      code: 1,
      out: expect.stringContaining("failed: Expected the value at “$.queue” to be at most “10”, got “12”.")
    })
    expect(await command([url, "--certificate-days", "400"])).toMatchObject({ code: 1 })
  })

  it("is down for a page that is an error message, and shows it as a remark, or not at all, if asked to", async () => {
    const behaviour = { headers: { "content-type": "text/html" }, body: "<h1>502 Bad Gateway</h1>" }
    const { url } = await lab.open("example.com", { behaviour })
    const said = "The page is an error message of the application"
    expect(await command([url])).toMatchObject({
      code: 1,
      out: expect.stringContaining(`${said}: “502 Bad Gateway”.`)
    })
    expect(await command([url, "--content-faults", "remark"])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`  remark: ${said}: "502 Bad Gateway"`)
    })
    const { code, out } = await command([url, "--content-faults", "off"])
    expect([code, out.includes("remark")]).toEqual([0, false])
    expect((await command([url, "--content-faults", "on"])).err).toContain("down, remark, off")
  })

  it("prints the whole result as JSON", async () => {
    const { url } = await lab.open("example.com")
    const { code, out } = await command(["--json", url])
    expect(code).toBe(0)
    expect(JSON.parse(out) as CheckResult).toMatchObject({ url, outcome: "ok", hops: [{ statusCode: 200 }] })
  })

  it("prints a JUnit report with a test for each expectation", async () => {
    const { url } = await lab.open("example.com", { behaviour: { body: "a<b" } })
    const good = await command(["--junit", url, "--text", "a<b"])
    expect(good.code).toBe(0)
    expect(good.out).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>\n<testsuite name="http:\/\/example\.com:\d+\/" tests="2" failures="0" errors="0" time="\d+\.\d{6}" timestamp="[^"]+Z">\n/u
    )
    expect(good.out).toContain('name="the text “a&lt;b”" time="0"/>')
    const bad = await command(["--junit", url, "--text", "a<b", "--no-text", "b"])
    expect(bad.code).toBe(1)
    expect(bad.out).toContain('tests="3" failures="1" errors="0"')
    expect(bad.out).toContain(
      'name="no text “b”" time="0"><failure type="expectation_failed" message="Expected no text “b”, found it."/></testcase>'
    )
  })

  it("prints a JUnit report whose failure or error says why, whatever a server sends", async () => {
    const down = { ...(await lab.check("http://10.0.0.1/")), message: 'a\u001b"\n<&>\uD800' }
    const reportOf = (result: CheckResult) =>
      command(["--junit", "a.example"], { makeProbe: () => ({ check: () => Promise.resolve(result) }) })
    const failure = await reportOf(down)
    expect([failure.code, failure.out]).toEqual([
      1,
      expect.stringContaining('<failure type="blocked_address" message="a?&quot;&#10;&lt;&amp;&gt;\uFFFD"/>')
    ])
    const error = await reportOf({ ...down, outcome: "prober_fault", verdict: "unknown" })
    expect([error.code, error.out]).toEqual([2, expect.stringContaining('tests="1" failures="0" errors="1"')])
    expect(error.out).toContain('<error type="prober_fault"')
  })

  it("exits with 2 without a verdict", async () => {
    const check = {
      ...(await lab.check("http://10.0.0.1/")),
      outcome: "prober_fault",
      verdict: "unknown",
      message: "This machine's DNS server does not respond."
    } as const
    const makeProbe = () => ({ check: () => Promise.resolve(check) })
    expect(await command(["example.com"], { makeProbe })).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^NO VERDICT .*This machine's DNS server/)
    })
  })

  it("escapes terminal control characters from servers", async () => {
    const { url } = await lab.open("example.com", { behaviour: { status: 302, headers: {}, body: "" } })
    const evil = {
      ...(await lab.check(url)),
      message: "\u001b[2Jgone\u0007",
      verdict: "down",
      outcome: "protocol_error"
    } as const
    const { out } = await command([url], { makeProbe: () => ({ check: () => Promise.resolve(evil) }) })
    expect(out).toContain("?[2Jgone?")
    expect(out).not.toContain("\u001b")
  })

  it("repeats the check until it is stopped, and prints a summary", async () => {
    const { url, site } = await lab.open("example.com")
    const stop = new AbortController()
    const pauses: Array<number> = []
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds)
      if (pauses.length === 2) site.behave({ status: 500 })
      if (pauses.length === 4) stop.abort()
    }
    const { code, out } = await command([url, "--watch", "--every", "5"], { pause, signal: stop.signal })
    const lines = out.split("\n")
    expect(code).toBe(1)
    expect(pauses).toEqual([5_000, 5_000, 5_000, 5_000])
    expect(lines.slice(0, 4).map((line) => line.slice(24).trim().split(" ")[0])).toEqual(["UP", "UP", "DOWN", "DOWN"])
    expect(lines[4]).toMatch(/^4 checks, 50\.00 % up, p50 [\d.]+ ms, p95 [\d.]+ ms$/)
  })
})

describe("arguments", () => {
  it("become a request and the options of a probe", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "ca-")), "ca.pem")
    writeFileSync(file, lab.authority.rootPem)
    const flags = `--timeout 2.5 --method post --header X-A:1 --header x-b:2:3 --data x --user me:pa:ss -4 --no-follow --status 200-299
      --no-text error --user-agent Me/1 --dns 192.0.2.1 --allow 10.0.0.0/8 --ca ${file}`
    const { request, options, pauseMs } = await asked("example.com", ...flags.split(/\s+/))
    expect(request).toEqual({
      url: "https://example.com",
      timeoutMs: 2_500,
      method: "POST",
      headers: { "X-A": "1", "x-b": "2:3" },
      body: "x",
      auth: { username: "me", password: "pa:ss" },
      family: 4,
      followRedirects: false,
      expect: [{ status: "200-299" }, { text: "error", absent: true }]
    })
    expect(options).toMatchObject({
      userAgent: "Me/1",
      dnsServers: ["192.0.2.1:53"],
      extraCa: [lab.authority.rootPem]
    } satisfies ProbeOptions)
    expect(options?.policy?.allows("10.1.2.3")).toBe(true)
    expect(pauseMs).toBe(undefined)
    expect(await asked("http://a.example", "--bearer", "t", "-6", "--watch")).toMatchObject({
      request: { auth: { token: "t" }, family: 6, method: "GET" },
      pauseMs: 10_000
    })
  })

  it.each([
    [
      [],
      "<url> is missing. It must be an http or https URL, or the URL of another service such as tcp://db.example.com:5432."
    ],
    [["a.example", "b.example"], 'Unexpected argument: "b.example".'],
    [
      ["a.example", "--expect", '{"txt":"a"}'],
      `--expect must be an expectation as JSON, such as '{"json":"$.queue","atMost":100}', not "{\\"txt\\":\\"a\\"}".`
    ],
    [
      ["a.example", "--matches", "(a)\\1"],
      '--matches must be a pattern without back references, lookaheads or lookbehinds, not "(a)\\\\1".'
    ],
    [["a.example", "--timeout", "soon"], '--timeout must be a number of seconds above 0, at most 86400, not "soon".'],
    [
      ["a.example", "--timeout"],
      "--timeout must be a number of seconds above 0, at most 86400, but no value was given."
    ],
    [["a.example", "--data", "--json"], "write --data=VALUE."],
    [["a.example", "--json=yes"], "--json takes no value."],
    [["a.example", "--dns", "nowhere"], "--dns must be a DNS server"],
    [["a.example", "--header", "Host: b.example"], "--header must be"],
    [["a.example", "--header", "nothing"], "--header must be"],
    [["a.example", "--user", "nobody"], "--user must be"],
    [["a.example", "--allow", "10.0.0.0/99"], "--allow must be a network such as 10.0.0.0/8"],
    [["a.example", "--junit", "--json"], "--junit cannot be used with --json, --watch or --records."],
    [["a.example", "--colour"], "Unknown option: --colour."],
    [["gopher://a.example"], 'such as tcp://db.example.com:5432, not "gopher://a.example".'],
    [["a.example", "--method", "jump"], "--method must be one of GET, HEAD"],
    [["a.example", "--status", "fine"], "--status must be status codes and ranges"]
  ])("%j are refused with a sentence and 64", async (argv, message) => {
    const { code, err, out } = await command(argv)
    expect({ code, out }).toEqual({ code: 64, out: "" })
    expect(err).toContain(message)
  })

  it("exits 2 when a certificate file cannot be read", async () => {
    const { code, err } = await command(["a.example", "--ca", "/nowhere.pem"])
    expect(code).toBe(2)
    expect(err).toMatch(/^Cannot read a certificate from \/nowhere\.pem: ENOENT/)
  })

  it("ask for help and version", async () => {
    const { code, err, out } = await command(["--help"])
    expect({ code, err }).toEqual({ code: 0, err: "" })
    expect(out).toMatch(/^Usage: mon-uptime-probe \[options\] <url>\n/)
    expect(await command(["--version"])).toEqual({ code: 0, out: "1.2.3\n", err: "" })
  })
})

describe("records on the command line", () => {
  const observation: DnsObservation = {
    hostname: "www.example.com",
    domain: "example.com",
    observedAt: 0,
    names: { A: "www.example.com" },
    findings: [],
    sets: {
      NS: [{ server: "a.nic.example 192.0.2.1", status: "ok", records: ["ns1.example.net"], serial: null }],
      MX: [
        { server: "ns1.example.net 192.0.2.2", status: "nodata", records: [], serial: 1 },
        { server: "ns2.example.net 192.0.2.3", status: "failed", reason: "Timeout" }
      ],
      A: [{ server: "ns1.example.net 192.0.2.2", status: "ok", records: ["192.0.2.80"], serial: 1 }]
    }
  }
  const records = (found: DnsObservation, ...argv: ReadonlyArray<string>) =>
    command(["--records", "ns,MX,A", "www.example.com", ...argv], {
      observeRecords: ({ hostname, types }) => {
        expect([hostname, types]).toEqual(["www.example.com", ["NS", "MX", "A"]])
        return Promise.resolve(found)
      }
    })

  it("are printed by type and server, with exit 0", async () => {
    const { code, out } = await records(observation)
    expect(code).toBe(0)
    expect(out).toBe(`NS (delegation) example.com
  a.nic.example 192.0.2.1
    ns1.example.net
MX example.com
  ns1.example.net 192.0.2.2
    none
  ns2.example.net 192.0.2.3  no answer (Timeout)
A www.example.com
  ns1.example.net 192.0.2.2
    192.0.2.80
`)
    expect(JSON.parse((await records(observation, "--json")).out)).toEqual(observation)
  })

  it("exit 1 with findings, 2 if nobody answers, and 64 for a type that does not exist", async () => {
    const finding = { code: "lame_server", message: "ns1 does not respond to queries for example.com (lame)." } as const
    const found = await records({ ...observation, findings: [finding] })
    expect([found.code, found.out.trimEnd().split("\n").at(-1)]).toEqual([1, `lame_server: ${finding.message}`])
    const silent = { MX: [{ server: "ns1.example.net", status: "failed", reason: "Timeout" } as const] }
    expect((await records({ ...observation, sets: silent })).code).toBe(2)
    const { code, err } = await command(["--records", "PTR", "www.example.com"])
    expect([code, err]).toEqual([64, expect.stringContaining("--records")])
  })
})
