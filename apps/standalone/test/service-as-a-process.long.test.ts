import { afterAll, expect, it } from "vitest"
import { makeFolder, removeFolder, runningIn, start } from "./Program.ts"

const folder = makeFolder()
afterAll(() => removeFolder(folder))

it("the service starts in an empty folder, serves requests, and stops with its database on a signal", async () => {
  const service = start("main.ts", [], { MON_PORT: "0", MON_DATA_DIR: folder, NODE_ENV: "production" })
  const url = await service.prints(/Mon is ready at (\S+)/u)
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect((await fetch(`${url}/api/v1/domains`)).status).toBe(401)
  process.kill(-service.pid, "SIGTERM")
  expect(await service.ended).toMatchObject({ code: 0, stderr: "" })
  while (runningIn(folder).length > 0) await new Promise((next) => setImmediate(next))
}, 60_000)
