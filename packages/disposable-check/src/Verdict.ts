import type { RoleKind } from "./roleAccounts.ts"

/**
 * The kind of email that a domain provides. `disposable` addresses are temporary, `alias` addresses forward to a
 * permanent mailbox, `privacy` and `free` are permanent mailboxes for individuals, `typo` is a misspelt mailbox
 * provider, and `none` is everything else.
 */
export type MailClass = "disposable" | "alias" | "privacy" | "free" | "typo" | "none"

/**
 * The certainty that a domain is disposable. `confirmed`: a maintained list or two independent lists contain the
 * domain. `reported`: only one list contains it.
 */
export type Tier = "confirmed" | "reported"

/** The reason why an input is neither an address nor a domain. */
export type InvalidReason =
  | "not_text"
  | "empty"
  | "too_long"
  | "bad_display_form"
  | "bad_local_part"
  | "single_label"
  | "ip_address"
  | "bad_domain"

/** The message for each reason. */
export const INVALID_MESSAGES: Readonly<Record<InvalidReason, string>> = {
  not_text: "An address or a domain must be a string.",
  empty: "An address or a domain is required.",
  too_long: "An address can have at most 254 characters, of which at most 64 are before the @ and 253 after the @.",
  bad_display_form: "An address with a name must have the form Name <local@domain>.",
  bad_local_part: "The part before the @ is not valid.",
  single_label: "An email domain must have at least two labels.",
  ip_address: "An IP address is not an email domain. In an email address, write it as local@[192.0.2.1].",
  bad_domain: "The part after the @ is not a valid domain."
}

/** The verdict on a valid address or domain. */
export interface ValidVerdict {
  readonly valid: true
  readonly input: string
  /** The domain in lower-case ASCII (IDNA), without a trailing dot. An address literal is unchanged. */
  readonly domain: string
  /**
   * Whether the address counts as disposable. By default, only the class `disposable` counts; see {@link CheckOptions}.
   */
  readonly disposable: boolean
  readonly class: MailClass
  /** The certainty of the verdict; null unless the class is `disposable`. */
  readonly tier: Tier | null
  /**
   * The listed domain whose rule applies: the domain itself or its nearest listed parent. Null for the class `none`.
   */
  readonly rule: string | null
  /** The service that the listed domain belongs to, if known. Null for the class `typo`. */
  readonly provider: string | null
  /** The domain that was probably meant, for the class `typo`, such as `gmail.com` for `gmial.com`. Otherwise null. */
  readonly suggestion: string | null
  /**
   * The kind of role that the part before the @ names, such as `role` for `info` or `noreply` for `no-reply`. Null for
   * a person's address and for a domain.
   */
  readonly role: RoleKind | null
}

/** The verdict on an input that is neither an address nor a domain. */
export interface InvalidVerdict {
  readonly valid: false
  readonly input: string
  readonly reason: InvalidReason
  readonly message: string
}

/** The verdict on an input. `valid` distinguishes valid and invalid input. */
export type Verdict = ValidVerdict | InvalidVerdict

/** Options that decide how strict a check is. */
export interface CheckOptions {
  /** The treatment of alias addresses. `"flag"`: alias addresses count as disposable. Default: `"allow"`. */
  readonly aliases?: "allow" | "flag"
  /**
   * The lists that count. `"confirmed"`: a domain that only one list reports does not count as disposable. Default:
   * `"all"`.
   */
  readonly tiers?: "all" | "confirmed"
}

export const invalid = (input: string, reason: InvalidReason): InvalidVerdict => ({
  valid: false,
  input,
  reason,
  message: INVALID_MESSAGES[reason]
})
