import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { browserUser } from "../src/browser/BrowserUser.ts"
import { findChromium } from "../src/browser/ChromiumPath.ts"
import { unpackChromium } from "../src/browser/PackagedChromium.ts"
import { readVersion } from "../src/browser/readVersion.ts"
import { npmPlaces } from "./Chromium.ts"

const found = findChromium(null, npmPlaces)

describe.skipIf(!found.ok)("the Chromium of the npm package (skipped where there is none for the system)", () => {
  const user = browserUser()
  const from = found.ok ? found.path : ""
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "unpacked-chromium-"))
    await chmod(folder, 0o755)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test("is unpacked once, and replaces other versions and unfinished ones", async () => {
    const cache = join(folder, "cache")
    const [first, second] = await Promise.all([
      unpackChromium(from, user, [cache]),
      unpackChromium(from, user, [cache])
    ])
    expect(second).toBe(first)
    expect(await readVersion(first, user)).toMatch(/^\d+\.\d+\.\d+\.\d+$/u)
    const { ino, mode } = await stat(first.path)
    expect(mode & 0o777).toBe(0o755)
    expect((await stat(cache)).mode & 0o777).toBe(user === null ? 0o700 : 0o755)

    expect((await unpackChromium(from, user, [cache])).path).toBe(first.path)
    expect((await stat(first.path)).ino).toBe(ino)
    expect(await readdir(cache)).toHaveLength(1)
  }, 120_000)

  test("is unpacked elsewhere if others may change the folder, or if it cannot be created", async () => {
    const shared = join(folder, "shared")
    const file = join(folder, "file")
    const good = join(folder, "good")
    await unpackChromium(from, user, [shared])
    await chmod(shared, 0o777)
    await writeFile(file, "")
    expect((await unpackChromium(from, user, [shared, join(file, "below"), good])).path.startsWith(good)).toBe(true)
    await expect(unpackChromium(from, user, [shared])).rejects.toThrow(/could not be unpacked to .*shared/u)
  }, 120_000)

  test.runIf(process.geteuid?.() === 0)(
    "is unpacked where the user of the browser may enter",
    async () => {
      const open = join(folder, "open")
      const outer = await mkdtemp(join(folder, "outer-"))
      expect((await unpackChromium(from, user, [join(outer, "cache"), open])).path.startsWith(open)).toBe(true)
    },
    120_000
  )
})
