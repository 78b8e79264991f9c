import { argumentsOf, aString, mapOf, optional, optionsOf } from "@mon/bundled/arguments"
import { readText } from "@mon/bundled/content-faults"
import type { PageFacts } from "../facts/DiagnosisFacts.ts"
import { visibleCharacters } from "./AnswerText.ts"
import { signatureTables } from "./matchSignatures.ts"
import type { Signature } from "./Signature.ts"

/** The maximum number of characters of a page that are stored. Titles and short pages fit. */
const STORED_BODY = 16_384
/** The maximum number of characters of a header field that are stored. */
const STORED_HEADER = 300

/** The header fields that rules read in addition to the header fields of the signatures. */
const RULE_HEADERS = ["date", "retry-after", "www-authenticate"]

const allSignatures: ReadonlyArray<Signature> = Object.values(signatureTables).flat()

const readHeaders: ReadonlySet<string> = new Set([
  ...RULE_HEADERS,
  ...allSignatures.flatMap(({ header }) => header?.[0] ?? [])
])

const acceptPageExcerpt = /* @__PURE__ */ argumentsOf("pageExcerpt", () => ({
  page: optionsOf<Pick<PageFacts, "body" | "headers">>({
    headers: optional(mapOf(aString, "an object of header fields")),
    body: optional(aString)
  })
}))

/**
 * Returns the part of a response that a diagnosis needs, small enough to be stored: the header fields that rules read,
 * and the beginning of the page. Leaves out cookies and all other fields.
 *
 * @example
 * ```ts
 * const page = pageExcerpt({ headers: { "Retry-After": "60", "Set-Cookie": "id=1" }, body: "<h1>Busy</h1>" })
 * page // => { headers: { "retry-after": "60" }, body: "<h1>Busy</h1>" }
 * ```
 */
export const pageExcerpt = (page: Pick<PageFacts, "body" | "headers">): PageFacts => {
  acceptPageExcerpt(page)
  const { body = "", headers = {} } = page
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    readHeaders.has(name.toLowerCase()) ? [[name.toLowerCase(), value.slice(0, STORED_HEADER)] as const] : []
  )
  const cut = body.length > STORED_BODY ? { visible: visibleCharacters(readText(null, body).page) } : {}
  return { headers: Object.fromEntries(fields), body: body.slice(0, STORED_BODY), ...cut }
}
