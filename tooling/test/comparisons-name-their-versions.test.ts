import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

interface Compared {
  /** A path relative to the root of the repository. */
  readonly readme: string
  /** The pattern of the table in the README. */
  readonly table: string
  readonly versions: Readonly<Record<string, string>>
}

const program = `
  import { COMPARED, placeOf, subjectOf } from ${JSON.stringify(join(root, "bench/compare/subjects.mjs"))}
  const compared = COMPARED.map(async (name) => {
    const subject = await subjectOf(name)
    const { readme, table } = placeOf(name, subject)
    return [name, { readme, table: table.source, versions: subject.versions }]
  })
  console.log(JSON.stringify(Object.fromEntries(await Promise.all(compared))))
`
const compared = JSON.parse(
  execFileSync(process.execPath, ["--conditions=@mon/source", "--input-type=module", "--eval", program], {
    encoding: "utf8"
  })
) as Readonly<Record<string, Compared>>

it.each(Object.entries(compared))(
  "the comparison of %s shows the versions that the command installs",
  (_, { readme, table: place, versions }) => {
    const [table = ""] = new RegExp(place, "u").exec(readFileSync(join(root, readme), "utf8")) ?? []
    for (const [peer, version] of Object.entries(versions)) {
      const shown = [...table.matchAll(new RegExp(`(?<=[|\\s])${peer} (\\d+\\.\\d+\\.\\d+)`, "gu"))]
      expect([peer, new Set(shown.map(([, found]) => found))]).toEqual([peer, new Set([version])])
    }
  }
)
