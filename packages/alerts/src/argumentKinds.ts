import {
  aBoolean,
  aFunction,
  type Kind,
  kindOf,
  listOf,
  mapOf,
  milliseconds,
  nullable,
  oneOf,
  optional,
  shape,
  aString,
  textLike,
  variants,
  whole
} from "@mon/bundled/arguments"
import { decodeFact } from "@mon/model/facts"
import type { AddressPolicy } from "@mon/public-net"
import type { Words } from "./message/words/en.ts"
import type { Notice, Row, Section } from "./message/Notice.ts"
import type { Digest, DigestCause, RenderableFact, Summary, UnreadableFact } from "./message/RenderableFact.ts"

/** A line break in a value would begin another header field (RFC 9112 section 2.2). */
export const headerValue = /* @__PURE__ */ textLike("a string without line breaks", (value) => !/[\r\n\0]/.test(value))

export const channelClientFields = () => ({
  resolve: optional(aFunction),
  policy: optional(shape<AddressPolicy>("an address policy", { classify: aFunction, allows: aFunction })),
  timeoutMs: optional(milliseconds()),
  userAgent: optional(headerValue),
  extraCa: optional(listOf(aString)),
  targets: optional(listOf(aString)),
  origins: optional(mapOf(aString, "an object of origins"))
})

export const languageKind = (): Kind =>
  oneOf(...Object.keys({ en: true, de: true } satisfies Record<Words["language"], true>))

export const wordsKind = (): Kind =>
  shape<Words>("the words of a language", {
    language: languageKind(),
    unknown: aString,
    moment: aFunction,
    units: shape<Words["units"]>("the units of time", {
      day: aFunction,
      hour: aFunction,
      minute: aFunction,
      second: aFunction
    })
  })

const row = (): Kind => shape<Row>("a row: an object with label and value", { label: aString, value: aString })

const link = (): Kind =>
  shape<{ label: string; url: string }>("an object with label and url", { label: aString, url: aString })

export const noticeKind = (): Kind =>
  shape<Notice>("a notice, as returned by renderFact", {
    tone: oneOf("down", "up", "warning", "news"),
    word: aString,
    subject: aString,
    headline: aString,
    lead: aString,
    paragraphs: optional(listOf(aString)),
    rows: listOf(row()),
    sections: listOf(
      shape<Section>("a section: an object with title, rows and more", {
        title: aString,
        rows: listOf(row()),
        more: nullable(aString),
        keepsEnd: optional(aBoolean)
      })
    ),
    link: nullable(link()),
    acknowledge: optional(nullable(link())),
    commands: optional(listOf(aString))
  })

/** A cache of the facts that have passed the check. One fact is rendered for many recipients and channels. */
const known = new WeakSet<object>()

const isFact = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false
  if (known.has(value)) return true
  if (decodeFact(String(value.kind), value) === null) return false
  known.add(value)
  return true
}

const TAKES = "a fact of @mon/model, as returned by readFact"

const storedFact = (): Kind => kindOf(TAKES, isFact)

const digestCause = (): Kind =>
  shape<DigestCause>("a cause: an object with id, kind, value, isRest, failing and isOver", {
    id: textLike("letters, digits and dashes", (value) => /^[\w-]{1,64}$/u.test(value)),
    kind: oneOf(
      ...Object.keys({ address: true, network: true, name_servers: true } satisfies Record<DigestCause["kind"], true>)
    ),
    value: aString,
    isRest: aBoolean,
    failing: whole(0),
    isOver: aBoolean
  })

export const renderableFact = (): Kind => {
  const others: Readonly<Record<Exclude<RenderableFact["kind"], FactOnly>, Kind>> = {
    digest: shape<Digest>("a digest", {
      transitions: listOf(storedFact(), "an array of facts"),
      cause: optional(nullable(digestCause()))
    }),
    summary: shape<Summary>("a summary", {
      facts: listOf(storedFact(), "an array of facts"),
      occasion: optional(oneOf("quiet_hours", "same_time"))
    }),
    unreadable: shape<UnreadableFact>("an unreadable fact", { type: aString, key: aString })
  }
  const other = variants("kind", others, TAKES)
  return {
    takes: TAKES,
    fault: (value) => (isFact(value) ? null : isOther(value) ? other.fault(value) : storedFact().fault(value))
  }
}

type FactOnly = Exclude<RenderableFact["kind"], "digest" | "summary" | "unreadable">

const isOther = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  (value.kind === "digest" || value.kind === "summary" || value.kind === "unreadable")
