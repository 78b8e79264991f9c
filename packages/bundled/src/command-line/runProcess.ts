import process from "node:process"
import type { Command } from "./Command.ts"
import { ExitCode } from "./ExitCode.ts"
import { processTerminal, type Terminal } from "./Terminal.ts"

/**
 * The exit code if the program that reads the output has closed the pipe, as in `command | head`: 128 plus the number
 * of SIGPIPE.
 */
const EXIT_PIPE = 141

export const runProcess = async <T extends Terminal = Terminal>(
  command: Command<T>,
  manifest: URL,
  ...extend: Terminal extends T ? [] : [(terminal: Terminal) => T]
): Promise<void> => {
  const stop = new AbortController()
  const terminal = processTerminal(manifest, stop.signal, command.name)
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(name))
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(EXIT_PIPE)
      throw error
    })
  // After an uncaught error, Node exits with 1, but these commands use 1 to report a finding.
  process.once("uncaughtException", (error) => {
    process.stderr.write(`${terminal.oldNode ?? error.stack ?? error.message}\n`)
    process.exit(ExitCode.couldNot)
  })
  const [more] = extend
  process.exitCode = await command.run(process.argv.slice(2), more === undefined ? (terminal as T) : more(terminal))
}
