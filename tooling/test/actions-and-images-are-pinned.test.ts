import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, "utf8")

/** The image that this repository builds itself. */
const OWN_IMAGES: ReadonlyArray<string> = ["mon:local"]

const values = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map(([, value = ""]) => value.trim())

/** Returns the actions whose code may change without a change here: a tag can be moved, a commit cannot. */
const looseActions = (workflow: string): ReadonlyArray<string> =>
  values(workflow, /^\s*(?:- )?uses:(.*)$/gmu).filter(
    (action) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u.test(action) && !action.startsWith("./")
  )

/** Returns the images whose contents may change without a change here. Names of earlier stages are not images. */
const looseImages = (text: string): ReadonlyArray<string> => {
  const stages = new Set(values(text, /^FROM .+ AS (\S+)$/gmu))
  return values(text, /^(?:FROM|\s*image:)\s+(?:--\S+ )*(\S+)/gmu).filter(
    (image) =>
      !OWN_IMAGES.includes(image) &&
      !stages.has(image) &&
      !/^[\w./-]+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/u.test(image)
  )
}

describe("actions", () => {
  it.each(readdirSync(`${root}.github/workflows`))("of %s are pinned by commit, with the version", (name) => {
    expect(looseActions(read(`.github/workflows/${name}`))).toEqual([])
  })

  it("of the action of this repository are pinned too", () => {
    expect(looseActions(read("action/action.yml"))).toEqual([])
  })

  it("of one version have one commit everywhere", () => {
    const uses = readdirSync(`${root}.github/workflows`).flatMap((name) =>
      values(read(`.github/workflows/${name}`), /^\s*(?:- )?uses:(.*)$/gmu)
    )
    expect(uses.length).toBeGreaterThan(0)
    const names = new Set(uses.map((action) => action.slice(0, action.indexOf("@"))))
    expect(new Set(uses).size).toBe(names.size)
  })

  it("that are not pinned are refused", () => {
    const commit = "0123456789abcdef0123456789abcdef01234567"
    const loose = ["a/b@v1.2.3", "a/b@main", `a/b@${commit}`, `a/b@${commit.slice(1)} # v1.2.3`]
    expect(looseActions(loose.map((action) => `      - uses: ${action}`).join("\n"))).toEqual(loose)
    expect(looseActions(`      - uses: a/b@${commit} # v1.2.3\n        uses: ./own`)).toEqual([])
  })
})

describe("images", () => {
  it.each(["Dockerfile", "compose.yaml"])("of %s are pinned by version and digest", (file) => {
    expect(looseImages(read(file))).toEqual([])
  })

  it("that are not pinned are refused", () => {
    const digest = `@sha256:${"0".repeat(64)}`
    expect(looseImages(`FROM node:24.1.0 AS build\nFROM node${digest}\nFROM node:24${digest}\nFROM build`)).toEqual([
      "node:24.1.0",
      `node${digest}`,
      `node:24${digest}`
    ])
    expect(looseImages("  db:\n    image: postgres:18.4\n  mon:\n    image: mon:local")).toEqual(["postgres:18.4"])
    expect(looseImages(`FROM --platform=linux/amd64 node:24.1.0-slim${digest}`)).toEqual([])
  })
})
