import type { Guard } from "@mon/bundled/callbacks"
import { Transform, type TransformCallback } from "node:stream"
import type { BrotliDecompress, Inflate, InflateRaw, ZstdDecompress } from "node:zlib"

/** Loads node:zlib only when the first encoded body arrives, because loading it takes 8 ms. */
const zlib = () => process.getBuiltinModule("node:zlib")

type MemberStream = BrotliDecompress | Inflate | InflateRaw | ZstdDecompress

/** A coding whose data is a series of complete streams, called members. */
interface Coding {
  /**
   * Returns the number of bytes before the stream of a member. Null if no member begins here; undefined if more bytes
   * are needed to decide this.
   */
  readonly begin: (bytes: Buffer, isFirst: boolean) => number | null | undefined
  /** Opens a decoder of one member. It may inspect the first bytes of the member. */
  readonly open: (bytes: Buffer) => MemberStream
  /** The number of bytes after the stream of a member. */
  readonly trailer: number
}

const GZIP = Buffer.of(0x1f, 0x8b, 8)
const GZIP_FIXED_BYTES = 10
const GZIP_TRAILER_BYTES = 8
/** The maximum size of a member's header, so that an endless name cannot fill the memory. */
const MAX_GZIP_HEADER = 128 * 1024
const FHCRC = 2
const FEXTRA = 4
const FNAME = 8
const FCOMMENT = 16
const RESERVED = 0xe0

/** Returns the length of the header of a member (RFC 1952 section 2.3). */
const gzipHeader = (bytes: Buffer): number | null | undefined => {
  if (!GZIP.subarray(0, bytes.length).equals(bytes.subarray(0, GZIP.length))) return null
  const flags = bytes[GZIP.length] ?? 0
  if ((flags & RESERVED) !== 0 || bytes.length > MAX_GZIP_HEADER) return null
  let at = GZIP_FIXED_BYTES
  if ((flags & FEXTRA) !== 0) {
    if (bytes.length < at + 2) return undefined
    at += 2 + bytes.readUInt16LE(at)
  }
  for (const text of [FNAME, FCOMMENT]) {
    if ((flags & text) === 0) continue
    const end = bytes.indexOf(0, at)
    if (end === -1) return undefined
    at = end + 1
  }
  if ((flags & FHCRC) !== 0) at += 2
  return at <= bytes.length ? at : undefined
}

/** The gzip coding. The checksum of the content is at the end of each member. */
const gzip: Coding = {
  begin: gzipHeader,
  open: () => zlib().createInflateRaw(),
  trailer: GZIP_TRAILER_BYTES
}

const single = (open: (bytes: Buffer) => MemberStream): Coding => ({
  begin: (_bytes, isFirst) => (isFirst ? 0 : null),
  open,
  trailer: 0
})

/**
 * Returns whether data in the coding "deflate" has the zlib format that RFC 9110 section 8.4.1 requires. Some servers
 * send raw deflate data (RFC 1951) instead. The first byte shows the format.
 */
const isZlib = (first: Buffer) => ((first[0] ?? 0) & 0x0f) === 0x08

const ZSTD_FRAME = 0xfd2fb528
const ZSTD_SKIPPABLE = 0x184d2a5

/** Finds the magic number of a frame or of a skippable frame (RFC 8878 section 3.1). */
const zstdFrame = (bytes: Buffer): number | null | undefined => {
  if (bytes.length < 4) return undefined
  const magic = bytes.readUInt32LE(0)
  return magic === ZSTD_FRAME || magic >>> 4 === ZSTD_SKIPPABLE ? 0 : null
}

const codings: ReadonlyMap<string, Coding> = new Map([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", single((first) => (isZlib(first) ? zlib().createInflate() : zlib().createInflateRaw()))],
  ["br", single(() => zlib().createBrotliDecompress())],
  [
    "zstd",
    {
      begin: (bytes, isFirst) => (isFirst ? 0 : zstdFrame(bytes)),
      open: () => zlib().createZstdDecompress(),
      trailer: 0
    }
  ]
])

/**
 * The maximum number of members of a body, because each member needs a decoder. Files for random access have a member
 * for every 64 KiB.
 */
const MAX_MEMBERS = 500

const codeOf = (error: Error): unknown => ("code" in error ? error.code : undefined)

/** Returns whether an error of a decoder means that the input ends too early. */
const isEarlyEnd = (error: Error): boolean => codeOf(error) === "Z_BUF_ERROR"

/** Returns whether an error of the decoder means that the bytes after a frame are not another frame. */
const isNoFrame = (error: Error): boolean => codeOf(error) === "ZSTD_error_prefix_unknown"

/**
 * Decodes a content coding as browsers do: reads all members, and ignores bytes after the last member. If the input
 * ends within a member, or a later member is invalid, the content ends there and `isBroken` is true.
 */
class ContentDecoder extends Transform {
  isBroken = false
  readonly #coding: Coding
  readonly #safely: Guard
  #member: MemberStream | null = null
  #members = 0
  /** The input between members that cannot be read until more bytes arrive. */
  #waiting: Buffer = Buffer.alloc(0)
  #checksum = 0
  #isTrailerNext = false
  #isOver = false
  #isEnding = false
  #memberEnded = () => {}
  #memberFailed: (error: Error) => void = () => {}

  constructor(coding: Coding, safely: Guard) {
    super()
    this.#coding = coding
    this.#safely = safely
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const read = this.#safely(() => {
      if (this.#isOver) done()
      else if (this.#member === null) this.#readBetween(chunk, done)
      else this.#readMember(this.#member, chunk, done)
    })
    read()
  }

  override _read(size: number): void {
    this.#member?.resume()
    super._read(size)
  }

  override _flush(done: TransformCallback): void {
    const member = this.#member
    if (member === null) {
      this.isBroken ||= !this.#isOver && (this.#members === 0 || this.#isTrailerNext)
      return done()
    }
    this.#memberEnded = () => {
      this.isBroken ||= this.#coding.trailer > 0
      done()
    }
    this.#memberFailed = (error) => {
      if (!isEarlyEnd(error)) return this.#fail(error, done)
      this.isBroken = true
      done()
    }
    this.#isEnding = true
    this.#endWhenRead(member)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#member?.destroy()
    done(error)
  }

  /**
   * Ends a member only once its content has been read, because an error at the end of the member would discard unread
   * content.
   */
  #endWhenRead(member: MemberStream): void {
    if (this.#isEnding && member.readableLength === 0) member.end()
  }

  #readBetween(chunk: Buffer, done: TransformCallback): void {
    let bytes = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk])
    this.#waiting = Buffer.alloc(0)
    if (this.#isTrailerNext && bytes.length >= this.#coding.trailer) {
      if (bytes.readUInt32LE(0) !== this.#checksum) return this.#fail(new Error("incorrect data check"), done)
      this.#isTrailerNext = false
      this.#members += 1
      bytes = bytes.subarray(this.#coding.trailer)
    }
    const header =
      this.#isTrailerNext || bytes.length === 0 ? undefined : this.#coding.begin(bytes, this.#members === 0)
    if (header === undefined) {
      this.#waiting = bytes
      return done()
    }
    if (header === null && this.#members === 0) return done(new Error("incorrect header check"))
    if (header === null || this.#members >= MAX_MEMBERS) {
      this.isBroken ||= header !== null
      this.#isOver = true
      return done()
    }
    const rest = bytes.subarray(header)
    const member = this.#open(rest)
    if (rest.length === 0) done()
    else this.#readMember(member, rest, done)
  }

  #open(bytes: Buffer): MemberStream {
    const member = this.#coding.open(bytes)
    this.#member = member
    this.#checksum = 0
    const onData = this.#safely((data: Buffer) => {
      if (this.#coding.trailer > 0) this.#checksum = zlib().crc32(data, this.#checksum)
      if (!this.push(data)) member.pause()
      this.#endWhenRead(member)
    })
    const onEnd = this.#safely(() => this.#memberEnded())
    const onError = this.#safely((error: Error) => this.#memberFailed(error))
    member.on("data", onData).on("end", onEnd).on("error", onError)
    return member
  }

  #readMember(member: MemberStream, chunk: Buffer, done: TransformCallback): void {
    const before = member.bytesWritten
    this.#memberEnded = () => {
      this.#member = null
      if (this.#coding.trailer > 0) this.#isTrailerNext = true
      else this.#members += 1
      this.#readBetween(chunk.subarray(member.bytesWritten - before), done)
    }
    this.#memberFailed = (error) => {
      this.#member = null
      if (!isNoFrame(error) || before === 0) return this.#fail(error, done)
      this.#isOver = true
      done()
    }
    // If the member does not end in this chunk, the decoder has read the whole chunk.
    const onWritten = this.#safely((error: Error | null | undefined) => {
      if (error == null && member.bytesWritten - before === chunk.length) done()
    })
    member.write(chunk, onWritten)
  }

  /** Fails if the error is in the first member. Ends the content there if the error is in a later member. */
  #fail(error: Error, done: TransformCallback): void {
    if (this.#members === 0) return done(error)
    this.isBroken = true
    this.#isOver = true
    done()
  }
}

/** Returns whether a coding can be decoded. The name must be in lower case. */
export const isKnownCoding = (name: string): boolean => codings.has(name)

/** Returns a decoder, or null for an unknown coding. `safely` guards the decoder's callbacks. */
export const contentDecoder = (name: string, safely: Guard): ContentDecoder | null => {
  const coding = codings.get(name)
  return coding === undefined ? null : new ContentDecoder(coding, safely)
}
