import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const dist = fileURLToPath(new URL("../dist", import.meta.url))
const index = readFileSync(join(dist, "index.html"), "utf8")
const files = readdirSync(join(dist, "assets"))

/**
 * The limit for the first load, in bytes after gzip. The first load consists of the scripts and styles that the index
 * file names.
 */
const FIRST_LOAD = 130_000

/**
 * The worker that reads files of other tools. It contains the schema of the configuration file, and is loaded only when
 * a person chooses a file.
 */
const IMPORTER = "import.worker-"
/** The limit for the size of the worker, in bytes after gzip. */
const IMPORTER_BYTES = 368_000

describe("the build", () => {
  it("loads at most 130 KB of gzip before the first screen", () => {
    const first = [...index.matchAll(/\/app\/(assets\/[^"]+)/gu)].map(([, path = ""]) => path)
    expect(first.length).toBeGreaterThan(1)
    const bytes = first.reduce((sum, path) => sum + statSync(join(dist, `${path}.gz`)).size, 0)
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD)
  })

  it("has nothing inline in the index file", () => {
    for (const [, content] of index.matchAll(/<script[^>]*>([^<]*)<\/script>/gu)) expect(content).toBe("")
    expect(index).not.toMatch(/<style|\sstyle=|\son[a-z]+=/u)
  })

  it("names each file after its content and has compressed copies", () => {
    for (const file of files.filter((name) => /\.(?:js|css)$/u.test(name))) {
      expect(file).toMatch(/-[\w-]{8}\.(?:js|css)$/u)
      expect(files).toContain(`${file}.br`)
      expect(files).toContain(`${file}.gz`)
    }
  })

  it("contains no schema library: the fields of the form come as plain data", () => {
    const scripts = files
      .filter((name) => name.endsWith(".js") && !name.startsWith(IMPORTER))
      .map((name) => readFileSync(join(dist, "assets", name), "utf8"))
    expect(scripts.some((text) => text.includes("screenshotOnFailure"))).toBe(true)
    expect(scripts.filter((text) => text.includes("~effect") || text.includes("effect/Schema"))).toEqual([])
  })

  it("loads the reader of other tools only with a file that a person chooses", () => {
    const [worker = "", ...others] = files.filter((name) => name.startsWith(IMPORTER) && name.endsWith(".js"))
    expect(others).toEqual([])
    expect(index).not.toContain(IMPORTER)
    expect(statSync(join(dist, "assets", `${worker}.gz`)).size).toBeLessThanOrEqual(IMPORTER_BYTES)
    expect(readFileSync(join(dist, "assets", worker), "utf8")).not.toMatch(/from\s*["']node:|__vite-browser-external/u)
    const named = files.filter(
      (name) => name.endsWith(".js") && readFileSync(join(dist, "assets", name), "utf8").includes(worker)
    )
    expect(named.map((name) => name.replace(/-[\w-]{8}\.js$/u, ""))).toEqual(["importWords"])
  })
})
