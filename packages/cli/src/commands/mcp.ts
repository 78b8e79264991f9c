import { command, ExitCode } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { loginOf } from "../service/connection.ts"
import { serveStdio } from "../service/serveStdio.ts"

export const mcp = command({
  name: "mon mcp",
  description: "Connects an agent to the service over standard input and output (Model Context Protocol).",
  options: {},
  arguments: {},
  examples: [
    ["claude mcp add mon -- mon mcp", "adds the service to Claude Code"],
    ["MON_URL=… MON_API_KEY=… mon mcp", "with a different key from the one mon login stored"]
  ],
  exitCodes: { ok: "The agent has closed the input", couldNot: "There is no login" },
  run: async (_, terminal: CliTerminal) => {
    const { apiKey, url } = loginOf(terminal)
    await serveStdio({ input: terminal.input(), write: (line) => terminal.out(`${line}\n`), baseUrl: url, apiKey })
    return ExitCode.ok
  }
})
