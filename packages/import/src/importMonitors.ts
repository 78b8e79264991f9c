import { aBoolean, anything, argumentsOf, aString, oneOf, optional, optionsOf } from "@mon/bundled/arguments"
import { type PlanName, planTable } from "@mon/model"
import { ImportDraft } from "./document/ImportDraft.ts"
import type { Imported } from "./Imported.ts"
import { type ImportSource, isSource, sources } from "./sources.ts"
import { isEntries } from "./reading/SourceObject.ts"
import { UnreadableSource } from "./reading/UnreadableSource.ts"
import type { SourceTables } from "./kuma/KumaTables.ts"

/** The input of an import: a text, the texts of several files by their names, or the rows of a database by table. */
export type ImportInput = string | ReadonlyMap<string, string> | { readonly tables: SourceTables }

/** Options of an import. */
export interface ImportOptions {
  /** The project of the configuration file. Default: the name of the source. */
  readonly project?: string
  /**
   * The day of the import, such as 2027-01-03. Maintenance windows without a date begin on this day. Default: today.
   */
  readonly today?: string
  /** The plan whose limits the file must fit: free, pro or agency. Default: agency, which has the highest limits. */
  readonly plan?: PlanName
  /**
   * Whether the account has proved that it owns the hosts. If false, monitors that send POST, PUT or PATCH are paused
   * and lose these methods. Default: false.
   */
  readonly provenHosts?: boolean
}

const acceptImportMonitors = /* @__PURE__ */ argumentsOf("importMonitors", () => ({
  source: aString,
  input: anything,
  options: optional(
    optionsOf<ImportOptions>({
      project: optional(aString),
      today: optional(aString),
      plan: optional(oneOf("free", "pro", "agency")),
      provenHosts: optional(aBoolean)
    })
  )
}))

const isTables = (input: unknown): input is { readonly tables: SourceTables } =>
  isEntries(input) &&
  isEntries(input["tables"]) &&
  Object.values(input["tables"]).every((rows) => Array.isArray(rows) && rows.every(isEntries))

const filesOf = (input: unknown): ReadonlyMap<string, string> | null => {
  if (typeof input === "string") return new Map([["The text", input]])
  if (!(input instanceof Map)) return null
  const files = [...input] as ReadonlyArray<readonly [unknown, unknown]>
  return files.every(([name, text]) => typeof name === "string" && typeof text === "string")
    ? (input as ReadonlyMap<string, string>)
    : null
}

/**
 * Converts the export of another tool to a configuration file, and reports the outcome of every field. Opens no files
 * and no connections. If the input cannot be read, the result contains a message.
 *
 * @example
 * ```ts
 * const imported = await importMonitors("list", "https://shop.example.org\nhttp://192.168.1.1")
 * imported.ok && imported.document.domains // => { "list-shop-example-org": { url: "https://shop.example.org" } }
 * imported.ok && imported.report.counts // => [{ kind: "monitor", imported: 1, leftOut: 1 }]
 * ```
 */
export const importMonitors = async (
  source: ImportSource,
  input: ImportInput,
  options: ImportOptions = {}
): Promise<Imported> => {
  acceptImportMonitors(source, input, options)
  if (!isSource(source)) throw invalid(`importMonitors: source must be one of: ${Object.keys(sources).join(", ")}.`)
  const files = filesOf(input)
  if (files === null && !isTables(input))
    throw invalid("importMonitors: input must be a string, a Map from names to texts, or an object with tables.")
  const draft = new ImportDraft(sources[source].prefix, {
    limits: planTable[options.plan ?? "agency"],
    provenHosts: options.provenHosts ?? false
  })
  const today = options.today ?? new Date().toISOString().slice(0, 10)
  try {
    if (files !== null) await sources[source].read(files, draft, today)
    else if (isTables(input)) sources[source].readTables(input.tables, draft, today)
    const imported = draft.finish(options.project ?? sources[source].prefix)
    return imported.ok && imported.report.groups.length === 0 ? { ok: false, message: NOTHING } : imported
  } catch (error) {
    if (error instanceof UnreadableSource) return { ok: false, message: error.message }
    throw error
  }
}

const NOTHING = "The input contains nothing that can be imported."

const invalid = (message: string): TypeError => Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_VALUE" })
