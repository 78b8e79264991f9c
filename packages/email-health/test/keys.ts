import { generateKeyPairSync } from "node:crypto"

const cache = new Map<number, string>()

/** The "p" of an RSA key of so many bits, made once. */
export const rsaKey = (bits: number): string => {
  const known = cache.get(bits)
  if (known !== undefined) return known
  const made = generateKeyPairSync("rsa", { modulusLength: bits })
    .publicKey.export({ type: "spki", format: "der" })
    .toString("base64")
  cache.set(bits, made)
  return made
}

/** The same without the SubjectPublicKeyInfo around it. */
export const bareRsaKey = (bits: number): string =>
  generateKeyPairSync("rsa", { modulusLength: bits })
    .publicKey.export({ type: "pkcs1", format: "der" })
    .toString("base64")

const element = (tag: number, body: Buffer): Buffer => {
  const length =
    body.length < 128 ? Buffer.from([body.length]) : Buffer.from([0x82, body.length >> 8, body.length & 255])
  return Buffer.concat([Buffer.from([tag]), length, body])
}

/** What has the shape of an RSA key of so many bits (a multiple of 8), without the time that making one takes. */
export const shapeOfRsaKey = (bits: number): string => {
  const modulus = element(0x02, Buffer.concat([Buffer.from([0]), Buffer.alloc(bits / 8, 0xff)]))
  return element(0x30, Buffer.concat([modulus, element(0x02, Buffer.from([1, 0, 1]))])).toString("base64")
}
