import { Effect } from "effect"
import { hash, randomBytes } from "node:crypto"

/** The length of a token in bytes. Nobody can guess a token of 256 bits. */
const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/u

export const makeToken: Effect.Effect<string> = Effect.sync(() => randomBytes(TOKEN_BYTES).toString("base64url"))

/** Returns the SHA-256 of a token, or null if the token is malformed. The database stores only this hash. */
export const hashToken = (token: string | undefined): Buffer | null =>
  token !== undefined && TOKEN.test(token) ? hash("sha256", token, "buffer") : null

export const hashOf = (token: string): Buffer => hash("sha256", token, "buffer")
