import { randomBytes, Secrets } from "@mon/core-store"
import { Effect } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"

const DIGITS = 4
const CODES = 10 ** DIGITS
const LABEL = "simulation-code"
const CODE = /^\d{4}$/u
/** Larger two-byte values are discarded, since they would make some codes likelier than others. */
const UNBIASED_LIMIT = 65_536 - (65_536 % CODES)

/** Four random digits, each code as likely as any other. */
export const makeCode: Effect.Effect<string> = Effect.gen(function* () {
  while (true) {
    const [high = 0, low = 0] = yield* randomBytes(2)
    const value = high * 256 + low
    if (value < UNBIASED_LIMIT) return String(value % CODES).padStart(DIGITS, "0")
  }
})

/** The stored form of a code, bound to the secret and to the cookie of the browser that requested it. */
export const codeMac = (secrets: Pick<Secrets["Service"], "derive">, cookie: string, code: string): Buffer =>
  createHmac("sha256", secrets.derive(LABEL)).update(`${cookie}.${code}`).digest()

/** Compares an entered code with the stored one in constant time. */
export const matchesCode = (secrets: Pick<Secrets["Service"], "derive">, cookie: string, entered: string) => {
  const isWellFormed = CODE.test(entered)
  const mac = codeMac(secrets, cookie, entered)
  return (stored: Uint8Array): boolean => timingSafeEqual(mac, stored) && isWellFormed
}
