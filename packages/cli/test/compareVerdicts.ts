import { writeConfig } from "@mon/api-contract/config-file"
import * as fc from "fast-check"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { monRun } from "./monRun.ts"
import { randomMonitors } from "./randomMonitors.ts"
import { startRandomSite } from "./randomSite.ts"
import { serviceVerdicts } from "./serviceVerdicts.ts"

interface Tested {
  readonly key: string
  readonly verdict: string
  readonly code: string | null
  readonly message: string | null
}

const named = <A>(kind: string, items: ReadonlyArray<A>) =>
  Object.fromEntries(items.map((item, index) => [`${kind}${index}`, item]))

/**
 * Checks random monitors with `mon test` and with the service. Returns the differences, and the number of times that
 * each code occurred.
 */
export const compareVerdicts = async (count: number, seed: number) => {
  const site = await startRandomSite()
  try {
    const { domain, page } = randomMonitors(site.base, site.closed)
    const half = Math.floor(count / 2)
    const document = {
      version: 1,
      project: "random",
      domains: named("d", fc.sample(domain, { numRuns: half, seed })),
      urls: named("u", fc.sample(page, { numRuns: count - half, seed: seed + 1 }))
    } as const
    const file = join(mkdtempSync(join(tmpdir(), "mon-test-")), "mon.yaml")
    writeFileSync(file, writeConfig(document))
    const run = await monRun(["test", "--file", file, "--allow-private", "--retries", "0", "--json"])
    if (run.out === "") throw new Error(run.err)
    const { results } = JSON.parse(run.out) as { results: ReadonlyArray<Tested> }
    const expected = await serviceVerdicts(document)
    const codes = new Map<string, number>()
    for (const { code } of results) codes.set(code ?? "up", (codes.get(code ?? "up") ?? 0) + 1)
    const differences = results.flatMap(({ code, key, message, verdict }) => {
      const service = expected.get(key)
      return JSON.stringify([verdict, code, message]) ===
        JSON.stringify([service?.verdict, service?.code, service?.message])
        ? []
        : [{ key, mon: [verdict, code, message], service }]
    })
    return { checked: results.length, differences, codes }
  } finally {
    await site.close()
  }
}
