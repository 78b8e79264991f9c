// A program with an embedded database. It prints its state as lines of JSON, and stops the database on a signal.
import process from "node:process"
import { createInterface } from "node:readline"
import postgres from "postgres"
import { startEmbedded } from "../src/index.ts"

const [, , dataDir = ""] = process.argv
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)

const main = async () => {
  const started = performance.now()
  const server = await startEmbedded({ dataDir })
  const stop = async () => {
    await server.stop()
    say({ event: "stopped" })
    process.exit(0)
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop())

  const { adopted, owner, pid, url } = server
  say({ event: "ready", adopted, owner, pid, url, ms: Math.round(performance.now() - started) })

  for await (const command of createInterface({ input: process.stdin })) {
    if (command !== "write") continue
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    await sql`create table if not exists written (n int primary key)`
    for (let n = 1; ; n++) {
      await sql`insert into written values (${n})`
      say({ event: "written", n })
    }
  }
}

main().catch((cause: unknown) => {
  say({ event: "failed", message: cause instanceof Error ? cause.message : String(cause) })
  process.exit(1)
})
