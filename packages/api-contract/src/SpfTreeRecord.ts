import { described } from "@mon/model"
import * as Schema from "effect/Schema"

const { count, flag, list, record, text, textOrNull, word } = described

const SpfErrorRecord = record("SpfError", "An error in an SPF record.", {
  code: text("Stable code of the error.", "unknown_mechanism"),
  offset: count("Position of the error. Characters from the start of the record.", 7),
  length: count("Length of the erroneous text. Characters.", 4),
  term: text("Term that contains the error.", "ipv4:192.0.2.1"),
  message: text("Human-readable error message.", 'There is no mechanism "ipv4".')
})

const VoidRecord = record("SpfVoid", "Whether the DNS lookup of a term finds no records.", {
  4: flag("For IPv4 clients.", false),
  6: flag("For IPv6 clients.", false)
})

const SpfTermRecord = record("SpfTerm", "A term of an SPF record that causes DNS lookups.", {
  text: text("Text of the term.", "include:_spf.example.net"),
  name: textOrNull("DNS name that is queried. Null if the name depends on the message.", "_spf.example.net"),
  lookups: count("Number of DNS lookups for the term and its branch.", 3),
  void: VoidRecord,
  failure: textOrNull(
    "The reason why DNS did not respond, such as `Timeout`, `ServFail` or `Refused`. Null if it responded.",
    null
  ),
  tooManyHosts: flag("Whether the term is an mx term with more hosts than receivers accept.", false)
})

const fields = {
  domain: text("Domain of the record.", "example.com"),
  via: textOrNull("Term of the parent record that refers to this record. Null for the top record.", null),
  status: word(
    ["ok", "none", "multiple", "syntax", "loop", "dynamic", "cut", "unknown"],
    "State of the record. `loop`: the record refers back to itself. `dynamic`: the name depends on the message. `cut`: the record is nested too deeply and was not followed."
  ),
  record: textOrNull("Text of the record, or null if there is none.", "v=spf1 include:_spf.example.net -all"),
  errors: list(SpfErrorRecord, "Errors in the record."),
  lookups: count("Number of DNS lookups for this record and all records below it.", 3),
  terms: list(SpfTermRecord, "Terms of the record that cause DNS lookups.")
}

const node = Schema.Struct(fields)

/**
 * An SPF record and the records that it includes. The type is an alias, because TypeScript does not accept an interface
 * as JSON.
 */
export type SpfTree = typeof node.Type & { readonly children: ReadonlyArray<SpfTree> }

export const SpfTreeRecord: Schema.Codec<SpfTree> = record(
  "SpfTree",
  "An SPF record and the records that it refers to.",
  {
    ...fields,
    children: list(
      Schema.suspend((): Schema.Codec<SpfTree> => SpfTreeRecord),
      "Records that this record refers to."
    )
  }
)
