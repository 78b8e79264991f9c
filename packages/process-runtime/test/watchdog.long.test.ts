import { spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { readWatchdogLimit, STUCK_EXIT_CODE } from "../src/watchdog/Watchdog.ts"

const program = fileURLToPath(new URL("watchedProgram.ts", import.meta.url))
const LIMIT_MS = 1_000

const run = (deed: string, limitMs = LIMIT_MS, logFormat = "json") => {
  const child = spawn(process.execPath, ["--conditions=@mon/source", program, deed, `${limitMs}`, logFormat], {
    stdio: ["pipe", "pipe", "pipe"]
  })
  let errors = ""
  let output = ""
  child.stderr.on("data", (bytes: Buffer) => {
    errors += bytes.toString()
  })
  const watched = new Promise<void>((resolve) => {
    child.stdout.on("data", (bytes: Buffer) => {
      output += bytes.toString()
      if (output.includes("watched")) resolve()
    })
  })
  const ended = once(child, "close").then(([code, signal]: ReadonlyArray<unknown>) => ({
    code,
    signal,
    errors,
    output
  }))
  return { child, watched, ended }
}

const lines = (
  text: string
): ReadonlyArray<{
  readonly message: string
  readonly level: string
  readonly annotations: Readonly<Record<string, unknown>>
}> =>
  // Node.js also prints this line, because the watchdog inspects the main thread.
  text
    .trim()
    .split("\n")
    .filter((line) => line !== "Waiting for the debugger to disconnect...")
    .map((line) => JSON.parse(line))

describe("the watchdog", () => {
  it.concurrent("ends a process whose event loop is stuck with a special exit code, and writes the stack", async () => {
    const { code, errors, output, signal } = await run("spin").ended
    expect({ code, signal, output }).toEqual({ code: STUCK_EXIT_CODE, signal: null, output: "watched\n" })
    const [stuck, where] = lines(errors)
    expect(stuck).toMatchObject({
      message: "The event loop is blocked. The process exits",
      level: "FATAL",
      annotations: { limitMs: LIMIT_MS, exitCode: STUCK_EXIT_CODE }
    })
    expect(String(where?.annotations["stack"])).toMatch(/spinForEver \S+watchedProgram\.ts:\d+/u)
  }, 30_000)

  it.concurrent("kills a process that is stuck in native code, and says why", async () => {
    const { errors, signal } = await run("native").ended
    expect(signal).toBe("SIGKILL")
    expect(lines(errors).map(({ message }) => message)).toEqual([
      "The event loop is blocked. The process exits",
      "The main thread does not respond. The process is killed"
    ])
  }, 30_000)

  it.concurrent("ignores a busy process whose event loop still runs now and then", async () => {
    expect(await run("busy").ended).toEqual({ code: 0, signal: null, errors: "", output: "watched\ndone\n" })
  }, 30_000)

  it.concurrent("ignores a process that was suspended for longer than the limit", async () => {
    const { child, ended, watched } = run("wait")
    await watched
    child.kill("SIGSTOP")
    // This test needs real time.
    await delay(3 * LIMIT_MS)
    child.kill("SIGCONT")
    await delay(LIMIT_MS / 2)
    child.stdin.end("go on\n")
    expect(await ended).toEqual({ code: 0, signal: null, errors: "", output: "watched\ndone\n" })
  }, 30_000)

  it.concurrent("does nothing if it is disabled", async () => {
    const { child, ended, watched } = run("spin", 0)
    await watched
    await delay(LIMIT_MS)
    child.kill("SIGKILL")
    expect(await ended).toMatchObject({ signal: "SIGKILL", errors: "" })
  }, 30_000)

  it.each([
    [{}, 60_000],
    [{ MON_WATCHDOG_SECONDS: "0" }, 0],
    [{ MON_WATCHDOG_SECONDS: "5" }, 5_000]
  ])("reads its limit from the settings: %j", (env, limit) => {
    expect(readWatchdogLimit(env)).toBe(limit)
  })

  it("refuses an invalid limit", () => {
    expect(() => readWatchdogLimit({ MON_WATCHDOG_SECONDS: "soon" })).toThrow(
      "MON_WATCHDOG_SECONDS must be a whole number of seconds from 1 to 3600, or 0 to turn the watchdog off."
    )
  })
})
