import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

const program = `
  import { COMPARED, subjectOf } from ${JSON.stringify(join(root, "bench/compare/subjects.mjs"))}
  const versions = await Promise.all(COMPARED.map(async (name) => [name, (await subjectOf(name)).versions]))
  console.log(JSON.stringify(Object.fromEntries(versions)))
`
const compared = JSON.parse(
  execFileSync(process.execPath, ["--conditions=@mon/source", "--input-type=module", "--eval", program], {
    encoding: "utf8"
  })
) as Readonly<Record<string, Readonly<Record<string, string>>>>

it.each(Object.entries(compared))(
  "the comparison of %s shows the versions that the command installs",
  (name, versions) => {
    const readme = readFileSync(join(root, "packages", name, "README.md"), "utf8")
    const [, table = ""] = /<!-- comparison -->\n([^]*?)<!-- \/comparison -->/u.exec(readme) ?? []
    for (const [peer, version] of Object.entries(versions)) {
      const shown = [...table.matchAll(new RegExp(`(?<=[|\\s])${peer} (\\d+\\.\\d+\\.\\d+)`, "gu"))]
      expect([peer, new Set(shown.map(([, found]) => found))]).toEqual([peer, new Set([version])])
    }
  }
)
