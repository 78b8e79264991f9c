import { MAX_ARC_SETS } from "../limits.ts"
import type { HeaderField } from "../mail/HeaderField.ts"
import { fieldsNamed, type Message } from "../mail/Message.ts"
import { packed, parseTags, type Tags } from "../mail/TagList.ts"

/** The three header fields that one intermediary added (RFC 8617 section 4.1). */
export interface ArcSet {
  readonly results: HeaderField
  readonly signature: HeaderField
  readonly seal: HeaderField
  readonly sealTags: Tags
}

/** The ARC sets of a message in order of their instance, or the fault in their structure. */
export type ArcChain =
  | { readonly status: "none" }
  | { readonly status: "fail"; readonly reason: string }
  | { readonly status: "too_long"; readonly sets: number }
  | { readonly status: "complete"; readonly sets: ReadonlyArray<ArcSet> }

const INSTANCE = /^\s{0,20}i\s{0,20}=\s{0,20}(\d{1,2})\s{0,20};/

const instanceOf = ({ raw }: HeaderField): number => {
  const text = raw.slice(raw.indexOf(":") + 1)
  const leading = INSTANCE.exec(text)?.[1] ?? packed(parseTags(text) ?? new Map<string, string>(), "i") ?? ""
  return /^\d{1,2}$/.test(leading) ? Number(leading) : 0
}

const byInstance = (fields: ReadonlyArray<HeaderField>): ReadonlyMap<number, HeaderField> | null => {
  const found = new Map<number, HeaderField>()
  for (const field of fields) {
    const instance = instanceOf(field)
    if (instance === 0 || found.has(instance)) return null
    found.set(instance, field)
  }
  return found
}

const fail = (reason: string): ArcChain => ({ status: "fail", reason })

/** Reads the ARC chain: steps 1 to 3 of RFC 8617 section 5.2. */
export const readChain = (message: Message): ArcChain => {
  const groups = ["arc-authentication-results", "arc-message-signature", "arc-seal"].map((name) =>
    fieldsNamed(message, name)
  )
  const most = Math.max(...groups.map(({ length }) => length))
  if (most === 0) return { status: "none" }
  if (most > MAX_ARC_SETS) return { status: "too_long", sets: most }
  const [results, signatures, seals] = groups.map(byInstance)
  if (!results || !signatures || !seals)
    return fail("A header field in the chain has no instance tag, or has it twice.")
  const sets: Array<ArcSet> = []
  for (let instance = 1; instance <= most; instance++) {
    const [result, signature, seal] = [results, signatures, seals].map((fields) => fields.get(instance))
    const sealTags = seal === undefined ? null : parseTags(seal.raw.slice(seal.raw.indexOf(":") + 1))
    if (result === undefined || signature === undefined || seal === undefined || sealTags === null)
      return fail(`The ARC set of instance ${instance} is incomplete.`)
    if (packed(sealTags, "cv")?.toLowerCase() !== (instance === 1 ? "none" : "pass"))
      return fail(`The seal for instance ${instance} says that the chain is broken.`)
    if (sealTags.has("h")) return fail(`The seal for instance ${instance} has an "h" tag.`)
    sets.push({ results: result, signature, seal, sealTags })
  }
  return { status: "complete", sets }
}
