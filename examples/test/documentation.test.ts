import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { MonApi, endpointsOf } from "@mon/api-contract"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...globSync("{docs/**/*.md,packages/*/README.md,examples/README.md}", { cwd: root })
]

/** The anchor of a heading, as GitHub generates it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")
const anchors = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = ""]) => anchorOf(heading)))
const prose = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gmu, "")

const brokenLinks = (page: string): ReadonlyArray<string> =>
  [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)/gu)].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/u.test(target)) return []
    const [path = "", anchor] = target.split("#")
    const file = path === "" ? page : relative(root, join(root, dirname(page), path))
    if (!existsSync(join(root, file))) return [target]
    return anchor === undefined || anchors(prose(read(file))).has(anchor) ? [] : [target]
  })

describe("links", () => {
  it.each(pages)("of %s lead somewhere", (page) => {
    expect(brokenLinks(page)).toEqual([])
  })
})

describe("settings", () => {
  const table = read("docs/settings.md")
  const sources = globSync("{apps,packages}/*/src/**/*.ts", { cwd: root }).map(read).join("\n")
  const named = new Set([...sources.matchAll(/\bMON_(?!TEST_)[A-Z0-9_]*[A-Z0-9]\b/gu)].map(([name]) => name))

  it("are all in the table", () => {
    expect(named.size).toBeGreaterThan(30)
    const missing = [...named].filter((name) => !table.includes(`\`${name}\``))
    expect(missing).toEqual([])
  })

  it("of the table are all read", () => {
    const families = ["MON_PRICE_", "MON_WHATSAPP_"]
    const documented = [...table.matchAll(/`(MON_[A-Z0-9_]+)`/gu)].map(([, name = ""]) => name)
    expect(
      documented.filter((name) => !sources.includes(name) && !families.some((family) => name.startsWith(family)))
    ).toEqual([])
  })
})

describe("packages", () => {
  it.each(globSync("packages/*/", { cwd: root }))("%s is in the table", (folder) => {
    expect(read("README.md")).toContain(`](${folder.replace(/\/$/u, "")})`)
  })
})

describe("the API guide", () => {
  const guide = read("docs/api-guide.md")
  const sections = new Map(
    [...guide.matchAll(/^### .*`(\w+ \/[^`]*)`\n([\s\S]*?)(?=^##|(?![\s\S]))/gmu)].map(
      ([, endpoint = "", text = ""]) => [endpoint, text]
    )
  )
  const endpoints = endpointsOf(MonApi)

  it("has the endpoints of the contract and no other", () => {
    expect([...sections.keys()].toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "shows a request that %s takes",
    (name, endpoint) => {
      const [, command = ""] = /```sh\n([\s\S]*?)```/u.exec(sections.get(name) ?? "") ?? []
      const [, body] = /-d '([^']*)'/u.exec(command) ?? []
      const [, url = ""] = /"\$MON([^"]*)"/u.exec(command) ?? []
      const [, method = body === undefined ? "GET" : "POST"] = /-X (\w+)/u.exec(command) ?? []
      const [path = "", query = ""] = url.split("?")
      expect(method).toBe(endpoint.method)
      expect(path).toBe(
        endpoint.path
          .replace(":type", "campaign")
          .replace(":changeId", "$CHANGE")
          .replace(":repairId", "$REPAIR")
          .replaceAll(/:\w+/gu, "$ID")
      )
      expect(body === undefined).toBe(endpoint.payload === null)
      if (endpoint.payload !== null && body !== undefined) Schema.decodeUnknownSync(endpoint.payload)(JSON.parse(body))
      if (query !== "")
        Schema.decodeUnknownSync(endpoint.query ?? Schema.Never)(Object.fromEntries(new URLSearchParams(query)))
    }
  )
})
