import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"

const IMPORT = /^import (?:\* as (\w+)|\{ (.+) \}) from "(.+)"$/gm
const CLAIM = /^(.+) \/\/ => (.+)$/gm

/** Returns the TypeScript examples of a README. */
export const examplesOf = (readme: URL): ReadonlyArray<string> =>
  [...readFileSync(readme, "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, fence = ""]) => fence)

/**
 * Runs an example of a README, with its imports taken from `modules`. Returns each result with the value that `// =>`
 * claims for it.
 */
export const runExample = async (
  fence: string,
  modules: Readonly<Record<string, object>>
): Promise<ReadonlyArray<readonly [found: unknown, claimed: unknown]>> => {
  const bound = new Map<string, unknown>()
  for (const [, whole, names, source = ""] of fence.matchAll(IMPORT)) {
    const module = modules[source] as Readonly<Record<string, unknown>>
    if (whole !== undefined) bound.set(whole, module)
    for (const name of names?.split(", ") ?? []) bound.set(name, module[name])
  }
  const body = fence
    .replaceAll(IMPORT, "")
    .replaceAll(CLAIM, (_, expression: string, value: string) => `__claims.push([${expression}, ${value}])`)
  const claims: Array<readonly [unknown, unknown]> = []
  const wrapped = stripTypeScriptTypes(`async function __example() {\n${body}\n}`)
  const make = new Function("__claims", ...bound.keys(), `${wrapped}\nreturn __example()`) as (
    ...values: ReadonlyArray<unknown>
  ) => Promise<void>
  await make(claims, ...bound.values())
  return claims
}
