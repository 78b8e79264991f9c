import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")

const REEXPORT = /^export \{([^}]*)\} from "(\.[^"]+)"/gmu
const declares = (name: string): string => `export (?:abstract )?(?:async )?(?:const|let|class|function\\*?) ${name}\\b`

interface Exported {
  readonly name: string
  readonly file: string
}

/** The values that a door re-exports by name, with the file that declares each. */
const valuesOf = (door: string): ReadonlyArray<Exported> =>
  [...read(door).matchAll(REEXPORT)].flatMap(([, names = "", from = ""]) => {
    const file = join(dirname(door), from)
    return names.split(",").map((name) => name.trim()).filter((name) => name !== "" && !name.startsWith("type ")).flatMap((whole) => {
      const name = whole.replace(/ as .*$/u, "")
      const declared = new RegExp(`^${declares(name)}`, "mu").test(read(file))
      const passedOn = declared ? [] : valuesOf(file).filter((exported) => exported.name === name)
      // What is found nowhere is told as undocumented, so that no form of export slips through.
      return passedOn.length > 0 ? passedOn : [{ name, file }]
    })
  })

const isDocumented = ({ file, name }: Exported): boolean => new RegExp(`\\*/\\n${declares(name)}`, "u").test(read(file))

/** Words of the service that have no docblock of their own; a new one must have it, and one that gets it leaves this list. */
const WITHOUT: ReadonlySet<string> = new Set([
  "DomainExpiry", "DomainStatus", "EmailHealthGrade", "InviteStatus", "PaymentStatus", "RedirectFacts", "RedirectHop", "Resolution", "Role", "Settings",
  "SslFacts", "Tag", "UrlStatus", "newDomainMemory"
].map((name) => `packages/model ${name}`))

const published = globSync("packages/*/package.json", { cwd: root }).filter((file) => JSON.parse(read(file)).private !== true).map((file) => dirname(file))

describe("what a published package gives away", () => {
  it.each(published)("%s has a docblock on every function, class and value", (folder) => {
    const values = globSync(`${folder}/src/{index,effect}.ts`, { cwd: root }).flatMap(valuesOf)
    expect(values.length).toBeGreaterThan(0)
    const found = new Set(values.filter((value) => !isDocumented(value)).map(({ name }) => `${folder} ${name}`))
    expect([...found].toSorted()).toEqual([...WITHOUT].filter((name) => name.startsWith(`${folder} `)).toSorted())
  })
})
