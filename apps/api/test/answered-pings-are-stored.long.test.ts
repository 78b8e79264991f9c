import { newHeartbeat } from "@mon/checks"
import {
  Accounts,
  Heartbeats,
  issueApiKey,
  layerRepositories,
  layerSqlClient,
  Credentials,
  hashApiKey
} from "@mon/core-store"
import { createTestDatabase } from "@mon/core-store/testing"
import { heartbeatDefaults } from "@mon/model"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { createHash, randomUUID } from "node:crypto"
import { Agent } from "node:http"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connectTo, type SendRequest } from "./ApiConnection.ts"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

/** The number of clients. Each client sends one ping after the other. */
const CLIENTS = 24
/** The number of answered pings after which the process is killed. */
const KILLED_AFTER = 3_000

let database: Awaited<ReturnType<typeof createTestDatabase>>
const children: Array<ChildProcess> = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL")
  await database.drop()
})

/** Starts an API process without a worker. */
const startApi = async () => {
  const child = spawn(process.execPath, ["--conditions=@mon/source", main], {
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
      MON_SECRET: "what-only-the-tests-of-this-process-know",
      MON_DATABASE_URL: database.url,
      MON_PORT: "0"
    },
    stdio: ["ignore", "pipe", "inherit"]
  })
  children.push(child)
  let output = ""
  const url = await new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk) => {
      output += String(chunk)
      const found = /API at ([^\s"]+)/u.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  const ended = new Promise<void>((resolve) => {
    child.on("close", () => resolve())
  })
  return { origin: new URL(url).origin, child, ended }
}

const addHeartbeats = Effect.gen(function* () {
  const account = yield* (yield* Accounts).create({ email: "owner@test.example", name: null, plan: "agency" })
  const issued = account === null ? null : yield* issueApiKey(account.membershipId)
  const hash = hashApiKey(Redacted.value(issued?.key ?? Redacted.make("")))
  const credential = yield* (yield* Credentials).authenticateAndCount(hash, 0)
  if (credential === null) return yield* Effect.die(new Error("no owner"))
  const heartbeats = yield* Heartbeats
  return yield* Effect.forEach(Array.from({ length: CLIENTS }), (_, index) => {
    const token = randomUUID()
    const secret = { hash: createHash("sha256").update(token).digest(), sealed: "sealed" }
    const monitor = { ...heartbeatDefaults, name: `Job ${index}` }
    return Effect.as(heartbeats.create(credential.viewer, monitor, 1_000, secret, newHeartbeat), token)
  })
})

/** Sends pings until the process has ended. Returns the number of pings that were answered with 200. */
const pingUntilGone = async (send: SendRequest, path: string, onAnswer: () => void): Promise<number> => {
  for (let answered = 0; ; answered += 1) {
    try {
      const { status } = await send("POST", path, { body: `ping ${answered}` })
      if (status !== 200) return answered
      onAnswer()
    } catch {
      return answered
    }
  }
}

it("every ping that was answered is stored, although the process was killed under load", async () => {
  const store = Layer.provideMerge(layerRepositories, layerSqlClient({ url: database.url, maxConnections: 2 }))
  const runtime = ManagedRuntime.make(store)
  const tokens = await runtime.runPromise(addHeartbeats)
  const { child, ended, origin } = await startApi()
  let answers = 0
  const started = performance.now()
  const onAnswer = () => {
    answers += 1
    if (answers === KILLED_AFTER) child.kill("SIGKILL")
  }
  const agent = new Agent({ keepAlive: true })
  const answered = await Promise.all(
    tokens.map((token) => pingUntilGone(connectTo(origin, agent), `/ping/${token}`, onAnswer))
  )
  await ended
  const seconds = (performance.now() - started) / 1_000
  agent.destroy()
  const stored = await runtime.runPromise(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ name: string; pings: number; last: number }>`
      select m.name, h.pings::int as pings, coalesce(max(p.n), 0)::int as last
      from heartbeat h join monitor m on m.id = h.monitor_id left join heartbeat_ping p on p.monitor_id = h.monitor_id
      group by m.name, h.pings, m.id order by m.id`
    )
  )
  await runtime.dispose()
  for (const [index, { last, name, pings }] of stored.entries()) {
    // The service may have stored the last ping without answering it.
    expect([0, 1], name).toContain(pings - (answered[index] ?? 0))
    expect(last, name).toBe(pings)
  }
  expect(answers).toBeGreaterThanOrEqual(KILLED_AFTER)
  expect(answers / seconds).toBeGreaterThan(200)
}, 120_000)
