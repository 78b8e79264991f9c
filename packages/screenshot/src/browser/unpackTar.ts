import { mkdir, writeFile } from "node:fs/promises"
import { dirname, isAbsolute, join, normalize } from "node:path"

/**
 * The fields in the header of a tar entry, each with its offset and length (POSIX.1-2024, pax, "ustar Interchange
 * Format").
 */
const NAME = [0, 100] as const
const SIZE = [124, 12] as const
const TYPE = [156, 1] as const
const PREFIX = [345, 155] as const
const BLOCK = 512

const field = (header: Buffer, [offset, length]: readonly [number, number]): string => {
  const text = header.toString("latin1", offset, offset + length)
  const end = text.indexOf("\0")
  return end === -1 ? text : text.slice(0, end)
}

/** Writes the files of a tar archive into a folder. Ignores links, owners and permissions. */
export const unpackTar = async (archive: Buffer, folder: string): Promise<void> => {
  for (let at = 0; at + BLOCK <= archive.length;) {
    const header = archive.subarray(at, at + BLOCK)
    const name = normalize(join(field(header, PREFIX), field(header, NAME)))
    if (field(header, NAME) === "") return
    const size = Number.parseInt(field(header, SIZE), 8)
    const type = field(header, TYPE)
    if (!Number.isSafeInteger(size) || isAbsolute(name) || name.startsWith("..")) {
      throw new Error(`The archive has an invalid entry: ${name}`)
    }
    const start = at + BLOCK
    if (type === "0" || type === "") {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), archive.subarray(start, start + size))
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
}
