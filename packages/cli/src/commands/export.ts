import { command, ExitCode, flag, optional, text } from "@mon/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { withoutControls } from "../screen/shownText.ts"
import { withService } from "../service/connection.ts"

export const exportFile = command({
  name: "mon export",
  description: "Prints the configuration file of the account: everything that no other project has.",
  options: {
    project: optional(
      text("project", "the name of a project"),
      "The project of the file. Default: that of the account"
    ),
    json: flag("Print the file as JSON instead of YAML")
  },
  arguments: {},
  notes: "Secrets are not in it: `sealed:` and a hash stand for them, and mean that they stay as they are.",
  examples: [
    ["mon export > mon.yaml", "begin with a file"],
    ["mon export | mon plan --file -", "shows no change"]
  ],
  exitCodes: { ok: "The file is printed", couldNot: "The service cannot be asked" },
  run: async ({ json, project }, terminal: CliTerminal) =>
    withService(terminal, async ({ client }) => {
      const file = await client.config.export(
        { format: json ? "json" : "yaml", ...(project === null ? {} : { project }) },
        { signal: terminal.signal }
      )
      terminal.out(terminal.size() === null ? file : withoutControls(file))
      return ExitCode.ok
    })
})
