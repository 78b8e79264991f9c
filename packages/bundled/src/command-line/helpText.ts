import { ExitCode } from "./ExitCode.ts"
import type { Parameter } from "./Parameter.ts"
import type { Parameters, Syntax } from "./readArguments.ts"

/** The meanings of a command's exit codes. If `finding` is absent, the command never reports findings. */
interface ExitCodeMeanings {
  readonly ok: string
  readonly finding?: string
  readonly couldNot: string
}

export interface HelpSubject {
  readonly name: string
  readonly description: string
  readonly notes?: string
  readonly examples?: ReadonlyArray<readonly [commandLine: string, effect: string]>
  readonly exitCodes: ExitCodeMeanings
}

type Row = readonly [term: string, description: string]

const MAX_TERM = 26

const section = (title: string, rows: ReadonlyArray<Row>): string => {
  const width = Math.min(MAX_TERM, Math.max(...rows.map(([term]) => term.length)))
  const lines = rows.map(([term, description]) =>
    term.length > width
      ? `  ${term}\n  ${" ".repeat(width)}  ${description}`
      : `  ${term.padEnd(width)}  ${description}`
  )
  return [`${title}:`, ...lines].join("\n")
}

const optionRow = ([name, { description, isList, isRequired, short, type }]: [string, Parameter<unknown>]): Row => {
  const dashes = short === name ? `-${name}` : `${short === null ? "" : `-${short}, `}--${name}`
  const remarks = [...(isRequired ? ["required"] : []), ...(isList ? ["repeatable"] : [])]
  return [
    type === null ? dashes : `${dashes} <${type.placeholder}>`,
    remarks.length === 0 ? description : `${description} (${remarks.join(", ")})`
  ]
}

const argumentUse = ([name, { isList, isRequired }]: [string, Parameter<unknown>]): string => {
  const term = isList ? `<${name}>...` : `<${name}>`
  return isRequired ? term : `[${term}]`
}

const BUILT_IN: ReadonlyArray<Row> = [
  ["-h, --help", "Print this help"],
  ["--version", "Print the version"]
]

const exitCodeRows = ({ couldNot, finding, ok }: ExitCodeMeanings): ReadonlyArray<Row> => [
  [String(ExitCode.ok), ok],
  ...(finding === undefined ? [] : [[String(ExitCode.finding), finding] as const]),
  [String(ExitCode.couldNot), couldNot],
  [String(ExitCode.usage), "The command line is wrong"]
]

const page = (paragraphs: ReadonlyArray<string>): string => `${paragraphs.filter((text) => text !== "").join("\n\n")}\n`

export const helpText = (
  { description, examples = [], exitCodes, name, notes = "" }: HelpSubject,
  { options, positional }: Syntax<Parameters, Parameters>
): string => {
  const needed = Object.entries(options)
    .filter(([, { isRequired }]) => isRequired)
    .map((entry) => optionRow(entry)[0])
  const args = Object.entries(positional)
  return page([
    `Usage: ${[name, ...needed, "[options]", ...args.map(argumentUse)].join(" ")}`,
    description,
    args.length === 0
      ? ""
      : section(
          "Arguments",
          args.map(([key, parameter]) => [`<${key}>`, parameter.description])
        ),
    section("Options", [...Object.entries(options).map(optionRow), ...BUILT_IN]),
    notes,
    examples.length === 0
      ? ""
      : ["Examples:", ...examples.flatMap(([line, effect]) => [`  # ${effect}`, `  ${line}`])].join("\n"),
    section("Exit codes", exitCodeRows(exitCodes))
  ])
}

export interface GroupSubject {
  readonly name: string
  readonly description: string
  readonly fallback?: string
  readonly notes?: string
}

export const groupHelpText = (
  { description, fallback, name, notes = "" }: GroupSubject,
  commands: ReadonlyArray<Row>
): string =>
  page([
    `Usage: ${name} ${fallback === undefined ? "<command>" : "[command]"} [options]`,
    description,
    section(
      "Commands",
      commands.map(([term, about]) => [term, term === fallback ? `${about} (default)` : about])
    ),
    section("Options", BUILT_IN),
    notes,
    `Run "${name} <command> --help" for the options and exit codes of a command.`
  ])
