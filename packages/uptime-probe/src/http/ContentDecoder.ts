import type { Guard } from "@mon/bundled/callbacks"
import { Transform, type TransformCallback } from "node:stream"
import type { BrotliDecompress, Inflate, InflateRaw, ZstdDecompress } from "node:zlib"

/** With the first body that is encoded: Node takes 8 ms to load it. */
const zlib = () => process.getBuiltinModule("node:zlib")

type MemberStream = BrotliDecompress | Inflate | InflateRaw | ZstdDecompress

/** A coding whose data is one or more complete streams, one after the other. */
interface Coding {
  /**
   * The bytes before the stream of the first or a later member; null if no member begins here, and undefined if more
   * bytes will show it.
   */
  readonly begin: (bytes: Buffer, isFirst: boolean) => number | null | undefined
  /** A decoder of one member, which may read its first bytes. */
  readonly open: (bytes: Buffer) => MemberStream
  /** The bytes after the stream of a member. */
  readonly trailer: number
}

const GZIP = Buffer.of(0x1f, 0x8b, 8)
const GZIP_FIXED_BYTES = 10
const GZIP_TRAILER_BYTES = 8
/** Of the header of a member, so that a name without an end fills no memory. */
const MAX_GZIP_HEADER = 128 * 1024
const FHCRC = 2
const FEXTRA = 4
const FNAME = 8
const FCOMMENT = 16
const RESERVED = 0xe0

/** The length of the header of a member (RFC 1952 section 2.3). */
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

/** A member of gzip ends with the checksum of its content. */
const gzip: Coding = {
  begin: gzipHeader,
  open: () => zlib().createInflateRaw(),
  trailer: GZIP_TRAILER_BYTES
}

/** A coding whose data is a single stream. */
const single = (open: (bytes: Buffer) => MemberStream): Coding => ({
  begin: (_bytes, isFirst) => (isFirst ? 0 : null),
  open,
  trailer: 0
})

/** RFC 9110 section 8.4.1 says zlib for "deflate", some servers send it raw (RFC 1951): the first byte shows which. */
const isZlib = (first: Buffer) => ((first[0] ?? 0) & 0x0f) === 0x08

const ZSTD_FRAME = 0xfd2fb528
const ZSTD_SKIPPABLE = 0x184d2a5

/** The magic number of a frame, or of one that is skipped (RFC 8878 section 3.1). */
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

/** Each member costs a decoder. Those of files that can be read from the middle have 64 KiB. */
const MAX_MEMBERS = 500

const codeOf = (error: Error): unknown => ("code" in error ? error.code : undefined)

/** Whether the error of a decoder means that the input ends too early. */
const isEarlyEnd = (error: Error): boolean => codeOf(error) === "Z_BUF_ERROR"

/** Whether the error of the decoder means that no frame begins with the bytes after a frame. */
const isNoFrame = (error: Error): boolean => codeOf(error) === "ZSTD_error_prefix_unknown"

/**
 * Undoes a content coding as browsers do: all members are read, and what follows the last one is ignored. If the input
 * ends in the middle, or a later member is not valid, the content ends there, and `isBroken` says so.
 */
class ContentDecoder extends Transform {
  isBroken = false
  readonly #coding: Coding
  readonly #safely: Guard
  #member: MemberStream | null = null
  #members = 0
  /** Input between members that waits for more. */
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

  /** An error at the end of a member would drop what waits. */
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
    // Unless the member ends in this chunk, all of it was read.
    const onWritten = this.#safely((error: Error | null | undefined) => {
      if (error == null && member.bytesWritten - before === chunk.length) done()
    })
    member.write(chunk, onWritten)
  }

  /** An error in a later member ends the content. */
  #fail(error: Error, done: TransformCallback): void {
    if (this.#members === 0) return done(error)
    this.isBroken = true
    this.#isOver = true
    done()
  }
}

/** Whether a coding can be undone, by its name in small letters. */
export const isKnownCoding = (name: string): boolean => codings.has(name)

/** A decoder of a known coding, whose callbacks `safely` guards. */
export const contentDecoder = (name: string, safely: Guard): ContentDecoder | null => {
  const coding = codings.get(name)
  return coding === undefined ? null : new ContentDecoder(coding, safely)
}
