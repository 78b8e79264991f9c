// An interrupted apply makes all changes or no changes, even if the process is killed.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectTo } from "../ApiConnection.ts"
import { configClient, wholeFile } from "../ConfigFile.ts"
import { cutApplies, stateOf } from "../CutApplies.ts"
import { openWorld, type World, worldSecret } from "../World.ts"

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

/** Starts an API process over the database of the world. */
const startProcess = async (databaseUrl: string) => {
  const child = spawn(process.execPath, ["--conditions=@mon/source", main], {
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
      MON_SECRET: worldSecret,
      MON_DATABASE_URL: databaseUrl,
      MON_PORT: "0"
    },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(child, "close")
  const origin = await new Promise<string>((resolve, reject) => {
    let output = ""
    void ended.then(() => reject(new Error(`The process ended: ${output}`)))
    child.stdout.on("data", (chunk) => {
      output += String(chunk)
      const url = /API at ([^\s"]+)/u.exec(output)?.[1]
      if (url !== undefined) resolve(new URL(url).origin)
    })
  })
  return { origin, kill: () => child.kill("SIGKILL"), ended }
}

/** Counts the open transactions that have written something. */
const WRITES = `
  select count(*)::int as writers from pg_stat_activity
  where datname = current_database() and backend_xid is not null and query not like '%pg_stat_activity%'`

const ROUNDS = 20

describe("applying a configuration file", () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it("leaves all or nothing, at whichever statement the connection ends", async () => {
    const { cuts, outcomes } = await cutApplies(world, 1)
    expect(cuts).toBeGreaterThan(60)
    expect(outcomes.get("partly") ?? 0).toBe(0)
  }, 1_200_000)

  it("leaves all or nothing, whichever statement fails", async () => {
    const { cuts, outcomes } = await cutApplies(world, 1, "failing")
    expect(cuts).toBeGreaterThan(60)
    expect(outcomes.get("partly") ?? 0).toBe(0)
    expect(outcomes.get("nothing") ?? 0).toBeGreaterThan(60)
  }, 1_200_000)

  it("leaves all or nothing if the process is killed while it writes", async () => {
    const outcomes = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++) {
      const api = await startProcess(world.databaseUrl)
      const client = configClient({ send: connectTo(api.origin) })
      const owner = await world.account("agency")
      const plan = await client.planAs(owner, wholeFile(owner))
      const applied = client.applyAs(owner, plan).catch(() => null)
      let polls = 0
      while (polls <= round * 3) {
        const [found] = (await world.sql(WRITES)) as ReadonlyArray<{ readonly writers: number }>
        polls += (found?.writers ?? 0) > 0 || polls > 0 ? 1 : 0
        if (await Promise.race([applied.then(() => true), Promise.resolve(false)])) break
      }
      api.kill()
      await api.ended
      await applied
      const state = await stateOf(world, owner)
      outcomes.set(state, (outcomes.get(state) ?? 0) + 1)
    }
    expect(outcomes.get("partly") ?? 0).toBe(0)
    expect(outcomes.get("nothing") ?? 0).toBeGreaterThan(0)
  }, 600_000)
})
