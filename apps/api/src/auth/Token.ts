import { Effect } from "effect"
import { hash, randomBytes } from "node:crypto"

/** 256 bits: nobody guesses one. */
const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/u

/** A new token, as it stands in links and cookies. */
export const makeToken: Effect.Effect<string> = Effect.sync(() => randomBytes(TOKEN_BYTES).toString("base64url"))

/** All that the database ever holds of a token: its SHA-256; null for what cannot be one. */
export const hashToken = (token: string | undefined): Buffer | null =>
  token !== undefined && TOKEN.test(token) ? hash("sha256", token, "buffer") : null

/** The same for a token that {@link makeToken} has made. */
export const hashOf = (token: string): Buffer => hash("sha256", token, "buffer")
