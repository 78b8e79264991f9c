import { listOf, argumentsOf, aString } from "@mon/bundled/arguments"
import { parseIpAddress } from "@mon/public-net/policy"
import { type DnsList, dnsList, type ListCode, type ListingKind } from "./lists.ts"

const acceptReadListAnswer = /* @__PURE__ */ argumentsOf("readListAnswer", () => ({
  list: dnsList(),
  addresses: listOf(aString)
}))

/** The meaning of a list's answer. "refused": the list rejected the query. */
export type ListVerdict =
  | { readonly status: "clear" }
  | { readonly status: "listed"; readonly kind: ListingKind; readonly meanings: ReadonlyArray<string> }
  | { readonly status: "refused"; readonly meaning: string }

const LOOPBACK = 127n
const LISTED: ListCode = { kind: "listed", meaning: "listed" }
const REWRITTEN: ListCode = {
  kind: "refused",
  meaning: "The answer is outside 127.0.0.0/8: the resolver rewrites answers, or the list was shut down."
}
const NO_CODE: ListCode = { kind: "refused", meaning: "127.0.0.1 is not a valid listing (RFC 5782 section 2.3)." }
const RESERVED: ListCode = { kind: "refused", meaning: "The list refused the query." }
const ORDER: ReadonlyArray<ListingKind> = ["listed", "policy", "info"]

const codesOf = ({ codes, bits }: DnsList, address: string): ReadonlyArray<ListCode> => {
  const parsed = parseIpAddress(address)
  if (parsed === null || parsed.family !== 4 || parsed.value >> 24n !== LOOPBACK) return [REWRITTEN]
  const exact = Object.hasOwn(codes, address) ? codes[address] : undefined
  if (exact !== undefined) return [exact]
  const last = Number(parsed.value & 255n)
  const byBit = Object.entries(bits)
    .filter(([bit]) => (last & Number(bit)) !== 0)
    .map(([, code]) => code)
  if (byBit.length > 0) return byBit
  if (address === "127.0.0.1") return [NO_CODE]
  return [address.startsWith("127.255.255.") ? RESERVED : LISTED]
}

/**
 * Interprets the addresses that a list returned (RFC 5782 section 2).
 *
 * @example
 * readListAnswer(OPEN_LISTS[0], ["127.0.0.2"]) // => { status: "listed", kind: "listed", meanings: ["listed"] }
 * readListAnswer(OPEN_LISTS[0], ["127.255.255.254"]).status // => "refused"
 */
export const readListAnswer = (list: DnsList, addresses: ReadonlyArray<string>): ListVerdict => {
  acceptReadListAnswer(list, addresses)
  if (addresses.length === 0) return { status: "clear" }
  const codes = addresses.flatMap((address) => codesOf(list, address))
  const refusal = codes.find(({ kind }) => kind === "refused")
  if (refusal !== undefined) return { status: "refused", meaning: refusal.meaning }
  const kind = ORDER.find((candidate) => codes.some((code) => code.kind === candidate)) ?? "info"
  return {
    status: "listed",
    kind,
    meanings: [...new Set(codes.filter((code) => code.kind === kind).map(({ meaning }) => meaning))]
  }
}
