// The program of a test run that will be killed. It starts a test server, prints the folder and the process id of the
// server, and waits.
import { readlinkSync } from "node:fs"
import { dirname } from "node:path"
import * as Effect from "effect/Effect"
import postgres from "postgres"
import { startTestServer } from "../src/testing.ts"

const server = await startTestServer({ "0001_nothing": Effect.void })
const sql = postgres(server.url, { max: 1 })
const [row] = await sql<Array<{ pid: number }>>`
  select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid`
await sql.end()
// The working directory of a server is its data directory, `<folder>/postgres/data`.
const data = readlinkSync(`/proc/${row?.pid}/cwd`)
process.stdout.write(`${JSON.stringify({ folder: dirname(dirname(data)), pid: row?.pid })}\n`)
setInterval(() => {}, 60_000)
