import { createServer } from "node:net"
import { readFile, rename, rm, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import postgres from "postgres"
import { assert, describe, expect, test, vi } from "vitest"
import { startEmbedded, superviseEmbedded, type SupervisionEvent, type SupervisionOptions } from "../src/index.ts"
import { identify, pidSpace } from "../src/ProcessIdentity.ts"
import { restartTimings } from "../src/restartPolicy.ts"
import { scratch } from "./scratch.ts"

vi.setConfig({ testTimeout: 60_000 })

const { folder, remember } = scratch("supervision")

const postmasterOf = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8"), 10)

/** Starts a supervised server. `next` waits for the next event with a tag. */
const supervise = async (options: SupervisionOptions) => {
  const events: Array<SupervisionEvent> = []
  const waiting = new Set<() => void>()
  const server = await superviseEmbedded({
    durable: false,
    ...options,
    onEvent: (event) => {
      events.push(event)
      for (const check of waiting) check()
    }
  })
  const pid = await postmasterOf(options.dataDir)
  remember({ pid })
  const next = <Tag extends SupervisionEvent["_tag"]>(tag: Tag) => {
    const from = events.length
    return new Promise<Extract<SupervisionEvent, { readonly _tag: Tag }>>((resolve) => {
      const check = () => {
        const found = events
          .slice(from)
          .find((event): event is Extract<SupervisionEvent, { readonly _tag: Tag }> => event._tag === tag)
        if (found === undefined) return
        waiting.delete(check)
        if ("pid" in found) remember({ pid: found.pid })
        resolve(found)
      }
      waiting.add(check)
    })
  }
  return { server, pid, events, next }
}

const ask = async (url: string, port: number) => {
  const at = new URL(url)
  at.port = String(port)
  const sql = postgres(at.href, { max: 1 })
  try {
    return [...(await sql`select n from kept`)]
  } finally {
    await sql.end()
  }
}

describe("a supervised server", () => {
  test("is started again on the same port after kill -9, with its data", async () => {
    const dataDir = await folder()
    const { next, pid, server } = await supervise({ dataDir, durable: true })
    const sql = postgres(server.url, { max: 1, onnotice: () => {} })
    await sql`create table kept as select 42 as n`
    await sql.end()
    const restarted = next("Restarted")
    process.kill(pid, "SIGKILL")
    while (identify(pid) !== undefined) await new Promise((tick) => setImmediate(tick))
    assert.isNull(server.address())
    const { port } = await restarted
    assert.strictEqual(port, server.port)
    assert.deepStrictEqual(server.address(), { host: "127.0.0.1", port })
    assert.deepStrictEqual(await ask(server.url, port), [{ n: 42 }])
    await server.stop()
    assert.isNull(server.address())
  })

  test("gets another port if its own was taken meanwhile", async () => {
    const dataDir = await folder()
    const { next, pid, server } = await supervise({ dataDir })
    const restarted = next("Restarted")
    process.kill(pid, "SIGKILL")
    const other = createServer()
    while (!other.listening) {
      await new Promise<void>((done) => other.once("error", () => done()).listen(server.port, "127.0.0.1", done))
    }
    const { port } = await restarted
    assert.notStrictEqual(port, server.port)
    assert.strictEqual(server.address()?.port, port)
    other.close()
    await server.stop()
  })

  test("is started again at once if somebody asks for its address", async () => {
    const dataDir = await folder()
    const { next, pid, server } = await supervise({ dataDir, timings: { ...restartTimings, watchMs: 3_600_000 } })
    const restarted = next("Restarted")
    process.kill(pid, "SIGKILL")
    while (server.address() !== null) await new Promise((tick) => setImmediate(tick))
    const { port } = await restarted
    assert.deepStrictEqual(server.address(), { host: "127.0.0.1", port })
    await server.stop()
  })

  test("is started again each time, and no longer after stop", async () => {
    const dataDir = await folder()
    const { next, server } = await supervise({ dataDir })
    for (let time = 0; time < 3; time++) {
      const restarted = next("Restarted")
      process.kill(await postmasterOf(dataDir), "SIGKILL")
      await restarted
    }
    const last = await postmasterOf(dataDir)
    await server.stop()
    assert.isUndefined(identify(last))
  })

  test("is lost if its data have disappeared, after several attempts", async () => {
    const dataDir = await folder()
    const data = join(dataDir, "postgres", "data")
    const timings = { ...restartTimings, firstMs: 20, longestMs: 20, giveUpMs: 3_000 }
    const { events, next, server } = await supervise({ dataDir, timings })
    const failed = next("StartFailed")
    const pid = await postmasterOf(dataDir)
    await rename(data, `${data}.away`)
    process.kill(pid, "SIGKILL")
    await failed
    const error = await server.lost
    assert.strictEqual(error.reason, "DataDirectory")
    assert.include(error.message, "has disappeared")
    assert.isAbove(events.filter(({ _tag }) => _tag === "StartFailed").length, 3)
    await server.stop()
    await rm(`${data}.away`, { recursive: true })
  })

  test("belongs to the service even if a command has started it", async () => {
    const dataDir = await folder()
    const command = remember(await startEmbedded({ dataDir, durable: false }))
    const { server } = await supervise({ dataDir })
    assert.isTrue(server.adopted)
    await server.stop()
    await command.stop()
    assert.isUndefined(identify(command.pid))
  })
})

describe("a second service on the same data directory", () => {
  test("waits until the first has ended, and then continues with its data", async () => {
    const dataDir = await folder()
    const first = await supervise({ dataDir })
    const messages: Array<string> = []
    const second = superviseEmbedded({
      dataDir,
      durable: false,
      onEvent: (event) => {
        if (event._tag === "Waiting") messages.push(event.message)
        void first.server.stop()
      }
    })
    const { address, adopted, stop } = await second
    remember({ pid: await postmasterOf(dataDir) })
    assert.isFalse(adopted)
    assert.isNotNull(address())
    assert.lengthOf(messages, 1)
    expect(messages[0]).toMatch(
      new RegExp(
        `is used by process ${process.pid} \\(started at \\d{4}-\\d\\d-\\d\\dT.*Z\\)\\. Waiting up to 60 seconds`
      )
    )
    await stop()
  })

  test("is refused after the wait with the process and start time of the first", async () => {
    const dataDir = await folder()
    const { server } = await supervise({ dataDir })
    await expect(superviseEmbedded({ dataDir, waitForOtherMs: 200 })).rejects.toThrow(
      new RegExp(`is used by process ${process.pid} \\(started at .*Z\\), which did not end within`)
    )
    assert.isNotNull(server.address())
    await server.stop()
  })

  test("stops waiting when it is aborted", async () => {
    const dataDir = await folder()
    const { server } = await supervise({ dataDir })
    const aborted = new AbortController()
    await expect(
      superviseEmbedded({ dataDir, onEvent: () => aborted.abort(new Error("stop")) }, aborted.signal)
    ).rejects.toThrow("stop")
    await server.stop()
  })

  test("starts at once when the first was killed", async () => {
    const dataDir = await folder()
    await (await supervise({ dataDir })).server.stop()
    const dead = { pid: process.pid, born: "another life", since: "2026-01-01T00:00:00Z" }
    for (const space of [pidSpace(), "pid:[another container that is silent]"]) {
      const lock = join(dataDir, "postgres", "service.lock")
      await writeFile(lock, JSON.stringify({ ...dead, space }))
      await utimes(lock, 0, 0)
      const { server } = await supervise({ dataDir, waitForOtherMs: 0 })
      assert.isNotNull(server.address())
      await server.stop()
    }
  })

  test("and every command are refused while a service of another container gives signs of life", async () => {
    const dataDir = await folder()
    await (await supervise({ dataDir })).server.stop()
    const other = { pid: 7, born: "boot 1", since: "2026-01-01T00:00:00Z", space: "pid:[another container]" }
    await writeFile(join(dataDir, "postgres", "service.lock"), JSON.stringify(other))
    const sentence = /is used by process 7 of another container \(started at 2026-01-01T00:00:00Z\)/
    await expect(superviseEmbedded({ dataDir, waitForOtherMs: 0 })).rejects.toThrow(sentence)
    await expect(startEmbedded({ dataDir })).rejects.toThrow(sentence)
  })
})
