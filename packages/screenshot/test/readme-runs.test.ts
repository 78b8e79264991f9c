import { readFileSync } from "node:fs"
import type { Site } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Screenshots } from "../src/effect.ts"
import type { ScreenshotPool, ScreenshotRequest } from "../src/index.ts"
import { noChromium, openPages, openPool } from "./Chromium.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const fences = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, fence = ""]) => fence)

describe.skipIf(noChromium !== null)("the README (skipped without Chromium)", () => {
  let site: Site
  let pool: ScreenshotPool
  const files = new Map<string, number>()
  beforeAll(async () => {
    site = await openPages({ "/": "<title>Example Domain</title><h1>Example Domain</h1>" })
    pool = openPool()
  })
  afterAll(async () => {
    await pool.close()
    await site.close()
  })

  /** Requests a page of the test instead of the https://example.com of the examples. */
  const take = (request: ScreenshotRequest) =>
    pool.take({ ...request, url: request.url.replace("https://example.com", `http://shop.example.com:${site.port}/`) })

  const modules: Readonly<Record<string, object>> = {
    "@mon/screenshot": { openScreenshotPool: () => ({ take, close: () => Promise.resolve() }) },
    "@mon/screenshot/effect": {
      Screenshots: Object.create(Screenshots, {
        layer: {
          value: () =>
            Layer.succeed(Screenshots, {
              take: (request) => Effect.promise(() => take(request)),
              pdf: (request) => Effect.promise(() => pool.pdf(request))
            })
        }
      }) as object
    },
    "effect/Effect": Effect,
    "node:fs/promises": {
      writeFile: (name: string, bytes: Uint8Array) => {
        files.set(name, bytes.length)
        return Promise.resolve()
      }
    }
  }

  test("has one program with promises and one with Effect", () => expect(fences).toHaveLength(2))

  test.each(fences)(
    "program %# prints the output that it shows",
    async (fence) => {
      const body = fence.replace(
        /^import (?:\* as (\w+)|(\{[^}]*\})) from "([^"]+)"$/gm,
        (_, whole: string | undefined, names: string | undefined, name: string) =>
          `const ${whole ?? names} = modules[${JSON.stringify(name)}]`
      )
      const AsyncFunction = (async () => {}).constructor as new (
        ...parts: ReadonlyArray<string>
      ) => (...values: ReadonlyArray<unknown>) => Promise<void>
      const logged: Array<string> = []
      await new AsyncFunction("modules", "console", body)(modules, {
        log: (...words: ReadonlyArray<unknown>) => logged.push(words.join(" "))
      })
      const [, expected] = /console\.log\(.*\) \/\/ (.*)$/m.exec(fence) ?? []
      expect(logged).toEqual([expected])
    },
    30_000
  )

  test("the screenshot was written to a file", () => expect(files.get("example.webp")).toBeGreaterThan(100))
})
