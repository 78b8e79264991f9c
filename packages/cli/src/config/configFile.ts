import { CommandError, ExitCode, filePath, optional, UsageError } from "@mon/bundled/command-line"
import type { ConfigFault } from "@mon/api-contract/config-file"
import { isUtf8 } from "node:buffer"
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs"
import type { CliTerminal } from "../CliTerminal.ts"
import { faultAnnotation } from "../local/annotationLines.ts"
import { shownText } from "../screen/shownText.ts"
import { messageOf } from "./messageOf.ts"

/** The largest file that the service accepts, in bytes. */
const MOST_BYTES = 4 * 1_024 * 1_024

const DEFAULT_FILE = "mon.yaml"

export const fileOption = optional(filePath(), `The configuration file; - is standard input (default: ${DEFAULT_FILE})`)

export const fileArgument = { path: optional(filePath(), "The configuration file, the same as --file") }

export const fileOf = ({ file, path }: { readonly file: string | null; readonly path: string | null }): string => {
  if (file !== null && path !== null) throw new UsageError("Name the file once: as an argument, or with --file.")
  return path ?? file ?? DEFAULT_FILE
}

/** Explains why a file cannot be read. For a new user, the file usually does not exist yet. */
const unreadable = (file: string, error: unknown): string => {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return `${file} does not exist. Choose a file with --file, or start with "mon export > ${DEFAULT_FILE}".`
    case "EISDIR":
      return `${file} is a folder.`
    default:
      return `${file} cannot be read: ${messageOf(error)}`
  }
}

const textOf = (file: string, bytes: Buffer): string => {
  if (isUtf8(bytes)) return bytes.toString("utf8")
  throw new CommandError(`${file} is not in UTF-8. Windows PowerShell writes UTF-16 with ">": save the file as UTF-8.`)
}

/** The first bytes of files that only `mon import` can read, each with the import source for such a file. */
const programFiles = [
  ["SQLite format 3\0", "uptime-kuma"],
  ["PK\u0003\u0004", "changedetection"]
] as const

const importHint = (file: string, source: string): string =>
  `The file looks like a file from another tool. Turn it into a configuration file first: mon import ${source} ${file === "-" ? "<file>" : shownText(file)}`

const refuseProgramFile = (file: string): void => {
  const bytes = Buffer.alloc(16)
  const descriptor = openSync(file, "r")
  const length = readSync(descriptor, bytes, 0, bytes.length, 0)
  closeSync(descriptor)
  const head = bytes.toString("latin1", 0, length)
  const [, source] = programFiles.find(([sign]) => head.startsWith(sign)) ?? []
  if (source !== undefined) throw new CommandError(`${file} is not a text. ${importHint(file, source)}`)
}

/** Refuses a file from another tool. Otherwise, every line of the file would be reported as a mistake. */
export const refuseForeign = async (file: string, text: string): Promise<void> => {
  const { detectSource } = await import("@mon/import")
  const source = detectSource(new Map([[file, text]]))
  if (source !== null)
    throw new CommandError(`${shownText(file)} is not a configuration file. ${importHint(file, source)}`)
}

const readText = async (file: string, terminal: Pick<CliTerminal, "readInput">): Promise<string> => {
  if (file === "-") return await terminal.readInput()
  try {
    if (statSync(file).isFile()) refuseProgramFile(file)
    if (statSync(file).size <= MOST_BYTES) return textOf(file, readFileSync(file))
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(unreadable(file, error))
  }
  throw new CommandError(`${file} is larger than 4 MiB.`)
}

export const readSource = async (file: string, terminal: Pick<CliTerminal, "readInput">): Promise<string> => {
  const source = await readText(file, terminal)
  if (Buffer.byteLength(source) > MOST_BYTES) throw new CommandError(`${file} is larger than 4 MiB.`)
  return source
}

/**
 * Describes a fault with its path. Removes the field's name from the beginning of the message, because the path already
 * contains it.
 */
export const faultText = ({ message, path }: Pick<ConfigFault, "message" | "path">): string => {
  const field = path.split(".").at(-1) ?? ""
  const rest = field !== "" && message.startsWith(`${field} `) ? message.slice(field.length + 1) : message
  const isSentence = /^\p{Lu}/u.test(rest)
  return shownText(path === "" ? message : `${path}${isSentence ? ":" : ""} ${rest}`)
}

/** Formats a mistake in a file so that editors and terminals link to its line and column. */
const faultLine = (file: string, fault: ConfigFault): string =>
  `${shownText(file)}:${fault.line}:${fault.column}: ${faultText(fault)}`

interface Fault {
  readonly path: string
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/**
 * Marks the lines of mistakes in GitHub Actions. Writes the annotations to standard error, which GitHub also reads, so
 * that standard output contains only the JSON document.
 */
export const annotateFaults = (
  file: string,
  faults: ReadonlyArray<Fault>,
  { env, err }: Pick<CliTerminal, "env" | "err">
): void => {
  if (env["GITHUB_ACTIONS"] !== "true") return
  for (const fault of faults) err(`${faultAnnotation(file, fault.line ?? 1, fault.column ?? 1, faultText(fault))}\n`)
}

export const refuseFile = (
  file: string,
  faults: ReadonlyArray<ConfigFault>,
  terminal: Pick<CliTerminal, "env" | "err">
): number => {
  terminal.err(`${faults.map((fault) => faultLine(file, fault)).join("\n")}\n`)
  annotateFaults(file, faults, terminal)
  return ExitCode.couldNot
}
