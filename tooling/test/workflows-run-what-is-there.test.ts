import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const folder = `${root}.github/workflows/`
const scripts = new Set(
  Object.keys((JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { readonly scripts: object }).scripts)
)

/**
 * Returns the commands of a workflow: the single-line commands, and the lines of a block (`run: |`) that start npm or
 * node.
 */
const commands = (text: string): ReadonlyArray<string> => [
  ...[...text.matchAll(/^\s*(?:- )?(?:run|version|publish): (?!\|$)(.+)$/gmu)].map(([, command = ""]) => command),
  ...[...text.matchAll(/^\s*((?:npm|node) .+)$/gmu)].map(([, command = ""]) => command)
]

/** Matches `sudo` and the variables that it passes. */
const AS_ROOT = /^sudo (?:env (?:"?\w+=\S+ )+)?/u

/** Whether a command names a script of package.json or an existing file. */
const isThere = (command: string): boolean => {
  const words = command.replace(AS_ROOT, "").split(" ")
  const [program = "", first = "", second = ""] = words.filter((word) => !word.startsWith("--"))
  if (program === "npm") return scripts.has(first === "run" ? second : first)
  return existsSync(`${root}${program === "node" ? first : program}`)
}

it("the proofs include that of the image, which needs root", () => {
  expect(commands(readFileSync(`${folder}proofs.yml`, "utf8"))).toContain('sudo env "PATH=$PATH" npm run image')
})

describe.each(readdirSync(folder))("%s", (name) => {
  const text = readFileSync(`${folder}${name}`, "utf8")

  it("runs scripts and files that are there", () => {
    expect(commands(text).length).toBeGreaterThan(0)
    expect(commands(text).filter((command) => !isThere(command))).toEqual([])
  })

  it("installs the programs of tests as root, before it runs them", () => {
    const found = commands(text)
    const [install, tests] = [found.indexOf("sudo scripts/install-programs.sh"), found.indexOf(".ci/run")]
    expect(tests === -1 || (install !== -1 && install < tests)).toBe(true)
  })

  it("grants only read access by default, and has timeouts", () => {
    expect(text).toMatch(/^permissions:\n  contents: read$/mu)
    expect([...text.matchAll(/runs-on:/gu)].length).toBe([...text.matchAll(/timeout-minutes:/gu)].length)
    expect(text).not.toContain("pull_request_target")
  })
})
