import { argumentsOf, aString } from "@mon/bundled/arguments"
import { normaliseStatuses } from "./DomainStatus.ts"
import type { RegistryAnswer } from "./RegistrationResult.ts"
import { parseWhoisDate } from "./WhoisDate.ts"

const acceptParseRdap = /* @__PURE__ */ argumentsOf("parseRdap", () => ({ text: aString, domain: aString }))

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const objectsIn = (value: unknown): ReadonlyArray<Json> => (Array.isArray(value) ? value.filter(isObject) : [])
const textsIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : []

const MAX_REGISTRAR = 200

const unreadable = (message: string): RegistryAnswer => ({ kind: "unreadable", message })

const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns whether a value is the given RDAP word. Some servers write these words in capital letters. */
const isWord = (value: unknown, word: string): boolean =>
  typeof value === "string" && value.trim().toLowerCase() === word

/**
 * Returns the date of the event "expiration". The event "registrar expiration" has a different date (RFC 9083 section
 * 10.2.3). Ignores an event without a date.
 */
const expiryIn = (answer: Json): number | null => {
  const dates = objectsIn(answer["events"])
    .filter(({ eventAction }) => isWord(eventAction, "expiration"))
    .flatMap(({ eventDate }) =>
      typeof eventDate === "string" && eventDate.trim() !== "" ? [parseWhoisDate(eventDate)] : []
    )
  const [date = null, ...others] = new Set(dates)
  return others.length === 0 ? date : null
}

/** Returns the full name in a jCard (RFC 7095 section 3.3). */
const nameOf = (entity: Json): string | null => {
  const properties: ReadonlyArray<unknown> =
    Array.isArray(entity["vcardArray"]) && Array.isArray(entity["vcardArray"][1]) ? entity["vcardArray"][1] : []
  const name: unknown = properties.filter((property) => Array.isArray(property)).find(([key]) => key === "fn")?.[3]
  return typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, MAX_REGISTRAR) : null
}

const registrarIn = (answer: Json): string | null => {
  const registrar = objectsIn(answer["entities"]).find(({ roles }) =>
    textsIn(roles).some((role) => isWord(role, "registrar"))
  )
  return registrar === undefined ? null : nameOf(registrar)
}

/**
 * The maximum number of characters that are parsed. Real answers have about 20 KiB. Parsing 1 MiB of malicious JSON
 * would delay all other work of the process.
 */
const MAX_TEXT = 256 * 1024

/** Reads the body of an RDAP answer about a domain, which is given in ASCII form (RFC 9083 section 5.3). */
export const parseRdap = (text: string, domain: string): RegistryAnswer => {
  acceptParseRdap(text, domain)
  if (text.length > MAX_TEXT) return unreadable("The response is larger than 256 KiB.")
  const answer = read(text)
  if (!isObject(answer) || !isWord(answer["objectClassName"], "domain"))
    return unreadable("The response is not an RDAP domain.")
  const name = answer["ldhName"]
  if (typeof name === "string" && name.toLowerCase().replace(/\.$/, "") !== domain)
    return unreadable("The response is about another domain.")
  return {
    kind: "registered",
    expiresAt: expiryIn(answer),
    registrar: registrarIn(answer),
    statuses: normaliseStatuses(textsIn(answer["status"]))
  }
}
