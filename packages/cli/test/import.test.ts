import { readConfig } from "@mon/api-contract/config-file"
import { startSite, startUptimeRobot, type VendorServer } from "@mon/tooling/testbed"
import { existsSync, mkdtempSync, promises, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { monRun } from "./monRun.ts"

let root = ""
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "mon-cli-import-"))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Makes a folder with a file of UptimeRobot, and returns the paths of the files that an import writes there. */
const situation = (name: string, monitors: ReadonlyArray<object>) => {
  const folder = mkdtempSync(join(root, name))
  const file = join(folder, "monitors.json")
  writeFileSync(file, JSON.stringify({ data: monitors }))
  const output = join(folder, "mon.yaml")
  const envFile = join(folder, "secrets.env")
  const run = (...more: ReadonlyArray<string>) =>
    monRun(["import", "uptimerobot", file, "-o", output, "--env-file", envFile, ...more])
  return { folder, file, output, envFile, run }
}

const shop = {
  id: 1,
  type: "HTTP",
  url: "https://shop.example.org",
  friendlyName: "Shop \u001b[2J",
  interval: 300,
  customHttpHeaders: { "X-Probe": "not-a-real-one" }
}
const ping = { id: 2, type: "PING", url: "example.org", friendlyName: "Router" }

it("writes a configuration file and the secrets, and says what became of the rest", async () => {
  const { envFile, output, run } = situation("both", [shop, ping])
  const { code, err, out } = await run()
  expect([code, err]).toEqual([0, ""])
  expect(out).toBe(`1 monitor of kinds that Mon does not have: 1 ping.
1 of 2 monitors imported.
Fields: 3 carried over, 1 changed, 1 left out.
1 secret found.

monitor Shop  [2J (1) → domains.robot-1
  friendlyName: changed to name. Control characters, leading and trailing spaces, and extra length are removed.
monitor Router (2): left out. Mon does not have ping checks.

Wrote ${envFile}: only you can read it. Do not commit it.
Wrote ${output}.
The file only adds what the account does not have. Review the file, and see what it would add: mon plan --file ${output} --env-file ${envFile}
`)
  expect(readConfig(readFileSync(output, "utf8")).ok).toBe(true)
  expect(parseEnv(readFileSync(envFile, "utf8"))).toEqual({ ROBOT_1_HEADERS_X_PROBE: "not-a-real-one" })
  if (process.platform !== "win32") expect(statSync(envFile).mode & 0o777).toBe(0o600)
})

it("never replaces files unless it is forced, and leaves nothing behind", async () => {
  const { envFile, folder, output, run } = situation("existing", [shop])
  writeFileSync(output, "mine")
  const refused = await run()
  expect([refused.code, refused.out]).toEqual([2, ""])
  expect(refused.err).toBe(`${output} already exists. Choose another file, or replace it with --force.\n`)
  expect(readFileSync(output, "utf8")).toBe("mine")
  expect(readdirSync(folder).toSorted()).toEqual(["mon.yaml", "monitors.json"])
  writeFileSync(envFile, "MINE=1", { mode: 0o644 })
  expect((await run("--force")).code).toBe(0)
  expect(readFileSync(output, "utf8")).toContain("robot-1")
  if (process.platform !== "win32") expect(statSync(envFile).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toHaveLength(3)
})

it("writes to a file system without hard links, and replaces no file there", async () => {
  const { envFile, folder, output, run } = situation("unlinked", [shop])
  writeFileSync(output, "mine")
  const link = vi.spyOn(promises, "link")
  link.mockRejectedValue(Object.assign(new Error("no hard links"), { code: "EPERM" }))
  syncBuiltinESMExports()
  try {
    const refused = await run()
    expect([refused.code, refused.out]).toEqual([2, ""])
    expect(refused.err).toBe(`${output} already exists. Choose another file, or replace it with --force.\n`)
    expect(readFileSync(output, "utf8")).toBe("mine")
    expect(readdirSync(folder).toSorted()).toEqual(["mon.yaml", "monitors.json"])
    rmSync(output)
    expect((await run()).code).toBe(0)
    expect(link).toHaveBeenCalledTimes(4)
  } finally {
    link.mockRestore()
    syncBuiltinESMExports()
  }
  expect(readFileSync(output, "utf8")).toContain("robot-1")
  if (process.platform !== "win32") expect(statSync(envFile).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toHaveLength(3)
})

it("writes nothing on a dry run, and nothing if there is nothing to import", async () => {
  const dry = situation("dry", [shop])
  const { out } = await dry.run("--dry-run", "--full")
  expect(out).not.toContain("mon plan")
  expect(out).toContain("customHttpHeaders.X-Probe: carried over to request.headers.X-Probe.")
  expect(existsSync(dry.output)).toBe(false)
  const empty = situation("empty", [ping])
  expect((await empty.run()).code).toBe(1)
  expect(existsSync(empty.output)).toBe(false)
})

it("prints one JSON document without secrets", async () => {
  const { envFile, output, run } = situation("json", [shop])
  const { code, out } = await run("--json", "--project", "acme")
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    files: [envFile, output],
    report: { counts: [{ kind: "monitor", imported: 1, leftOut: 0 }] },
    document: { project: "acme", domains: { "robot-1": { url: "https://shop.example.org" } } }
  })
  expect(out).not.toContain("not-a-real-one")
})

it("writes a file for the plan of the account, and for hosts that are proved", async () => {
  const monitor = { ...shop, interval: 60, httpMethodType: "POST", postValueData: "{}" }
  const { envFile, output, run } = situation("plan", [monitor])
  await run("--plan", "pro")
  expect(readFileSync(output, "utf8")).toContain("checkInterval: 300")
  expect(readFileSync(output, "utf8")).not.toContain("POST")
  expect((await run("--proven-hosts", "--force")).code).toBe(0)
  expect(readFileSync(output, "utf8")).toContain("method: POST")
  expect(readFileSync(envFile, "utf8")).toContain("ROBOT_1_BODY")
})

it("prints the configuration file alone on standard output", async () => {
  const { file, folder } = situation("stdout", [shop])
  const envFile = join(folder, "e.env")
  const { err, out } = await monRun(["import", "uptimerobot", file, "-o", "-", "--env-file", envFile])
  expect(readConfig(out).ok).toBe(true)
  expect(err).toContain("1 monitor imported.")
})

it("says what is wrong with files and sources", async () => {
  const { file, folder } = situation("wrong", [])
  writeFileSync(file, "{")
  const broken = await monRun(["import", "uptimerobot", file])
  expect([broken.code, broken.err]).toEqual([2, `${file} is not valid JSON: there is an error at line 1, column 2.\n`])
  const absent = await monRun(["import", "gatus", join(folder, "none.yaml")])
  expect([absent.code, absent.err]).toEqual([2, `${join(folder, "none.yaml")} does not exist.\n`])
  expect((await monRun(["import", "nagios", file])).code).toBe(64)
  const elsewhere = await monRun(["import", "gatus", "https://gatus.example.com"])
  expect([elsewhere.code, elsewhere.err]).toEqual([
    64,
    expect.stringContaining("Only the statuspage source takes an address, and only one.")
  ])
  expect((await monRun(["import", "gatus"])).code).toBe(64)
})

it("reads a status page by its address", async () => {
  const component = { id: "c1", name: "Checkout", group: false, group_id: null }
  const site = await startSite({
    behaviour: {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ page: { id: "p1", name: "Example", url: "https://x.example" }, components: [component] })
    }
  })
  const { code, out } = await monRun(["import", "statuspage", site.origin, "-o", "-"])
  await site.close()
  expect(code).toBe(0)
  expect(out).toContain("name: Checkout")
})

describe("an account of another tool", () => {
  const apiKey = "k3v9-of-this-test-only"
  let robot: VendorServer
  beforeEach(async () => {
    robot = await startUptimeRobot({ apiKey, monitors: [shop, ping], pageSize: 1 })
  })
  afterEach(() => robot.close())

  const account = (name: string, env: Readonly<Record<string, string>>, ...more: ReadonlyArray<string>) => {
    const folder = mkdtempSync(join(root, name))
    const paths = ["-o", join(folder, "mon.yaml"), "--env-file", join(folder, "secrets.env")]
    const args = ["import", "uptimerobot", "--api-url", robot.origin, ...paths, ...more]
    return { folder, run: () => monRun(args, { env, pause: () => Promise.resolve() }) }
  }

  it("is read with its key, which is written nowhere", async () => {
    const { folder, run } = account("account", { ROBOT_KEY: apiKey }, "--api-key-env", "ROBOT_KEY", "--full")
    const { code, err, out } = await run()
    expect([code, err]).toEqual([0, ""])
    expect(out).toContain("1 of 2 monitors imported.")
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"))
    expect(files.length).toBe(2)
    expect([out, ...files].join("\n")).not.toContain(apiKey)
    expect(robot.arrivals.map(({ problems }) => problems)).toEqual([[], []])
  })

  it("that refuses the key leaves no file", async () => {
    const { folder, run } = account("refused", { ROBOT_KEY: "another" }, "--api-key-env", "ROBOT_KEY")
    const { code, err, out } = await run()
    expect([code, out]).toEqual([2, ""])
    expect(err).toContain("UptimeRobot does not accept the API key.")
    expect(readdirSync(folder)).toEqual([])
  })

  it("says that it waits", async () => {
    robot.behave({ status: 429 })
    const { run } = account("slow", { ROBOT_KEY: apiKey }, "--api-key-env", "ROBOT_KEY")
    const { code, err } = await run()
    expect(code).toBe(2)
    expect(err).toContain("Waiting 5 s before the next request to UptimeRobot.")
  })

  it.each<readonly [number, string, ReadonlyArray<string>]>([
    [2, "The environment variable ROBOT_KEY is not set.", ["uptimerobot", "--api-key-env", "ROBOT_KEY"]],
    [64, "Pass either files or --api-key-env, not both.", ["uptimerobot", "a.json", "--api-key-env", "ROBOT_KEY"]],
    [64, "--api-key-env works with these sources: uptimerobot,", ["gatus", "--api-key-env", "ROBOT_KEY"]],
    [64, "--api-url works only with --api-key-env.", ["updown", "a.json", "--api-url", "https://example.org"]],
    [64, "<file> is missing.", ["gatus"]]
  ])("ends with %i: %s", async (code, message, args) => {
    const found = await monRun(["import", ...args])
    expect([found.code, found.err]).toEqual([code, expect.stringContaining(message)])
  })

  it("sends no key unencrypted to another machine", async () => {
    const args = ["import", "updown", "--api-key-env", "KEY", "--api-url", "http://example.org"]
    const { code, err } = await monRun(args, { env: { KEY: apiKey } })
    expect([code, err]).toEqual([64, expect.stringContaining("--api-url must be an https URL.")])
  })
})

describe("mon import on-call", () => {
  const rotation = {
    name: "Week",
    start: "2026-01-05T08:00:00Z",
    rotation_virtual_start: "2026-01-05T08:00:00Z",
    rotation_turn_length_seconds: 604_800,
    users: [{ user: { id: "P1" } }]
  }
  const schedules = [{ id: "S1", name: "Web", time_zone: "Europe/Berlin", schedule_layers: [rotation] }]
  const users = [{ id: "P1", name: "Ann", email: "ann@example.org" }]

  it("writes the schedules to a configuration file, and says what became of the rest", async () => {
    const folder = mkdtempSync(join(root, "on-call"))
    const file = join(folder, "schedules.json")
    writeFileSync(file, JSON.stringify({ schedules, users }))
    const output = join(folder, "mon.yaml")
    const { code, err, out } = await monRun(["import", "on-call", file, "-o", output])
    expect([code, err]).toEqual([0, ""])
    expect(out).toContain("1 schedule imported.\n")
    expect(out).toContain(`Wrote ${output}.\nThe file only adds what the account does not have.`)
    expect(readConfig(readFileSync(output, "utf8"))).toMatchObject({
      ok: true,
      document: { project: "pagerduty", onCallSchedules: { "pagerduty-web": { name: "Web" } } }
    })
    expect(readdirSync(folder).toSorted()).toEqual(["mon.yaml", "schedules.json"])
    const shown = await monRun(["import", "on-call", file, "--dry-run", "--json"])
    expect(JSON.parse(shown.out)).toMatchObject({ files: [], report: { source: "pagerduty", unknownPeople: [] } })
  })

  it("refuses files that are no export of on-call schedules, and keys of accounts", async () => {
    const file = join(mkdtempSync(join(root, "no-on-call")), "one.json")
    writeFileSync(file, "[]")
    expect(await monRun(["import", "on-call", file])).toMatchObject({
      code: 2,
      err: expect.stringContaining("The files are no export of on-call schedules from PagerDuty")
    })
    expect((await monRun(["import", "on-call", "--api-key-env", "KEY"])).code).toBe(64)
  })
})
