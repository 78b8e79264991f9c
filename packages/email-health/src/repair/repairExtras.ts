import type { DomainFacts } from "../assessment/Assessment.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import { defaultAddress } from "./repairDmarc.ts"
import type { Change, RepairOptions } from "./RepairPlan.ts"

const ADDRESS = /[^\s@,;:!=/]+@[a-z0-9_-]+(?:\.[a-z0-9_-]+)+/gi
const WEB_ADDRESS = /https:\/\/[^\s,;]+/gi
/** The longest "id" of an MTA-STS record, which consists of letters and digits (RFC 8461 section 3.1). */
const MAX_ID = 32

/** Returns the recipients in TLS-RPT records, in the form that RFC 8460 section 3 requires. */
const recipientsIn = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) => [
    ...(text.match(WEB_ADDRESS) ?? []),
    ...(text.match(ADDRESS) ?? []).map((found) => `mailto:${found}`)
  ])

const textChange = (
  host: string,
  value: string,
  texts: ReadonlyArray<string>,
  findings: ReadonlyArray<FindingCode>
): Change => ({ type: "TXT", host, values: [value], replaces: texts.filter((text) => text !== value), findings })

const resembles = (word: RegExp, texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.filter((text) => word.test(text))

const tlsRpt = (
  facts: DomainFacts,
  codes: ReadonlyArray<FindingCode>,
  options: RepairOptions
): ReadonlyArray<Change> => {
  const mine = codes.filter((code) => code === "tls_rpt_missing" || code === "tls_rpt_invalid")
  if (mine.length === 0 || facts.extraTexts.tlsRpt === null) return []
  const texts = resembles(/^\W*v\s*[=:]?\s*tls-?rpt/i, facts.extraTexts.tlsRpt)
  const found = [...new Set(recipientsIn(texts))]
  const address = defaultAddress(facts, options)
  const rua = found.length > 0 ? found : address === null ? [] : [address]
  return rua.length === 0
    ? []
    : [textChange(`_smtp._tls.${facts.domain}`, `v=TLSRPTv1; rua=${rua.join(",")}`, texts, mine)]
}

/**
 * Returns the identifier of the new record: the identifier of the old record, or an identifier derived from the domain.
 */
const idFor = (facts: DomainFacts, texts: ReadonlyArray<string>): string => {
  const written = texts
    .map((text) => (/\bid\s*[=:]\s*([^;]*)/i.exec(text)?.[1] ?? "").replaceAll(/[^a-z0-9]/gi, ""))
    .find((id) => id !== "")
  return (written ?? facts.domain.replaceAll(/[^a-z0-9]/gi, "")).slice(0, MAX_ID)
}

const mtaSts = (facts: DomainFacts, codes: ReadonlyArray<FindingCode>): ReadonlyArray<Change> => {
  if (!codes.includes("mta_sts_invalid") || facts.extraTexts.mtaSts === null) return []
  const texts = resembles(/^\W*v\s*[=:]?\s*sts/i, facts.extraTexts.mtaSts)
  return [textChange(`_mta-sts.${facts.domain}`, `v=STSv1; id=${idFor(facts, texts)}`, texts, ["mta_sts_invalid"])]
}

/**
 * Returns the TLS-RPT and MTA-STS records. If there was no MTA-STS record, a policy file is also needed, which is a
 * manual step.
 */
export const repairExtras = (
  facts: DomainFacts,
  codes: ReadonlyArray<FindingCode>,
  options: RepairOptions
): ReadonlyArray<Change> => [...tlsRpt(facts, codes, options), ...mtaSts(facts, codes)]
