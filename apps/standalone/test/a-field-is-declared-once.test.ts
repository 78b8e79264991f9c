import { domainFields, type MonitorFields, pageFields } from "@mon/model"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const sources = globSync("{apps,packages}/*/src/**/*.ts", { cwd: root })
  .filter((path) => !path.includes("/migrations/"))
  // Each language has words for the same things.
  .filter((path) => !/^apps\/dashboard\/src\/(?:words\/|.*\.(?:de|en)\.ts$)/u.test(path))
  // The importers name the fields that settings of other tools become.
  .filter((path) => !path.startsWith("packages/import/"))
  .map((path) => ({ path, text: readFileSync(`${root}/${path}`, "utf8") }))
  // `npm run openapi` writes the records of the plain client from the contract, so nobody edits them.
  .filter(({ text }) => !text.startsWith("// Written by `npm run openapi`."))
  .map(({ path, text }) => ({ path, words: new Set(text.split(/\W+/u)) }))

/**
 * A display name is everywhere. The schedule and the rules of plans depend on the interval and the timeout, and the
 * limits of plans on the number of selectors. Copied addresses end with the member who added them. What checks send
 * and expect, and what broken pages mean, passes through claims to the engine, and a degraded monitor is announced.
 * Watched DNS records have a schedule, a plan limit and a screen of their own. The rules of pages have the names of
 * the engine's options, pass through claims and previews to it, and "include", "exclude", "trigger" and "render" are
 * also common words. A page is rendered for pictures, checks and previews. Dependencies belong to domains and pages
 * alike, so they are declared in a table that both use, and they have rights and a search for circles of their own. A
 * domain without email is left out of schedules, alerts, lists and reports.
 */
const everywhere = new Set([
  "name",
  "checkInterval",
  "timeoutSeconds",
  "ccEmails",
  "dkimSelectors",
  "request",
  "expect",
  "contentFaults",
  "degradedAfterMs",
  "dnsWatch",
  "emailHealthEnabled",
  "screenshotWaitMs",
  "include",
  "exclude",
  "ignoreLines",
  "trigger",
  "onlyLines",
  "minimumChange",
  "render",
  "dependsOn"
])

const fieldsOf = (table: string, fields: MonitorFields) =>
  Object.entries(fields)
    .filter(([name]) => !everywhere.has(name))
    .map(([name, { column }]) => ({ table, name, column }))

describe("a settable field of a monitor", () => {
  it.each([
    ...fieldsOf("packages/model/src/domainFields.ts", domainFields),
    ...fieldsOf("packages/model/src/pageFields.ts", pageFields)
  ])("$name is in its table, and in at most 3 source files more", ({ column, name, table }) => {
    const paths = sources
      .filter(({ words }) => words.has(name) || (column !== undefined && words.has(column)))
      .map(({ path }) => path)
    expect(paths).toContain(table)
    expect(paths.length, paths.join("\n")).toBeLessThanOrEqual(4)
  })
})
