import { type ConfigDocument, expandConfig, readConfig } from "@mon/api-contract/config-file"
import type { CliTerminal } from "../CliTerminal.ts"
import { readSource, refuseFile, refuseForeign } from "./configFile.ts"
import { variableLines } from "./variableHosts.ts"
import { readVariables } from "./variables.ts"

export interface FileValues {
  readonly file: string
  readonly env: ReadonlyArray<string>
  readonly "env-file": ReadonlyArray<string>
}

/** A file that can be sent. */
interface PreparedFile {
  readonly ok: true
  /** With the values of its variables. */
  readonly source: string
  /** Null: this version cannot read it, but the service may. */
  readonly document: ConfigDocument | null
}

/** Reads a file, puts values into it, and says on standard error which value goes where. */
export const prepareFile = async (
  values: FileValues,
  service: string,
  terminal: CliTerminal
): Promise<PreparedFile | { readonly ok: false; readonly code: number }> => {
  const source = await readSource(values.file, terminal)
  const expanded = expandConfig(source, readVariables(values, terminal))
  if (!expanded.ok) {
    await refuseForeign(values.file, source)
    return { ok: false, code: refuseFile(values.file, expanded.faults, terminal) }
  }
  const reading = readConfig(expanded.source)
  if (reading.ok) {
    for (const line of variableLines(reading.document, expanded.variables, service)) terminal.err(`${line}\n`)
    return { ok: true, source: expanded.source, document: reading.document }
  }
  await refuseForeign(values.file, source)
  // A newer service may know more fields. But no value is sent while it is not known where it goes.
  if (expanded.variables.length > 0) return { ok: false, code: refuseFile(values.file, reading.faults, terminal) }
  return { ok: true, source: expanded.source, document: null }
}
