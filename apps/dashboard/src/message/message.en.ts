import type { WordTable } from "../words/WordTable.ts"

export const messageEn = {
  title: "Check a message",
  note: "See what receivers conclude from a message that arrived: who sent it, and what is wrong with it.",
  back: "Email health",
  formTitle: "The message",
  hint: "Mon does not store the message and does not open anything in it. It only queries DNS.",
  file: "Choose a file",
  fileHint: "A file such as message.eml, at most 1 MiB. You can also drop it here.",
  text: "Or paste the source of the message",
  textHint: "Headers and body, as your email program shows them with “Show original”.",
  large: "The message is larger than 1 MiB.",
  envelope: "How it was delivered (optional)",
  ip: "IP address of the sending server",
  ipHint:
    "The topmost Received header of your server contains this address in brackets. Without the address, SPF is not checked.",
  mailFrom: "MAIL FROM address",
  mailFromHint: "Default: the address in Return-Path.",
  check: "Check the message",
  checking: "Checking…",
  verdictTitle: "Verdict",
  verdict: {
    ok: "Mon found nothing wrong with this message.",
    warn: "The message needs attention.",
    fail: "The message has serious problems.",
    unknown: "Part of the result is unknown, because DNS did not respond."
  },
  from: "From",
  noAuthor: "no single author",
  sentAt: "Date",
  size: "Size",
  octets: (count: string) => `${count} octets`,
  results: "Authentication",
  columns: { part: "Part", result: "Result", aligned: "Alignment with From", detail: "Detail" },
  status: {
    __proto__: null as never,
    pass: "passes",
    fail: "fails",
    softfail: "probably not allowed",
    neutral: "says nothing",
    none: "missing",
    permerror: "not valid",
    temperror: "unknown",
    unknown: "unknown",
    not_checked: "not checked",
    not_applicable: "does not apply"
  } as WordTable,
  aligned: "aligned",
  notAligned: "not aligned",
  policy: (policy: string, domain: string) => `policy ${policy} of ${domain}`,
  noPolicy: "no DMARC record",
  skipped: (count: number) => (count === 1 ? "1 more signature" : `${count} more signatures`),
  hops: "Servers on the way",
  hopsHint:
    "From the Received headers, oldest first. A sender can forge all headers before the one that your own server added.",
  noHops: "There are no Received headers.",
  hopColumns: { from: "From", by: "To", at: "Time", delay: "Delay" },
  unknownHost: "unknown",
  clocks: "clocks differ",
  findings: "What to do",
  noFindings: "There is nothing to do.",
  components: {
    spf: "SPF",
    dkim: "DKIM",
    dmarc: "DMARC",
    arc: "ARC",
    unsubscribe: "Unsubscribe",
    headers: "Headers",
    content: "Content"
  },
  publish: "Publish this record"
}

export type MessageWords = typeof messageEn
