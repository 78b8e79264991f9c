import { open, type FileHandle } from "node:fs/promises"
import { crc32, inflateRawSync } from "node:zlib"
import { readingLimits } from "../reading/readJson.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"

const limits = {
  bytes: 512 * 1_024 * 1_024,
  entries: 100_000,
  /** The maximum size of an archive's central directory, in bytes. */
  directory: 32 * 1_024 * 1_024,
  /** The maximum total size of all texts that are read, in bytes. */
  texts: 64 * 1_024 * 1_024
} as const

/** The signatures and sizes of the records in a zip file (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
const END = { signature: 0x0605_4b50, size: 22, comment: 0xffff } as const
const ENTRY = { signature: 0x0201_4b50, size: 46 } as const
const LOCAL = { signature: 0x0403_4b50, size: 30 } as const
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

interface Entry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

const broken = (path: string): UnreadableSource => new UnreadableSource(`${path} is not a readable zip archive.`)

const readAt = async (file: FileHandle, offset: number, length: number, path: string): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  if (bytesRead < length) throw broken(path)
  return buffer
}

const readDirectory = async (file: FileHandle, size: number, path: string): Promise<ReadonlyArray<Entry>> => {
  const tail = await readAt(
    file,
    Math.max(0, size - END.size - END.comment),
    Math.min(size, END.size + END.comment),
    path
  )
  let at = tail.length - END.size
  while (at >= 0 && tail.readUInt32LE(at) !== END.signature) at--
  if (at < 0) throw broken(path)
  const count = tail.readUInt16LE(at + 10)
  const length = tail.readUInt32LE(at + 12)
  const offset = tail.readUInt32LE(at + 16)
  if (count > limits.entries || length > limits.directory || offset + length > size) throw broken(path)
  const directory = await readAt(file, offset, length, path)
  const entries: Array<Entry> = []
  for (let begin = 0, index = 0; index < count; index++) {
    if (begin + ENTRY.size > length || directory.readUInt32LE(begin) !== ENTRY.signature) throw broken(path)
    const nameLength = directory.readUInt16LE(begin + 28)
    const extra = directory.readUInt16LE(begin + 30) + directory.readUInt16LE(begin + 32)
    entries.push({
      name: directory.toString("utf8", begin + ENTRY.size, begin + ENTRY.size + nameLength),
      flags: directory.readUInt16LE(begin + 8),
      method: directory.readUInt16LE(begin + 10),
      checksum: directory.readUInt32LE(begin + 16),
      packed: directory.readUInt32LE(begin + 20),
      size: directory.readUInt32LE(begin + 24),
      offset: directory.readUInt32LE(begin + 42)
    })
    begin += ENTRY.size + nameLength + extra
  }
  return entries
}

const unpack = (entry: Entry, bytes: Buffer, path: string): Buffer => {
  if (entry.method === STORED) return bytes
  try {
    // The central directory may contain a wrong size, so the output is limited here.
    return inflateRawSync(bytes, { maxOutputLength: readingLimits.bytes })
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableSource(`${path}: ${entry.name} has more than ${readingLimits.bytes} bytes.`)
    throw broken(path)
  }
}

const readEntry = async (file: FileHandle, entry: Entry, path: string): Promise<Buffer> => {
  const { checksum, flags, method, name, offset, packed } = entry
  if ((flags & ENCRYPTED) !== 0) throw new UnreadableSource(`${path}: ${name} is encrypted.`)
  if (method !== STORED && method !== DEFLATED)
    throw new UnreadableSource(`${path}: ${name} uses an unknown compression method.`)
  if (packed > readingLimits.bytes)
    throw new UnreadableSource(`${path}: ${name} has more than ${readingLimits.bytes} bytes.`)
  const local = await readAt(file, offset, LOCAL.size, path)
  if (local.readUInt32LE(0) !== LOCAL.signature) throw broken(path)
  const start = offset + LOCAL.size + local.readUInt16LE(26) + local.readUInt16LE(28)
  const bytes = unpack(entry, await readAt(file, start, packed, path), path)
  if (crc32(bytes) !== checksum) throw new UnreadableSource(`${path}: ${name} is damaged.`)
  return bytes
}

/**
 * Returns whether the name of an entry is a path inside the archive. Nothing is ever written to this path, but reports
 * show it.
 */
const isInside = (name: string): boolean =>
  name !== "" && !/^(?:[/\\]|[A-Za-z]:)|\\/u.test(name) && !name.split("/").includes("..") && !/\p{Cc}/u.test(name)

/**
 * Reads the texts of a zip archive whose names `fits` accepts. Writes nothing to the disk. Limits sizes before and
 * after unpacking. Fails with `UnreadableSource`.
 */
export const readZip = async (path: string, fits: (name: string) => boolean): Promise<ReadonlyMap<string, string>> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > limits.bytes) throw new UnreadableSource(`${path} has more than ${limits.bytes / 1_024 / 1_024} MB.`)
    if (size < END.size) throw broken(path)
    const texts = new Map<string, string>()
    let total = 0
    for (const entry of await readDirectory(file, size, path)) {
      if (!fits(entry.name) || entry.name.endsWith("/")) continue
      if (!isInside(entry.name))
        throw new UnreadableSource(`${path} has an entry whose path leads outside the archive.`)
      if (texts.has(entry.name)) throw new UnreadableSource(`${path} has ${entry.name} twice.`)
      const bytes = await readEntry(file, entry, path)
      total += bytes.length
      if (total > limits.texts)
        throw new UnreadableSource(`${path} has more than ${limits.texts / 1_024 / 1_024} MB of settings.`)
      try {
        texts.set(entry.name, new TextDecoder("utf-8", { fatal: true }).decode(bytes))
      } catch {
        throw new UnreadableSource(`${path}: ${entry.name} is not UTF-8 text.`)
      }
    }
    return texts
  } finally {
    await file.close()
  }
}
