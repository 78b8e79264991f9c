import type { Checker } from "./Checker.ts"
import type { CheckOptions, ValidVerdict } from "./Verdict.ts"

/** A mail host of a domain; the least preference comes first (RFC 5321 section 5.1). */
export interface MxHost {
  readonly exchange: string
  readonly preference: number
}

/** What the DNS says about the mail hosts of a domain. */
export type MxAnswer =
  | { readonly status: "ok"; readonly hosts: ReadonlyArray<MxHost> }
  | { readonly status: "nodata" | "nxdomain" }

/** A verdict that the mail hosts had a say in. */
export interface MxVerdict {
  /** The offline verdict, turned to `disposable` when a mail host belongs to a throw-away service. */
  readonly verdict: ValidVerdict
  /** `null_mx` is the host "." of RFC 7505: the domain takes no mail. */
  readonly mail: "mx" | "null_mx" | "no_mx" | "no_domain"
  /** The mail host that decided, or null. */
  readonly host: string | null
}

/** No domain needs more mail hosts than this; the rest of a hostile answer is left unread. */
const MAX_HOSTS = 20

/**
 * Judges a domain by its mail hosts: one that lies under a confirmed rule gives it away, because a throw-away service lends
 * its hosts to all its domains. What is found so counts as `reported`. Verdicts of a class other than `none` stay as they are.
 *
 * @example
 * classifyByMx(checker(), verdict, { status: "ok", hosts: [{ exchange: "mail.mailinator.com", preference: 1 }] }).verdict.disposable // => true
 */
export const classifyByMx = (
  checker: Checker,
  verdict: ValidVerdict,
  answer: MxAnswer,
  options: CheckOptions = {}
): MxVerdict => {
  if (answer.status === "nxdomain") return { verdict, mail: "no_domain", host: null }
  const hosts = answer.status === "ok" ? answer.hosts : []
  if (hosts.length === 0) return { verdict, mail: "no_mx", host: null }
  if (hosts.every(({ exchange }) => exchange === "" || exchange === "."))
    return { verdict, mail: "null_mx", host: null }
  if (verdict.class !== "none") return { verdict, mail: "mx", host: null }
  for (const { exchange } of hosts.slice(0, MAX_HOSTS)) {
    const owner = checker.check(exchange)
    if (owner.valid && owner.tier === "confirmed") {
      const disposable: ValidVerdict = {
        ...verdict,
        disposable: options.tiers !== "confirmed",
        class: "disposable",
        tier: "reported",
        rule: owner.rule,
        provider: owner.provider
      }
      return { verdict: disposable, mail: "mx", host: exchange }
    }
  }
  return { verdict, mail: "mx", host: null }
}
