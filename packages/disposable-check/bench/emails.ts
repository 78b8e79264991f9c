import { createRequire } from "node:module"
import { isDisposable } from "../src/index.ts"

export interface Emails {
  readonly hits: ReadonlyArray<string>
  readonly misses: ReadonlyArray<string>
  readonly subdomains: ReadonlyArray<string>
}

const COUNT = 20_000
const LOCAL = [
  "john.smith",
  "anna",
  "m.mueller",
  "sales.team",
  "info",
  "Kevin.O",
  "bob+news",
  "contact-us",
  "j",
  "firstname.lastname"
]
const ENDINGS = [".com", ".com", ".com", ".de", ".org", ".co.uk", ".net", ".io"]
const LETTERS = "abcdefghijklmnopqrstuvwxyz"

const makeRandom = (seed: number) => {
  let x = seed
  return (below: number): number => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) % below
  }
}

// In the pinned versions, the other packages export arrays and sets of strings.
const require = createRequire(import.meta.url)
const knownToAll = (): ReadonlyArray<string> => {
  const mailchecker = (require("mailchecker") as { readonly blacklist: () => ReadonlySet<string> }).blacklist()
  return (require("disposable-email-domains") as ReadonlyArray<string>).filter(
    (domain) => mailchecker.has(domain) && isDisposable(domain)
  )
}

/**
 * Returns email addresses in mixed case: domains that all large lists contain, domains that are not disposable, and
 * subdomains of disposable domains.
 */
export const makeEmails = (): Emails => {
  const random = makeRandom(20_261_121)
  const pick = <A>(from: ReadonlyArray<A>): A => from[random(from.length)]!
  const write = (domain: string): string => {
    const email = `${pick(LOCAL)}${random(100)}@${domain}`
    const style = random(3)
    return style === 0 ? email.toUpperCase() : style === 1 ? `${email.charAt(0).toUpperCase()}${email.slice(1)}` : email
  }
  const disposable = knownToAll()
  const domains = Array.from({ length: COUNT }, () => pick(disposable))
  const nobodys = Array.from(
    { length: COUNT },
    () => `${Array.from({ length: 5 + random(9) }, () => pick([...LETTERS])).join("")}${pick(ENDINGS)}`
  )
  return {
    hits: domains.map(write),
    misses: nobodys.map(write),
    subdomains: domains.map((domain) => write(`mail.${domain}`))
  }
}
