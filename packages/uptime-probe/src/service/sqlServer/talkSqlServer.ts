import { strange } from "../dialogue/readings.ts"
import { fail, note, read, send, type Talk } from "../dialogue/Talk.ts"
import type { ProtocolOptions } from "../protocol/Protocol.ts"
import type { Reading } from "../Received.ts"

/** A check of a Microsoft SQL Server with the first message of its protocol, which needs no login. */
export interface SqlServerRequest extends ProtocolOptions {
  readonly type: "sqlServer"
}

/** What a check found out about a Microsoft SQL Server. */
export interface SqlServerFound {
  /** The version, such as "16.0.4085". */
  readonly serverVersion: string
  /** Whether the server can encrypt connections. */
  readonly offersTls: boolean
}

/** The types of packets (MS-TDS section 2.2.3.1.1). */
const PRELOGIN = 0x12
const RESPONSE = 0x04
const LAST_PACKET = 0x01
const HEAD_BYTES = 8
/** The first message has less than 100 bytes. */
const MOST_BYTES = 4_096

/** The options of the first message (MS-TDS section 2.2.6.5). */
const VERSION = 0x00
const ENCRYPTION = 0x01
const END = 0xff
const OPTION_BYTES = 5

const ENCRYPTION_ON = 1
const ENCRYPTION_NOT_SUPPORTED = 2

/** Offers encryption, so that a server that requires it does not end the connection. */
const prelogin = (): Buffer => {
  const options: ReadonlyArray<readonly [option: number, data: Buffer]> = [
    [VERSION, Buffer.alloc(6)],
    [ENCRYPTION, Buffer.of(ENCRYPTION_ON)]
  ]
  let at = options.length * OPTION_BYTES + 1
  const table: Array<Buffer> = []
  for (const [option, data] of options) {
    table.push(Buffer.of(option, at >> 8, at & 0xff, data.length >> 8, data.length & 0xff))
    at += data.length
  }
  const body = Buffer.concat([...table, Buffer.of(END), ...options.map(([, data]) => data)])
  const length = HEAD_BYTES + body.length
  return Buffer.concat([Buffer.of(PRELOGIN, LAST_PACKET, length >> 8, length & 0xff, 0, 0, 1, 0), body])
}

const readResponse = (bytes: Buffer): Reading<Buffer> => {
  if (bytes[0] !== RESPONSE) return strange("SQL Server", bytes)
  if (bytes.length < HEAD_BYTES) return null
  const length = bytes.readUInt16BE(2)
  if (length < HEAD_BYTES || length > MOST_BYTES) return strange("SQL Server", bytes)
  return bytes.length < length ? null : { taken: length, value: bytes.subarray(HEAD_BYTES, length) }
}

const optionsOf = (body: Buffer): ReadonlyMap<number, Buffer> => {
  const found = new Map<number, Buffer>()
  for (let at = 0; at + OPTION_BYTES <= body.length && body[at] !== END; at += OPTION_BYTES) {
    const from = body.readUInt16BE(at + 1)
    found.set(body[at] ?? END, body.subarray(from, from + body.readUInt16BE(at + 3)))
  }
  return found
}

const VERSION_BYTES = 4

/** Speaks to a Microsoft SQL Server. */
export function* talkSqlServer(_request: SqlServerRequest): Talk<SqlServerFound> {
  yield* send(prelogin())
  const options = optionsOf(yield* read(readResponse))
  const version = options.get(VERSION)
  if (version === undefined || version.length < VERSION_BYTES)
    return yield* fail("protocol_error", "The server did not send its version.")
  yield* note({
    serverVersion: `${version[0]}.${version[1]}.${version.readUInt16BE(2)}`,
    offersTls: (options.get(ENCRYPTION)?.[0] ?? ENCRYPTION_NOT_SUPPORTED) !== ENCRYPTION_NOT_SUPPORTED
  })
}
