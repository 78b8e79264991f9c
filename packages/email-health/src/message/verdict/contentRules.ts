import type { MessageRule } from "./Rule.ts"

const GMAIL = "Google, Email sender guidelines"

export const UNSUBSCRIBE_RULES = {
  unsubscribe_missing: {
    severity: "medium",
    reference: `RFC 8058 section 3.1; ${GMAIL}`,
    message: "The message goes to many recipients, but it has no List-Unsubscribe header.",
    step: "Add List-Unsubscribe with an https address, and List-Unsubscribe-Post: List-Unsubscribe=One-Click."
  },
  unsubscribe_malformed: {
    severity: "medium",
    reference: "RFC 2369 section 2",
    message: "The List-Unsubscribe header is not a single list of addresses in angle brackets.",
    step: "Write one header such as List-Unsubscribe: <https://example.com/u/1>."
  },
  unsubscribe_no_https: {
    severity: "medium",
    reference: "RFC 8058 section 3.1",
    message: "List-Unsubscribe has no https address, so one-click unsubscribe does not work.",
    step: "Add an https address that unsubscribes after a POST request."
  },
  unsubscribe_no_post: {
    severity: "medium",
    reference: "RFC 8058 section 3.1",
    message: "There is no List-Unsubscribe-Post header, so one-click unsubscribe does not work.",
    step: "Add the header List-Unsubscribe-Post: List-Unsubscribe=One-Click."
  },
  unsubscribe_post_malformed: {
    severity: "medium",
    reference: "RFC 8058 section 3.1",
    message: "List-Unsubscribe-Post must occur once and be exactly List-Unsubscribe=One-Click.",
    step: "Write the header List-Unsubscribe-Post: List-Unsubscribe=One-Click."
  },
  unsubscribe_not_signed: {
    severity: "medium",
    reference: "RFC 8058 section 3.1",
    message: "None of the valid DKIM signatures covers both List-Unsubscribe and List-Unsubscribe-Post.",
    step: "Add both headers to the signed headers."
  }
} as const satisfies Readonly<Record<string, MessageRule>>

export const HEADER_RULES = {
  from_missing: {
    severity: "critical",
    reference: "RFC 5322 section 3.6.2",
    message: "There is no From header.",
    step: "Add a From header with one address."
  },
  from_repeated: {
    severity: "critical",
    reference: "RFC 5322 section 3.6",
    message: "There are {count} From headers, so email programs show different authors.",
    step: "Send exactly one From header."
  },
  from_malformed: {
    severity: "high",
    reference: "RFC 5322 section 3.6.2",
    message: "The From header is not a valid address.",
    step: 'Write the header as From: "Name" <name@example.com>.'
  },
  from_several: {
    severity: "medium",
    reference: "RFC 5322 section 3.6.2",
    message: "The From header has {count} addresses, which many receivers reject.",
    step: "Use one address in From."
  },
  from_name_address: {
    severity: "high",
    reference: `${GMAIL}`,
    message: "The display name shows the address {shown}, but the message is from {domain}.",
    step: "Use a name without an address. If you did not send the message, treat it as forged."
  },
  from_name_host: {
    severity: "medium",
    reference: "RFC 5322 section 3.4",
    message: "The display name is {shown}, but the message is from {domain}.",
    step: "Use a name that is not another host. If you did not send the message, treat it as forged."
  },
  hidden_characters: {
    severity: "high",
    reference: "Unicode Technical Report 36 section 2.5",
    message: "{names} contains invisible characters that hide or reverse text.",
    step: "Remove these characters."
  },
  reply_to_other_domain: {
    severity: "low",
    reference: `${GMAIL}`,
    message: "Replies go to {other}, but the author is at {domain}.",
    step: "Use a Reply-To address at the author's domain."
  },
  sender_malformed: {
    severity: "medium",
    reference: "RFC 5322 section 3.6.2",
    message: "The Sender header is not a single valid address.",
    step: "Correct the header or remove it."
  },
  date_missing: {
    severity: "medium",
    reference: "RFC 5322 section 3.6.1",
    message: "There is no Date header.",
    step: "Add a Date header when the message is written."
  },
  date_malformed: {
    severity: "medium",
    reference: "RFC 5322 section 3.3",
    message: "The Date header is not a valid date.",
    step: "Write the date as Sat, 21 Nov 2026 08:15:00 +0000."
  },
  date_future: {
    severity: "medium",
    reference: "RFC 5322 section 3.6.1",
    message: "The Date header is more than a day in the future.",
    step: "Set the clock and the time zone of the sending server."
  },
  message_id_missing: {
    severity: "medium",
    reference: "RFC 5322 section 3.6.4",
    message: "There is no Message-ID header.",
    step: "Add a Message-ID that is unique for each message."
  },
  message_id_malformed: {
    severity: "low",
    reference: "RFC 5322 section 3.6.4",
    message: "The Message-ID does not have the form <unique@domain>.",
    step: "Write the header as Message-ID: <unique@example.com>."
  },
  subject_missing: {
    severity: "low",
    reference: "RFC 5322 section 3.6.5",
    message: "The message has no subject.",
    step: "Add a subject."
  },
  recipient_missing: {
    severity: "low",
    reference: "RFC 5322 section 3.6.3",
    message: "There is no To, Cc or Bcc header.",
    step: "Add the recipient to the To header."
  },
  header_repeated: {
    severity: "medium",
    reference: "RFC 5322 section 3.6",
    message: "{names} may occur only once.",
    step: "Remove the extra headers. List each name in the signature once more than it occurs, so that no one can add another."
  },
  header_malformed: {
    severity: "medium",
    reference: "RFC 5322 section 2.2",
    message: "{count} lines of the header section are not header fields.",
    step: "Separate the headers from the body with an empty line."
  },
  header_limit: {
    severity: "high",
    reference: "RFC 5321 section 4.5.3",
    message: "The header section is larger than 256 KiB or 1,000 fields, so the rest was not read.",
    step: "Remove headers."
  },
  header_not_ascii: {
    severity: "low",
    reference: "RFC 6532 section 3",
    message: "The headers contain characters other than ASCII, which only servers with SMTPUTF8 accept.",
    step: "Encode the headers (RFC 2047)."
  },
  line_too_long: {
    severity: "medium",
    reference: "RFC 5322 section 2.1.1",
    message: "A line has {count} octets, but the limit is 998.",
    step: "Fold long headers, and send the body as quoted-printable or base64."
  },
  line_ends_mixed: {
    severity: "medium",
    reference: "RFC 5322 section 2.3",
    message: "The message mixes line endings (CRLF, and CR or LF alone), which breaks signatures.",
    step: "End every line with CRLF."
  }
} as const satisfies Readonly<Record<string, MessageRule>>

export const CONTENT_RULES = {
  link_shows_other_host: {
    severity: "medium",
    reference: "RFC 3986 section 7.6",
    message: "The text of a link shows {shown}, but the link leads to {host}.",
    step: "Link to the address that the text shows, or use another text. If you did not send the message, do not open the link."
  },
  text_part_missing: {
    severity: "medium",
    reference: "RFC 2046 section 5.1.4",
    message: "The message has an HTML part, but no text part.",
    step: "Send multipart/alternative with the same content as text."
  },
  body_empty: {
    severity: "medium",
    reference: "RFC 5322 section 2.3",
    message: "The message has no content.",
    step: "Add content."
  },
  mime_version_missing: {
    severity: "low",
    reference: "RFC 2045 section 4",
    message: "There is a Content-Type header, but no MIME-Version header.",
    step: "Add the header MIME-Version: 1.0."
  },
  multipart_broken: {
    severity: "medium",
    reference: "RFC 2046 section 5.1.1",
    message: "A multipart does not contain its own boundary, so email programs show no content.",
    step: "Build the message with a maintained library."
  },
  attachment_executable: {
    severity: "high",
    reference: "Google, File types blocked in Gmail",
    message: "Large providers reject the attachment {names}.",
    step: "Send a link to the file instead."
  },
  encoding_undeclared: {
    severity: "low",
    reference: "RFC 2045 section 6.2",
    message: "The body contains octets above 127, but its declared encoding is 7bit.",
    step: "Send the body as quoted-printable or base64."
  },
  nul_octets: {
    severity: "medium",
    reference: "RFC 5322 section 4",
    message: "The message contains NUL octets, which some servers remove or reject.",
    step: "Send binary content as base64."
  },
  content_limit: {
    severity: "low",
    reference: "RFC 2046 section 5.1",
    message: "The message has more than 200 parts or 16 levels, so the rest was not read.",
    step: "Send fewer parts."
  }
} as const satisfies Readonly<Record<string, MessageRule>>
