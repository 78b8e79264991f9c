import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto"

/** Creates a pair of RSA keys, and the DNS record of the public key (RFC 6376 section 3.6.1). */
export const makeSigningKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`
  return { privateKey, record }
}

const BODY = "Are you hungry yet?\r\n"

/**
 * Returns a message with the current time from `from`, with a DKIM signature for each domain, selector and key (RFC
 * 6376, relaxed/simple).
 */
export const signedMessage = (
  from: string,
  ...signers: ReadonlyArray<{ readonly domain: string; readonly selector: string; readonly key: KeyObject }>
): string => {
  const signatures = signers.map(({ domain, key, selector }) => {
    const hash = createHash("sha256").update(BODY).digest("base64")
    const tags = `v=1; a=rsa-sha256; c=relaxed/simple; d=${domain}; s=${selector}; h=from; bh=${hash}; b=`
    const signed = Buffer.from(`from:${from}\r\ndkim-signature:${tags}`)
    return `DKIM-Signature: ${tags}${sign("sha256", signed, key).toString("base64")}\r\n`
  })
  return `${signatures.join("")}From: ${from}\r\nDate: ${new Date().toUTCString().replace("GMT", "+0000")}\r\nSubject: Dinner\r\n\r\n${BODY}`
}
