import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import * as main from "../src/index.ts"
import { loadList } from "../src/list.ts"
import * as small from "../src/small.ts"
import { vectors } from "./vectors.ts"

const list = loadList()
const read = (name: string): ReadonlyArray<string> =>
  readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.split(" "))
    .filter((word) => word !== "")

describe("the small table", () => {
  it("gives the verdict of the whole table, or none", () => {
    const differ = [...list.rules()].filter(
      ({ domain }) => small.mailClass(domain) !== "none" && small.mailClass(domain) !== main.mailClass(domain)
    )
    expect(differ).toEqual([])
  })

  it("contains every alias, privacy, free and misspelt domain", () => {
    for (const name of ["alias", "privacy", "free", "typo"] as const)
      for (const domain of list.domainsOf(name)) expect([domain, small.mailClass(domain)]).toEqual([domain, name])
    expect(small.checkDisposable("anna@gmial.com")).toMatchObject({ class: "typo", suggestion: "gmail.com" })
  })

  it("says the same of invalid input and of subdomains", () => {
    for (const { input } of vectors) {
      const [few, all] = [small.checkDisposable(input), main.checkDisposable(input)]
      expect(few.valid).toBe(all.valid)
      if (few.valid && few.class === "none") continue
      expect(few).toEqual(all.valid ? { ...all, provider: null } : all)
    }
  })

  it("finds the best-known services, and no legitimate domain", () => {
    const notorious = read("notorious")
    const found = notorious.filter((domain) => small.isDisposable(domain))
    expect(found.length / notorious.length).toBeGreaterThan(0.9)
    expect(read("legitimate").filter((domain) => small.isDisposable(domain))).toEqual([])
  })

  it("has at most 60 KB, and so has a page that bundles it, compressed", async () => {
    expect(small.checker().info.bytes).toBeLessThan(60_000)
    expect(small.checker().info.rules).toBeGreaterThan(8_000)
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL("../src/small.ts", import.meta.url))],
      bundle: true,
      format: "esm",
      platform: "neutral",
      minify: true,
      write: false,
      logLevel: "silent"
    })
    expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThan(60_000)
  })
})
