import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { layerEnvironment } from "../src/Standalone.ts"
import { makeFolder, removeFolder, runningIn, start } from "./Program.ts"

const folders: Array<string> = []
const newFolder = () => {
  const folder = makeFolder()
  folders.push(folder)
  return folder
}
afterAll(() => folders.forEach(removeFolder))

const serve = async (dataDir: string, env: Readonly<Record<string, string>> = {}) => {
  const program = start("main.ts", [], { MON_PORT: "0", MON_DATA_DIR: dataDir, NODE_ENV: "production", ...env })
  return { ...program, url: await program.prints(/Mon is ready at (\S+)/u) }
}

const status = async (url: string, key: string) =>
  (await fetch(`${url}/api/v1/status`, { headers: { "X-API-Key": key } })).status

const gone = async (folder: string) => {
  while (runningIn(folder).length > 0) await new Promise((next) => setImmediate(next))
}

const noLongerThan = (ms: number, work: Promise<unknown>) =>
  Promise.race([work.then(() => "done"), new Promise((late) => setTimeout(late, ms, "late"))])

describe("the service", () => {
  it.each([
    ["SIGTERM", 1],
    ["SIGINT", 1],
    ["SIGTERM", 2],
    ["SIGINT", 2]
  ] as const)("ends with its database after %s to the whole group, sent %i times", async (signal, times) => {
    const dataDir = newFolder()
    const service = await serve(dataDir)
    for (let time = 0; time < times; time++) process.kill(-service.pid, signal)
    expect(await noLongerThan(10_000, service.ended)).toBe("done")
    expect(await service.ended).toMatchObject({ code: 0, stderr: "" })
    expect(await noLongerThan(1_000, gone(dataDir))).toBe("done")
  })

  it("continues with all data after it was killed, and prints no second key", async () => {
    const dataDir = newFolder()
    const first = await serve(dataDir)
    const key = await first.prints(/API key \(shown once\): (\S+)/u)
    expect(await status(first.url, key)).toBe(200)
    process.kill(first.pid, "SIGKILL")
    await first.ended
    const started = performance.now()
    const second = await serve(dataDir)
    expect(performance.now() - started).toBeLessThan(15_000)
    expect(await status(second.url, key)).toBe(200)
    expect(second.output()).not.toContain("API key")
    process.kill(second.pid, "SIGTERM")
    expect(await second.ended).toMatchObject({ code: 0 })
    expect(await noLongerThan(1_000, gone(dataDir))).toBe("done")
  })

  it("reads the owner's key, address and plan from the environment, and then prints no key", async () => {
    const key = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
    const service = await serve(newFolder(), {
      MON_BOOTSTRAP_API_KEY: key,
      MON_BOOTSTRAP_EMAIL: "ada@example.org",
      MON_BOOTSTRAP_PLAN: "agency"
    })
    const response = await fetch(`${service.url}/api/v1/account`, { headers: { "X-API-Key": key } })
    expect(await response.json()).toMatchObject({ data: { email: "ada@example.org", plan: "agency" } })
    expect(service.output()).not.toContain(key)
    process.kill(service.pid, "SIGTERM")
    await service.ended
  })

  it("does not start with an invalid variable, and says in one sentence what the variable takes", async () => {
    const { code, stderr, stdout } = await start("main.ts", [], { MON_PORT: "http", MON_DATA_DIR: newFolder() }).ended
    expect(code).toBe(1)
    expect(stdout).toBe("")
    expect(stderr).toBe("MON_PORT must be a port number from 0 (any free port) to 65535.\n")
  })

  it.each([
    ["MON_DATABASE_URL", "localhost"],
    ["MON_BOOTSTRAP_API_KEY", "secret"],
    ["MON_BOOTSTRAP_EMAIL", "ada"],
    ["MON_BOOTSTRAP_PLAN", "gold"],
    ["MON_DNS_SERVERS", "one two"],
    ["MON_ALLOW_PRIVATE_NETWORKS", "10.0.0.0/99"],
    ["MON_WORKER_CONCURRENCY", "many"],
    ["MON_SECRET", "short"],
    ["MON_SMTP_URL", "mail.example.org"],
    ["MON_MAIL_FROM", "Mon"],
    ["MON_S3_BUCKET", "images"]
  ])("does not start with %s=%s", async (variable, value) => {
    const error = await Effect.runPromise(
      Effect.flip(Effect.scoped(Layer.build(layerEnvironment({ [variable]: value }))))
    )
    expect(error.message).toMatch(/^MON_\w+ must be .+\.$/u)
  })
})
