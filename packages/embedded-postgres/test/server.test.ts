import { assert, expect, test } from "vitest"
import postgres from "postgres"
import { startEmbedded } from "../src/index.ts"
import { identify } from "../src/ProcessIdentity.ts"
import { scratch } from "./scratch.ts"

const { folder, remember } = scratch("server")

test("an embedded server starts in an empty directory, preserves what was written, and leaves nothing running", async () => {
  const dataDir = await folder()
  const ask = async (text: string) => {
    const server = await remember(await startEmbedded({ durable: false, dataDir }))
    const sql = postgres(server.url, { max: 1, onnotice: () => {} })
    const rows = await sql.unsafe(text)
    await sql.end()
    await server.stop()
    assert.isUndefined(identify(server.pid))
    return [...rows]
  }
  await ask("create table kept as select current_setting('server_version_num')::int / 10000 as major")
  expect(await ask("select major from kept")).toEqual([{ major: 18 }])
}, 60_000)
