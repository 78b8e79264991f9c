import { fail, note, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { ProtocolOptions } from "../protocol/Protocol.ts"
import type { Reading } from "../Received.ts"

/** A check of a QUIC server, such as one for HTTP/3. The server must list the versions that it supports. */
export interface QuicRequest extends ProtocolOptions {
  readonly type: "quic"
}

/** What a check found out about a QUIC server. */
export interface QuicFound {
  /** The versions in hexadecimal, such as "00000001" for version 1, at most 20. */
  readonly versions: ReadonlyArray<string>
}

/** The smallest size of a first packet (RFC 9000 section 14.1). */
const PACKET_BYTES = 1_200
const LONG_HEADER = 0xc0
const ID_BYTES = 8
const VERSION_BYTES = 4
const MOST_VERSIONS = 20

/** A version that servers do not know, so that they list those that they know (section 15). */
const UNKNOWN_VERSION = Buffer.from("1a2a3a4a", "hex")
const NEGOTIATION = Buffer.alloc(VERSION_BYTES)

/** Reads the list of versions (section 17.2.1). A server repeats the ids of the connection in the other order. */
const readVersions =
  (destination: Buffer, source: Buffer) =>
  (bytes: Buffer): Reading<ReadonlyArray<string>> => {
    const ids = Buffer.concat([NEGOTIATION, Buffer.of(ID_BYTES), source, Buffer.of(ID_BYTES), destination])
    const at = 1 + ids.length
    if (((bytes[0] ?? 0) & 0x80) === 0 || !bytes.subarray(1, at).equals(ids)) return null
    const versions = bytes.subarray(at).toString("hex").match(/.{8}/gu) ?? []
    return { taken: bytes.length, value: versions.slice(0, MOST_VERSIONS) }
  }

/** Asks a QUIC server for its versions. */
export function* talkQuic(_request: QuicRequest, { random }: Surroundings): Talk<QuicFound> {
  const destination = random(ID_BYTES)
  const source = random(ID_BYTES)
  const head = [Buffer.of(LONG_HEADER), UNKNOWN_VERSION, Buffer.of(ID_BYTES), destination, Buffer.of(ID_BYTES), source]
  const packet = Buffer.alloc(PACKET_BYTES)
  Buffer.concat(head).copy(packet)
  yield* send(packet)
  const versions = yield* read(readVersions(destination, source))
  yield* note({ versions })
  if (versions.length === 0) yield* fail("wrong_answer", "The server lists no version.")
}
