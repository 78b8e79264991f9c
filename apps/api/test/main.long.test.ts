import { createTestDatabase } from "@mon/core-store/testing"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

const secret = "what-only-the-tests-of-this-process-know"

/** Starts an API process without a worker. */
const start = (environment: Record<string, string>) => {
  const child = spawn(process.execPath, ["--conditions=@mon/source", main], {
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
      MON_SECRET: secret,
      ...environment
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  let complaint = ""
  child.stderr.on("data", (chunk) => {
    complaint += String(chunk)
  })
  const announced = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk) => {
      output += String(chunk)
      const url = /API at ([^\s"]+)/u.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const ended = new Promise<{ readonly code: number | null; readonly output: string; readonly complaint: string }>(
    (resolve) => {
      child.on("close", (code) => resolve({ code, output, complaint }))
    }
  )
  return { announced, ended, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}

describe("the API as a separate process", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it.each(["SIGTERM", "SIGINT"] as const)(
    "serves, logs JSON, and exits with 0 on %s",
    async (signal) => {
      const api = start({ MON_DATABASE_URL: database.url, MON_PORT: "0" })
      const url = await api.announced
      expect((await fetch(`${new URL(url).origin}/ready`)).status).toBe(200)
      expect((await fetch(`${url}/domains`)).status).toBe(401)
      api.kill(signal)
      const { code, output } = await api.ended
      expect(code).toBe(0)
      const lines = output
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line))
      expect(lines.filter((line) => !JSON.stringify(line).includes("Session cookies are sent unencrypted"))).toEqual(
        Array.from({ length: lines.length - 1 }, () => expect.objectContaining({ level: "INFO" }) as unknown)
      )
      for (const hidden of [new URL(database.url).password, secret]) expect(output).not.toContain(hidden)
    },
    30_000
  )

  it.each([
    [{ MON_PORT: "many" }, "MON_PORT must be a port number from 0 (any free port) to 65535.\n"],
    [{ MON_DATABASE_URL: "" }, "MON_DATABASE_URL must be a URL such as postgres://user:password@host:5432/database.\n"]
  ])(
    "exits with 1 and one sentence for %j",
    async (environment, sentence) => {
      const { code, complaint } = await start({ MON_DATABASE_URL: database.url, ...environment }).ended
      expect({ code, complaint }).toEqual({ code: 1, complaint: sentence })
    },
    30_000
  )

  it("exits with one sentence that hides the password if the database is unreachable", async () => {
    const { code, complaint } = await start({
      MON_DATABASE_URL: "postgres://mon:secret@127.0.0.1:1/mon",
      MON_PORT: "0"
    }).ended
    expect(code).toBe(1)
    expect(complaint).toMatch(/^The database at MON_DATABASE_URL cannot be used: [^\n]+\n$/u)
    expect(complaint).not.toContain("secret")
  }, 30_000)
})
