import { generateKeyPairSync } from "node:crypto"

const cache = new Map<number, string>()

/**
 * Returns the "p" tag of an RSA key with the given number of bits. Creates each key only once, because creating a key
 * takes long.
 */
export const rsaKey = (bits: number): string => {
  const known = cache.get(bits)
  if (known !== undefined) return known
  const made = generateKeyPairSync("rsa", { modulusLength: bits })
    .publicKey.export({ type: "spki", format: "der" })
    .toString("base64")
  cache.set(bits, made)
  return made
}

/** Returns the "p" tag of an RSA key without the SubjectPublicKeyInfo wrapper. */
export const bareRsaKey = (bits: number): string =>
  generateKeyPairSync("rsa", { modulusLength: bits })
    .publicKey.export({ type: "pkcs1", format: "der" })
    .toString("base64")

const element = (tag: number, body: Buffer): Buffer => {
  const length =
    body.length < 128 ? Buffer.from([body.length]) : Buffer.from([0x82, body.length >> 8, body.length & 255])
  return Buffer.concat([Buffer.from([tag]), length, body])
}

/**
 * Returns a value with the shape of an RSA key of the given number of bits (a multiple of 8). Creating a real key would
 * take too long.
 */
export const shapeOfRsaKey = (bits: number): string => {
  const modulus = element(0x02, Buffer.concat([Buffer.from([0]), Buffer.alloc(bits / 8, 0xff)]))
  return element(0x30, Buffer.concat([modulus, element(0x02, Buffer.from([1, 0, 1]))])).toString("base64")
}
