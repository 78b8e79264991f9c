import { spawn } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runningIn } from "./Program.ts"

const main = fileURLToPath(new URL("../demo/main.ts", import.meta.url))

interface Printed {
  readonly address: string
  readonly email: string
  readonly password: string
  readonly key: string
}

describe("the demo", () => {
  const folder = mkdtempSync(join(tmpdir(), "mon demo "))
  // For root, Chromium runs as another user, who must be able to reach the profile in this folder.
  chmodSync(folder, 0o755)
  let text = ""
  const child = spawn(process.execPath, ["--conditions=@mon/source", main, "--port", "0"], {
    // The demo creates its temporary folder in the folder of this test.
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/", TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ended = new Promise<number | null>((done) => child.once("close", done))
  let demo: Printed
  beforeAll(async () => {
    const find = (label: string): string => new RegExp(`^ +${label} +(.+)$`, "mu").exec(text)?.[1] ?? ""
    await new Promise<void>((ready, fail) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => {
          text += String(chunk)
          if (text.includes("Press Ctrl-C to stop everything.")) ready()
        })
      void ended.then(() => fail(new Error(`The demo ended:\n${text}`)))
    })
    demo = { address: find("Address"), email: find("Email"), password: find("Password"), key: find("API key") }
  }, 300_000)
  afterAll(async () => {
    if (child.exitCode === null) child.kill("SIGKILL")
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  const data = async <A>(path: string): Promise<A> => {
    const response = await fetch(`${demo.address}/api/v1${path}`, { headers: { "X-API-Key": demo.key } })
    expect(response.status, path).toBe(200)
    return ((await response.json()) as { data: A }).data
  }

  it("has a public status page", async () => {
    const response = await fetch(`${demo.address}/s/lighthouse/`)
    expect(response.status).toBe(200)
    const page = await response.text()
    for (const part of ["Havn Hotel", "Bookings were slow", "Move of the shops to new servers", "% uptime in"])
      expect(page).toContain(part)
    expect(page).not.toContain("havn-hotel-example.com")
  })

  it("lets the printed person sign in", async () => {
    const response = await fetch(`${demo.address}/signin`, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: demo.address },
      body: new URLSearchParams({ email: demo.email, password: demo.password }).toString()
    })
    expect(response.status).toBe(303)
    const [cookie = ""] = (response.headers.get("set-cookie") ?? "").split(";")
    const app = await fetch(`${demo.address}/app`, { headers: { Cookie: cookie } })
    expect(app.status).toBe(200)
    expect(await app.text()).toContain("/app/assets/")
  })

  it("has a month of history", async () => {
    const list = await data<{ fields: ReadonlyArray<string>; rows: ReadonlyArray<ReadonlyArray<unknown>> }>("/monitors")
    const at = (name: string) => list.fields.indexOf(name)
    const domains = list.rows.filter((row) => row[at("kind")] === "domain")
    expect(domains).toHaveLength(40)
    expect(domains.filter((row) => row[at("state")] === "down").length).toBeGreaterThanOrEqual(5)
    for (const row of domains) expect(row[at("uptime30d")], String(row[at("name")])).toEqual(expect.any(Number))
    const good = domains.find((row) => row[at("name")] === "Hegg Insurance")
    const timeline = await data<{ days: ReadonlyArray<{ checks: number }>; buckets: ReadonlyArray<unknown> }>(
      `/domains/${String(good?.[at("id")])}/timeline?range=30d`
    )
    expect(timeline.days.filter(({ checks }) => checks > 100).length).toBeGreaterThanOrEqual(28)
    expect(timeline.buckets.length).toBeGreaterThan(100)
  })

  it("has incidents with evidence, notifications with deliveries, changes, members and a simulation", async () => {
    const incidents = await data<ReadonlyArray<{ id: string; status: string }>>("/incidents?limit=50")
    expect(incidents.filter(({ status }) => status === "resolved").length).toBeGreaterThan(10)
    const [resolved] = incidents.filter(({ status }) => status === "resolved")
    const incident = await data<{ evidence: ReadonlyArray<unknown>; deliveries: ReadonlyArray<{ status: string }> }>(
      `/incidents/${resolved?.id ?? ""}`
    )
    expect(incident.evidence.length).toBeGreaterThan(3)
    expect(incident.deliveries.map(({ status }) => status)).toContain("sent")
    const pages = await data<ReadonlyArray<{ id: string; changeCount: number }>>("/urls?limit=50")
    expect(pages.filter(({ changeCount }) => changeCount > 0)).toHaveLength(4)
    const [page] = pages.filter(({ changeCount }) => changeCount === 2)
    const changes = await data<ReadonlyArray<{ visual: unknown }>>(`/urls/${page?.id ?? ""}/changes`)
    expect(changes).toHaveLength(2)
    if (existsSync("/usr/bin/chromium")) for (const { visual } of changes) expect(visual).not.toBeNull()
    expect((await data<ReadonlyArray<unknown>>("/team")).length).toBeGreaterThanOrEqual(3)
    expect(await data<ReadonlyArray<unknown>>("/webhooks")).toHaveLength(1)
    const [simulation] = await data<ReadonlyArray<{ status: string }>>("/campaign-simulations")
    expect(simulation?.status).toBe("completed")
  })

  it("ends with everything that it started", async () => {
    child.kill("SIGINT")
    expect(await ended).toBe(0)
    expect(runningIn(folder)).toEqual([])
    expect(existsSync(folder)).toBe(true)
  })
})
