import { CommandError, ExitCode, SIGNAL_EXIT_CODES, UsageError } from "./ExitCode.ts"
import { type GroupSubject, groupHelpText, type HelpSubject, helpText } from "./helpText.ts"
import { type Parameters, readArguments, type ValuesOf } from "./readArguments.ts"
import { didYouMean } from "./nearest.ts"
import type { Terminal } from "./Terminal.ts"

export interface Command<T extends Terminal = Terminal> {
  /** The name as users type it, including the names of the groups that contain the command. */
  readonly name: string
  readonly description: string
  /** Runs the command line and resolves to the exit code. Never rejects. */
  readonly run: (args: ReadonlyArray<string>, terminal: T) => Promise<number>
  readonly shape: CommandShape<T>
}

export type CommandShape<T extends Terminal> =
  | { readonly kind: "command"; readonly options: Parameters; readonly arguments: Parameters }
  | {
      readonly kind: "group"
      readonly commands: Readonly<Record<string, GroupEntry<T> | Command<T>>>
      readonly fallback: string | null
    }

export interface CommandOptions<
  Options extends Parameters,
  Positional extends Parameters,
  T extends Terminal
> extends HelpSubject {
  readonly options: Options
  readonly arguments: Positional
  /**
   * Runs the command and returns the exit code. May throw a {@link UsageError} or {@link CommandError}. Only the
   * message of the error is printed.
   */
  readonly run: (values: ValuesOf<Options> & ValuesOf<Positional>, terminal: T) => number | Promise<number>
}

const usageExit = (name: string, message: string, { err }: Terminal): number => {
  err(`${message}\nRun "${name} --help" for help.\n`)
  return ExitCode.usage
}

const exitCodeOf = (name: string, error: unknown, terminal: Terminal): number => {
  if (error instanceof UsageError) return usageExit(name, error.message, terminal)
  if (terminal.signal.aborted)
    return terminal.signal.reason === "SIGTERM" ? SIGNAL_EXIT_CODES.SIGTERM : SIGNAL_EXIT_CODES.SIGINT
  const unexpected = terminal.oldNode ?? (error instanceof Error ? error.stack : String(error))
  terminal.err(`${error instanceof CommandError ? error.message : unexpected}\n`)
  return ExitCode.couldNot
}

export const command = <Options extends Parameters, Positional extends Parameters, T extends Terminal = Terminal>(
  spec: CommandOptions<Options, Positional, T>
): Command<T> => {
  const syntax = { options: spec.options, positional: spec.arguments }
  return {
    name: spec.name,
    description: spec.description,
    shape: { kind: "command", options: spec.options, arguments: spec.arguments },
    run: async (args, terminal) => {
      try {
        const reading = readArguments(args, syntax)
        if (reading.kind === "values") return await spec.run(reading.values, terminal)
        terminal.out(reading.kind === "help" ? helpText(spec, syntax) : `${terminal.version}\n`)
        return ExitCode.ok
      } catch (error) {
        return exitCodeOf(spec.name, error, terminal)
      }
    }
  }
}

/** A command in a group, which is loaded only when it is run, so that the help and the other commands are fast. */
export interface GroupEntry<T extends Terminal> {
  readonly description: string
  readonly load: () => Command<T> | Promise<Command<T>>
}

interface CommandGroup<T extends Terminal> extends GroupSubject {
  readonly commands: Readonly<Record<string, GroupEntry<T> | Command<T>>>
}

/** Makes a group of commands. The first argument is the name of a command in the group. */
export const commandGroup = <T extends Terminal = Terminal>(spec: CommandGroup<T>): Command<T> => {
  const { commands, description, fallback, name } = spec
  const names = Object.keys(commands).join(", ")
  return {
    name,
    description,
    shape: { kind: "group", commands, fallback: fallback ?? null },
    run: async (args, terminal) => {
      const [given, ...others] = args
      const isBuiltIn = given === "--help" || given === "-h" || given === "--version"
      const isImplied = fallback !== undefined && !isBuiltIn && (given === undefined || given.startsWith("-"))
      const [first, rest] = isImplied ? [fallback, args] : [given, others]
      if (first === "--help" || first === "-h") {
        terminal.out(
          groupHelpText(
            spec,
            Object.entries(commands).map(([key, entry]) => [key, entry.description])
          )
        )
        return ExitCode.ok
      }
      if (first === "--version") {
        terminal.out(`${terminal.version}\n`)
        return ExitCode.ok
      }
      if (first === undefined) return usageExit(name, `<command> is missing. It must be one of ${names}.`, terminal)
      if (first.startsWith("-")) return usageExit(name, `Unknown option: ${first}.`, terminal)
      const entry = Object.hasOwn(commands, first) ? commands[first] : undefined
      if (entry === undefined)
        return usageExit(
          name,
          `<command> must be one of ${names}, not ${JSON.stringify(first)}.${didYouMean(first, Object.keys(commands))}`,
          terminal
        )
      try {
        return await ("load" in entry ? await entry.load() : entry).run(rest, terminal)
      } catch (error) {
        return exitCodeOf(name, error, terminal)
      }
    }
  }
}
