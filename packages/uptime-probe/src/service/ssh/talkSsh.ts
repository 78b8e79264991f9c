import { strange, tooLong } from "../dialogue/readings.ts"
import { fail, farewell, note, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { ProtocolOptions } from "../protocol/Protocol.ts"
import { type Reading, readLine, shownText } from "../Received.ts"

/** A check of an SSH server: its identification and the algorithms that it offers. The check does not log in. */
export interface SshRequest extends ProtocolOptions {
  readonly type: "ssh"
}

/** What a check found out about an SSH server. */
export interface SshFound {
  /** The server's identification, such as "SSH-2.0-OpenSSH_9.2p1 Debian-2". */
  readonly identification: string
  /** The types of the server's host keys, in the server's order. */
  readonly hostKeys: ReadonlyArray<string>
}

const IDENTIFICATION = "SSH-2.0-Mon_1.0"
/** The most lines that are read before the identification (RFC 4253 section 4.2). */
const MOST_LINES = 50
const LINE_BYTES = 255

/** What OpenSSH says instead of its name to a client that it refuses (MaxStartups in sshd_config(5)). */
const REFUSALS = new Set(["Exceeded MaxStartups", "Not allowed at this time"])

const KEXINIT = 20
const DISCONNECT = 1
/** The messages "ignore" and "debug", which a server may send at any time (RFC 4253 section 11). */
const UNIMPORTANT = new Set([2, 4])
const BY_APPLICATION = 11
/** The longest packet before the exchange of keys (RFC 4253 section 6.1). */
const PACKET_BYTES = 35_000
const COOKIE_BYTES = 16
const BLOCK_BYTES = 8
const LEAST_PADDING = 4

/** Reads a packet before the exchange of keys: its length, the length of the padding, and the content. */
const readPacket = (bytes: Buffer): Reading<Buffer> => {
  if (bytes.length < 5) return null
  const length = bytes.readUInt32BE(0)
  if (length > PACKET_BYTES) return tooLong(length)
  const end = 4 + length
  const padding = bytes[4] ?? 0
  if (length < padding + 2) return strange("SSH", bytes)
  return bytes.length < end ? null : { taken: end, value: bytes.subarray(5, end - padding) }
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const text = (content: string): Buffer => Buffer.concat([int32(content.length), Buffer.from(content)])

const writePacket = (content: Buffer, random: Surroundings["random"]): Buffer => {
  const unpadded = 5 + content.length + LEAST_PADDING
  const padding = LEAST_PADDING + ((BLOCK_BYTES - (unpadded % BLOCK_BYTES)) % BLOCK_BYTES)
  return Buffer.concat([int32(1 + content.length + padding), Buffer.of(padding), content, random(padding)])
}

/** Reads a text, which begins at this place. */
const textAt = (content: Buffer, at: number): string =>
  content.length < at + 4 ? "" : content.toString("utf8", at + 4, at + 4 + content.readUInt32BE(at))

/** Reads a list of names, which begins at this place. */
const namesAt = (content: Buffer, at: number): readonly [names: ReadonlyArray<string>, next: number] => {
  if (content.length < at + 4) return [[], content.length]
  const end = at + 4 + content.readUInt32BE(at)
  return [
    content
      .toString("latin1", at + 4, end)
      .split(",")
      .filter((name) => name !== ""),
    end
  ]
}

function* readIdentification(): Talk<SshFound, string> {
  for (let count = 0; count < MOST_LINES; count++) {
    const line = yield* read(readLine)
    if (line.startsWith("SSH-") && line.length <= LINE_BYTES) return line
    if (REFUSALS.has(line)) yield* fail("service_refused", `The server refuses connections: ${line}`)
  }
  return yield* fail("protocol_error", "The server sent no identification of SSH.")
}

/** Speaks to an SSH server. Some servers take a client that says nothing for an attacker, so the check speaks. */
export function* talkSsh(_request: SshRequest, { random }: Surroundings): Talk<SshFound> {
  const identification = yield* readIdentification()
  yield* note({ identification: shownText(identification) })
  if (!/^SSH-(?:2\.0|1\.99)-/u.test(identification))
    yield* fail("wrong_answer", `The server speaks another version of SSH: ${shownText(identification)}`)
  yield* send(`${IDENTIFICATION}\r\n`)
  yield* farewell(
    writePacket(Buffer.concat([Buffer.of(DISCONNECT), int32(BY_APPLICATION), text("check"), text("")]), random)
  )
  let content = yield* read(readPacket)
  for (let count = 1; UNIMPORTANT.has(content[0] ?? 0) && count < MOST_LINES; count++) content = yield* read(readPacket)
  if (content[0] === DISCONNECT)
    yield* fail("service_refused", `The server refuses connections: ${shownText(textAt(content, 1 + 4))}`)
  if (content[0] !== KEXINIT) return yield* fail("protocol_error", "The server did not offer to exchange keys.")
  const [, hostKeysAt] = namesAt(content, 1 + COOKIE_BYTES)
  yield* note({ hostKeys: namesAt(content, hostKeysAt)[0].slice(0, MOST_LINES).map(shownText) })
}
