import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { assert, describe, expect, test } from "vitest"
import { EmbeddedPostgresError } from "../src/index.ts"
import { logSupervision } from "../src/logSupervision.ts"
import { isPassing, restartTimings, waitBefore } from "../src/restartPolicy.ts"

test("a server is started again at once, and then after waits that double up to ten seconds", () => {
  const waits = Array.from({ length: 9 }, (_, failures) => waitBefore(failures, restartTimings))
  assert.deepStrictEqual(waits, [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

const failed = (reason: EmbeddedPostgresError["reason"], detail: string, cause?: unknown) =>
  new EmbeddedPostgresError({ reason, message: "It did not start.", detail, cause })

describe("a failed start", () => {
  test.each([
    failed("StartFailed", 'FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device'),
    failed("StartFailed", "", Object.assign(new Error("could not extend file: No space left on device"))),
    failed("DataDirectory", "", Object.assign(new Error("open failed"), { code: "EMFILE" })),
    failed("Busy", ""),
    Object.assign(new Error("write"), { code: "ENOSPC" })
  ])("may succeed later: %#", (error) => {
    assert.isTrue(isPassing(error))
  })

  test.each([
    failed("StartFailed", "PANIC:  could not locate a valid checkpoint record"),
    failed("VersionMismatch", ""),
    failed("DataDirectory", "")
  ])("lasts: %#", (error) => {
    assert.isFalse(isPassing(error))
  })
})

test("a hundred failed starts within a minute are one line in the log", async () => {
  const lines: Array<unknown> = []
  const logger = Logger.make<unknown, void>(({ message }) => void lines.push(message))
  await Effect.runPromise(
    Effect.gen(function* () {
      const log = yield* logSupervision
      log({ _tag: "Ended", pid: 7 })
      for (let attempt = 1; attempt <= 100; attempt++)
        log({ _tag: "StartFailed", message: "No space left on device", attempt, retryMs: 10 })
      log({ _tag: "Restarted", pid: 8, port: 1, attempts: 100 })
    }).pipe(Effect.provide(Logger.layer([logger])))
  )
  expect(lines.flat()).toEqual([
    "The embedded database stopped. It will be started again",
    "The embedded database could not be started. Mon will try again",
    "The embedded database is running again"
  ])
})
