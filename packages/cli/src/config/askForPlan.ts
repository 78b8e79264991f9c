import type { Records } from "@mon/api-contract/plain"
import type { CliTerminal } from "../CliTerminal.ts"
import { paintFor } from "../screen/paint.ts"
import type { Connection } from "../service/connection.ts"
import { annotateFaults } from "./configFile.ts"
import { hasChanges, planLines } from "./planLines.ts"
import { type FileValues, prepareFile } from "./prepareFile.ts"

interface AskedPlan {
  readonly ok: true
  readonly plan: Records["ConfigPlan"]
  readonly hasChanges: boolean
  readonly text: string
}

/** Reads a file and requests its plan from the service. `code` is the exit code if the file cannot be sent. */
export const askForPlan = async (
  values: FileValues,
  { client, url }: Connection,
  terminal: CliTerminal
): Promise<AskedPlan | { readonly ok: false; readonly code: number }> => {
  const prepared = await prepareFile(values, url, terminal)
  if (!prepared.ok) return prepared
  const plan = await client.config.plan({ document: prepared.source }, { signal: terminal.signal })
  annotateFaults(values.file, plan.refused, terminal)
  const lines = planLines(plan, { file: values.file, document: prepared.document, paint: paintFor(terminal) })
  return { ok: true, plan, hasChanges: hasChanges(plan), text: `${lines.join("\n")}\n` }
}
