import { command, ExitCode } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { jsonText } from "../screen/shownText.ts"
import { deleteLogin, loginFile } from "../service/Login.ts"
import { jsonFlag } from "./jsonFlag.ts"

export const logout = command({
  name: "mon logout",
  description:
    "Deletes the stored API key from this machine. The key stays valid until you delete it in the dashboard.",
  options: { json: jsonFlag },
  arguments: {},
  exitCodes: { ok: "No login is stored", couldNot: "The file cannot be deleted" },
  run: ({ json }, terminal: CliTerminal) => {
    const deleted = deleteLogin(terminal)
    const file = loginFile(terminal)
    terminal.out(json ? jsonText({ deleted, file }, 2) : deleted ? `Deleted ${file}.\n` : "You were not logged in.\n")
    return ExitCode.ok
  }
})
