import { strange, tooLong } from "../dialogue/readings.ts"
import type { Reading } from "../Received.ts"
import { type BsonValue, readDocument, writeDocument } from "./Bson.ts"

/** The top level of the document in an answer. */
export type Answer = ReadonlyMap<string, BsonValue>

/** The number of a message in the current form (MongoDB Wire Protocol, OP_MSG). */
const OP_MSG = 2013
const HEAD_BYTES = 16
/** The flags of the message, and the kind of its only section. */
const FLAGS_BYTES = 5
/** The longest message that this package reads, in bytes. */
const MESSAGE_BYTES = 64 * 1024

/** Writes a command. The name of its first field is the name of the command. */
export const command = (database: string, fields: Parameters<typeof writeDocument>[0]): Buffer => {
  const document = writeDocument({ ...fields, $db: database })
  const head = Buffer.alloc(HEAD_BYTES + FLAGS_BYTES)
  head.writeInt32LE(head.length + document.length, 0)
  head.writeInt32LE(1, 4)
  head.writeInt32LE(OP_MSG, 12)
  return Buffer.concat([head, document])
}

export const readAnswer = (bytes: Buffer): Reading<Answer> => {
  if (bytes.length < HEAD_BYTES) return null
  const length = bytes.readInt32LE(0)
  if (bytes.readInt32LE(12) !== OP_MSG || length < HEAD_BYTES + FLAGS_BYTES) return strange("MongoDB", bytes)
  if (length > MESSAGE_BYTES) return tooLong(length)
  if (bytes.length < length) return null
  const document = readDocument(bytes.subarray(HEAD_BYTES + FLAGS_BYTES, length))
  return document === null ? strange("MongoDB", bytes) : { taken: length, value: document }
}
