import type { Command } from "@mon/bundled/command-line"
import { serveCommand } from "./serveCommand.ts"
import { uptimeCommand, type UptimeTerminal } from "./uptimeCommand.ts"

/** Checks a URL. With `serve` as the first argument, it serves Prometheus instead. */
export const mainCommand: Command<UptimeTerminal> = {
  ...uptimeCommand,
  run: ([first, ...others], terminal) =>
    first === "serve"
      ? serveCommand.run(others, terminal)
      : uptimeCommand.run(first === undefined ? [] : [first, ...others], terminal)
}
