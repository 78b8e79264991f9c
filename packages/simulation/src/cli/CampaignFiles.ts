import { createReadStream } from "node:fs"
import { mkdir, open } from "node:fs/promises"
import { join } from "node:path"
import { MAX_FILE } from "./readProspects.ts"

export interface CampaignFiles {
  /** Returns the text of a file, or of standard input for "-". Rejects if the file is unreadable or too large. */
  readonly read: (path: string) => Promise<string>
  /** Writes lines to a file in a folder, and creates the folder if it does not exist. */
  readonly write: (folder: string, name: string, lines: Iterable<string>) => Promise<void>
}

const CHUNK = 65_536

const readText = async (path: string): Promise<string> => {
  const stream = path === "-" ? process.stdin : createReadStream(path)
  stream.setEncoding("utf8")
  let text = ""
  for await (const part of stream) {
    text += String(part)
    if (text.length > MAX_FILE) throw new RangeError(`a prospects file can have at most ${MAX_FILE} characters`)
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

export const campaignFiles: CampaignFiles = { read: readText, write: writeLines }
