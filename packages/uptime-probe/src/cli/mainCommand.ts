import type { Command } from "@mon/bundled/command-line"
import { serveCommand } from "./serveCommand.ts"
import { uptimeCommand, type UptimeTerminal } from "./uptimeCommand.ts"

/** Checks a URL. If the first argument is `serve`, starts a server for Prometheus instead. */
export const mainCommand: Command<UptimeTerminal> = {
  ...uptimeCommand,
  run: ([first, ...others], terminal) =>
    first === "serve"
      ? serveCommand.run(others, terminal)
      : uptimeCommand.run(first === undefined ? [] : [first, ...others], terminal)
}
