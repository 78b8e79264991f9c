import { MAX_VALUE } from "../limits.ts"
import { afterComments } from "../mail/comments.ts"
import { withoutBlanks } from "../mail/HeaderField.ts"
import { fieldsNamed, type Message } from "../mail/Message.ts"

/** The ways in which recipients can unsubscribe (RFC 2369, RFC 8058). */
export interface UnsubscribeFacts {
  /** Whether all conditions of RFC 8058 section 3.1 are met. */
  readonly oneClick: boolean
  readonly header: "absent" | "valid" | "malformed"
  readonly https: boolean
  readonly http: boolean
  readonly mailto: boolean
  readonly post: "absent" | "valid" | "malformed"
  /** Whether a passing DKIM signature covers both unsubscribe headers. */
  readonly signed: boolean
}

const MAX_URIS = 20
const POST_VALUE = /^List-Unsubscribe=One-Click$/i

/**
 * Returns the URIs in angle brackets (RFC 2369 section 2), which may have comments around them. Ignores text between a
 * URI and the next comma, and everything from the first item without brackets on. Returns null if the first item has no
 * brackets.
 */
const urisIn = (value: string): ReadonlyArray<string> | null => {
  const text = value.slice(0, MAX_VALUE)
  const uris: Array<string> = []
  let at = afterComments(text, 0)
  while (text[at] === "<" && uris.length < MAX_URIS) {
    const end = text.indexOf(">", at)
    if (end < 0) break
    uris.push(withoutBlanks(text.slice(at + 1, end)))
    at = afterComments(text, end + 1)
    if (text[at] !== ",") break
    at = afterComments(text, at + 1)
  }
  return uris.length === 0 ? null : uris
}

const hasScheme = (uris: ReadonlyArray<string>, scheme: string): boolean =>
  uris.some((uri) => URL.parse(uri)?.protocol === scheme)

/** Reads the unsubscribe headers. `covered` contains the signed headers of each passing DKIM signature. */
export const inspectUnsubscribe = (
  message: Message,
  covered: ReadonlyArray<ReadonlyArray<string>>
): UnsubscribeFacts => {
  const headers = fieldsNamed(message, "list-unsubscribe")
  const posts = fieldsNamed(message, "list-unsubscribe-post")
  const [header] = headers
  const [post] = posts
  const uris = header === undefined ? [] : (urisIn(header.value) ?? [])
  const https = hasScheme(uris, "https:")
  const signed = covered.some((names) => names.includes("list-unsubscribe") && names.includes("list-unsubscribe-post"))
  const postState =
    post === undefined ? "absent" : posts.length === 1 && POST_VALUE.test(post.value) ? "valid" : "malformed"
  const headerState = header === undefined ? "absent" : headers.length > 1 || uris.length === 0 ? "malformed" : "valid"
  return {
    oneClick: headerState === "valid" && https && postState === "valid" && signed,
    header: headerState,
    https,
    http: hasScheme(uris, "http:"),
    mailto: hasScheme(uris, "mailto:"),
    post: postState,
    signed
  }
}
