import type { DomainFacts } from "../assessment/Assessment.ts"
import { isUsable } from "../dkim/DkimKey.ts"

/** A large mailbox provider that publishes requirements for senders. */
export type MailboxProvider = "google" | "yahoo" | "microsoft"

/** The subject of a requirement. The codes are stable. */
export type SenderRuleId =
  | "spf_or_dkim"
  | "spf"
  | "dkim"
  | "dmarc"
  | "alignment"
  | "reverse_dns"
  | "tls"
  | "message_format"
  | "one_click_unsubscribe"
  | "spam_rate"

/** One requirement of a large mailbox provider. */
export interface BulkSenderRequirement {
  readonly provider: MailboxProvider
  readonly id: SenderRuleId
  /**
   * The senders that must meet the requirement. `all`: everybody who sends to the provider. `bulk`: senders of about
   * 5,000 emails a day.
   */
  readonly audience: "all" | "bulk"
  /** Whether the domain meets the requirement; null if the DNS does not show it. */
  readonly met: boolean | null
  /** A sentence that states the result, or the reason why the requirement is not checked. */
  readonly explanation: string
}

type Judgement = Pick<BulkSenderRequirement, "met" | "explanation">

/** The requirements of Google and Yahoo since February 2024, and of Microsoft since May 2025. */
const RULES: ReadonlyArray<readonly [MailboxProvider, SenderRuleId, BulkSenderRequirement["audience"]]> = [
  ["google", "spf_or_dkim", "all"],
  ["google", "reverse_dns", "all"],
  ["google", "tls", "all"],
  ["google", "message_format", "all"],
  ["google", "spam_rate", "all"],
  ["google", "spf", "bulk"],
  ["google", "dkim", "bulk"],
  ["google", "dmarc", "bulk"],
  ["google", "alignment", "bulk"],
  ["google", "one_click_unsubscribe", "bulk"],
  ["yahoo", "spf_or_dkim", "all"],
  ["yahoo", "reverse_dns", "all"],
  ["yahoo", "message_format", "all"],
  ["yahoo", "spam_rate", "all"],
  ["yahoo", "spf", "bulk"],
  ["yahoo", "dkim", "bulk"],
  ["yahoo", "dmarc", "bulk"],
  ["yahoo", "alignment", "bulk"],
  ["yahoo", "one_click_unsubscribe", "bulk"],
  ["microsoft", "spf", "bulk"],
  ["microsoft", "dkim", "bulk"],
  ["microsoft", "dmarc", "bulk"],
  ["microsoft", "alignment", "bulk"]
]

const spfOf = ({ spf }: DomainFacts): Judgement => {
  if (spf.record !== null && spf.breaks.length === 0)
    return { met: true, explanation: "The SPF record works. The pass rate is not checked." }
  return spf.tree.status === "unknown"
    ? { met: null, explanation: "Not checked: the DNS queries for SPF got no answer." }
    : { met: false, explanation: "There is no working SPF record." }
}

const dkimOf = ({ dkim }: DomainFacts): Judgement => {
  if (dkim.keys.some(isUsable))
    return { met: true, explanation: "There is a DKIM key. Whether all email is signed is not checked." }
  return dkim.subtree === "none"
    ? { met: false, explanation: "There is no DKIM key." }
    : {
        met: null,
        explanation: "Not checked: no key was found at common selectors, and DNS cannot list other selectors."
      }
}

const dmarcOf = ({ dmarc }: DomainFacts): Judgement => {
  if (dmarc.record !== null) return { met: true, explanation: `The DMARC policy is ${dmarc.record.policy ?? "none"}.` }
  return dmarc.status === "unknown"
    ? { met: null, explanation: "Not checked: the DNS queries for DMARC got no answer." }
    : { met: false, explanation: "There is no valid DMARC record." }
}

const either = (a: Judgement, b: Judgement, yes: string, no: string): Judgement => {
  if (a.met === true || b.met === true) return { met: true, explanation: yes }
  return a.met === false && b.met === false
    ? { met: false, explanation: no }
    : { met: null, explanation: "Not checked: DNS does not show this." }
}

const notChecked = (explanation: string): Judgement => ({ met: null, explanation: `Not checked: ${explanation}` })

export const judgeSenderRules = (facts: DomainFacts): ReadonlyArray<BulkSenderRequirement> => {
  const spf = spfOf(facts)
  const dkim = dkimOf(facts)
  const judgements: Readonly<Record<SenderRuleId, Judgement>> = {
    spf,
    dkim,
    spf_or_dkim: either(spf, dkim, "SPF or DKIM is published.", "Neither SPF nor DKIM is published."),
    dmarc: dmarcOf(facts),
    alignment: either(
      spf,
      dkim,
      "SPF or DKIM can pass with the domain of the From header.",
      "Neither SPF nor DKIM can pass."
    ),
    reverse_dns: notChecked("DNS does not show which servers send your email."),
    tls: notChecked("only a received message shows whether it was sent with TLS."),
    message_format: notChecked("this can only be seen in a message. Check a message that you sent."),
    one_click_unsubscribe: notChecked(
      "unsubscribe headers can only be seen in a message. Check a message that you sent."
    ),
    spam_rate: notChecked("only the provider knows the spam rate, and it shows the rate only to the domain's owner.")
  }
  return RULES.map(([provider, id, audience]) => ({ provider, id, audience, ...judgements[id] }))
}
