/**
 * The block size of a tar archive (POSIX.1-1988, ustar). Headers and contents are padded to a multiple of this size.
 */
const BLOCK_BYTES = 512

const fields = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  changed: [136, 12],
  checksum: [148, 8],
  kind: [156, 1],
  magic: [257, 8]
} as const

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`

const checksumOf = (header: Uint8Array): number => {
  const [start, length] = fields.checksum
  return header.reduce((sum, byte, at) => sum + (at >= start && at < start + length ? 32 : byte), 0)
}

const padding = (size: number): number => (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES

/** One file of an archive. */
export interface Entry {
  /** The name of the file: at most 100 ASCII characters. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Returns the blocks of one file. `changedAt` is Unix time in whole seconds. */
export const entry = ({ bytes, name }: Entry, changedAt: number): ReadonlyArray<Uint8Array> => {
  const header = Buffer.alloc(BLOCK_BYTES)
  const put = ([offset, length]: readonly [number, number], text: string) =>
    header.write(text.slice(0, length), offset, "latin1")
  put(fields.name, name)
  put(fields.mode, octal(0o600, 8))
  put(fields.owner, octal(0, 8))
  put(fields.group, octal(0, 8))
  put(fields.size, octal(bytes.length, 12))
  put(fields.changed, octal(changedAt, 12))
  put(fields.kind, "0")
  put(fields.magic, "ustar\x0000")
  put(fields.checksum, `${checksumOf(header).toString(8).padStart(6, "0")}\0 `)
  return [header, bytes, Buffer.alloc(padding(bytes.length))]
}

/** Returns the two empty blocks that end an archive. */
export const end = (): Uint8Array => Buffer.alloc(2 * BLOCK_BYTES)

interface Header {
  readonly name: string
  readonly size: number
}

// Returns null at the end of the archive.
const parse = (header: Buffer, maxBytes: number): Header | null => {
  if (header.every((byte) => byte === 0)) return null
  const text = ([offset, length]: readonly [number, number]) =>
    header
      .toString("latin1", offset, offset + length)
      .replace(/\0.*$/su, "")
      .trim()
  if (Number.parseInt(text(fields.checksum), 8) !== checksumOf(header))
    throw new Error("a header of the file is damaged")
  const size = Number.parseInt(text(fields.size), 8)
  if (!(size >= 0 && size <= maxBytes)) throw new Error("a part of the file is too large")
  return { name: text(fields.name), size }
}

/**
 * Reads the files of an archive. Throws if the archive is damaged or truncated, or if a file in it is larger than
 * `maxBytes`.
 */
export const entries = async function* (source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Entry> {
  const chunks: Array<Uint8Array> = []
  let buffered = 0
  const iterator = source[Symbol.asyncIterator]()
  const readBytes = async (size: number): Promise<Buffer> => {
    while (buffered < size) {
      const next = await iterator.next()
      if (next.done === true) throw new Error("the file ends too early")
      chunks.push(next.value)
      buffered += next.value.length
    }
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
    chunks.length = 0
    if (all.length > size) chunks.push(all.subarray(size))
    buffered = all.length - size
    return Buffer.from(all.buffer, all.byteOffset, size)
  }
  try {
    for (;;) {
      const header = parse(await readBytes(BLOCK_BYTES), maxBytes)
      if (header === null) {
        // Reads to the end, because gzip's checksum comes after the last byte of the archive.
        while ((await iterator.next()).done !== true);
        return
      }
      const bytes = await readBytes(header.size)
      if ((await readBytes(padding(header.size))).some((byte) => byte !== 0))
        throw new Error("there is unexpected data between the parts of the file")
      yield { name: header.name, bytes }
    }
  } finally {
    await iterator.return?.()
  }
}
