import { generateKeyPairSync } from "node:crypto"

const cache = new Map<number, string>()

/** The "p" of an RSA key of so many bits, made once. */
export const rsaKey = (bits: number): string => {
  const known = cache.get(bits)
  if (known !== undefined) return known
  const made = generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ type: "spki", format: "der" }).toString("base64")
  cache.set(bits, made)
  return made
}

/** The same without the SubjectPublicKeyInfo around it. */
export const bareRsaKey = (bits: number): string => generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ type: "pkcs1", format: "der" }).toString("base64")
