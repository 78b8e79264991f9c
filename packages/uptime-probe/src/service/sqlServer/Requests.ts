import type { Login } from "../protocol/Protocol.ts"
import { BATCH, LOGIN, PACKET_BYTES, writeMessage } from "./Packets.ts"

/** Version 7.4 of the protocol (MS-TDS section 2.2.6.4). SQL Server 2012 and later have it. */
const TDS_VERSION = 0x74_00_00_04
const CLIENT = "mon"
const FIXED_BYTES = 94
const CLIENT_ID_BYTES = 6

/** Reports the change of the database, and makes a login fail if the server cannot open the database. */
const DATABASE_AND_LANGUAGE = 0xe0
/** Settings of the session as the ANSI standard has them. */
const ANSI_SETTINGS = 0x02

const ucs2 = (text: string): Buffer => Buffer.from(text, "utf16le")

/** Hides the password from a reader of the bytes, but not from anybody who knows this section of MS-TDS (2.2.6.4). */
const disguised = (password: string): Buffer =>
  Buffer.from(ucs2(password).map((byte) => (((byte & 0x0f) << 4) | (byte >> 4)) ^ 0xa5))

interface LoginPlan {
  readonly login: Login
  readonly database: string | undefined
  /** The name of the server. Azure finds the server by it. */
  readonly hostname: string
}

/** Writes the request for a login. */
export const loginRequest = ({ database = "", hostname, login }: LoginPlan): Buffer => {
  const fixed = Buffer.alloc(FIXED_BYTES)
  fixed.writeUInt32LE(TDS_VERSION, 4)
  fixed.writeUInt32LE(PACKET_BYTES, 8)
  fixed[24] = DATABASE_AND_LANGUAGE
  fixed[25] = ANSI_SETTINGS
  const texts: Array<Buffer> = []
  let end = FIXED_BYTES
  let place = 36
  const add = (bytes: Buffer) => {
    fixed.writeUInt16LE(end, place)
    fixed.writeUInt16LE(bytes.length / 2, place + 2)
    place += 4
    end += bytes.length
    texts.push(bytes)
  }
  const none = Buffer.alloc(0)
  // The order of MS-TDS: the names of the client, the user, the program, the server and others.
  for (const text of [ucs2(CLIENT), ucs2(login.username), disguised(login.password), ucs2(CLIENT), ucs2(hostname)])
    add(text)
  for (const text of [none, ucs2(CLIENT), none, ucs2(database)]) add(text)
  place += CLIENT_ID_BYTES
  // The login of Windows, the file of a database, and the new password.
  for (const text of [none, none, none]) add(text)
  fixed.writeUInt32LE(end, 0)
  return writeMessage(LOGIN, Buffer.concat([fixed, ...texts]))
}

/** The header of a batch (MS-TDS section 2.2.5.3). */
const HEADERS_BYTES = 22
const TRANSACTION_BYTES = 18
const TRANSACTION = 2
const DESCRIPTOR_BYTES = 8

/** The descriptor of a session without a transaction. */
export const noTransaction: Buffer = Buffer.alloc(DESCRIPTOR_BYTES)

/** Writes statements that run in the transaction with this descriptor. */
export const batchRequest = (sql: string, transaction: Buffer): Buffer => {
  const head = Buffer.alloc(HEADERS_BYTES)
  head.writeUInt32LE(HEADERS_BYTES, 0)
  head.writeUInt32LE(TRANSACTION_BYTES, 4)
  head.writeUInt16LE(TRANSACTION, 8)
  transaction.copy(head, 10, 0, DESCRIPTOR_BYTES)
  head.writeUInt32LE(1, 18)
  return writeMessage(BATCH, Buffer.concat([head, ucs2(sql)]))
}
