/**
 * What kind of mail a domain is for: `disposable` addresses are thrown away, `alias` addresses forward to a kept mailbox,
 * `privacy` and `free` are kept mailboxes of private people, `none` is everything else.
 */
export type MailClass = "disposable" | "alias" | "privacy" | "free" | "none"

/** How well a disposable domain is known: `confirmed` by a living list or two independent ones, `reported` by one list. */
export type Tier = "confirmed" | "reported"

/** Why a text is no address and no domain. */
export type InvalidReason =
  | "not_text"
  | "empty"
  | "too_long"
  | "bad_display_form"
  | "bad_local_part"
  | "single_label"
  | "ip_address"
  | "bad_domain"

/** The single source of the sentences that go with the reasons. */
export const INVALID_MESSAGES: Readonly<Record<InvalidReason, string>> = {
  not_text: "An address or a domain is a text.",
  empty: "An address or a domain is required.",
  too_long: "An address has at most 254 characters, with 64 before the @ and 253 after it.",
  bad_display_form: "A name with an address is written Name <local@domain>.",
  bad_local_part: "What stands before the @ is no local part of an address.",
  single_label: "A mail domain has at least two labels.",
  ip_address: "An IP address is no mail domain; as part of an address it is written local@[192.0.2.1].",
  bad_domain: "What stands after the @ is no domain."
}

/** A text that is an address or a domain, judged. */
export interface ValidVerdict {
  readonly valid: true
  readonly input: string
  /** Lower-case ASCII (IDNA), without a trailing dot; an address literal as it was written. */
  readonly domain: string
  /** True for the class `disposable`, as far as the options say no other. */
  readonly disposable: boolean
  readonly class: MailClass
  /** Null unless the class is `disposable`. */
  readonly tier: Tier | null
  /** The listed domain that decided: the domain itself or the nearest name above it. Null for the class `none`. */
  readonly rule: string | null
  /** The service behind the rule, where it is known. */
  readonly provider: string | null
}

/** A text that can be neither an address nor a domain. */
export interface InvalidVerdict {
  readonly valid: false
  readonly input: string
  readonly reason: InvalidReason
  readonly message: string
}

/** What the table says of a text; `valid` tells the two apart. */
export type Verdict = ValidVerdict | InvalidVerdict

/** How strict a check is. */
export interface CheckOptions {
  /** `"flag"` calls alias addresses disposable too. Default `"allow"`. */
  readonly aliases?: "allow" | "flag"
  /** `"confirmed"` leaves domains unflagged that only one list reports. Default `"all"`. */
  readonly tiers?: "all" | "confirmed"
}

export const invalid = (input: string, reason: InvalidReason): InvalidVerdict => ({
  valid: false,
  input,
  reason,
  message: INVALID_MESSAGES[reason]
})
