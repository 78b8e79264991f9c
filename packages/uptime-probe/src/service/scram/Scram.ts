import { guard } from "@mon/bundled/callbacks"
import { createHash, createHmac, pbkdf2, timingSafeEqual } from "node:crypto"

/** The most rounds of a password's hash. PostgreSQL uses 4,096. A hostile server could ask for hours of work. */
const MOST_ROUNDS = 1_000_000

const HASH_BYTES = { sha1: 20, sha256: 32 } as const

type Hash = keyof typeof HASH_BYTES

const derive = (hash: Hash, password: string, salt: Buffer, rounds: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const onDerived = guard(reject)((error: Error | null, key: Buffer) => {
      if (error === null) resolve(key)
      else reject(error)
    })
    pbkdf2(password.normalize("NFKC"), salt, rounds, HASH_BYTES[hash], hash, onDerived)
  })

/** The attributes of a message, such as "r=abc,s=ZGVm,i=4096" (RFC 5802 section 5.1). */
const attributes = (message: string): ReadonlyMap<string, string> =>
  new Map(message.split(",").map((part) => [part.slice(0, 1), part.slice(2)]))

/** GS2 header: the client knows no channel binding. */
const HEADER = "n,,"

/** Writes a name so that it can be a part of a message (RFC 5802 section 5.1). */
const saslName = (name: string): string => name.replaceAll("=", "=3D").replaceAll(",", "=2C")

/** What a client knows before the server's first message. */
export interface ScramPlan {
  /** Default: SHA-256. */
  readonly hash?: Hash
  readonly nonce: string
  readonly password: string
  /** The name of the user. Default: none, because PostgreSQL takes the name from the startup message. */
  readonly username?: string
  /** The fewest rounds that the client accepts. Default: 1. */
  readonly leastRounds?: number
}

export interface ScramAnswer {
  readonly message: string
  /** Whether the last message of the server proves that it knows the password. */
  readonly isProven: (last: string) => boolean
}

const bareFirst = ({ nonce, username = "" }: ScramPlan): string => `n=${saslName(username)},r=${nonce}`

/** The client's first message (RFC 5802 section 5). */
export const firstMessage = (plan: ScramPlan): string => `${HEADER}${bareFirst(plan)}`

/**
 * Answers the server's first message (RFC 5802 section 3, and RFC 7677 for SHA-256). The password itself does not leave
 * this function. Returns null if the message is invalid.
 */
export const answerScram = async (plan: ScramPlan, first: string): Promise<ScramAnswer | null> => {
  const { hash = "sha256", leastRounds = 1, nonce, password } = plan
  const hmac = (key: Buffer, text: string): Buffer => createHmac(hash, key).update(text).digest()
  const given = attributes(first)
  const serverNonce = given.get("r") ?? ""
  const rounds = /^[1-9]\d{0,6}$/u.test(given.get("i") ?? "") ? Number(given.get("i")) : 0
  const salt = Buffer.from(given.get("s") ?? "", "base64")
  if (!serverNonce.startsWith(nonce) || serverNonce === nonce) return null
  if (rounds < leastRounds || rounds > MOST_ROUNDS || salt.length === 0) return null
  const salted = await derive(hash, password, salt, rounds)
  const clientKey = hmac(salted, "Client Key")
  const storedKey = createHash(hash).update(clientKey).digest()
  const withoutProof = `c=${Buffer.from(HEADER).toString("base64")},r=${serverNonce}`
  const signed = `${bareFirst(plan)},${first},${withoutProof}`
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
