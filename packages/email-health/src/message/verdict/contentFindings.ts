import { isRelated } from "../mail/isRelated.ts"
import type { MessageFindingCode, MessageFindingData } from "./Finding.ts"
import type { MessageFacts } from "../MessageFacts.ts"

/** The longest line, in octets (RFC 5322 section 2.1.1). */
const MAX_LINE = 998
const DAY_MS = 86_400_000

type Check = readonly [applies: boolean, code: MessageFindingCode, values?: MessageFindingData["values"]]

const found = (checks: ReadonlyArray<Check>): ReadonlyArray<MessageFindingData> =>
  checks.filter(([applies]) => applies).map(([, code, values = {}]) => ({ code, values }))

export const unsubscribeFindings = ({ headers, unsubscribe }: MessageFacts): ReadonlyArray<MessageFindingData> => {
  const { header, https, oneClick, post, signed } = unsubscribe
  if (oneClick) return []
  if (header === "absent") return found([[headers.bulk, "unsubscribe_missing"]])
  return found([
    [header === "malformed", "unsubscribe_malformed"],
    [header === "valid" && !https, "unsubscribe_no_https"],
    [post === "absent", "unsubscribe_no_post"],
    [post === "malformed", "unsubscribe_post_malformed"],
    [header === "valid" && https && post === "valid" && !signed, "unsubscribe_not_signed"]
  ])
}

const authorChecks = ({ headers }: MessageFacts): ReadonlyArray<Check> => {
  const { addressInName, from, fromAddresses, fromFields, fromMalformed, hostInName, replyToDomains } = headers
  const other = from === null ? undefined : replyToDomains.find((domain) => !isRelated(domain, from.domain))
  return [
    [fromFields === 0, "from_missing"],
    [fromFields > 1, "from_repeated", { count: fromFields }],
    [fromFields === 1 && fromMalformed, "from_malformed"],
    [fromFields === 1 && fromAddresses > 1, "from_several", { count: fromAddresses }],
    [
      from !== null && addressInName !== null,
      "from_name_address",
      { shown: addressInName ?? "", domain: from?.domain ?? "" }
    ],
    [from !== null && hostInName !== null, "from_name_host", { shown: hostInName ?? "", domain: from?.domain ?? "" }],
    [other !== undefined, "reply_to_other_domain", { other: other ?? "", domain: from?.domain ?? "" }],
    [headers.sender === "malformed", "sender_malformed"]
  ]
}

/** Returns findings about the headers. `now` is in milliseconds since the epoch. */
export const headerFindings = (facts: MessageFacts, now: number): ReadonlyArray<MessageFindingData> => {
  const { form, headers } = facts
  const longest = Math.max(form.longestHeaderLine, form.longestBodyLine)
  return found([
    ...authorChecks(facts),
    [headers.hiddenCharacters.length > 0, "hidden_characters", { names: headers.hiddenCharacters.join(" and ") }],
    [headers.date === "absent", "date_missing"],
    [headers.date === "malformed", "date_malformed"],
    [headers.sentAt !== null && headers.sentAt > now + DAY_MS, "date_future"],
    [headers.messageId === "absent", "message_id_missing"],
    [headers.messageId === "malformed", "message_id_malformed"],
    [headers.subject !== "present", "subject_missing"],
    [!headers.hasRecipient, "recipient_missing"],
    [headers.repeated.length > 0, "header_repeated", { names: headers.repeated.join(", ") }],
    [form.malformedLines > 0, "header_malformed", { count: form.malformedLines }],
    [form.truncatedHeader, "header_limit"],
    [form.headerNotAscii, "header_not_ascii"],
    [longest > MAX_LINE, "line_too_long", { count: longest }],
    [form.mixedLineEnds || form.bareCarriageReturns, "line_ends_mixed"]
  ])
}

/**
 * Returns findings about links. Links of an authenticated author that show the author's own site are accepted, because
 * they may lead through a service that counts clicks.
 */
const linkFindings = ({ content, dmarc, headers }: MessageFacts): ReadonlyArray<MessageFindingData> => {
  const proven = dmarc?.aligned.spf ?? dmarc?.aligned.dkim ?? null
  return content.links.map(({ leadsTo, shown }) => ({
    code: "link_shows_other_host",
    values: { shown, host: leadsTo },
    ...(headers.from !== null && proven !== null && isRelated(shown, headers.from.domain)
      ? { severity: "low" as const }
      : {})
  }))
}

export const contentFindings = (facts: MessageFacts): ReadonlyArray<MessageFindingData> => {
  const { content, form } = facts
  return [
    ...linkFindings(facts),
    ...found([
      [content.html && !content.text, "text_part_missing"],
      [content.empty && !content.brokenMultipart && !content.truncated, "body_empty"],
      [content.typed && !content.mime, "mime_version_missing"],
      [content.brokenMultipart, "multipart_broken"],
      [content.executables.length > 0, "attachment_executable", { names: content.executables.join(", ") }],
      [content.undeclared8bit, "encoding_undeclared"],
      [form.nul, "nul_octets"],
      [content.truncated, "content_limit"]
    ])
  ]
}
