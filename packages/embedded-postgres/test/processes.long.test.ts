import { chmod, chown, lstat, mkdir, readdir } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as delay } from "node:timers/promises"
import postgres from "postgres"
import { assert, describe, expect, test, vi } from "vitest"
import { startEmbedded } from "../src/index.ts"
import { identify, isAlive } from "../src/ProcessIdentity.ts"
import { scratch } from "./scratch.ts"
import { isRoot, startProgram } from "./startProgram.ts"

const { folder, remember } = scratch("processes")

vi.setConfig({ testTimeout: 30_000 })

const begin = async (dataDir: string, user: { readonly uid?: number; readonly gid?: number } = {}) => {
  const program = remember(startProgram(dataDir, user))
  const server = remember(await program.ready())
  return { program, server }
}

const gone = async (pid: number): Promise<void> => {
  while (identify(pid) !== undefined) await delay(5)
}

const written = async (url: string): Promise<ReadonlyArray<number>> => {
  const sql = postgres(url, { max: 1 })
  try {
    return (await sql<Array<{ n: number }>>`select n from written order by n`).map(({ n }) => n)
  } finally {
    await sql.end()
  }
}

/**
 * Kills the program after its 25th acknowledged row. Returns the numbers of the rows that were acknowledged before the
 * kill.
 */
const writeAndKill = async ({ program }: Awaited<ReturnType<typeof begin>>) => {
  program.say("write")
  await program.line(({ n }) => n === 25)
  program.signal("SIGKILL")
  assert.strictEqual(await program.exit, "SIGKILL")
  return program.lines.flatMap(({ n }) => (n === undefined ? [] : [n]))
}

describe("after kill -9 of the program", () => {
  test("no acknowledged write is lost, and the next program takes the server over and stops it at its end", async () => {
    const dataDir = await folder()
    const first = await begin(dataDir)
    const acknowledged = await writeAndKill(first)
    assert.isDefined(identify(first.server.pid))

    const second = await begin(dataDir)
    assert.deepInclude(second.server, { adopted: true, owner: true, pid: first.server.pid })
    const kept = await written(second.server.url)
    assert.deepStrictEqual(
      acknowledged.filter((n) => !kept.includes(n)),
      []
    )
    second.program.signal("SIGTERM")
    assert.strictEqual(await second.program.exit, 0)
    assert.isUndefined(identify(first.server.pid))
  })

  test("and of the server, the next program recovers", async () => {
    const dataDir = await folder()
    const first = await begin(dataDir)
    const acknowledged = await writeAndKill(first)
    process.kill(first.server.pid, "SIGKILL")

    const second = remember(await startEmbedded({ dataDir }))
    assert.isFalse(second.adopted)
    const kept = await written(second.url)
    assert.deepStrictEqual(
      acknowledged.filter((n) => !kept.includes(n)),
      []
    )
    await second.stop()
  })

  test("while the data directory is being created, the next program starts over", async () => {
    const dataDir = await folder()
    const home = join(dataDir, "postgres")
    const first = remember(startProgram(dataDir))
    while (!(await readdir(home).catch(() => [])).some((name) => name.startsWith("init-"))) await delay(2)
    first.signal("SIGKILL")
    await first.exit

    const second = remember(await startEmbedded({ dataDir }))
    assert.deepInclude(second, { adopted: false, owner: true })
    await second.stop()
    const names = await readdir(home)
    assert.deepStrictEqual(
      names.filter((name) => /^(init-|start\.lock)/.test(name)),
      []
    )
  })
})

describe("several programs on one data directory", () => {
  test("that start at once on an empty directory share one server, which one of them owns", async () => {
    const dataDir = await folder()
    const all = await Promise.all([begin(dataDir), begin(dataDir), begin(dataDir)])
    assert.strictEqual(new Set(all.map(({ server }) => server.pid)).size, 1)
    assert.strictEqual(all.filter(({ server }) => server.owner).length, 1)

    const guests = all.filter(({ server }) => !server.owner)
    for (const { program } of guests) program.signal("SIGTERM")
    for (const { program, server } of guests) {
      assert.strictEqual(await program.exit, 0)
      assert.isDefined(identify(server.pid))
    }
    const owner = all.find(({ server }) => server.owner)
    owner?.program.signal("SIGTERM")
    assert.strictEqual(await owner?.program.exit, 0)
    assert.isUndefined(identify(owner?.server.pid ?? 0))
  })

  test("do not take the server over while its owner lives", async () => {
    const dataDir = await folder()
    const { program, server } = await begin(dataDir)
    const guest = await startEmbedded({ dataDir })
    assert.deepInclude(guest, { adopted: true, owner: false, pid: server.pid })
    await guest.stop()
    assert.isDefined(identify(server.pid))
    program.signal("SIGINT")
    await program.exit
    assert.isUndefined(identify(server.pid))
  })
})

describe("a signal to the whole process group", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    test(`${signal}, sent twice, leaves nothing running within 10 seconds`, async () => {
      const { program, server } = await begin(await folder())
      const both = [identify(program.pid), identify(server.pid)]
      const started = performance.now()
      program.signalGroup(signal)
      program.signalGroup(signal)
      assert.strictEqual(await program.exit, 0)
      assert.isBelow(performance.now() - started, 10_000)
      for (const identity of both) assert.isTrue(identity !== undefined && !isAlive(identity))
    })
  }

  test("does not reach the server", async () => {
    const dataDir = await folder()
    const { program, server } = await begin(dataDir)
    program.signalGroup("SIGKILL")
    assert.strictEqual(await program.exit, "SIGKILL")
    assert.isDefined(identify(server.pid))
    await remember(await startEmbedded({ dataDir })).stop()
    await gone(server.pid)
  })
})

describe.runIf(isRoot)("users", () => {
  // Uid 1 is "daemon" on every Unix. The nameless user has no entry in /etc/passwd, like the user of many containers.
  const ordinary = { uid: 1, gid: 1 }
  const nameless = { uid: 54_321, gid: 54_321 }

  const home = async ({ gid, uid } = ordinary): Promise<string> => {
    const at = join(await folder(), "home")
    await mkdir(at, { mode: 0o700 })
    await chown(at, uid, gid)
    return at
  }

  test("a user without a name gets a message why no data can be created", async () => {
    await expect(begin(join(await home(nameless), "data"), nameless)).rejects.toThrow(
      /user that has a name.*MON_DATABASE_URL/
    )
  })

  test("an ordinary user can use a directory below its private home", async () => {
    const { program, server } = await begin(join(await home(), "data"), ordinary)
    assert.strictEqual((await lstat(`/proc/${server.pid}`)).uid, ordinary.uid)
    program.signal("SIGTERM")
    assert.strictEqual(await program.exit, 0)
  })

  test("root serves the data of an ordinary user as that user", async () => {
    const dataDir = join(await home(), "data")
    const first = await begin(dataDir, ordinary)
    first.program.signal("SIGTERM")
    await first.program.exit
    const second = remember(await startEmbedded({ dataDir }))
    assert.strictEqual((await lstat(`/proc/${second.pid}`)).uid, ordinary.uid)
    await second.stop()
  })

  test("an ordinary user gets a message when the data belongs to root", async () => {
    const outer = await folder()
    await chmod(outer, 0o777)
    const dataDir = join(outer, "data")
    await remember(await startEmbedded({ dataDir })).stop()
    await chmod(dataDir, 0o755)
    await expect(begin(dataDir, ordinary)).rejects.toThrow(/belongs to another user|cannot be used/)
  })
})
