import { domainFields, type MonitorFields, pageFields } from "@mon/model"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const sources = globSync("{apps,packages}/*/src/**/*.ts", { cwd: root })
  .filter((path) => !path.includes("/migrations/"))
  // The texts of each language necessarily name the same fields.
  .filter((path) => !/^apps\/dashboard\/src\/(?:words\/|.*\.(?:de|en)\.ts$)/u.test(path))
  // Importers convert settings of other tools to fields, so they name these fields.
  .filter((path) => !path.startsWith("packages/import/"))
  .map((path) => ({ path, text: readFileSync(`${root}/${path}`, "utf8") }))
  // `npm run openapi` generates the records of the plain client, so nobody edits them.
  .filter(({ text }) => !text.startsWith("// Written by `npm run openapi`."))
  .map(({ path, text }) => ({ path, words: new Set(text.split(/\W+/u)) }))

/**
 * The fields that more source files may name. A display name occurs everywhere. Schedules and the rules of plans depend
 * on the interval and the timeout, and the limits of plans on the number of selectors. CC addresses are removed with
 * the member who added them. Requests, expectations and content faults pass through claims to the engine, and a
 * degraded monitor is announced. Watched DNS records have their own schedule, plan limit and screen. The rules of pages
 * have the names of the engine's options, pass through claims and previews to the engine, and "include", "exclude",
 * "trigger" and "render" are also common words. A page is rendered for pictures, checks and previews. Domains and pages
 * share a table that declares dependencies, which have their own rights and a search for cycles. A domain without email
 * is left out of schedules, alerts, lists and reports.
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
