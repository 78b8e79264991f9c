import type { SessionClient } from "./Sessions.ts"

/** Characters of a User-Agent that are stored. Those of browsers have up to 250. */
const USER_AGENT_LENGTH = 400
/** The longest address is an IPv4-mapped one of 45 characters. */
const ADDRESS_LENGTH = 64

/** A text from a header, without what the database cannot store. */
const storable = (text: string, length: number): string =>
  Array.from(text.replaceAll("\u0000", "").toWellFormed()).slice(0, length).join("")

/** A client as it is stored. */
export const storedClient = ({ address, userAgent }: SessionClient): SessionClient => ({
  address: storable(address, ADDRESS_LENGTH),
  userAgent: storable(userAgent, USER_AGENT_LENGTH)
})
