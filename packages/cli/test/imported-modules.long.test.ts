// Tests random modules of blackbox_exporter. Debian's program and the monitor that is imported from the module judge
// the same random responses.
import { writeConfig } from "@mon/api-contract/config-file"
import { importMonitors } from "@mon/import"
import { SEED } from "@mon/tooling/seed"
import * as fc from "fast-check"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { monRun } from "./monRun.ts"

const EXPORTER = "/usr/bin/prometheus-blackbox-exporter"

/** The number of compared responses. Some modules are left out. */
const ANSWERS = 500

const words = ["Shop", "shop", "ERROR", "error 12", "In stock: 7", "a\nb", "é", ""]
const patterns = [
  "(?i)error",
  "error",
  "^Shop",
  "(?m)^b$",
  "^b$",
  "In stock: \\d+",
  "(?s)Shop.*error",
  "Shop.*error",
  "[[:upper:]]{4}",
  "\\bshop\\b",
  "",
  "^$",
  "\\w+$",
  "a|b"
]
const names = ["Content-Type", "Server", "X-Build", "X-Absent"]
const values = ["text/html; charset=utf-8", "old/1.0", "v7", "", "Text/HTML"]

/** Most modules have few rules, so that many responses fit. */
const seldom = <A>(arbitrary: fc.Arbitrary<ReadonlyArray<A>>): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<ReadonlyArray<A>>([]) }, arbitrary)

const bodyRules = seldom(fc.array(fc.constantFrom(...patterns), { maxLength: 2 }))

const headerRules = seldom(
  fc.array(
    fc.record({
      header: fc.constantFrom(...names),
      regexp: fc.constantFrom("html", "^old", "v\\d", "^$", ".*", "(?i)text/html"),
      allow_missing: fc.boolean()
    }),
    { maxLength: 1 }
  )
)

const modules = fc.record(
  {
    valid_status_codes: fc.uniqueArray(fc.constantFrom(200, 204, 301, 403, 404, 500, 503), { maxLength: 3 }),
    method: fc.constantFrom("GET", "POST", "HEAD"),
    fail_if_body_matches_regexp: bodyRules,
    fail_if_body_not_matches_regexp: bodyRules,
    fail_if_header_not_matches: headerRules,
    fail_if_header_matches: headerRules,
    fail_if_ssl: fc.constant(true),
    fail_if_not_ssl: fc.boolean(),
    follow_redirects: fc.boolean()
  },
  { requiredKeys: [] }
)

const answer = fc.record({
  status: fc.oneof({ weight: 3, arbitrary: fc.constant(200) }, fc.constantFrom(204, 301, 302, 403, 404, 500, 503)),
  body: fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((parts) => parts.join(" ")),
  headers: fc.array(fc.tuple(fc.constantFrom(...names.slice(0, 3)), fc.constantFrom(...values)), { maxLength: 3 }),
  gzip: fc.boolean()
})

const cases = fc.sample(fc.tuple(modules, answer), { numRuns: 3 * ANSWERS, seed: SEED })

const respond: RequestListener = (request, response) => {
  const number = Number(request.url?.slice(1))
  const one = cases[number]?.[1]
  if (one === undefined) return void response.writeHead(200, { "Content-Type": "text/plain" }).end("moved here: Shop")
  for (const [name, value] of one.headers) response.appendHeader(name, value)
  if (one.status === 301 || one.status === 302) response.setHeader("Location", "/moved")
  const isZipped = one.gzip && one.body !== "" && /gzip/u.test(String(request.headers["accept-encoding"]))
  if (isZipped) response.setHeader("Content-Encoding", "gzip")
  response.writeHead(one.status).end(isZipped ? gzipSync(one.body) : one.body)
}

const listen = async (server: Server): Promise<string> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * Returns the URL of a module's target. Monitors need host names, and every second module has a host name of its own.
 * The file is later tried with the address of the server instead.
 */
const placeOf = (index: number): string => `http://site${index % 2 === 0 ? "" : index}.example.com`
const PLACES = /http:\/\/site\d*\.example\.com/gu

/** Matches rules that decide the verdict of a module, if the report says that the rules are left out. */
const DECIDING = /\.http\.(?:method$|fail_if_(?:body|header)_|follow_redirects)/u

interface Tested {
  readonly url: string
  readonly verdict: string
  readonly code: string | null
  readonly message: string | null
}

describe.skipIf(!existsSync(EXPORTER))("monitors that are imported from blackbox_exporter", () => {
  const folder = mkdtempSync(join(tmpdir(), "mon-modules-"))
  const server = createServer(respond)
  let base: string
  let exporter: ChildProcess | undefined

  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }

  /** Starts the exporter with modules, and returns a function that asks the exporter for a verdict. */
  const startExporter = async (definitions: object) => {
    const free = createServer()
    const place = await listen(free)
    await new Promise((closed) => free.close(closed))
    const file = write("blackbox.yml", JSON.stringify({ modules: definitions }))
    exporter = spawn(EXPORTER, [`--config.file=${file}`, `--web.listen-address=${place}`], { stdio: "ignore" })
    const answers = async () => expect((await fetch(`http://${place}/-/healthy`)).ok).toBe(true)
    await vi.waitFor(answers, { timeout: 60_000, interval: 200 })
    return async (target: string, module: string): Promise<"up" | "down"> => {
      const query = new URLSearchParams({ target, module }).toString()
      const metrics = await (await fetch(`http://${place}/probe?${query}`)).text()
      return /^probe_success 1$/mu.test(metrics) ? "up" : "down"
    }
  }

  beforeAll(async () => {
    base = `http://${await listen(server)}`
  })
  afterAll(async () => {
    exporter?.kill("SIGKILL")
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  })

  it(`judge ${ANSWERS} random answers as Debian's program does, unless the report says what is left out`, async () => {
    const definitions = Object.fromEntries(
      cases.map(([http], index) => [
        `m${index}`,
        { prober: "http", timeout: "30s", http: { preferred_ip_protocol: "ip4", ...http } }
      ])
    )
    const jobs = cases.map((_, index) => ({
      job_name: `j${index}`,
      metrics_path: "/probe",
      params: { module: [`m${index}`] },
      static_configs: [{ targets: [`${placeOf(index)}/${index}`] }]
    }))
    const imported = await importMonitors(
      "blackbox",
      new Map([
        ["blackbox.yml", JSON.stringify({ modules: definitions })],
        ["prometheus.yml", JSON.stringify({ scrape_configs: jobs })]
      ])
    )
    if (!imported.ok) throw new Error(imported.message)
    const groups = new Map(imported.report.groups.map((group) => [group.id, group]))
    const file = write("mon.yaml", writeConfig(imported.document).replaceAll(PLACES, base))
    const run = await monRun(["test", "--file", file, "--allow-private", "--retries", "0", "--json"])
    const { results } = JSON.parse(run.out) as { readonly results: ReadonlyArray<Tested> }
    const own = new Map(results.map((result) => [Number(result.url.split("/").at(-1)), result]))

    const isCompared = (index: number): boolean => {
      const group = groups.get(`m${index} ${placeOf(index)}/${index}`)
      const isLeftOut = group?.lines.some(({ field, outcome }) => outcome === "left_out" && DECIDING.test(field))
      // The report says that a monitored page also alerts if it is empty.
      const isEmptyPage = group?.path?.startsWith("urls.") === true && own.get(index)?.code === "empty"
      return isLeftOut === false && !isEmptyPage
    }
    const compared = [...cases.keys()].filter(isCompared).slice(0, ANSWERS)
    const verdictOf = await startExporter(
      Object.fromEntries(compared.map((index) => [`m${index}`, definitions[`m${index}`]]))
    )
    const verdicts = { up: 0, down: 0 }
    const differences: Array<unknown> = []
    for (const index of compared) {
      const verdict = await verdictOf(`${base}/${index}`, `m${index}`)
      verdicts[verdict] += 1
      const result = own.get(index)
      if (verdict !== result?.verdict) differences.push({ case: cases[index], verdict, result })
    }
    expect(differences).toEqual([])
    expect(verdicts.up + verdicts.down).toBe(ANSWERS)
    expect(Math.min(verdicts.up, verdicts.down)).toBeGreaterThan(ANSWERS / 5)
  }, 600_000)
})
