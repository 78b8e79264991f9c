import type { NewPing } from "@mon/core-store"
import type { heartbeatFields, PingKind, SettingsOf } from "@mon/model"

type Filters = NonNullable<SettingsOf<typeof heartbeatFields>["filters"]>

/** The texts of a ping that the filters of a heartbeat read. A request has its method and its body. */
export type FilteredPing =
  | { readonly _tag: "Request" }
  | { readonly _tag: "Email"; readonly subject: string; readonly text: string }

/** Returns a pattern that matches only the word itself. */
const escaped = (word: string): string => word.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`)

/**
 * Whether a text contains one of the keywords. Upper and lower case differ. One expression for all keywords bounds the
 * time: each character of a hostile text is compared with at most as many characters as the list has.
 */
const matches = (text: string, keywords = ""): boolean => {
  const words = keywords
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
  return words.length > 0 && new RegExp(words.map(escaped).join("|"), "u").test(text)
}

/** Returns the text that is searched for keywords. Null: the filters search no part of it. */
const searchedText = (filters: Filters, filtered: FilteredPing, body: Uint8Array | null): string | null => {
  if (filtered._tag === "Request") {
    if (filters.httpBody !== true) return null
    return body === null ? "" : new TextDecoder().decode(body)
  }
  const parts = [
    ...(filters.subject === true ? [filtered.subject] : []),
    ...(filters.body === true ? [filtered.text] : [])
  ]
  return parts.length === 0 ? null : parts.join("\n")
}

/**
 * Returns what a ping reports after the filters of its heartbeat. Keywords replace what the URL reports. The rules and
 * their order are those of Healthchecks (hc/api/views.py, `ping`, and hc/api/management/commands/smtpd.py).
 *
 * @param filtered Null: filters do not apply to the ping
 *
 * @example
 * ```ts
 * const filters = { failure: "ERROR", httpBody: true }
 * const ping = { kind: "success", method: "POST", body: new TextEncoder().encode("ERROR: disk full") } as const
 * filterPing(filters, { _tag: "Request" }, ping) // => "fail"
 * ```
 */
export const filterPing = (
  filters: Filters | null,
  filtered: FilteredPing | null,
  { body, kind, method }: Pick<NewPing, "kind" | "method" | "body">
): PingKind => {
  if (filters === null || filtered === null) return kind
  if (filtered._tag === "Request" && filters.method !== undefined && filters.method !== method) return "ignored"
  const text = searchedText(filters, filtered, body)
  if (text === null) return kind
  if (matches(text, filters.failure)) return "fail"
  if (matches(text, filters.success)) return "success"
  if (matches(text, filters.start)) return "start"
  return filters.defaultFail === true ? "fail" : "ignored"
}
