import type { ChosenFile } from "./importMessages.ts"

/** The largest total size of all files, in bytes. Configuration files have the same limit. */
const MOST_BYTES = 4 * 1_024 * 1_024
const MOST_FILES = 100
const HEAD = 16

export type FileProblem = "large" | "many" | "binary" | "program"

/** The first bytes of files that only `mon import` can read: SQLite databases, zip and gzip. */
const PROGRAM_ONLY: ReadonlyArray<ReadonlyArray<number>> = [
  [..."SQLite format 3\0"].map((sign) => sign.codePointAt(0) ?? 0),
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b]
]

const beginsLike = (bytes: Uint8Array, sign: ReadonlyArray<number>): boolean =>
  sign.every((byte, index) => bytes[index] === byte)

const isForProgram = async (file: Blob): Promise<boolean> => {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  return PROGRAM_ONLY.some((sign) => beginsLike(head, sign))
}

const uniqueName = (name: string, taken: Iterable<string>): string => {
  const known = new Set(taken)
  let unique = name
  for (let number = 2; known.has(unique); number++) unique = `${name} (${number})`
  return unique
}

export const textsOf = async (files: ReadonlyArray<File>): Promise<ReadonlyArray<ChosenFile> | FileProblem> => {
  if (files.length > MOST_FILES) return "many"
  for (const file of files) if (await isForProgram(file)) return "program"
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) return "large"
  const texts: Array<ChosenFile> = []
  for (const file of files) {
    const name = uniqueName(
      file.name,
      texts.map((one) => one.name)
    )
    try {
      texts.push({ name, text: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) })
    } catch {
      return "binary"
    }
  }
  return texts
}
