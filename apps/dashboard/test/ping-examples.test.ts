import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type PingExample, pingExamples } from "../src/heartbeats/pingExamples.ts"

const run = promisify(execFile)

const has = (tool: string): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, tool)))
const missing = ["curl", "python3", "wget"].filter((tool) => !has(tool))
if (missing.length > 0) console.warn(`There is no ${missing.join(" and no ")}: not all examples of pings are run.`)

/** The requests that the server received, as paths below the ping URL. */
const received: Array<string> = []
const server = createServer((request, response) => {
  received.push((request.url ?? "").replace("/ping/token", ""))
  response.end("OK")
})
let url = ""

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/token`
})
afterAll(() => void server.close())

const codeOf = (id: PingExample["id"]): string => pingExamples(url).find((example) => example.id === id)?.code ?? ""

/** Replaces the job in the code of an example with a command that returns an exit code. */
const withJob = (code: string, exitCode: number): string =>
  code.replaceAll(/\/usr\/local\/bin\/backup\.sh|docker run --rm backup:latest/gu, `(exit ${exitCode})`)

const pingsOf = async (program: string, args: ReadonlyArray<string>, env = {}): Promise<ReadonlyArray<string>> => {
  received.length = 0
  await run(program, args, { env: { ...process.env, ...env } }).catch(() => undefined)
  return [...received]
}

const shell = (code: string, env = {}) => pingsOf("/bin/sh", ["-c", code], env)

describe("the examples of pings", () => {
  it("have the ping URL, and nothing that crontabs treat in their own way", () => {
    for (const { code, id } of pingExamples("https://mon.example.com/ping/5f0a4d8c-2b1e-4c7a-9d3f-6e8b1a2c3d4e"))
      expect(code, id).toContain("https://mon.example.com/ping/5f0a4d8c-2b1e-4c7a-9d3f-6e8b1a2c3d4e")
    // cron ends a command at a percent sign.
    expect(codeOf("cron")).not.toContain("%")
  })

  it.skipIf(!has("curl")).each([
    [0, "/0"],
    [3, "/3"]
  ])("report the exit code of a job: %s", async (exitCode, end) => {
    expect(await shell(withJob(codeOf("curl"), exitCode))).toEqual(["/start", end])
    expect(await shell(withJob(codeOf("cron").replace(/^0 3 \* \* \* /u, ""), exitCode))).toEqual([end])
    expect(await shell(withJob(codeOf("docker"), exitCode))).toEqual([end])
  })

  it.skipIf(!has("curl")).each([
    ["success", "/0"],
    ["exit-code", "/fail"],
    ["timeout", "/fail"]
  ])("report a systemd service that ended with %s", async (result, end) => {
    const lines = codeOf("systemd").split("\n")
    const valueOf = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length + 1) ?? ""
    // systemd replaces two dollar signs with one, and ignores the failure of a command after a dash.
    expect(await shell(valueOf("ExecStartPre").replace(/^-/u, ""))).toEqual(["/start"])
    expect(await shell(valueOf("ExecStopPost").replaceAll("$$", "$"), { SERVICE_RESULT: result })).toEqual([end])
  })

  it.skipIf(!has("curl")).each([
    ["0", "/0"],
    ["fail", "/fail"]
  ])("report a job of GitHub Actions: %s", async (status, end) => {
    const command = /run: (.*)$/u.exec(codeOf("github"))?.[1] ?? ""
    expect(await shell(command.replace(/\$\{\{.*\}\}/u, status), { PING_URL: url })).toEqual([end])
  })

  it.skipIf(!has("wget")).each([
    [0, "/0"],
    [3, "/3"]
  ])("report the exit code of a CronJob of Kubernetes: %s", async (exitCode, end) => {
    const command = /args:\n\s+- (.*)$/u.exec(codeOf("kubernetes"))?.[1] ?? ""
    expect(await shell(withJob(command, exitCode), { PING_URL: url })).toEqual([end])
  })

  it.skipIf(!has("python3")).each([
    ["backup = lambda: None", ["/start", ""]],
    ["def backup(): raise ValueError", ["/start", "/fail"]]
  ])("report a job in Python: %s", async (job, pings) => {
    expect(await pingsOf("python3", ["-c", `${job}\n${codeOf("python")}`])).toEqual(pings)
  })
})
