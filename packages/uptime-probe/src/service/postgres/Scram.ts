import { guard } from "@mon/bundled/callbacks"
import { createHash, createHmac, pbkdf2, timingSafeEqual } from "node:crypto"

/** The most rounds of a password's hash. PostgreSQL uses 4,096. A hostile server could ask for hours of work. */
const MOST_ROUNDS = 1_000_000
const HASH_BYTES = 32

const derive = (password: string, salt: Buffer, rounds: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const onDerived = guard(reject)((error: Error | null, key: Buffer) => {
      if (error === null) resolve(key)
      else reject(error)
    })
    pbkdf2(password.normalize("NFKC"), salt, rounds, HASH_BYTES, "sha256", onDerived)
  })

const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest()

/** The attributes of a message, such as "r=abc,s=ZGVm,i=4096" (RFC 5802 section 5.1). */
const attributes = (message: string): ReadonlyMap<string, string> =>
  new Map(message.split(",").map((part) => [part.slice(0, 1), part.slice(2)]))

/** GS2 header: the client knows no channel binding. */
const HEADER = "n,,"

export interface ScramAnswer {
  readonly message: string
  /** Whether the last message of the server proves that it knows the password. */
  readonly isProven: (last: string) => boolean
}

/** The client's first message (RFC 5802 section 5). PostgreSQL takes the name of the user from the startup message. */
export const firstMessage = (nonce: string): string => `${HEADER}n=,r=${nonce}`

/**
 * Answers the server's first message (RFC 5802 section 3, with SHA-256 as in RFC 7677). The password itself does not
 * leave this function. Returns null if the message is invalid.
 */
export const answerScram = async (nonce: string, first: string, password: string): Promise<ScramAnswer | null> => {
  const given = attributes(first)
  const serverNonce = given.get("r") ?? ""
  const rounds = /^[1-9]\d{0,6}$/u.test(given.get("i") ?? "") ? Number(given.get("i")) : 0
  const salt = Buffer.from(given.get("s") ?? "", "base64")
  if (!serverNonce.startsWith(nonce) || serverNonce === nonce) return null
  if (rounds === 0 || rounds > MOST_ROUNDS || salt.length === 0) return null
  const salted = await derive(password, salt, rounds)
  const clientKey = hmac(salted, "Client Key")
  const storedKey = createHash("sha256").update(clientKey).digest()
  const withoutProof = `c=${Buffer.from(HEADER).toString("base64")},r=${serverNonce}`
  const signed = `n=,r=${nonce},${first},${withoutProof}`
  const signature = hmac(storedKey, signed)
  const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)))
  const expected = hmac(hmac(salted, "Server Key"), signed)
  return {
    message: `${withoutProof},p=${proof.toString("base64")}`,
    isProven: (last) => {
      const claimed = Buffer.from(attributes(last).get("v") ?? "", "base64")
      return claimed.length === expected.length && timingSafeEqual(claimed, expected)
    }
  }
}
