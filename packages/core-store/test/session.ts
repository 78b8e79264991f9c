import type { NewSession } from "../src/index.ts"

export const client = { address: "192.0.2.7", userAgent: "Mozilla/5.0 (Test)" }

/** Returns a session of a person without a password. By default, a link opens the session. */
export const sessionOf = (userKey: string, more: Partial<NewSession> = {}): NewSession => ({
  userKey,
  proof: { passwordHash: null },
  client,
  withCode: false,
  ...more
})
