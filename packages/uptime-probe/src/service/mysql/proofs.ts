import { createHash } from "node:crypto"

const hash = (algorithm: "sha1" | "sha256", ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const state = createHash(algorithm)
  for (const part of parts) state.update(part)
  return state.digest()
}

const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)))

/** Proves the knowledge of a password without sending it (MySQL Internals, "Authentication Methods"). */
export type Proof = (password: string, salt: Buffer) => Buffer

const nativeProof: Proof = (password, salt) => {
  const once = hash("sha1", Buffer.from(password))
  return xor(once, hash("sha1", salt, hash("sha1", once)))
}

const cachingProof: Proof = (password, salt) => {
  const once = hash("sha256", Buffer.from(password))
  return xor(once, hash("sha256", hash("sha256", once), salt))
}

/** The methods that do not send the password. An empty password has an empty proof. */
export const proofs: ReadonlyMap<string, Proof> = new Map([
  ["mysql_native_password", nativeProof],
  ["caching_sha2_password", cachingProof]
])
