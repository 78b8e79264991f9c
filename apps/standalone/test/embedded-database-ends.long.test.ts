import { spawnSync } from "node:child_process"
import { appendFileSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { makeFolder, removeFolder, runningIn, start } from "./Program.ts"

const folders: Array<string> = []
const mounted: Array<string> = []
const newFolder = () => {
  const folder = makeFolder()
  folders.push(folder)
  return folder
}

/** Mounts a small disk and returns its folder. Returns null if this user may not mount disks. */
const smallDisk = (mebibytes: number): string | null => {
  const folder = newFolder()
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder]).status !== 0) return null
  mounted.push(folder)
  return folder
}
const disk = smallDisk(300)

const pids: Array<number> = []
afterAll(() => {
  for (const pid of [...pids, ...folders.flatMap(runningIn)]) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // it has ended
    }
  }
  for (const folder of mounted) spawnSync("umount", ["-l", folder])
  folders.forEach(removeFolder)
})

const serve = async (dataDir: string) => {
  const program = start("main.ts", [], {
    MON_PORT: "0",
    MON_DATA_DIR: dataDir,
    MON_BOOTSTRAP_PLAN: "agency",
    NODE_ENV: "production"
  })
  pids.push(program.pid)
  const url = await program.prints(/Mon is ready at (\S+)/u)
  const key = await program.prints(/API key \(shown once\): (\S+)/u)
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "X-API-Key": key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, text: await response.text() }
  }
  const until = async (path: string, status: number) => {
    while ((await ask(path)).status !== status) await new Promise((next) => setTimeout(next, 50))
  }
  return { ...program, ask, until }
}

const postmasterOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8"), 10)

const lines = (output: string, sentence: string): number => output.split(sentence).length - 1

const restarts = async (service: { readonly output: () => string }, count: number) => {
  while (lines(service.output(), "The embedded database is running again") < count)
    await new Promise((next) => setTimeout(next, 20))
}

const PIECE = Buffer.alloc(8_192)

/** Appends to a file. Returns false if the disk is full. */
const fits = (file: string): boolean => {
  try {
    appendFileSync(file, PIECE)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false
    throw error
  }
}

describe("the service with its embedded database", () => {
  it("recovers by itself after kill -9 of the database, with every acknowledged row", async () => {
    const dataDir = newFolder()
    const service = await serve(dataDir)
    const acknowledged: Array<string> = []
    for (let round = 0; round < 3; round++) {
      const name = `tag ${round}`
      expect(await service.ask("/api/v1/tags", { name })).toMatchObject({ status: 201 })
      acknowledged.push(name)
      process.kill(postmasterOf(dataDir), "SIGKILL")
      await restarts(service, round + 1)
      await service.until("/ready", 200)
    }
    await service.until("/ready", 200)
    const { text } = await service.ask("/api/v1/tags")
    for (const name of acknowledged) expect(text).toContain(name)
    expect((await service.ask("/health")).status).toBe(200)
    process.kill(service.pid, "SIGTERM")
    const { code, stdout } = await service.ended
    expect(code).toBe(0)
    expect(lines(stdout, "The embedded database is running again")).toBe(3)
    // The log has one line for each cause, and there are few causes.
    expect(lines(stdout, "The database is not available")).toBeLessThan(8)
    expect(runningIn(dataDir)).toEqual([])
  }, 120_000)

  it.skipIf(disk === null)(
    "is not ready while its disk is full, and recovers by itself when space is freed",
    async () => {
      const dataDir = join(disk ?? "", "data")
      const service = await serve(dataDir)
      const first = postmasterOf(dataDir)
      const filler = join(disk ?? "", "filler")
      // The database writes at the same time, so the test cannot compute the remaining space.
      while (fits(filler)) continue
      await service.until("/ready", 503)
      // The database server ends when its write-ahead log needs a new file.
      while (runningIn(dataDir).includes(first)) await service.ask("/api/v1/tags", { name: "x".repeat(50) })
      expect((await service.ask("/api/v1/tags")).status).toBe(503)
      expect((await service.ask("/health")).status).toBe(200)
      rmSync(filler)
      await service.until("/ready", 200)
      expect(await service.ask("/api/v1/tags", { name: "after" })).toMatchObject({ status: 201 })
      process.kill(service.pid, "SIGTERM")
      expect(await service.ended).toMatchObject({ code: 0 })
    },
    120_000
  )

  it("exits with code 87 and a sentence if the data have disappeared", async () => {
    const dataDir = newFolder()
    const service = await serve(dataDir)
    const data = join(dataDir, "postgres", "data")
    const postmaster = postmasterOf(dataDir)
    renameSync(data, `${data}.away`)
    process.kill(postmaster, "SIGKILL")
    const { code, stderr } = await service.ended
    expect(code).toBe(87)
    expect(stderr).toContain("The database's data has disappeared")
  }, 120_000)
})

describe("a second service on the same data folder", () => {
  it("says which process uses the folder, waits for that process, and continues with its data", async () => {
    const dataDir = newFolder()
    const first = await serve(dataDir)
    const second = start("main.ts", [], { MON_PORT: "0", MON_DATA_DIR: dataDir, NODE_ENV: "production" })
    pids.push(second.pid)
    expect(await second.prints(/used by process (\d+) \(started at \S+\)\. Waiting up to 60 seconds/u)).toBe(
      String(first.pid)
    )
    expect((await first.ask("/ready")).status).toBe(200)
    process.kill(first.pid, "SIGTERM")
    const url = await second.prints(/Mon is ready at (\S+)/u)
    expect(await first.ended).toMatchObject({ code: 0 })
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    process.kill(second.pid, "SIGTERM")
    expect(await second.ended).toMatchObject({ code: 0 })
  }, 120_000)

  it("ends on a signal while it waits", async () => {
    const dataDir = newFolder()
    const first = await serve(dataDir)
    const second = start("main.ts", [], { MON_PORT: "0", MON_DATA_DIR: dataDir, NODE_ENV: "production" })
    pids.push(second.pid)
    await second.prints(/Waiting up to 60 seconds/u)
    process.kill(second.pid, "SIGTERM")
    expect(await second.ended).toMatchObject({ code: 0 })
    expect((await first.ask("/ready")).status).toBe(200)
    process.kill(first.pid, "SIGTERM")
    await first.ended
  }, 120_000)
})
