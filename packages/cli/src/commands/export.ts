import { command, ExitCode, flag, optional, text } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { withoutControls } from "../screen/shownText.ts"
import { withService } from "../service/connection.ts"

export const exportFile = command({
  name: "mon export",
  description: "Prints the account's configuration file: everything that is not in another project.",
  options: {
    project: optional(text("project", "a project name"), "The project for the file. Default: the account's project"),
    json: flag("Print the file as JSON instead of YAML")
  },
  arguments: {},
  notes:
    "The file contains no secrets. Each secret is replaced with `sealed:` and a hash, which means that the stored secret stays the same.",
  examples: [
    ["mon export > mon.yaml", "begin with a file"],
    ["mon export | mon plan --file -", "shows no change"]
  ],
  exitCodes: { ok: "The file is printed", couldNot: "The service cannot be reached" },
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
