/**
 * A pattern for a sentence of the API, or for the rest of a sentence, and a function that writes its text on the
 * screen. The groups of the pattern are inserted into the text.
 */
export type Pattern = readonly [pattern: RegExp, write: (...parts: ReadonlyArray<string>) => string]

export interface Sentences {
  /** The sentences that do not begin with the name of a field. */
  readonly whole: ReadonlyArray<Pattern>
  /** The parts of sentences that follow the name of a field. */
  readonly rest: ReadonlyArray<Pattern>
}

export const refusals: Sentences = {
  whole: [
    [
      /^Send domainIds, urlIds, heartbeatIds, serviceIds, tagIds or wholeAccount\.$/u,
      () => "Choose what the maintenance window covers: at least one domain, page or tag, or all monitors."
    ],
    [/^Give endsAt or minutes\.$/u, () => "Enter “Length in minutes”."],
    [
      /^Choose at least one monitor or tag, or set scope to all\.$/u,
      () => "Choose at least one monitor or tag, or all monitors."
    ],
    [
      /^Add at least one domain to emailDomains/u,
      () => "Enter at least one email domain, or choose who else can read the page."
    ],
    [/^Send exactly one of domainId, urlId and scope\.$/u, () => "Choose whose events are sent."],
    [/^Send at least one of: memberRole/u, () => "Nothing has changed."],
    [/^confirmation must be exactly (\w+)/u, (word) => `Type ${word} to confirm.`],
    [
      /^(Maximum (?:domain|URL|heartbeat|service|team member) limit.* reached\.) Upgrade/u,
      (limit) => `${limit} Delete something or get a larger plan.`
    ]
  ],
  rest: [
    [
      /^must be an IANA time zone name|^must be the name of a time zone/u,
      () => "must be a time zone, such as Europe/Berlin."
    ],
    [/^must be a time in ISO 8601/u, () => "must be a time."],
    [/^must be null or a time in ISO 8601/u, () => "must be a time, or empty."],
    [/^must be null or (.+)$/u, (form) => `must be empty, or ${form}`],
    [/^is required/u, () => "is missing."],
    [/^must be there\.$/u, () => "is missing."]
  ]
}
