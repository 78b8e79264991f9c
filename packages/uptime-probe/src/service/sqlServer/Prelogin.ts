import { PRELOGIN, writeMessage } from "./Packets.ts"

/** The options of the first message (MS-TDS section 2.2.6.5). */
const VERSION = 0x00
const ENCRYPTION = 0x01
const END = 0xff
const OPTION_BYTES = 5

/** The values of the option for encryption. */
export const encryptions = { off: 0, on: 1, notSupported: 2, required: 3 } as const

/** Writes the first message of a client. */
export const prelogin = (encryption: number): Buffer => {
  const options: ReadonlyArray<readonly [option: number, data: Buffer]> = [
    [VERSION, Buffer.alloc(6)],
    [ENCRYPTION, Buffer.of(encryption)]
  ]
  let at = options.length * OPTION_BYTES + 1
  const table: Array<Buffer> = []
  for (const [option, data] of options) {
    table.push(Buffer.of(option, at >> 8, at & 0xff, data.length >> 8, data.length & 0xff))
    at += data.length
  }
  return writeMessage(PRELOGIN, Buffer.concat([...table, Buffer.of(END), ...options.map(([, data]) => data)]))
}

const VERSION_BYTES = 4

/** What a server says before the login. */
export interface Preanswer {
  /** The version, such as "16.0.4085". */
  readonly serverVersion: string
  readonly encryption: number
}

/** Reads the first message of a server. Returns null if it does not contain the version. */
export const readPrelogin = (body: Buffer): Preanswer | null => {
  const found = new Map<number, Buffer>()
  for (let at = 0; at + OPTION_BYTES <= body.length && body[at] !== END; at += OPTION_BYTES) {
    const from = body.readUInt16BE(at + 1)
    found.set(body[at] ?? END, body.subarray(from, from + body.readUInt16BE(at + 3)))
  }
  const version = found.get(VERSION)
  if (version === undefined || version.length < VERSION_BYTES) return null
  return {
    serverVersion: `${version[0]}.${version[1]}.${version.readUInt16BE(2)}`,
    encryption: found.get(ENCRYPTION)?.[0] ?? encryptions.notSupported
  }
}
