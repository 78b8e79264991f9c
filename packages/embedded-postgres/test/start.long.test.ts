import { spawn, spawnSync } from "node:child_process"
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { networkInterfaces } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import postgres from "postgres"
import { assert, describe, expect, test, vi } from "vitest"
import { EmbeddedPostgres } from "../src/effect.ts"
import { EmbeddedPostgresError, startEmbedded } from "../src/index.ts"
import { identify } from "../src/ProcessIdentity.ts"
import { bound, MAX_LOG_BYTES } from "../src/ServerLog.ts"
import { scratch } from "./scratch.ts"
import { isRoot } from "./startProgram.ts"

vi.setConfig({ testTimeout: 30_000 })

const { folder, remember } = scratch("start")

const start = async (options: Parameters<typeof startEmbedded>[0]) =>
  remember(await startEmbedded({ durable: false, ...options }))

const ask = async (url: string): Promise<unknown> => {
  const sql = postgres(url, { max: 1 })
  try {
    const [row] = await sql`select current_setting('server_version_num')::int / 10000 as major`
    return row?.["major"]
  } finally {
    await sql.end()
  }
}

const failure = async (attempt: Promise<unknown>): Promise<EmbeddedPostgresError> => {
  const cause = await attempt.then(
    () => undefined,
    (error: unknown) => error
  )
  assert.instanceOf(cause, EmbeddedPostgresError)
  return cause
}

const assertOwnUser = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  assert.match(status, /^Uid:\t60978\t60978\t60978\t60978$/m)
  assert.match(status, /^Gid:\t60978\t60978\t60978\t60978$/m)
  assert.match(status, /^Groups:\t\s*$/m)
}
const ownersIn = async (data: string): Promise<ReadonlySet<number>> => {
  const names = await readdir(data, { recursive: true })
  return new Set(await Promise.all(["", ...names].map(async (name) => (await lstat(join(data, name))).uid)))
}
/** Whether a process of this user can read the data of a running server through the server's working directory. */
const canRead = (user: number, pid: number): boolean =>
  spawnSync(
    "setpriv",
    [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", "cat", `/proc/${pid}/cwd/pg_hba.conf`],
    { stdio: "ignore" }
  ).status === 0

const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8)

describe("a start in an empty directory", () => {
  test("starts PostgreSQL 18 with its own database, and leaves nothing running after stop", async () => {
    const server = await start({ dataDir: await folder() })
    assert.strictEqual(await ask(server.url), 18)
    assert.deepInclude(server, { adopted: false, owner: true })
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    assert.isUndefined(identify(server.pid))
  })

  test("preserves the data for the next start", async () => {
    const dataDir = await folder()
    const first = await start({ dataDir })
    const sql = postgres(first.url, { max: 1 })
    await sql`create table kept as select 42 as n`
    await sql.end()
    await first.stop()
    const second = await start({ dataDir })
    const again = postgres(second.url, { max: 1 })
    assert.deepStrictEqual([...(await again`select n from kept`)], [{ n: 42 }])
    await again.end()
    await second.stop()
  })

  test("requires the password, and stores secrets in files of mode 600", async () => {
    const dataDir = await folder()
    const server = await start({ dataDir })
    const wrong = new URL(server.url)
    assert.isAtLeast(wrong.password.length, 40)
    wrong.password = "wrong"
    await expect(ask(wrong.href)).rejects.toThrow("password authentication failed")
    for (const name of ["password", "owner.json", "postgres.log"]) {
      assert.strictEqual(await modeOf(join(dataDir, "postgres", name)), "600")
    }
    assert.strictEqual(await modeOf(join(dataDir, "postgres", "data")), "700")
    await server.stop()
    assert.notInclude(await readFile(join(dataDir, "postgres", "postgres.log"), "utf8"), new URL(server.url).password)
  })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal)
  test.skipIf(outside === undefined)("listens on loopback only", async () => {
    const server = await start({ dataDir: await folder() })
    const refused = await new Promise((resolve) => {
      const socket = connect({ host: outside?.address ?? "", port: server.port })
      socket.once("connect", () => resolve(false)).once("error", () => resolve(true))
    })
    assert.isTrue(refused)
    await server.stop()
  })

  test("sorts and lower-cases text the same on every machine", async () => {
    const server = await start({ dataDir: await folder() })
    const sql = postgres(server.url, { max: 1 })
    assert.deepStrictEqual(
      [...(await sql`select lower('ÄÖ') as l, 'Z' < 'a' as codepoints`)],
      [{ l: "äö", codepoints: true }]
    )
    await sql.end()
    await server.stop()
  })
})

describe("the data directory", () => {
  test("may contain other files, which stay unchanged", async () => {
    const dataDir = await folder()
    await mkdir(join(dataDir, "blobs"))
    await writeFile(join(dataDir, "secret"), "s", { mode: 0o600 })
    const server = await start({ dataDir })
    await server.stop()
    assert.deepStrictEqual((await readdir(dataDir)).sort(), ["blobs", "postgres", "secret"])
  })

  test("may be private, and stays private", async () => {
    const outer = await folder()
    await chmod(outer, 0o700)
    const dataDir = join(outer, "deeper", "data")
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    for (const round of ["cold", "warm"]) {
      const server = await start({ dataDir })
      assert.strictEqual(await ask(server.url), 18, round)
      await server.stop()
    }
    assert.strictEqual(await modeOf(outer), "700")
    assert.strictEqual(await modeOf(dataDir), "700")
  })

  test.runIf(isRoot)("of root is served by a user of its own, whose data other users cannot read", async () => {
    const dataDir = await folder()
    const server = await start({ dataDir })
    await assertOwnUser(server.pid)
    assert.deepStrictEqual([...(await ownersIn(join(dataDir, "postgres", "data")))], [60_978])
    assert.isTrue(canRead(60_978, server.pid))
    assert.isFalse(canRead(65_534, server.pid))
    await server.stop()
  })

  test.runIf(isRoot)("of root is taken over from the shared user of earlier versions", async () => {
    const dataDir = await folder()
    const data = join(dataDir, "postgres", "data")
    await (await start({ dataDir })).stop()
    const given = spawnSync("chown", ["-R", "65534:65534", data])
    assert.strictEqual(given.status, 0)
    const server = await start({ dataDir })
    await assertOwnUser(server.pid)
    assert.strictEqual(await ask(server.url), 18)
    assert.deepStrictEqual([...(await ownersIn(data))], [60_978])
    await server.stop()
  })

  test.runIf(isRoot)("of root is created although a process of nobody is running", async () => {
    const other = spawn("sleep", ["600"], { uid: 65_534, gid: 65_534, stdio: "ignore" })
    const server = await start({ dataDir: await folder() })
    await assertOwnUser(server.pid)
    await server.stop()
    other.kill("SIGKILL")
  })

  test("that is a file is refused with a message", async () => {
    const dataDir = join(await folder(), "file")
    await writeFile(dataDir, "")
    const error = await failure(startEmbedded({ dataDir }))
    assert.strictEqual(error.reason, "DataDirectory")
    assert.match(error.message, /cannot be used: .*Set MON_DATA_DIR/)
  })

  test("of another major version is refused with a message, and stays unchanged", async () => {
    const dataDir = await folder()
    const data = join(dataDir, "postgres", "data")
    await mkdir(data, { recursive: true })
    await writeFile(join(data, "PG_VERSION"), "17\n")
    const error = await failure(startEmbedded({ dataDir }))
    assert.strictEqual(error.reason, "VersionMismatch")
    assert.match(error.message, /created by PostgreSQL 17, but this version of Mon contains PostgreSQL 18/)
    assert.deepStrictEqual(await readdir(data), ["PG_VERSION"])
  })

  test("without its password is refused with a message, and no server stays running", async () => {
    const dataDir = await folder()
    await (await start({ dataDir })).stop()
    await rename(join(dataDir, "postgres", "password"), join(dataDir, "password.away"))
    const error = await failure(startEmbedded({ dataDir }))
    assert.strictEqual(error.reason, "DataDirectory")
    assert.include(error.message, "password")
    assert.notInclude(await readdir(join(dataDir, "postgres", "data")), "postmaster.pid")
    await rename(join(dataDir, "password.away"), join(dataDir, "postgres", "password"))
    await (await start({ dataDir })).stop()
  })
})

describe("after a crash", () => {
  const sleeper = (user: { readonly uid?: number; readonly gid?: number }) => {
    const child = spawn("sleep", ["600"], { ...user, stdio: "ignore" })
    return remember({ pid: child.pid ?? 0, end: () => child.kill("SIGKILL") })
  }

  test("a postmaster.pid with the process id of another program does not prevent the start", async () => {
    const dataDir = await folder()
    const first = await start({ dataDir })
    const file = join(dataDir, "postgres", "data", "postmaster.pid")
    const lines = (await readFile(file, "utf8")).split("\n")
    await first.stop()
    const other = sleeper(isRoot ? { uid: 65_534, gid: 65_534 } : {})
    for (const pid of [other.pid, process.pid, 4_194_303]) {
      await writeFile(file, [String(pid), ...lines.slice(1)].join("\n"))
      const server = await start({ dataDir })
      assert.isFalse(server.adopted)
      await server.stop()
    }
    assert.isDefined(identify(other.pid))
    other.end()
  })

  test("a partial data directory is created again", async () => {
    const dataDir = await folder()
    const half = join(dataDir, "postgres", "init-abc")
    await mkdir(join(half, "data"), { recursive: true })
    await writeFile(join(half, "data", "PG_VERSION"), "18\n")
    const server = await start({ dataDir })
    await server.stop()
    assert.notInclude(await readdir(join(dataDir, "postgres")), "init-abc")
  })

  test("the lock of a dead process is broken", async () => {
    const dataDir = await folder()
    await mkdir(join(dataDir, "postgres"))
    const dead = JSON.stringify({ pid: process.pid, born: "another life" })
    await writeFile(join(dataDir, "postgres", "start.lock"), dead)
    const servers = await Promise.all([start({ dataDir }), start({ dataDir }), start({ dataDir })])
    assert.strictEqual(new Set(servers.map(({ pid }) => pid)).size, 1)
    assert.strictEqual(servers.filter(({ owner }) => owner).length, 1)
    for (const server of servers) await server.stop()
  })

  test("the lock of a live process is waited for, and its process named after the timeout", async () => {
    const dataDir = await folder()
    await mkdir(join(dataDir, "postgres"))
    const other = sleeper({})
    await writeFile(join(dataDir, "postgres", "start.lock"), JSON.stringify(identify(other.pid)))
    const error = await failure(startEmbedded({ dataDir, lockTimeoutMs: 100 }))
    assert.strictEqual(error.reason, "Busy")
    assert.include(error.message, `Process ${other.pid} `)
    other.end()
  })

  test("a broken data directory is reported with the server's message", async () => {
    const dataDir = await folder()
    await (await start({ dataDir })).stop()
    await rm(join(dataDir, "postgres", "data", "global", "pg_control"))
    const error = await failure(startEmbedded({ dataDir }))
    assert.strictEqual(error.reason, "StartFailed")
    assert.include(error.message, "did not start")
    assert.include(error.detail, "pg_control")
  })
})

describe("the log", () => {
  test("is rotated when it is full, and truncated under a running server", async () => {
    const dataDir = await folder()
    const home = join(dataDir, "postgres")
    const log = join(home, "postgres.log")
    await mkdir(home)
    await writeFile(log, Buffer.alloc(MAX_LOG_BYTES + 1, "x"))
    const server = await start({ dataDir, settings: { log_min_messages: "notice" } })
    assert.isBelow((await stat(log)).size, 100_000)
    assert.isAbove((await stat(`${log}.1`)).size, MAX_LOG_BYTES)

    await writeFile(log, Buffer.alloc(MAX_LOG_BYTES + 1, "x"), { flag: "a" })
    await bound(home)
    assert.strictEqual((await stat(log)).size, 0)
    const sql = postgres(server.url, { max: 1, onnotice: () => {} })
    await sql`do $$ begin raise log 'after the cut'; end $$`
    await sql.end()
    assert.match(await readFile(log, "utf8"), /^[^\0]*after the cut/)
    await server.stop()
  })
})

describe("EmbeddedPostgres.layer", () => {
  test("provides the server to a scope and stops it at its end", async () => {
    const dataDir = await folder()
    const [major, pid] = await Effect.runPromise(
      Effect.provide(
        Effect.gen(function* () {
          const { adopted, port, url } = yield* EmbeddedPostgres
          assert.isFalse(adopted)
          assert.isAbove(port, 0)
          assert.notInclude(String(url), "mon:")
          const postmaster = yield* Effect.promise(() =>
            readFile(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8")
          )
          return [yield* Effect.promise(() => ask(Redacted.value(url))), Number.parseInt(postmaster, 10)] as const
        }),
        EmbeddedPostgres.layer({ dataDir, durable: false })
      )
    )
    assert.strictEqual(major, 18)
    assert.isUndefined(identify(pid))
  })

  test("fails with the typed error", async () => {
    const dataDir = join(await folder(), "file")
    await writeFile(dataDir, "")
    const exit = await Effect.runPromiseExit(Effect.provide(EmbeddedPostgres, EmbeddedPostgres.layer({ dataDir })))
    assert.isTrue(Exit.isFailure(exit))
    assert.include(JSON.stringify(exit), "EmbeddedPostgresError")
  })
})
