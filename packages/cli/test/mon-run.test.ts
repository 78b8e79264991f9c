import { type SiteOptions, startSite } from "@mon/tooling/testbed"
import { execFile } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it } from "vitest"
import { lastBytes, pingUrl, sendPing } from "../src/service/pings.ts"
import { monRun } from "./monRun.ts"

const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))
const opened: Array<() => Promise<void>> = []

afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

const openSite = async (options?: SiteOptions) => {
  const site = await startSite(options)
  opened.push(site.close)
  return site
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const runJob = (url: string, args: ReadonlyArray<string>, onStart?: (pid: number) => void): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--conditions=@mon/source", bin, "run", ...args],
      { env: { ...process.env, MON_PING_URL: url } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    )
    if (child.pid !== undefined) onStart?.(child.pid)
  })

const script = (text: string) => ["--", process.execPath, "-e", text]

describe("mon run", () => {
  it("reports the start and the end of a job with one id, and passes its output on", async () => {
    const site = await openSite()
    const started = Promise.withResolvers<void>()
    site.behave(async ({ path }) => {
      if (path.includes("/start")) started.resolve()
      if (path === "/wait") await started.promise
      return {}
    })
    const job = `console.log("copied"); fetch("${site.origin}/wait").then(() => console.error("done"))`
    const ended = await runJob(`${site.origin}/ping/backup?create=1`, script(job))
    expect(ended).toEqual({ code: 0, stdout: "copied\n", stderr: "done\n" })
    const pings = site.requests.filter(({ path }) => path !== "/wait")
    const [start, end] = pings.map(({ body, method, path }) => {
      const url = new URL(path, site.origin)
      return { method, path: url.pathname, query: Object.fromEntries(url.searchParams), body: body.toString() }
    })
    expect(start).toMatchObject({ method: "POST", path: "/ping/backup/start", query: { create: "1" }, body: "" })
    expect(end).toMatchObject({ method: "POST", path: "/ping/backup/0", body: "copied\ndone\n" })
    expect(end?.query).toEqual(start?.query)
    expect(end?.query["rid"]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/u)
  })

  it("has the exit code of the job, and reports it", async () => {
    const site = await openSite()
    expect(await runJob(`${site.origin}/ping/a`, script("process.exitCode = 3"))).toMatchObject({ code: 3, stderr: "" })
    expect(site.requests.at(-1)?.path).toMatch(/^\/ping\/a\/3\?rid=/u)
  })

  it("sends no output with --no-output", async () => {
    const site = await openSite()
    const ended = await runJob(`${site.origin}/ping/a`, ["--no-output", ...script("console.log('secret')")])
    expect(ended.stdout).toBe("secret\n")
    expect(site.requests.at(-1)?.body.toString()).toBe("")
  })

  it("reports a program that does not exist with exit code 127", async () => {
    const site = await openSite()
    const { code, stderr } = await runJob(`${site.origin}/ping/a`, ["--", "no-such-program"])
    expect({ code, stderr }).toEqual({ code: 127, stderr: "mon run: spawn no-such-program ENOENT\n" })
    expect(site.requests.at(-1)?.path).toMatch(/^\/ping\/a\/127\?/u)
    expect(site.requests.at(-1)?.body.toString()).toBe("spawn no-such-program ENOENT")
  })

  it("passes SIGTERM on to the job, and reports how it ended", async () => {
    const site = await openSite()
    let pid = 0
    site.behave(() => {
      if (pid !== 0) process.kill(pid, "SIGTERM")
      pid = 0
      return {}
    })
    const ended = await runJob(`${site.origin}/ping/a`, script("setInterval(() => {}, 1_000)"), (started) => {
      pid = started
    })
    expect(ended.code).toBe(143)
    expect(site.requests.at(-1)?.path).toMatch(/^\/ping\/a\/143\?/u)
  })

  it("does not wait for programs that the job leaves in the background", async () => {
    const site = await openSite()
    const background = "setInterval(() => {}, 1_000)"
    const job = `
      const { spawn } = require("node:child_process")
      const child = spawn(process.execPath, ["-e", ${JSON.stringify(background)}], { stdio: "inherit", detached: true })
      child.unref()
      process.stdout.write(String(child.pid))`
    const { code, stdout } = await runJob(`${site.origin}/ping/a`, script(job))
    process.kill(Number(stdout))
    expect({ code, pings: site.requests.at(-1)?.body.toString() }).toEqual({ code: 0, pings: stdout })
  })

  it("keeps the exit code if the service refuses the report, and says so", async () => {
    const site = await openSite({ behaviour: { status: 404, body: "not found" } })
    expect(await runJob(`${site.origin}/ping/a`, script(""))).toEqual({
      code: 0,
      stdout: "",
      stderr: "mon run: the heartbeat service did not accept the report: 404 not found\n"
    })
  })

  it.each([
    [["run", "--", "true"], "--url is missing. It must be the http or https URL of a heartbeat."],
    [["run", "--url", "ftp://a/b", "--", "true"], "--url must be the http or https URL of a heartbeat"],
    [["run", "--url", "https://example.com/ping/a"], "<command> is missing. It must be a program and its arguments."]
  ])("refuses %j", async (args, message) => {
    const { code, err } = await monRun(args)
    expect(code).toBe(64)
    expect(err).toContain(message)
  })
})

describe("a ping", () => {
  const empty = new Uint8Array()

  it("is repeated after a transient problem, and not after another one", async () => {
    const site = await openSite()
    const statuses = [503, 429, 408, 201]
    site.behave(() => ({ status: statuses.shift() ?? 400 }))
    const url = new URL(`${site.origin}/ping/a`)
    expect(await sendPing(url, empty, { within: 10_000 })).toMatchObject({ problem: null })
    expect(site.requests).toHaveLength(4)
    expect((await sendPing(url, empty, { within: 10_000 })).problem).toMatch(/^400/u)
    expect(site.requests).toHaveLength(5)
  })

  it("ends after its time without an answer", async () => {
    const site = await openSite()
    site.behave(() => new Promise(() => undefined))
    const sent = await sendPing(new URL(site.origin), empty, { within: 50 })
    expect(sent.problem).toBe("no answer in time")
    await site.close()
    expect((await sendPing(new URL(site.origin), empty, { within: 50 })).problem).not.toBeNull()
  })

  it("says how many bytes of output the service stores", async () => {
    const site = await openSite({ behaviour: { headers: { "ping-body-limit": "100000" } } })
    expect(await sendPing(new URL(site.origin), empty, { within: 5_000 })).toEqual({
      problem: null,
      bodyBytes: 100_000
    })
    site.behave(() => ({ headers: { "ping-body-limit": "many" } }))
    expect(await sendPing(new URL(site.origin), empty, { within: 5_000 })).toEqual({ problem: null, bodyBytes: 10_000 })
  })

  it("has its suffix after the path, and the id of the run in the query", () => {
    expect(pingUrl(new URL("https://hc.example/key/slug/?create=1"), "start", "7").href).toBe(
      "https://hc.example/key/slug/start?create=1&rid=7"
    )
  })

  it("contains the end of the output, without a broken character", () => {
    const output = new TextEncoder().encode("line\nfünf €")
    const ends = [100, 3, 2, 4].map((bytes) => new TextDecoder().decode(lastBytes(output, bytes)))
    expect(ends).toEqual(["line\nfünf €", "€", "", " €"])
  })
})
