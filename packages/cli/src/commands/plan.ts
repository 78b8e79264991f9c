import { command, ExitCode, flag } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { fileArgument, fileOf, fileOption } from "../config/configFile.ts"
import { variableOptions } from "../config/variables.ts"
import { jsonText } from "../screen/shownText.ts"
import { withService } from "../service/connection.ts"
import { jsonFlag } from "./jsonFlag.ts"

export const plan = command({
  name: "mon plan",
  description: "Shows what a configuration file would create, change and delete. Nothing changes.",
  options: {
    file: fileOption,
    ...variableOptions,
    "exit-code": flag("Exit with 1 if there are changes"),
    json: jsonFlag
  },
  arguments: fileArgument,
  notes: `A read-only key is enough. The file is sent to the service with the values of its variables. Before that, the command
prints which variable goes to which host.`,
  examples: [
    ["mon plan", "what would mon.yaml change?"],
    ["mon plan shop.yaml", "what would another file change?"],
    ["mon plan --exit-code --env SLACK_URL", "in CI: fail if someone has changed something"]
  ],
  exitCodes: {
    ok: "The file can be applied",
    finding: "The service rejects something in the file; with --exit-code, also if there are changes",
    couldNot: "The file cannot be read, or the service cannot be reached"
  },
  run: async (values, terminal: CliTerminal) =>
    withService(terminal, async (connection) => {
      const { askForPlan } = await import("../config/askForPlan.ts")
      const asked = await askForPlan({ ...values, file: fileOf(values) }, connection, terminal)
      if (!asked.ok) return asked.code
      terminal.out(values.json ? jsonText(asked.plan, 2) : asked.text)
      if (asked.plan.refused.length > 0) return ExitCode.finding
      return values["exit-code"] && asked.hasChanges ? ExitCode.finding : ExitCode.ok
    })
})
