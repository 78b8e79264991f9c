import { fileURLToPath } from "node:url"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { afterAll, expect, it } from "vitest"

const BIN = fileURLToPath(new URL("../src/bin.ts", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "diff-engine-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const before = file("before.html", "<h1>Prices</h1><p>Starter 39 EUR<p>Free trial")
const after = file("after.html", "<h1>Prices</h1><p>Starter 49 EUR<p>Free trial<script nonce=1></script>")
const same = file("same.html", "<body><h1>Prices</h1>\n<p class=x>Starter <b>39</b> EUR<p>Free trial")

const run = (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [BIN, ...args], { encoding: "utf8" })
  return { status, stderr, stdout }
}

it("shows the changes and exits with 1", () => {
  expect(run(before, after)).toEqual({
    status: 1,
    stderr: "",
    stdout: "1 change: +1 / -1 line\n\nline 1\n  Prices\n- Starter 39 EUR\n+ Starter 49 EUR\n  Free trial\n"
  })
})

it("exits with 0 for pages with the same text", () => {
  expect(run(before, same)).toEqual({ status: 0, stderr: "", stdout: "No changes\n" })
})

it("writes a patch, a table, or the whole result", () => {
  expect(run("--unified", before, after).stdout).toBe(
    `--- ${before}\n+++ ${after}\n@@ -1,3 +1,3 @@\n Prices\n-Starter 39 EUR\n+Starter 49 EUR\n Free trial\n`
  )
  expect(run("--html", before, after).stdout).toMatch(/^<table class="diff">.*<ins>49<\/ins>/u)
  expect(JSON.parse(run("--json", before, after).stdout)).toMatchObject({ result: "changed", diff: { changeCount: 1 } })
  expect(JSON.parse(run("--json", before, same).stdout)).toEqual({ result: "same" })
})

it("says which changes do not count", () => {
  const answer = (...args: ReadonlyArray<string>) => {
    const { status, stdout } = run(...args, before, after)
    return [status, stdout.split("\n")[0]]
  }
  const found = [1, "1 change: +1 / -1 line"]
  expect(answer("--appears", "49")).toEqual(found)
  expect(answer("--appears", "Free")).toEqual([0, "No changes that count (--appears or --disappears)"])
  expect(answer("--disappears", "39")).toEqual(found)
  expect(answer("--only-lines", "removed", "--minimum-lines", "1")).toEqual(found)
  expect(answer("--minimum-lines", "2")).toEqual([0, "No changes that count (--minimum-lines or --minimum-percent)"])
  expect(answer("--minimum-percent", "90")[0]).toBe(0)
  expect(answer("--ignore-line", "Starter")).toEqual([0, "No changes"])
  expect(answer("--ignore-pattern", "^Starter \\d+ EUR$")).toEqual([0, "No changes"])
})

it("exits 2 and says why for what cannot be compared", () => {
  expect(run(before, join(folder, "none.html"))).toMatchObject({ status: 2, stderr: expect.stringContaining("ENOENT") })
  expect(run("--include", "#price", before, after)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("Nothing on the page matches #price.")
  })
})

it("exits 64 and names the argument that is wrong", () => {
  const usage = (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = run(...args)
    expect({ status, stdout }).toEqual({ status: 64, stdout: "" })
    return stderr.split("\n")[0]
  }
  expect(usage(before)).toBe("<after> is missing. It must be the path of a file.")
  expect(usage(before, after, same)).toBe(`Unexpected argument: ${JSON.stringify(same)}.`)
  expect(usage("--mask", "prices", before, after)).toMatch(/^--mask must be one of .*, not "prices"\.$/u)
  expect(usage("--appears", "a", "--disappears", "b", before, after)).toBe(
    "Only one of --appears and --disappears can be given."
  )
  expect(usage("--ignore-pattern", "(", before, after)).toBe('--ignore-pattern must be a regular expression, not "(".')
  expect(usage("--nope", before, after)).toBe("Unknown option: --nope.")
  expect(usage("--include")).toBe("--include must be a CSS selector, or a JSONPath for JSON, but no value was given.")
  expect(usage("--include", "p[[", before, after)).toBe('Invalid option: "p[[" is not a CSS selector.')
  const json = file("prices.json", "{}")
  expect(usage("--exclude", "$.items[", json, json)).toBe(
    'Invalid option: "$.items[" is not a JSONPath (expected a selector at character 9).'
  )
  expect(usage("--include", "x".repeat(501), before, after)).toBe(
    `Invalid option: options.include[0] must be a CSS selector or a JSONPath of at most 500 characters, but it is the string "${"x".repeat(60)}…".`
  )
})

it("prints help and version", () => {
  expect(run("--help")).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringMatching(/^Usage: mon-diff-engine /u)
  })
  expect(run("--version")).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/u) })
})
