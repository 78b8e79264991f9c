// Reads the manually maintained lists that have a source on each line: `a | b | c`. Lines that start with # are
// comments.
import { readFileSync } from "node:fs"
import { checkHost } from "./hosts.ts"

interface Addition {
  readonly domain: string
  readonly service: string
  readonly reason: string
  readonly source: string
}

interface Exception {
  readonly domain: string
  readonly reason: string
  readonly source: string
}

interface Mailboxes {
  /** The code of ISO 3166-1. */
  readonly country: string
  readonly provider: string
  readonly domains: ReadonlyArray<string>
  readonly source: string
}

type Row<Column extends string> = Readonly<Record<Column, string>>

/** Throws an error that names the line if a line has a different number of fields, or an empty field. */
export const parseRows = <const Columns extends ReadonlyArray<string>>(
  text: string,
  file: string,
  columns: Columns
): ReadonlyArray<Row<Columns[number]>> =>
  text.split("\n").flatMap((line, index) => {
    if (line.startsWith("#") || line.trim() === "") return []
    const fields = line.split(" | ").map((field) => field.trim())
    if (fields.length !== columns.length || fields.includes(""))
      throw new Error(`${file}:${index + 1}: a line has the fields ${columns.join(" | ")}.`)
    const domains = (fields[columns.indexOf("domain")] ?? fields[columns.indexOf("domains")] ?? "").split(" ")
    for (const domain of domains) {
      const checked = checkHost(domain)
      if (!checked.ok || checked.host !== domain)
        throw new Error(
          `${file}:${index + 1}: ${domain} is ${checked.ok ? `written ${checked.host}` : checked.reason}.`
        )
    }
    // The cast is needed because the type of Object.fromEntries loses the names of the keys. The keys are the names of
    // the columns.
    return [Object.fromEntries(columns.map((column, at) => [column, fields[at] ?? ""])) as Row<Columns[number]>]
  })

const read = <const Columns extends ReadonlyArray<string>>(file: string, columns: Columns) =>
  parseRows(readFileSync(new URL(`../lists/${file}`, import.meta.url), "utf8"), file, columns)

/** Returns disposable services that are missing from the lists of the packages. */
export const readAdditions = (): ReadonlyArray<Addition> =>
  read("additions.txt", ["domain", "service", "reason", "source"])

/** Returns domains that lists call disposable by mistake. */
export const readExceptions = (): ReadonlyArray<Exception> => read("exceptions.txt", ["domain", "reason", "source"])

export const readMailboxes = (): ReadonlyArray<Mailboxes> =>
  read("mailboxes.txt", ["country", "provider", "domains", "source"]).map((row) => ({
    ...row,
    domains: row.domains.split(" ")
  }))
