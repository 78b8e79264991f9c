import { createReadStream, readFileSync } from "node:fs"
import { mkdir, open } from "node:fs/promises"
import { join } from "node:path"
import { MAX_FILE } from "./readProspects.ts"
import type { World } from "./run.ts"

/** Characters that are written at a time. */
const CHUNK = 65_536

const readText = async (path: string): Promise<string> => {
  const stream = path === "-" ? process.stdin : createReadStream(path)
  stream.setEncoding("utf8")
  let text = ""
  for await (const part of stream) {
    text += String(part)
    if (text.length > MAX_FILE) throw new RangeError(`A file of prospects has at most ${MAX_FILE} characters.`)
  }
  return text
}

const writeLines = async (folder: string, name: string, lines: Iterable<string>): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const file = await open(join(folder, name), "w")
  try {
    let chunk = ""
    for (const line of lines) {
      chunk += line
      if (chunk.length < CHUNK) continue
      await file.appendFile(chunk)
      chunk = ""
    }
    await file.appendFile(chunk)
  } finally {
    await file.close()
  }
}

/** The process around a command. */
export const processWorld = (manifest: URL, signal: AbortSignal): World => {
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    interactive: process.stderr.isTTY === true,
    version,
    signal,
    read: readText,
    write: writeLines
  }
}
