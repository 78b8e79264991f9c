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

interface PreparedFile {
  readonly ok: true
  readonly source: string
  /** Null if this version of the program cannot read the file. A newer service may be able to read the file. */
  readonly document: ConfigDocument | null
}

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
  // A newer service may know more fields. But a file with variables is not sent, because this version cannot report
  // which host receives each value.
  if (expanded.variables.length > 0) return { ok: false, code: refuseFile(values.file, reading.faults, terminal) }
  return { ok: true, source: expanded.source, document: null }
}
