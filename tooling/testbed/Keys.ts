import { generateKeyPair, type KeyObject } from "node:crypto"
import { promisify } from "node:util"

/** The kinds of key pairs. `ec` is P-256, and `rsa` has 2048 bits. */
export type KeyKind = "ec" | "ec-384" | "rsa" | "rsa-1024" | "ed25519"

export interface KeyPair {
  readonly family: "ec" | "rsa" | "ed25519"
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const generate = promisify(generateKeyPair)

const makers: { readonly [K in KeyKind]: () => Promise<KeyPair> } = {
  ec: async () => ({ family: "ec", ...(await generate("ec", { namedCurve: "P-256" })) }),
  "ec-384": async () => ({ family: "ec", ...(await generate("ec", { namedCurve: "P-384" })) }),
  rsa: async () => ({ family: "rsa", ...(await generate("rsa", { modulusLength: 2048 })) }),
  "rsa-1024": async () => ({ family: "rsa", ...(await generate("rsa", { modulusLength: 1024 })) }),
  ed25519: async () => ({ family: "ed25519", ...(await generate("ed25519")) })
}

const made = new Map<string, Promise<KeyPair>>()

/** Returns the key pair for a purpose. It is generated once in each process, because generation is slow. */
export const keysFor = (purpose: string, kind: KeyKind): Promise<KeyPair> => {
  const name = `${purpose} ${kind}`
  const known = made.get(name) ?? makers[kind]()
  made.set(name, known)
  return known
}

export const privatePem = (keys: KeyPair): string => keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString()
