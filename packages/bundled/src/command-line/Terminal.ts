import { readFileSync } from "node:fs"
import process from "node:process"
import { oldNodeMessage } from "./nodeVersion.ts"

export interface Terminal {
  /** Writes to standard output. */
  readonly out: (text: string) => void
  /** Writes progress and messages to standard error. */
  readonly err: (text: string) => void
  readonly colour: boolean
  /** Whether standard error is a terminal that a person may be watching. */
  readonly interactive: boolean
  readonly version: string
  /** A sentence about the Node version that the program needs, if this process runs on an older one. Default: null. */
  readonly oldNode?: string | null
  /** A signal that SIGINT and SIGTERM abort. The reason is the name of the received signal. */
  readonly signal: AbortSignal
}

interface Manifest {
  readonly version: unknown
  readonly engines?: { readonly node?: string }
}

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
