import {
  listOf,
  aNumber,
  optional,
  optionsOf,
  shape,
  argumentsOf,
  aString,
  type Kind,
  variants
} from "@mon/bundled/arguments"
import { checkerKind, checkOptions, validVerdict } from "./argumentKinds.ts"
import type { Checker } from "./Checker.ts"
import type { CheckOptions, ValidVerdict } from "./Verdict.ts"

const acceptClassifyByMx = /* @__PURE__ */ argumentsOf("classifyByMx", () => ({
  checker: checkerKind(),
  verdict: validVerdict(),
  answer: mxAnswer(),
  options: optional(checkOptions())
}))

/** A mail host of a domain. Servers try the lowest preference first (RFC 5321 section 5.1). */
export interface MxHost {
  readonly exchange: string
  readonly preference: number
}

/** The DNS answer for the mail hosts of a domain. */
export type MxAnswer =
  | { readonly status: "ok"; readonly hosts: ReadonlyArray<MxHost> }
  | { readonly status: "nodata" | "nxdomain" }

/** A verdict that also considers the mail hosts. */
export interface MxVerdict {
  /** The offline verdict, changed to `disposable` if a mail host belongs to a disposable email service. */
  readonly verdict: ValidVerdict
  /** The DNS result. `null_mx`: the domain has the MX host "." of RFC 7505, so it receives no email. */
  readonly mail: "mx" | "null_mx" | "no_mx" | "no_domain"
  /** The mail host that changed the verdict, or null. */
  readonly host: string | null
}

/**
 * The maximum number of mail hosts that are checked. No domain needs more, and a hostile DNS answer could contain many.
 */
const MAX_HOSTS = 20

const mxAnswer = (): Kind => {
  const host = optionsOf<MxHost>({ exchange: aString, preference: aNumber("a number") })
  const negative = shape<{ status: string }>("an answer without mail hosts", { status: aString })
  return variants(
    "status",
    { ok: shape<{ hosts: unknown }>("an answer", { hosts: listOf(host) }), nodata: negative, nxdomain: negative },
    "the DNS answer for the mail hosts"
  )
}

/**
 * Classifies a domain by its mail hosts. The domain is disposable if a confirmed rule applies to one of its mail hosts,
 * because a disposable email service uses the same mail hosts for all its domains. The tier is then `reported`.
 * Verdicts of a class other than `none` do not change.
 *
 * @example
 * classifyByMx(checker(), verdict, { status: "ok", hosts: [{ exchange: "mail.mailinator.com", preference: 1 }] }).verdict.disposable // => true
 */
export const classifyByMx = (
  checker: Pick<Checker, "check">,
  verdict: ValidVerdict,
  answer: MxAnswer,
  options: CheckOptions = {}
): MxVerdict => {
  acceptClassifyByMx(checker, verdict, answer, options)
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
