import { strange, tooLong } from "../dialogue/readings.ts"
import type { Reading } from "../Received.ts"

/** A packet (MySQL Internals, chapter "MySQL Packets"). */
export interface Packet {
  readonly sequence: number
  readonly body: Buffer
}

/** The first packet of the server, version 10 of the protocol. */
export interface Greeting {
  readonly serverVersion: string
  readonly capabilities: number
  /** The random bytes that a login must use. */
  readonly salt: Buffer
  /** The name of the method that the server prefers for a login. */
  readonly plugin: string
}

/** The longest packet that this package reads, in bytes. */
const PACKET_BYTES = 64 * 1024
const HEAD_BYTES = 4
const SALT_BYTES = 20
const FIRST_SALT_BYTES = 8

export const OK = 0x00
export const MORE = 0x01
export const END = 0xfe
export const ERROR = 0xff
const VERSION_10 = 0x0a

export const capabilities = {
  connectWithDatabase: 0x8,
  protocol41: 0x200,
  tls: 0x800,
  transactions: 0x2000,
  secureConnection: 0x8000,
  pluginAuth: 0x8_0000
} as const

const UTF8MB4 = 45
/** The method of servers that know no other, and do not name it. */
const DEFAULT_PLUGIN = "mysql_native_password"

export const readPacket = (bytes: Buffer): Reading<Packet> => {
  if (bytes.length < HEAD_BYTES) return null
  const length = bytes.readUIntLE(0, 3)
  if (length > PACKET_BYTES) return tooLong(length)
  const end = HEAD_BYTES + length
  if (bytes.length < end) return null
  return { taken: end, value: { sequence: bytes[3] ?? 0, body: bytes.subarray(HEAD_BYTES, end) } }
}

/** Reads the first packet, which differs from those of other protocols in its fourth and fifth byte. */
export const readFirstPacket = (bytes: Buffer): Reading<Packet> => {
  const [, , , sequence = 0, first = VERSION_10] = bytes
  return sequence !== 0 || (first !== VERSION_10 && first !== ERROR) ? strange("MySQL", bytes) : readPacket(bytes)
}

const textEnd = (body: Buffer, from: number): number => {
  const end = body.indexOf(0, from)
  return end === -1 ? body.length : end
}

/** Reads the greeting. Returns null if it is too short. */
export const readGreeting = (body: Buffer): Greeting | null => {
  const end = textEnd(body, 1)
  // The thread, the first part of the salt, a zero, the lower capabilities, the character set, the status, the upper
  // capabilities, the length of the salt, and ten bytes of filler.
  const saltAt = end + 1 + 4
  const lowAt = saltAt + FIRST_SALT_BYTES + 1
  const highAt = lowAt + 5
  const restAt = highAt + 3 + 10
  if (body.length < restAt) return null
  const restBytes = SALT_BYTES - FIRST_SALT_BYTES
  const pluginAt = restAt + restBytes + 1
  const flags = body.readUInt16LE(lowAt) + body.readUInt16LE(highAt) * 0x1_0000
  const namesPlugin = (flags & capabilities.pluginAuth) !== 0
  return {
    serverVersion: body.toString("latin1", 1, end).replace(/^5\.5\.5-(?=.*MariaDB)/u, ""),
    capabilities: flags,
    salt: Buffer.concat([body.subarray(saltAt, saltAt + FIRST_SALT_BYTES), body.subarray(restAt, restAt + restBytes)]),
    plugin: namesPlugin ? body.toString("latin1", pluginAt, textEnd(body, pluginAt)) : DEFAULT_PLUGIN
  }
}

export const writePacket = (sequence: number, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUIntLE(body.length, 0, 3)
  head[3] = sequence & 0xff
  return Buffer.concat([head, body])
}

const zeroEnded = (text: string): Buffer => Buffer.from(`${text.replaceAll("\0", "")}\0`)

/** The part that a request for TLS and a login have in common. */
const clientHead = (flags: number): Buffer => {
  const head = Buffer.alloc(32)
  head.writeUInt32LE(flags, 0)
  head.writeUInt32LE(PACKET_BYTES, 4)
  head[8] = UTF8MB4
  return head
}

export const tlsRequest = (flags: number): Buffer => clientHead(flags)

interface LoginParts {
  readonly flags: number
  readonly username: string
  readonly proof: Uint8Array
  readonly database?: string | undefined
  readonly plugin: string
}

export const loginRequest = ({ database, flags, plugin, proof, username }: LoginParts): Buffer =>
  Buffer.concat([
    clientHead(flags),
    zeroEnded(username),
    Buffer.of(proof.length),
    proof,
    ...(database === undefined ? [] : [zeroEnded(database)]),
    zeroEnded(plugin)
  ])

const QUIT = 0x01
const QUERY = 0x03

export const quit: Buffer = writePacket(0, Buffer.of(QUIT))

export const query = (sql: string): Buffer => writePacket(0, Buffer.concat([Buffer.of(QUERY), Buffer.from(sql)]))

export const errorCode = (body: Buffer): number => (body.length < 3 ? 0 : body.readUInt16LE(1))

/** The text of an error, without the SQLSTATE, which begins with "#". */
export const errorText = (body: Buffer): string => {
  const from = body[3] === "#".codePointAt(0) ? 9 : 3
  return `${body.toString("utf8", from)} (${errorCode(body)})`
}

/** Reads a request for another method of login: its name and its random bytes. */
export const readSwitch = (body: Buffer): Pick<Greeting, "plugin" | "salt"> => {
  const end = textEnd(body, 1)
  return { plugin: body.toString("latin1", 1, end), salt: body.subarray(end + 1, end + 1 + SALT_BYTES) }
}

const NULL = 0xfb
/** The sizes of a length by its first byte. Shorter lengths are this byte itself. */
const LENGTH_SIZES: ReadonlyMap<number, number> = new Map([
  [0xfc, 2],
  [0xfd, 3]
])

/** Reads the first column of a row in the text protocol. Null if it is NULL, or if it is too long to be read. */
export const readFirstColumn = (body: Buffer, mostBytes: number): string | null => {
  const first = body[0] ?? NULL
  const size = LENGTH_SIZES.get(first) ?? 0
  if (size === 0 && first >= NULL) return null
  if (body.length < 1 + size) return null
  const length = size === 0 ? first : body.readUIntLE(1, size)
  const from = 1 + size
  return body.toString("utf8", from, Math.min(from + length, from + mostBytes, body.length))
}
