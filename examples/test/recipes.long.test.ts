import { startSite } from "@mon/tooling/testbed"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import process from "node:process"
import { createInterface } from "node:readline"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const page = readFileSync(join(root, "docs/recipes.md"), "utf8")

/** The programs of the page, by the file name in their first line. */
const programs = new Map(
  [...page.matchAll(/^```\w+\n(?:\/\/|#) (\S+)\n([\s\S]*?)^```$/gmu)].map(([, name = "", code = ""]) => [name, code])
)
const program = (name: string): string => programs.get(name) ?? ""

/** Inside the examples, so that packages resolve. */
const folder = join(root, "examples", "node_modules", ".cache", "recipes")
beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, code] of programs) if (name.endsWith(".mjs")) writeFileSync(join(folder, name), code)
})

const CASES = [
  ["email=anna%40gmail.com", 201, { confirm: false }],
  ["email=anna%40gmial.com", 422, { field: "email", message: "Did you mean gmail.com?" }],
  ["email=anna%40gmial.com&confirmed=yes", 201, { confirm: false }],
  ["email=bob%40mailinator.com", 422, { field: "email", message: "Please enter an address that you keep." }],
  ["email=bob%40instaddr.com", 201, { confirm: true }],
  ["email=bob", 422, { field: "email", message: expect.any(String) }],
  ["name=bob", 422, { field: "email", message: expect.any(String) }]
] as const

const post = (body: string): RequestInit => ({
  method: "POST",
  body,
  headers: { "content-type": "application/x-www-form-urlencoded" }
})

describe("the sign-up form in Express", () => {
  let server: ChildProcess
  let address = ""
  beforeAll(async () => {
    server = spawn(process.execPath, ["--conditions=@mon/source", "sign-up.mjs"], {
      cwd: folder,
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"]
    })
    if (server.stdout === null) throw new Error("The server has no output.")
    const [line] = await once(createInterface({ input: server.stdout }), "line")
    address = String(line)
  }, 120_000)
  afterAll(async () => {
    const ended = once(server, "exit")
    server.kill()
    await ended
  })

  it.each(CASES)("answers %j with %i", async (body, status, answer) => {
    const response = await fetch(`${address}/sign-up`, post(body))
    expect([response.status, await response.json()]).toEqual([status, answer])
  })

  it("refuses a request without a body", async () => {
    const response = await fetch(`${address}/sign-up`, { method: "POST" })
    expect(response.status).toBe(422)
  })
})

describe("the sign-up form in a worker", () => {
  const answer = async (request: Request): Promise<Response> => {
    const worker = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "worker.mjs")).href)) as {
      readonly default: { readonly fetch: (request: Request) => Promise<Response> }
    }
    return worker.default.fetch(request)
  }

  it.each(CASES)("answers %j with %i", async (body, status, expected) => {
    const response = await answer(new Request("https://shop.example/", post(body)))
    expect([response.status, await response.json()]).toEqual([status, expected])
  })

  it("names the method that it takes", async () => {
    const response = await answer(new Request("https://shop.example/"))
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"])
  })
})

/** A folder where npx starts the command of a package from its sources. */
const placeWithNpx = (name: string): string => {
  const place = mkdtempSync(join(tmpdir(), "mon-recipe-"))
  const npx = join(place, "npx")
  const bin = join(root, "packages", name, "src/bin.ts")
  writeFileSync(
    npx,
    `#!/bin/sh\n[ "$1 $2" = "--yes @mon/${name}" ] || exit 99\nshift 2\nexec "${process.execPath}" --conditions=@mon/source "${bin}" "$@"\n`
  )
  chmodSync(npx, 0o755)
  return place
}

/** Runs a line of a shell over a list of addresses. */
const shell = (line: string, csv: string) => {
  const place = placeWithNpx("disposable-check")
  const file = join(place, "list.csv")
  writeFileSync(file, csv)
  const run = spawnSync(
    "bash",
    ["--norc", "-c", line.replaceAll(/\S+\.csv/gu, file).replaceAll(/\S+\.jsonl/gu, "found.jsonl")],
    {
      cwd: place,
      encoding: "utf8",
      env: { PATH: `${place}${delimiter}${process.env["PATH"] ?? ""}` }
    }
  )
  const found = line.includes(".jsonl") ? readFileSync(join(place, "found.jsonl"), "utf8") : ""
  rmSync(place, { recursive: true })
  return { status: run.status, stderr: run.stderr, stdout: run.stdout, found }
}

describe("the GitHub Action", () => {
  const [, line = ""] = /^ +- run: (.+)$/mu.exec(program(".github/workflows/subscribers.yml")) ?? []

  it("fails if an address of the file is disposable", () => {
    expect(shell(line, "name,email\nAnna,anna@gmail.com\nBob,bob@mailinator.com\n")).toMatchObject({
      status: 1,
      stderr: "",
      stdout: expect.stringContaining("bob@mailinator.com: disposable (disposable, confirmed")
    })
  }, 60_000)

  it("succeeds if no address is", () => {
    expect(shell(line, "name,email\nAnna,anna@gmail.com\n").status).toBe(0)
  }, 60_000)
})

describe("the cron job", () => {
  it("writes the disposable addresses, and prints nothing", () => {
    const [, line = ""] = /^0 6 \* \* 1 (.+)$/mu.exec(program("crontab")) ?? []
    const { found, stderr, stdout } = shell(line, "Anna,anna@gmail.com\nBob,bob@mailinator.com\n")
    expect([stderr, stdout]).toEqual(["", ""])
    expect(
      found
        .trim()
        .split("\n")
        .map((one) => JSON.parse(one).input)
    ).toEqual(["bob@mailinator.com"])
  }, 60_000)
})

describe("the check after a deployment", () => {
  const [, line = ""] = /^ +- run: (.+)$/mu.exec(program(".github/workflows/after-deployment.yml")) ?? []

  /** The site of the recipe on loopback: without a certificate, so without the expectation about one. */
  const runAt = async (body: string) => {
    const place = placeWithNpx("uptime-probe")
    const site = await startSite({ behaviour: { headers: { "content-type": "text/html" }, body } })
    const here = line
      .replace("https://shop.example.com/", `${site.origin}/ --allow 127.0.0.0/8`)
      .replace(" --certificate-days 14", "")
    const child = spawn("bash", ["--norc", "-c", here], {
      cwd: place,
      env: { PATH: `${place}${delimiter}${process.env["PATH"] ?? ""}` }
    })
    const [status] = await once(child, "exit")
    await site.close()
    const report = readFileSync(join(place, "probe.xml"), "utf8")
    rmSync(place, { recursive: true })
    return { status, report }
  }

  it("succeeds and reports each expectation while the site is up", async () => {
    const { report, status } = await runAt("<h1>Anvils</h1><p>In stock</p>")
    expect(status).toBe(0)
    expect(report).toContain('failures="0"')
    expect(report).toContain("In stock")
  }, 60_000)

  it("fails if the site does not show what is expected", async () => {
    const { report, status } = await runAt("<h1>Anvils</h1><p>Sold out</p>")
    expect(status).toBe(1)
    expect(report).toContain("<failure")
  }, 60_000)
})
