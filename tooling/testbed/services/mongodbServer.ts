import { createHash, createHmac, pbkdf2Sync } from "node:crypto"
import type { Socket } from "node:net"

type Value = boolean | number | string | Buffer | ReadonlyArray<string> | Document
interface Document {
  readonly [name: string]: Value
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

const element = (name: string, value: Value): Buffer => {
  const head = (kind: number) => Buffer.from(`${String.fromCodePoint(kind)}${name}\0`)
  if (typeof value === "boolean") return Buffer.concat([head(8), Buffer.of(Number(value))])
  if (typeof value === "number")
    return name === "ok" ? Buffer.concat([head(1), double(value)]) : Buffer.concat([head(16), int32(value)])
  if (typeof value === "string")
    return Buffer.concat([head(2), int32(Buffer.byteLength(value) + 1), Buffer.from(`${value}\0`)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(5), int32(value.length), Buffer.of(0), value])
  return Buffer.concat([head(Array.isArray(value) ? 4 : 3), encode(Object.fromEntries(Object.entries(value)))])
}

const encode = (document: Document): Buffer => {
  const body = Buffer.concat(Object.entries(document).map(([name, value]) => element(name, value)))
  return Buffer.concat([int32(body.length + 5), body, Buffer.of(0)])
}

/** Reads the fields of a command that the server needs: texts, numbers and binary data. */
const decode = (bytes: Buffer): Readonly<Record<string, string | number | Buffer>> => {
  const found: Array<readonly [name: string, value: string | number | Buffer]> = []
  for (let at = 4; bytes[at] !== 0;) {
    const kind = bytes[at]
    const end = bytes.indexOf(0, at + 1)
    const name = bytes.toString("utf8", at + 1, end)
    const from = end + 1
    const length = bytes.readInt32LE(from)
    if (kind === 2) found.push([name, bytes.toString("utf8", from + 4, from + 3 + length)])
    if (kind === 5) found.push([name, bytes.subarray(from + 5, from + 5 + length)])
    if (kind === 16) found.push([name, length])
    const sizes: Readonly<Record<number, number>> = { 1: 8, 2: 4 + length, 3: length, 4: length, 5: 5 + length, 8: 1 }
    at = from + (sizes[kind ?? 0] ?? (kind === 16 ? 4 : 8))
  }
  return Object.fromEntries(found)
}

/** Writes an answer. */
export const opMsg = (document: Document, to = 1): Buffer => {
  const body = encode(document)
  return Buffer.concat([int32(21 + body.length), int32(7), int32(to), int32(2013), Buffer.alloc(5), body])
}

interface Settings {
  readonly username: string
  readonly password: string
  readonly mechanisms?: ReadonlyArray<string>
  readonly rounds?: number
  /** Whether the server wants an empty message at the end of a login, as before version 4.4. */
  readonly isOld?: boolean
  /** The number of documents by the names of the database and the collection. */
  readonly counts?: Readonly<Record<string, number>>
  /** Overrides the answer to a command. */
  readonly answers?: Readonly<Record<string, Document>>
}

const error = (code: number, codeName: string, errmsg: string): Document => ({ ok: 0, errmsg, code, codeName })
const refused = error(18, "AuthenticationFailed", "Authentication failed.")

const attribute = (message: string, name: string): string =>
  message
    .split(",")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(2) ?? ""

/** The server's side of SCRAM (RFC 5802 section 3). It knows only the stored key and the server key. */
const scramOf = (hash: "sha1" | "sha256", password: string, rounds: number) => {
  const salt = Buffer.from(`a salt of ${hash}`)
  const mac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest()
  const salted = pbkdf2Sync(password, salt, rounds, hash === "sha1" ? 20 : 32, hash)
  const storedKey = createHash(hash).update(mac(salted, "Client Key")).digest()
  const serverKey = mac(salted, "Server Key")
  return {
    challenge: (first: string) => `r=${attribute(first, "r")}-server,s=${salt.toString("base64")},i=${rounds}`,
    finish: (first: string, challenge: string, last: string): string | null => {
      const signed = `${first.slice(3)},${challenge},${last.slice(0, last.lastIndexOf(",p="))}`
      const signature = mac(storedKey, signed)
      const key = Buffer.from(attribute(last, "p"), "base64").map((byte, index) => byte ^ (signature[index] ?? 0))
      return createHash(hash).update(key).digest().equals(storedKey)
        ? `v=${mac(serverKey, signed).toString("base64")}`
        : null
    }
  }
}

/** A small MongoDB server with one user, for tests. `seen` gets the names of the commands. */
export const mongodbServer =
  (settings: Settings, seen: Array<string> = []) =>
  (socket: Socket): void => {
    const { answers = {}, counts = {}, isOld = false, password, rounds = 4_096, username } = settings
    const { mechanisms = ["SCRAM-SHA-1", "SCRAM-SHA-256"] } = settings
    let scram: ReturnType<typeof scramOf> | null = null
    let [first, challenge] = ["", ""]
    let isIn = false
    const known = new Map(Object.entries(answers))
    const handlers: Readonly<Record<string, (fields: ReturnType<typeof decode>) => Document>> = {
      hello: ({ saslSupportedMechs: asked }) => ({
        isWritablePrimary: true,
        helloOk: true,
        ...(asked === `admin.${username}` ? { saslSupportedMechs: mechanisms } : {}),
        maxWireVersion: 17,
        minWireVersion: 0,
        ok: 1
      }),
      saslStart: ({ mechanism = "", payload = "" }) => {
        if (!mechanisms.includes(String(mechanism))) return error(334, "MechanismUnavailable", "not enabled")
        first = payload.toString()
        const asked = attribute(first.slice(3), "n")
        if (asked !== username) return refused
        const md5 = createHash("md5").update(`${username}:mongo:${password}`).digest("hex")
        scram = mechanism === "SCRAM-SHA-1" ? scramOf("sha1", md5, rounds) : scramOf("sha256", password, rounds)
        challenge = scram.challenge(first)
        return { conversationId: 3, done: false, payload: Buffer.from(challenge), ok: 1 }
      },
      saslContinue: ({ conversationId, payload = "" }) => {
        if (conversationId !== 3 || scram === null) return error(17, "ProtocolError", "No SASL session state found")
        if (isIn) return { conversationId: 3, done: true, payload: Buffer.alloc(0), ok: 1 }
        const proof = scram.finish(first, challenge, payload.toString())
        isIn = proof !== null
        return proof === null ? refused : { conversationId: 3, done: !isOld, payload: Buffer.from(proof), ok: 1 }
      },
      count: ({ $db, count }) =>
        isIn
          ? { n: counts[`${$db}.${count}`] ?? 0, ok: 1 }
          : error(13, "Unauthorized", `Command count requires authentication`),
      endSessions: () => ({ ok: 1 })
    }
    const commands = new Map(Object.entries(handlers))
    let received = Buffer.alloc(0)
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      while (received.length >= 16 && received.length >= received.readInt32LE(0)) {
        const length = received.readInt32LE(0)
        const fields = decode(received.subarray(21, length))
        const [name = ""] = Object.keys(fields)
        seen.push(name)
        const answer =
          known.get(name) ?? commands.get(name)?.(fields) ?? error(59, "CommandNotFound", `no such ${name}`)
        socket.write(opMsg(answer, received.readInt32LE(4)))
        received = received.subarray(length)
      }
    })
  }
