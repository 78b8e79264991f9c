import { readFileSync } from "node:fs"
import process from "node:process"
import { oldNodeMessage } from "./nodeVersion.ts"

/** The input and output of a command, apart from its arguments. */
export interface Terminal {
  /** Writes to standard output. */
  readonly out: (text: string) => void
  /** Writes progress and messages to standard error. */
  readonly err: (text: string) => void
  /** Whether standard output can show colours. */
  readonly colour: boolean
  /** Whether standard error is a terminal that somebody watches. */
  readonly interactive: boolean
  /** The version that `--version` prints. */
  readonly version: string
  /** A sentence about the Node version that the program needs, if this process runs on an older one. Default: null. */
  readonly oldNode?: string | null
  /** Aborted by SIGINT and SIGTERM. The reason is the name of the signal. */
  readonly signal: AbortSignal
}

interface Manifest {
  readonly version: unknown
  readonly engines?: { readonly node?: string }
}

/** Returns the terminal of this process. The version is that of the package with the given manifest. */
export const processTerminal = (manifest: URL, signal: AbortSignal, name = "The program"): Terminal => {
  const { engines, version } = JSON.parse(readFileSync(manifest, "utf8")) as Manifest
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colour: process.stdout.hasColors?.() ?? false,
    interactive: process.stderr.isTTY === true,
    version: String(version),
    oldNode: oldNodeMessage(name, engines?.node, process.version),
    signal
  }
}
