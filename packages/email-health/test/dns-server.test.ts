import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { checkEmailHealth } from "../src/checkEmailHealth.ts"
import type { EmailHealthTerminal } from "../src/cli/DomainSource.ts"
import { emailHealthCommand } from "../src/cli/emailHealthCommand.ts"
import { EmailHealth } from "../src/EmailHealth.ts"
import { healthy } from "./zones.ts"

const D = "example.com"
let server: DnsServer

beforeAll(async () => {
  server = await startDnsServer()
  for (const [name, records] of Object.entries(healthy()))
    server.zone.set(name, Object.fromEntries(Object.entries(records)))
  server.zone.set("bad.example.com", { TXT: ["v=spf1 ipv4:192.0.2.1 -all"] })
  const { [D]: own, [`default._domainkey.${D}`]: key } = healthy()
  server.zone.set("unsure.example.net", { MX: Array.isArray(own?.MX) ? own.MX : [], TXT: ["v=spf1 mx -all"] })
  server.zone.set("default._domainkey.unsure.example.net", { TXT: Array.isArray(key?.TXT) ? key.TXT : [] })
  server.zone.fail("_dmarc.unsure.example.net", "SERVFAIL")
})
afterAll(() => server.close())

const stable = ({ checkedAt: _checkedAt, queries: _queries, ...rest }: Awaited<ReturnType<typeof checkEmailHealth>>) =>
  JSON.parse(JSON.stringify({ ...rest, extras: null }))

describe("over a real DNS server", () => {
  test("the report is the same as for the zone", async () => {
    const [real, zone] = await Promise.all([
      checkEmailHealth(D, { servers: [server.address] }),
      checkEmailHealth(D, { zone: healthy() })
    ])
    expect(stable(real)).toEqual(stable(zone))
    expect(real.score).toBe(100)
  })

  test("many concurrent checks lose no answer", async () => {
    const program = Effect.flatMap(EmailHealth, (service) =>
      Effect.forEach(Array.from({ length: 32 }), () => service.check(D, { fresh: true }), { concurrency: 32 })
    )
    const reports = await Effect.runPromise(
      Effect.provide(program, EmailHealth.layer({ dns: { servers: [server.address] } }))
    )
    expect(reports.map(({ score, incomplete }) => [score, incomplete])).toEqual(
      Array.from({ length: 32 }, () => [100, false])
    )
  })

  test("a record with a typographic dash, in UTF-8, is corrected and named as its owner typed it", async () => {
    const typed = "v=spf1 ip4:192.0.2.1 \u2013all"
    server.zone.set("dash.example.net", { TXT: [typed] })
    const { records } = await checkEmailHealth("dash.example.net", { servers: [server.address] })
    expect(records.find(({ host, type }) => type === "TXT" && host === "dash.example.net")).toMatchObject({
      values: ["v=spf1 ip4:192.0.2.1 -all"],
      replaces: [typed]
    })
  })

  test("an abort ends the check", async () => {
    const stop = new AbortController()
    stop.abort(new Error("enough"))
    await expect(checkEmailHealth(D, { servers: [server.address], signal: stop.signal })).rejects.toBeInstanceOf(Error)
  })
})

const linesOf = (...texts: ReadonlyArray<string>) =>
  async function* () {
    yield* texts
  }

const runWith = async (args: ReadonlyArray<string>, terminal: Partial<EmailHealthTerminal> = {}) => {
  const texts = { out: "", err: "" }
  const code = await emailHealthCommand.run(args, {
    out: (text) => void (texts.out += text),
    err: (text) => void (texts.err += text),
    colour: false,
    interactive: false,
    version: "1.2.3",
    signal: new AbortController().signal,
    piped: false,
    lines: linesOf(),
    ...terminal
  })
  return { code, ...texts }
}

describe("the command", () => {
  const resolver = (...args: ReadonlyArray<string>) => [...args, "--dns", server.address]

  test("shows a report card and exits with 0", async () => {
    const { code, out, err } = await runWith(resolver(D))
    expect([code, err]).toEqual([0, ""])
    expect(out).toContain("example.com  A  100/100")
    expect(out).toMatch(/ok {4}DKIM .* 100 {2}default: RSA 2048/)
  })
  test("exits with 1 when something fails, and says what to publish", async () => {
    const { code, out } = await runWith(resolver("bad.example.com", "--tree"))
    expect(code).toBe(1)
    expect(out).toContain("publish bad.example.com TXT v=spf1 ip4:192.0.2.1 -all")
    expect(out).toMatch(/What to do\n {2}1\. {2}/)
  })
  test("exits with 2 when a component could not be checked", async () => {
    const { code, out } = await runWith(resolver("unsure.example.net", "--no-lists", "--json"))
    expect([code, JSON.parse(out).incomplete]).toEqual([2, true])
  })
  test("prints the report as JSON", async () => {
    const { out } = await runWith(resolver(D, "--json", "--selector", "default", "--ip", "8.8.8.8"))
    expect(JSON.parse(out)).toMatchObject({
      domain: D,
      score: 100,
      spfFrom: { ip: "8.8.8.8", outcome: { result: "pass" } }
    })
  })
  test("shows progress on a terminal", async () =>
    expect((await runWith(resolver(D), { interactive: true })).err).toContain("mx"))
  test("prints colours on a terminal", async () =>
    expect((await runWith(resolver(D), { colour: true })).out).toContain("\u001b["))
  test("what is no domain", async () =>
    expect(await runWith(["localhost"])).toMatchObject({
      code: 64,
      err: '<domain> must be a domain name such as example.com, not "localhost".\nRun "mon-email-health --help" for help.\n'
    }))
  test("its version and help", async () =>
    expect([(await runWith(["--version"])).out, (await runWith(["-h"])).code]).toEqual(["1.2.3\n", 0]))
  test.each([
    [[], "<domain> is missing. It must be a domain name such as example.com."],
    [["a.com", "b c"], '<domain> must be a domain name such as example.com, not "b c".'],
    [["a.com", "--file", "list.txt"], "Pass the domains as arguments or with --file, not both."],
    [["a.com", "--csv", "--json"], "Use --csv or --json, not both."],
    [["a.com", "--csv", "--tree"], "--tree cannot be combined with --csv or --json."],
    [["a.com", "--csv", "--ip", "192.0.2.1"], "--ip cannot be combined with --csv."],
    [["a.com", "--selector", "s1 s2"], '--selector must be a DKIM selector such as s1, not "s1 s2".'],
    [
      ["a.com", "--report-address", "me"],
      '--report-address must be an email address such as dmarc@example.com, not "me".'
    ],
    [
      ["a.com", ...Array.from({ length: 21 }, (_, index) => `--selector=s${index}`)],
      "--selector can be given at most 20 times."
    ],
    [["a.com", "--ip", "x"], '--ip must be an IPv4 or IPv6 address, not "x".'],
    [["a.com", "--dns", "nope:x"], "--dns must be a DNS server such as 192.0.2.1"],
    [["--wrong"], "Unknown option: --wrong."]
  ])("%j is refused with 64", async (args, message) => {
    const { code, err, out } = await runWith(args)
    expect([code, out]).toEqual([64, ""])
    expect(err.startsWith(message)).toBe(true)
  })
})

const unreadable = () => {
  throw new Error("ENOENT: no such file or directory")
}

describe("the command with many domains", () => {
  const resolver = (...args: ReadonlyArray<string>) => [...args, "--dns", server.address, "--no-lists"]

  test("prints one JSON object per line, in the order of the arguments", async () => {
    const { code, out } = await runWith(resolver("bad.example.com", D, "--json"))
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).domain)
    ).toEqual(["bad.example.com", D])
    expect(code).toBe(1)
  })

  test("reads a file, whose comments and empty lines do not count", async () => {
    const asked: Array<string | null> = []
    const { code, out } = await runWith(resolver("--file", "domains.txt", "--csv"), {
      lines: (file) => {
        asked.push(file)
        return linesOf("# ours", "", `  ${D} `)()
      }
    })
    expect([code, asked]).toEqual([0, ["domains.txt"]])
    const [header, row, end] = out.split("\r\n")
    expect(header).toMatch(/^domain,score,grade,incomplete,mx,spf,dkim,dmarc,blacklist,/)
    expect(row).toMatch(new RegExp(`^${D},100,A,`))
    expect(end).toBe("")
  })

  test("reads standard input when it is piped, and says which line is no domain", async () => {
    const { code, err, out } = await runWith(resolver("--csv"), { piped: true, lines: linesOf("=cmd()", D) })
    expect([code, err]).toEqual([2, '"=cmd()" is not a domain.\n'])
    const [, first, second] = out.split("\r\n")
    expect(first).toMatch(/^'=cmd\(\),.*"""=cmd\(\)"" is not a domain\."$/)
    expect(second).toMatch(new RegExp(`^${D},`))
  })

  test("shows the extras of each domain on its card", async () => {
    const { out } = await runWith(resolver(D, "bad.example.com"))
    expect(out).toContain("not checked; --starttls contacts the mail hosts")
    expect(out).toMatch(/MTA-STS {4,}no record/)
    expect(out).toMatch(/Gmail .*not checked: .*spam rate/)
    expect(out.match(/^(?:example\.com|bad\.example\.com) /gm)).toHaveLength(2)
  })

  test("exits with 2 when the list cannot be read or names no domain", async () => {
    expect(await runWith(["--file", "missing.txt"], { lines: unreadable })).toMatchObject({
      code: 2,
      err: "The list of domains cannot be read: ENOENT: no such file or directory\n"
    })
    expect(await runWith([], { piped: true })).toMatchObject({
      code: 2,
      err: "No domains were given. Pass them as arguments, in a file (--file) or on standard input.\n"
    })
  })

  test("checks the selectors that are named", async () => {
    const { out } = await runWith(resolver(D, "--json", "--selector", "ours.2026"))
    expect(JSON.parse(out).dkim.selectorsProbed).toBeGreaterThan(50)
    expect(server.queries.some(({ name }) => name === `ours.2026._domainkey.${D}`)).toBe(true)
  })
})
