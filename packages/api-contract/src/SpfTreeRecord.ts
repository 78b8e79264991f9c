import { described } from "@mon/model"
import * as Schema from "effect/Schema"

const { count, flag, list, record, text, textOrNull, word } = described

const SpfErrorRecord = record("SpfError", "A fault of a record.", {
  code: text("Stable code.", "unknown_mechanism"),
  offset: count("Where it begins. Characters from the start of the record.", 7),
  length: count("How many characters it takes.", 4),
  term: text("The term that it is in.", "ipv4:192.0.2.1"),
  message: text("The same in words.", 'There is no mechanism "ipv4".')
})

const VoidRecord = record("SpfVoid", "Whether a term finds nothing.", {
  4: flag("For IPv4 clients.", false),
  6: flag("For IPv6 clients.", false)
})

const SpfTermRecord = record("SpfTerm", "A term that queries the DNS, and its lookups.", {
  text: text("The term.", "include:_spf.example.net"),
  name: textOrNull("The name that is queried; null when it depends on the message.", "_spf.example.net"),
  lookups: count("Lookups, those of the branch included.", 3),
  void: VoidRecord,
  failure: textOrNull(
    "Why the DNS did not answer (`Timeout`, `ServFail`, `Refused` and the like), or null when it did.",
    null
  ),
  tooManyHosts: flag("Whether it is an mx term with more hosts than receivers accept.", false)
})

const fields = {
  domain: text("Domain of the record.", "example.com"),
  via: textOrNull("The term that leads here; null at the top.", null),
  status: word(
    ["ok", "none", "multiple", "syntax", "loop", "dynamic", "cut", "unknown"],
    "The records found there; `loop`: the domain leads back to itself; `dynamic`: the name depends on the message; `cut`: too deep, not followed."
  ),
  record: textOrNull("The record, or null.", "v=spf1 include:_spf.example.net -all"),
  errors: list(SpfErrorRecord, "Its faults."),
  lookups: count("Lookups of this record and all below it.", 3),
  terms: list(SpfTermRecord, "Its terms that query the DNS.")
}

const node = Schema.Struct(fields)

/** A record and the records that it leads to; an alias, since interfaces are no JSON to the type checker. */
export type SpfTree = typeof node.Type & { readonly children: ReadonlyArray<SpfTree> }

/** {@link SpfTree} with its description. */
export const SpfTreeRecord: Schema.Codec<SpfTree> = record("SpfTree", "A record and the records that it leads to.", {
  ...fields,
  children: list(
    Schema.suspend((): Schema.Codec<SpfTree> => SpfTreeRecord),
    "The records that it leads to."
  )
})
