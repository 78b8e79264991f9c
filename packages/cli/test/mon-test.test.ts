import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { type AddressInfo, createServer as createTcpServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { annotationLines } from "../src/local/annotationLines.ts"
import { junitText } from "../src/local/junitText.ts"
import type { TestResult } from "../src/local/runTests.ts"
import { monRun } from "./monRun.ts"

const seen: Array<{ readonly path: string; readonly token: string | undefined }> = []
const server = createServer((request, response) => {
  seen.push({ path: request.url ?? "", token: request.headers["x-token"] as string | undefined })
  if (request.url === "/hang") return
  if (request.url === "/flaky" && seen.filter(({ path }) => path === "/flaky").length === 1)
    return void response.writeHead(503).end()
  if (request.url?.startsWith("/nginx") === true)
    return void response
      .writeHead(200, { "Content-Type": "text/html" })
      .end("<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>If you see this page, nginx is installed.</p>")
  response.writeHead(request.url === "/down" ? 500 : 200, { "Content-Type": "text/html" }).end("<main>Prices</main>")
})
let base = ""
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const folder = mkdtempSync(join(tmpdir(), "mon-test-"))
let files = 0
const fileOf = (text: string): string => {
  const file = join(folder, `${++files}.yaml`)
  writeFileSync(file, `version: 1\nproject: acme\n${text}`)
  return file
}
const test = (text: string, args: ReadonlyArray<string> = [], more: Parameters<typeof monRun>[1] = {}) =>
  monRun(["test", "--file", fileOf(text), "--allow-private", "--retries", "0", ...args], more)
const mailServer = (host: string, variable: string) =>
  `{ target: "${host}", login: { username: mon, password: "\${env:${variable}}" } }`

const resultsOf = (out: string) => (JSON.parse(out) as { results: ReadonlyArray<TestResult> }).results

describe("mon test", () => {
  it("exits 0 when all are up, 1 when one is down, 2 when one has no verdict", async () => {
    const up = await test(`domains: { shop: { url: "${base}/" } }\nurls: { page: { url: "${base}/page" } }\n`)
    expect(up.code).toBe(0)
    expect(up.out).toContain("2 checks: 2 up")
    const down = await test(`domains: { shop: { url: "${base}/down" }, blog: { url: "${base}/" } }\n`)
    expect(down.code).toBe(1)
    expect(down.out).toMatch(/^down {5}shop {2}.*http_status/mu)
    const rendered = await test(`urls: { page: { url: "${base}/page", render: true } }\n`, ["--json"])
    expect(rendered.code).toBe(2)
    expect(resultsOf(rendered.out)).toMatchObject([{ verdict: "unknown", code: "no_browser" }])
  })

  it("uses defaults of the file, skips paused monitors, and chooses by key", async () => {
    const text = `defaults: { domains: { expect: [{ text: Sold }] } }
domains: { shop-a: { url: "${base}/" }, shop-b: { url: "${base}/", expect: [] }, old: { url: "${base}/", paused: true } }
`
    const all = resultsOf((await test(text, ["--json"])).out)
    expect(all.map(({ code, key, verdict }) => [key, verdict, code])).toEqual([
      ["shop-a", "down", "expectation_failed"],
      ["shop-b", "up", null],
      ["old", "skipped", "paused"]
    ])
    expect(resultsOf((await test(text, ["--json", "--only", "shop-*", "--only", "old"])).out)).toHaveLength(3)
    expect(resultsOf((await test(text, ["--json", "--only", "shop-b"])).out)).toHaveLength(1)
    expect(await test(text, ["--only", "none"])).toMatchObject({ code: 2, out: "" })
  })

  it("skips heartbeats, which wait for pings, and lists them", async () => {
    const text = `domains: { shop: { url: "${base}/" } }
heartbeats: { backup: { name: Nightly backup, schedule: { cron: "0 3 * * *", timeZone: Europe/Berlin } }, old: { paused: true } }
`
    const junit = join(folder, "skipped.xml")
    const { code, out } = await test(text, ["--junit", junit, "--annotations"])
    expect(code).toBe(0)
    expect(out).toMatch(
      /^skipped +backup +waits_for_pings +A heartbeat waits for pings, so there is nothing to check\.$/mu
    )
    expect(out).toContain("3 checks: 1 up, 2 skipped")
    expect(out).not.toContain("::")
    const xml = readFileSync(junit, "utf8")
    expect(xml).toContain('failures="0" errors="0" skipped="2"')
    expect(xml).toMatch(
      /<testcase name="backup: Nightly backup" classname="heartbeats" .*><skipped message="A heartbeat waits for pings, so there is nothing to check\."\/>/u
    )
    expect(resultsOf((await test(text, ["--json", "--only", "backup", "--only", "old"])).out)).toMatchObject([
      { section: "heartbeats", key: "backup", name: "Nightly backup", url: null, line: 4, code: "waits_for_pings" },
      { section: "heartbeats", key: "old", name: "old", url: null, line: 4, code: "paused" }
    ])
  })

  it.each([
    ['schedule: { cron: "61 * * * *" }', "schedule.cron"],
    ['schedule: { cron: "0 3 * * *", timeZone: Mars/Olympus }', "schedule.timeZone"],
    ["schedule: { onCalendar: never }", "schedule.onCalendar"],
    ["schedule: { every: 1 }", "schedule.every"],
    ["lateAfter: 0", "lateAfter"],
    ["atMost: { runs: 0, period: 60 }", "atMost.runs"]
  ])("refuses a heartbeat that the service would refuse: %s", async (settings, field) => {
    const { code, err } = await test(`heartbeats: { backup: { ${settings} } }\n`)
    expect(code).toBe(2)
    expect(err).toContain(":3:")
    expect(err).toContain(`heartbeats.backup.${field}`)
  })

  it("checks services in their own protocol, with secrets from variables, and names their hosts", async () => {
    const cache = createTcpServer((socket) => {
      socket.on("error", () => {})
      let isKnown = false
      socket.on("data", (data) => {
        socket.write(isKnown ? "+PONG\r\n" : String(data).includes("canary") ? "+OK\r\n" : "-NOAUTH log in\r\n")
        isKnown ||= String(data).includes("canary")
      })
    })
    await new Promise<void>((listening) => cache.listen(0, "127.0.0.1", listening))
    const { port } = cache.address() as AddressInfo
    const redis = `type: redis, target: "127.0.0.1:${port}"`
    const text = `services:
  up: { name: Cache, check: { ${redis}, login: { username: mon, password: "\${env:CACHE}" } } }
  open: { check: { type: tcp, target: "127.0.0.1:${port}" }, inverted: true }
  off: { check: { type: ssh, target: "127.0.0.1:${port}" }, paused: true }
`
    const { code, err, out } = await test(text, ["--json", "--env", "CACHE"], { env: { CACHE: "canary" } })
    cache.close()
    expect(code).toBe(1)
    expect(err).toContain(`CACHE goes to 127.0.0.1:${port} (services.up.check.login.password)`)
    expect(resultsOf(out)).toMatchObject([
      { section: "services", key: "up", name: "Cache", url: `redis://127.0.0.1:${port}`, verdict: "up" },
      { key: "open", verdict: "down", code: "wrong_answer" },
      { key: "off", verdict: "skipped", code: "paused" }
    ])
    expect(out + err).not.toContain("canary")
  })

  it("sends an email once only, and names the server that gets each secret", async () => {
    let sent = 0
    const mail = createTcpServer((socket) => {
      sent += 1
      socket.on("error", () => {})
      socket.end("554 go away\r\n")
    })
    await new Promise<void>((listening) => mail.listen(0, "127.0.0.1", listening))
    const { port } = mail.address() as AddressInfo
    const text = `services:
  mail:
    check: { type: mailRoundTrip, from: a@a.example, to: b@a.example, send: ${mailServer(`127.0.0.1:${port}`, "OUT")}, receive: ${mailServer("imap.a.example", "IN")} }
`
    const { err, out } = await test(text, ["--json", "--env", "OUT", "--env", "IN"], {
      env: { OUT: "canary", IN: "canary" }
    })
    mail.close()
    expect(err).toContain(`OUT goes to 127.0.0.1:${port} (services.mail.check.send.login.password)`)
    expect(err).toContain("IN goes to imap.a.example (services.mail.check.receive.login.password)")
    expect(resultsOf(out)).toMatchObject([{ key: "mail", verdict: "down", code: "service_refused" }])
    expect(sent).toBe(1)
  })

  it.each([
    ["{}", "check", "check is required."],
    ["check: { type: tcp, target: a.example }", "check.target", "must be a host and a port"],
    ["check: { type: tcp, target: 'a.example:99999' }", "check", "check.target must be a host and a port"],
    ["check: { type: tcp, target: 'a.example:9' }, timeoutSeconds: 31", "timeoutSeconds", "between 2 and 30"],
    ["check: { type: telnet, target: a.example }", "check", "must have a type: tcp, tls, dns"]
  ])("refuses a service that the service would refuse: %s", async (settings, field, message) => {
    const { code, err } = await test(`services: { cache: { ${settings === "{}" ? "" : settings} } }\n`)
    expect(code).toBe(2)
    expect(err).toContain(`services.cache.${field}`)
    expect(err).toContain(message)
  })

  it("shows what the page of a monitor shows to be wrong although it is up", async () => {
    const text = `domains: { new: { url: "${base}/nginx" }, off: { url: "${base}/nginx", contentFaults: off }, key: { url: "${base}/nginx", request: { headers: { x-token: a } } } }
urls: { page: { url: "${base}/nginx/page" } }
`
    const { code, out } = await test(text)
    expect(code).toBe(0)
    expect(out.split("\n").filter((line) => line.startsWith("remark"))).toEqual([
      "remark new: The page is the default page of the server or framework (nginx): Welcome to nginx!",
      "remark key: The page is the default page of the server or framework (nginx)",
      "remark page: The page is the default page of the server or framework (nginx): Welcome to nginx!"
    ])
    const results = resultsOf((await test(text, ["--json"])).out)
    expect(results.map(({ contentFault }) => contentFault?.code ?? null)).toEqual([
      "default_page",
      null,
      "default_page",
      "default_page"
    ])
    expect(results[0]).toMatchObject({
      contentFault: { code: "default_page", family: "nginx", line: "Welcome to nginx!", certain: false }
    })
  })

  it("repeats a failure that may be temporary", async () => {
    const { out } = await monRun([
      "test",
      "--file",
      fileOf(`domains: { shop: { url: "${base}/flaky" } }\n`),
      "--allow-private",
      "--retries",
      "1"
    ])
    expect(out).toContain("1 check: 1 up")
  })

  it("connects to public addresses only, unless it may", async () => {
    const before = seen.length
    const file = fileOf(`domains: { shop: { url: "${base}/" } }\n`)
    const { code, err } = await monRun(["test", "--file", file])
    expect(code).toBe(2)
    expect(err).toBe(
      `${file}:3:20: domains.shop.url: URL must point to a public domain. --allow-private allows others.\n`
    )
    expect(seen).toHaveLength(before)
  })

  it("gives values only to variables that the command line names, and says where they go", async () => {
    const text = `domains: { shop: { url: "${base}/", request: { headers: { x-token: "\${env:TOKEN}" } } } }
channels: { ops: { kind: ntfy, settings: { topic: "\${env:TOPIC}" } } }
`
    const missing = await test(text, [], { env: { TOKEN: "s3cret" } })
    expect(missing.code).toBe(2)
    expect(missing.err).toContain("refers to TOKEN, which has no value. Set it with --env or --env-file.")
    const given = await test(text, ["--env", "TOKEN", "--json"], { env: { TOKEN: "s3cret" } })
    expect(given.code).toBe(0)
    expect(given.err).toBe(`TOKEN goes to ${base.slice(7)} (domains.shop.request.headers.x-token)\n`)
    expect(seen.at(-1)?.token).toBe("s3cret")
    const envFile = join(folder, ".env")
    writeFileSync(envFile, "TOKEN='from file'\nOTHER=1\n")
    expect((await test(text, ["--env-file", envFile])).code).toBe(0)
    expect(seen.at(-1)?.token).toBe("from file")
    expect(await test(text, ["--env", "TOKEN=x"])).toMatchObject({ code: 64 })
    expect(await test(text, ["--env", "UNSET"])).toMatchObject({ code: 2 })
  })

  it("ends at the time limit, and says which checks were not made", async () => {
    const { code, out } = await test(`domains: { slow: { url: "${base}/hang", timeoutSeconds: 30 } }\n`, [
      "--time-limit",
      "0.2",
      "--json"
    ])
    expect(code).toBe(2)
    expect(resultsOf(out)).toMatchObject([{ verdict: "unknown", code: "time_limit" }])
  })

  it("names all mistakes of a file by line, and a file that is missing", async () => {
    const { code, err } = await test(
      `domains: { shop: { url: "${base}/", checkInterval: 7 } }\nurls: { page: { url: "${base}/", include: ["<"] } }\n`
    )
    expect(code).toBe(2)
    expect(err).toMatch(/:3:\d+: domains\.shop\.checkInterval /u)
    const rules = await test(`urls: { page: { url: "${base}/", include: ["p["] } }\n`)
    expect(rules.err).toMatch(/:3:\d+: urls\.page include\[0\]: /u)
    expect(await monRun(["test", "--file", join(folder, "none.yaml")])).toMatchObject({ code: 2 })
  })

  it("reads the file from standard input", async () => {
    const input = `version: 1\nproject: acme\ndomains: { shop: { url: "${base}/" } }\n`
    expect(await monRun(["test", "--file", "-", "--allow-private"], { input })).toMatchObject({ code: 0 })
  })

  it("writes a JUnit report, and annotations in GitHub Actions", async () => {
    const junit = join(folder, "report.xml")
    const { out } = await test(`domains: { shop: { url: "${base}/down" } }\n`, ["--junit", junit], {
      env: { GITHUB_ACTIONS: "true" }
    })
    expect(out).toMatch(/^::error file=.*,line=3,col=\d+,title=shop is down::http.*\/down http_status: /mu)
    expect(readFileSync(junit, "utf8")).toContain('<failure message="')
  })
})

describe("reports about hostile texts", () => {
  const hostile: TestResult = {
    section: "domains",
    key: "shop",
    name: "Shop",
    url: "https://shop.example.com/\n::error::fake",
    line: 3,
    column: 1,
    verdict: "down",
    code: "expectation_failed",
    message: '</testcase>"&\u0000\u001b[31m\n::set-env name=PATH::x % done',
    statusCode: 200,
    responseMs: 12,
    contentFault: null
  }

  it("an annotation stays one command", () => {
    const lines = annotationLines("a,b:c.yaml", [hostile, { ...hostile, verdict: "up" }])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^::error file=a%2Cb%3Ac\.yaml,line=3,col=1,title=shop is down::/u)
    // oxlint-disable-next-line no-control-regex -- what must not be written
    expect(lines[0]).not.toMatch(/[\u0000-\u001f]/u)
    expect(lines[0]).toContain("x %25 done")
  })

  it("a JUnit report stays XML 1.0", () => {
    const xml = junitText("mon.yaml", [hostile])
    expect(xml).toContain("&lt;/testcase&gt;&quot;&amp;\u{fffd}\u{fffd}[31m&#10;::set-env")
    expect(xml).toContain('tests="1" failures="1" errors="0" skipped="0" time="0.012"')
    // oxlint-disable-next-line no-control-regex -- what must not be written
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/u)
  })
})
