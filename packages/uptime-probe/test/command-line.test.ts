import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { HELP, parseCommand } from "../src/cli/Arguments.ts"
import { run, type Surroundings } from "../src/cli/run.ts"
import type { CheckResult, ProbeOptions } from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

/** Runs the command with the probe of the lab. */
const command = async (argv: ReadonlyArray<string>, more: Partial<Surroundings> = {}) => {
  const out: Array<string> = []
  const err: Array<string> = []
  const code = await run(argv, {
    write: (line) => out.push(line),
    complain: (line) => err.push(line),
    colours: false,
    version: () => "1.2.3",
    signal: new AbortController().signal,
    makeProbe: () => lab.probe,
    pause: () => Promise.resolve(),
    ...more
  })
  return { code, out: out.join("\n"), err: err.join("\n") }
}

const optionsOf = (...argv: ReadonlyArray<string>) => {
  const parsed = parseCommand(argv)
  if (parsed.kind !== "check") throw new Error(parsed.kind === "usage" ? parsed.message : parsed.kind)
  return parsed
}

describe("a check on the command line", () => {
  it("reports phases, redirects and certificate, and exits with 0", async () => {
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
      out: expect.stringMatching(/^DOWN .* 503 .* The server answered 503 Service Unavailable\./)
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
      out: expect.stringContaining('fails: The body does not hold "nothing".')
    })
  })

  it("prints the whole result as JSON", async () => {
    const { url } = await lab.open("example.com")
    const { code, out } = await command(["--json", url])
    expect(code).toBe(0)
    expect(JSON.parse(out) as CheckResult).toMatchObject({ url, outcome: "ok", hops: [{ statusCode: 200 }] })
  })

  it("exits with 2 without a verdict", async () => {
    const check = {
      ...(await lab.check("http://10.0.0.1/")),
      outcome: "prober_fault",
      verdict: "unknown",
      message: "The own name server does not answer."
    } as const
    const makeProbe = () => ({ check: () => Promise.resolve(check) })
    expect(await command(["example.com"], { makeProbe })).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^NO VERDICT .*own name server/)
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

  it("repeats until it is stopped, then prints a summary", async () => {
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
  it("become a request and the options of a probe", () => {
    const file = join(mkdtempSync(join(tmpdir(), "ca-")), "ca.pem")
    writeFileSync(file, lab.authority.rootPem)
    const flags = `--timeout 2.5 --method post --header X-A:1 --header x-b:2:3 --data x --user me:pa:ss -4 --no-follow --status 200-299
      --no-text error --user-agent Me/1 --dns 192.0.2.1 --allow 10.0.0.0/8 --ca ${file}`
    const { request, options, watchMs } = optionsOf("example.com", ...flags.split(/\s+/))
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
      dnsServers: ["192.0.2.1"],
      extraCa: [lab.authority.rootPem]
    } satisfies ProbeOptions)
    expect(options.policy?.allows("10.1.2.3")).toBe(true)
    expect(watchMs).toBe(null)
    expect(optionsOf("http://a.example", "--bearer", "t", "-6", "--watch")).toMatchObject({
      request: { auth: { token: "t" }, family: 6 },
      watchMs: 10_000
    })
  })

  it.each([
    [[], "one URL is needed"],
    [["a.example", "b.example"], "one URL is needed"],
    [["a.example", "--timeout", "soon"], "--timeout takes seconds"],
    [["a.example", "--header", "nothing"], "--header takes"],
    [["a.example", "--user", "nobody"], "--user takes"],
    [["a.example", "--allow", "10.0.0.0/99"], "10.0.0.0/99"],
    [["a.example", "--ca", "/nowhere.pem"], "nowhere.pem"],
    [["a.example", "--colour"], "--colour"],
    [["ftp://a.example"], "not an http or https URL"],
    [["a.example", "--method", "jump"], "not a method: JUMP"],
    [["a.example", "--status", "fine"], "not a list of statuses"]
  ])("%j are refused with a sentence and 64", async (argv, message) => {
    const { code, err, out } = await command(argv)
    expect({ code, out }).toEqual({ code: 64, out: "" })
    expect(err).toContain(message)
  })

  it("ask for help and version", async () => {
    expect(await command(["--help"])).toEqual({ code: 0, out: HELP, err: "" })
    expect(await command(["--version"])).toEqual({ code: 0, out: "1.2.3", err: "" })
  })
})
