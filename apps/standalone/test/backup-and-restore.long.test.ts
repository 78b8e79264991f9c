import { startDnsServer, startSite } from "@mon/tooling/testbed"
import { createTestDatabase, runningTestServer } from "@mon/core-store/testing"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { makeFolder, monServer, removeFolder, start } from "./Program.ts"

const root = makeFolder()
const at = (name: string) => join(root, name)
const dns = await startDnsServer()
const site = await startSite()
const database = await createTestDatabase({ url: runningTestServer().url, template: "template1" })
const network = { MON_DNS_SERVERS: dns.address, MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" }

/** Stays below the plan's requests per minute, because the restored service also counts these requests. */
const REQUESTS_MEANWHILE = 15

const running: Array<ReturnType<typeof start>> = []
const serve = async (dataDir: string, env: Readonly<Record<string, string>> = {}) => {
  const program = start("main.ts", [], {
    MON_PORT: "0",
    MON_DATA_DIR: dataDir,
    NODE_ENV: "production",
    MON_BOOTSTRAP_PLAN: "agency",
    ...network,
    ...env
  })
  running.push(program)
  return { ...program, url: `${await program.prints(/Mon is ready at (\S+)/u)}/api/v1` }
}
const stop = async (program: { readonly pid: number; readonly ended: Promise<unknown> }) => {
  process.kill(program.pid, "SIGTERM")
  await program.ended
}

const ask = async (url: string, key: string, path: string, body?: object) => {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "X-API-Key": key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return {
    status: response.status,
    ...((await response.json()) as { readonly data: ReadonlyArray<{ readonly url: string }> })
  }
}
const urls = async (url: string, key: string) =>
  (await ask(url, key, "/domains")).data.map((domain) => domain.url).toSorted()

let key = ""
let before: ReadonlyArray<string> = []

afterAll(async () => {
  for (const { pid } of running) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // it has ended
    }
  }
  await Promise.all([dns.close(), site.close(), database.drop()])
  removeFolder(root)
})

describe("mon-server backup and mon-server restore", () => {
  it("back up a running service", async () => {
    const service = await serve(at("first"))
    key = await service.prints(/API key \(shown once\): (\S+)/u)
    for (const name of ["a.example.com", "b.example.org", "c.example.net"]) {
      dns.zone.set(name, { A: [site.host] })
      expect(await ask(service.url, key, "/domains", { name, url: `http://${name}:${site.port}/` })).toMatchObject({
        status: 201
      })
    }
    before = await urls(service.url, key)
    const load = (async () => {
      for (let n = 0; n < REQUESTS_MEANWHILE; n++) await ask(service.url, key, "/status")
    })()
    const backup = await monServer(["backup", at("embedded.mon")], { MON_DATA_DIR: at("first") })
    await load
    expect(backup).toMatchObject({ code: 0 })
    expect(backup.stdout).toMatch(/embedded\.mon: [\d,]+ rows of \d+ tables/u)
    expect(backup.stderr).toContain("monitor: 3\n")
    expect(backup.stderr).toContain(`The secret is not in the file. Store ${at("first")}/secret separately`)
    await stop(service)
  })

  it("move an embedded service to another folder, where it continues", async () => {
    const env = { MON_DATA_DIR: at("second") }
    const without = await monServer(["restore", at("embedded.mon")], env)
    expect(without).toMatchObject({ code: 2, stdout: "" })
    expect(without.stderr).toContain(
      `needs the secret of the service that it was made from: write it to ${at("second")}/secret or set MON_SECRET.`
    )
    expect(existsSync(at("second/postgres"))).toBe(false)
    const secret = readFileSync(at("first/secret"), "utf8").trim()
    const restored = await monServer(["restore", at("embedded.mon")], { ...env, MON_SECRET: secret })
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.stderr).toContain("The restored service is paused")
    const service = await serve(at("second"), { MON_SECRET: secret })
    expect(await urls(service.url, key)).toEqual(before)
    expect(service.output()).not.toContain("API key")
    await service.prints(/The service is paused\. Workers check nothing/u)
    const doctor = await monServer(["doctor"], { ...env, MON_SECRET: secret, ...network })
    expect(doctor.stdout).toMatch(/^warn +service +paused since .* The service was restored from a backup of /mu)
    expect(await monServer(["resume"], { ...env, MON_SECRET: secret })).toMatchObject({
      code: 0,
      stdout: "The service was resumed. Running workers will start within 5 s.\n"
    })
    await service.prints(/The service was resumed\. The worker is starting/u)
    expect(await monServer(["resume"], { ...env, MON_SECRET: secret })).toMatchObject({
      code: 0,
      stdout: "The service is not paused, so nothing was changed.\n"
    })
    await stop(service)
  }, 120_000)

  it("move an embedded service to a PostgreSQL server and back, with its secret in the file", async () => {
    const secret = readFileSync(at("first/secret"), "utf8").trim()
    const server = { MON_DATABASE_URL: database.url, MON_SECRET: secret, MON_DATA_DIR: at("none") }
    const other = await monServer(["restore", at("embedded.mon")], {
      ...server,
      MON_SECRET: "another secret that is long enough to be one"
    })
    expect(other.stderr).toContain("was made with a different secret from the current one: set MON_SECRET to it.")
    const resumed = await monServer(["restore", at("embedded.mon"), "--resume"], server)
    expect(resumed).toMatchObject({ code: 0 })
    expect(resumed.stderr).not.toContain("paused")
    const created = await monServer(["backup", at("server.mon"), "--with-secret"], server)
    expect(created).toMatchObject({ code: 0 })
    expect(created.stderr).toContain("The file contains the service's secret")
    expect(statSync(at("server.mon")).mode & 0o777).toBe(0o600)
    expect(await monServer(["restore", at("server.mon")], { MON_DATA_DIR: at("third") })).toMatchObject({ code: 0 })
    expect(readFileSync(at("third/secret"), "utf8").trim()).toBe(secret)
    expect(statSync(at("third/secret")).mode & 0o777).toBe(0o600)
  })

  it("verify a file: 0 if it is complete, 1 if it is damaged, 2 if it cannot be read", async () => {
    const env = { MON_DATA_DIR: at("first") }
    expect(await monServer(["verify", at("embedded.mon")], env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /embedded\.mon is complete: [\d,]+ rows of \d+ tables and 0 images, as of .* the one configured here\.\n$/u
      )
    })
    expect(await monServer(["verify", at("embedded.mon")], { MON_DATA_DIR: at("elsewhere") })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("which is not configured here.")
    })
    writeFileSync(at("half.mon"), readFileSync(at("embedded.mon")).subarray(0, -100))
    expect(await monServer(["verify", at("half.mon")], env)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/half\.mon is truncated or damaged: .*\.\n$/u),
      stderr: ""
    })
    expect(await monServer(["verify", at("none.mon")], env)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: `There is no file ${at("none.mon")}.\n`
    })
  })

  it("report that there is no data or that the file is damaged, and create no folder", async () => {
    expect(await monServer(["backup", at("nothing.mon")], { MON_DATA_DIR: at("nowhere") })).toMatchObject({
      code: 2,
      stderr: `${at("nowhere")} contains no Mon data, so there is nothing to back up.\n`
    })
    writeFileSync(at("cut.mon"), readFileSync(at("embedded.mon")).subarray(0, -100))
    const { code, stderr } = await monServer(["restore", at("cut.mon"), "--new-secret"], {
      MON_DATA_DIR: at("nowhere")
    })
    expect(code).toBe(2)
    expect(stderr).toMatch(/cut\.mon is truncated or damaged: .*\. Nothing was restored\.\n$/u)
    expect(existsSync(at("nowhere"))).toBe(false)
  })

  it("can move to another major version of the embedded PostgreSQL", async () => {
    const version = at("first/postgres/data/PG_VERSION")
    writeFileSync(version, "17\n")
    for (const [program, exitCode] of [
      [monServer(["backup", at("seventeen.mon")], { MON_DATA_DIR: at("first") }), 2],
      [start("main.ts", [], { MON_DATA_DIR: at("first") }).ended, 1]
    ] as const) {
      const { code, stderr } = await program
      expect(code).toBe(exitCode)
      expect(stderr).toMatch(
        /was created by PostgreSQL 17, but this version of Mon contains PostgreSQL 18\. Go back .* `mon-server backup`; .* `mon-server restore`\.\n$/u
      )
    }
    expect(existsSync(at("seventeen.mon"))).toBe(false)
  })
})
