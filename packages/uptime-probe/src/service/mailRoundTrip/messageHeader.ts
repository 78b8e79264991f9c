/** One stop of a message, as a server wrote it in a Received field (RFC 5321 section 4.4). */
export interface MailHop {
  /** The server that took the message. Null if the field does not name it. */
  readonly by: string | null
  /** The protocol, such as "ESMTPS". Null if the field does not name it. */
  readonly with: string | null
  /** When the server took the message, in milliseconds since 1970. Null if the field has no time. */
  readonly at: number | null
  /** The time since the stop before, in milliseconds. The clocks of the servers may differ. */
  readonly delayMs: number | null
}

/** What the receiving server found out about a message (RFC 8601). A method that it did not report is absent. */
export interface MailAuthentication {
  readonly spf?: string
  readonly dkim?: string
  readonly dmarc?: string
}

/** The most stops that are read. Servers take a message that has made 100 stops for a loop. */
const MOST_HOPS = 30

/** Returns the values of a header field, the topmost first. Lines that continue a field are joined. */
const fieldsOf = (header: string, name: string): ReadonlyArray<string> => {
  const wanted = `${name.toLowerCase()}:`
  return header
    .replaceAll(/\r?\n[ \t]+/gu, " ")
    .split(/\r?\n/u)
    .filter((line) => line.slice(0, wanted.length).toLowerCase() === wanted)
    .map((line) => line.slice(wanted.length).trim())
}

const COMMENT = /\([^()]*\)/gu

/** Removes comments, also nested ones (RFC 5322 section 3.2.2). */
const withoutComments = (text: string): string => {
  let rest = text
  for (let depth = 0; depth < 5 && COMMENT.test(rest); depth++) rest = rest.replaceAll(COMMENT, " ")
  return rest
}

const hopOf = (field: string): Omit<MailHop, "delayMs"> => {
  const plain = withoutComments(field)
  const at = Date.parse(plain.slice(plain.lastIndexOf(";") + 1).trim())
  return {
    by: /\bby\s+(\S{1,255})/iu.exec(plain)?.[1] ?? null,
    with: /\bwith\s+([\w-]{1,20})/iu.exec(plain)?.[1]?.toUpperCase() ?? null,
    at: plain.includes(";") && Number.isFinite(at) ? at : null
  }
}

/** Returns the stops of a message in the order in which it made them. */
export const hopsOf = (header: string): ReadonlyArray<MailHop> => {
  const hops = fieldsOf(header, "received").slice(0, MOST_HOPS).map(hopOf).toReversed()
  return hops.map((hop, index) => {
    const before = hops[index - 1]?.at ?? null
    return { ...hop, delayMs: before === null || hop.at === null ? null : hop.at - before }
  })
}

const METHODS = ["spf", "dkim", "dmarc"] as const

/**
 * Returns what the receiving server reports. Only the topmost field counts, because the sender could have written the
 * others. A message can have several signatures: one that passes counts.
 */
export const authenticationOf = (header: string): MailAuthentication => {
  const report = withoutComments(fieldsOf(header, "authentication-results")[0] ?? "")
  const found: Record<string, string> = {}
  for (const method of METHODS) {
    const results = [...report.matchAll(new RegExp(`(?:^|;)\\s*${method}\\s*=\\s*(\\w{1,20})`, "giu"))].map(
      ([, result = ""]) => result.toLowerCase()
    )
    const [first] = results
    if (first !== undefined) found[method] = results.includes("pass") ? "pass" : first
  }
  return found
}
