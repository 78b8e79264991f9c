import { CommandError } from "@mon/command-line"
import { createReadStream } from "node:fs"
import process from "node:process"
import { MAX_MESSAGE_OCTETS } from "../limits.ts"

/** Reads a file, or standard input for "-". Reads no more than the limit of a message. */
export const readMessageFile = async (path: string): Promise<Uint8Array> => {
  const chunks: Array<Buffer> = []
  let size = 0
  try {
    for await (const chunk of path === "-" ? process.stdin : createReadStream(path)) {
      const bytes = Buffer.from(chunk as Uint8Array)
      size += bytes.length
      if (size > MAX_MESSAGE_OCTETS) break
      chunks.push(bytes)
    }
  } catch (error) {
    throw new CommandError(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (size > MAX_MESSAGE_OCTETS) throw new CommandError(`${path} is larger than ${MAX_MESSAGE_OCTETS} octets.`)
  return Buffer.concat(chunks)
}
