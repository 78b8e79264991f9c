import type { Client, Records } from "@mon/api-contract/plain"
import { command, CommandError, ExitCode, flag } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { fileArgument, fileOf, fileOption } from "../config/configFile.ts"
import { variableOptions } from "../config/variables.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { withService } from "../service/connection.ts"
import { jsonFlag } from "./jsonFlag.ts"

interface Consent {
  readonly "allow-delete": boolean
  readonly json: boolean
  readonly yes: boolean
}

const agree = async (
  made: Records["ConfigPlan"],
  { "allow-delete": allowDelete, json, yes }: Consent,
  terminal: CliTerminal
): Promise<boolean> => {
  const deleted = made.delete.length
  if (deleted > 0 && !allowDelete)
    throw new CommandError(
      `The plan deletes ${deleted === 1 ? "1 object" : `${deleted} objects`}. To allow that, use --allow-delete.`
    )
  if (yes) return true
  if (json || !terminal.canAsk) throw new CommandError("Nothing was applied. To apply without confirmation, use --yes.")
  return /^y(?:es)?$/iu.test(await terminal.askText("Apply these changes? [y/N] "))
}

const resultText = ({ adopted, created, deleted, updated, warnings }: Records["ConfigResult"]): string =>
  `Applied: ${created} created, ${updated} changed, ${deleted} deleted, ${adopted} adopted.\n${warnings.map((warning) => `${shownText(warning)}\n`).join("")}`

const send = (client: Client, planId: string, allowDelete: boolean, signal: AbortSignal) =>
  client.config.apply({ planId, ...(allowDelete ? { allowDelete } : {}) }, { signal })

export const apply = command({
  name: "mon apply",
  description: "Makes the account match a configuration file: all changes in one transaction, or none.",
  options: {
    file: fileOption,
    ...variableOptions,
    "allow-delete": flag("Delete objects that the file no longer contains"),
    yes: flag("Do not ask for confirmation", "y"),
    json: jsonFlag
  },
  arguments: fileArgument,
  notes: `The command shows a plan, asks you to confirm it, and applies exactly that plan. If the account has changed since the
plan was made, nothing is applied. Objects that are in no file or in another project's files are never touched.`,
  examples: [
    ["mon apply", "show the plan for mon.yaml, ask, apply"],
    ["mon apply --yes --allow-delete --env-file .env", "in CI"]
  ],
  exitCodes: {
    ok: "The account matches the file",
    finding: "The service rejects something in the file",
    couldNot:
      "Nothing was applied: the file cannot be read, the change was not confirmed, or the account has changed since"
  },
  run: async (values, terminal: CliTerminal) =>
    withService(terminal, async (connection) => {
      const { askForPlan } = await import("../config/askForPlan.ts")
      const asked = await askForPlan({ ...values, file: fileOf(values) }, connection, terminal)
      if (!asked.ok) return asked.code
      const { plan } = asked
      if (!values.json) terminal.out(asked.text)
      const { planId } = plan
      const isRefused = plan.refused.length > 0
      if (planId === null || isRefused || !asked.hasChanges) {
        if (values.json) terminal.out(jsonText({ plan, result: null }, 2))
        return isRefused ? ExitCode.finding : ExitCode.ok
      }
      if (!(await agree(plan, values, terminal))) throw new CommandError("Nothing was applied.")
      const result = await send(connection.client, planId, values["allow-delete"], terminal.signal)
      terminal.out(values.json ? jsonText({ plan, result }, 2) : resultText(result))
      return ExitCode.ok
    })
})
