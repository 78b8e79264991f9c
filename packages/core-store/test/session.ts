import type { NewSession } from "../src/index.ts"

/** The browser that every test signs in with. */
export const client = { address: "192.0.2.7", userAgent: "Mozilla/5.0 (Test)" }

/** A session of a person without a password, opened by a link unless the test wants another one. */
export const sessionOf = (userKey: string, more: Partial<NewSession> = {}): NewSession => ({
  userKey,
  proof: { passwordHash: null },
  client,
  withCode: false,
  ...more
})
