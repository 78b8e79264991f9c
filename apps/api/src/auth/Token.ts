import { Effect } from "effect"
import { hash, randomBytes } from "node:crypto"

/** 256 bits, too many to guess. */
const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/u

/** A new token for links and cookies. */
export const makeToken: Effect.Effect<string> = Effect.sync(() => randomBytes(TOKEN_BYTES).toString("base64url"))

/** The SHA-256 of a token, which is all that the database stores of it. Null for a malformed token. */
export const hashToken = (token: string | undefined): Buffer | null =>
  token !== undefined && TOKEN.test(token) ? hash("sha256", token, "buffer") : null

/** The same for a token from {@link makeToken}. */
export const hashOf = (token: string): Buffer => hash("sha256", token, "buffer")
