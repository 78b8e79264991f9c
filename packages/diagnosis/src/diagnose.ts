import { argumentsOf, oneOf, optional, optionsOf } from "@mon/bundled/arguments"
import { type CauseArea, causeClasses, causeClassNames } from "./CauseClass.ts"
import type { Cause, Diagnosis, Evidence } from "./Diagnosis.ts"
import type { DiagnosisFacts, DiagnosisSubject } from "./facts/DiagnosisFacts.ts"
import { diagnosisFacts } from "./facts/factKinds.ts"
import { portOfUrl, type View, viewOf } from "./facts/View.ts"
import { missingFacts } from "./missingFacts.ts"
import { allRules } from "./rules/allRules.ts"
import type { Rule, Signal, Values } from "./rules/Rule.ts"
import { fill, outside } from "./words/Text.ts"
import { wordsOf } from "./words/allWords.ts"
import type { DiagnosisLanguage, Words } from "./words/Words.ts"

/** The version of the rules. */
export const RULES_VERSION = "1"

/** The minimum number of points for a cause to count as known. */
export const KNOWN_FROM = 50
/** The minimum number of points for a cause to be shown. */
export const SHOWN_FROM = 25
const MOST_POINTS = 99
const MOST_CAUSES = 5

/** The options for the text of a diagnosis. */
export interface DiagnosisOptions {
  /** The language of the text. Default: `en`. */
  readonly language?: DiagnosisLanguage
}

interface Found {
  readonly signal: Signal
  readonly values: Values
}

interface Scored {
  readonly rule: Rule
  readonly points: number
  readonly evidence: ReadonlyArray<Found>
  readonly against: ReadonlyArray<Found>
}

type Search = (signal: Signal) => Values | null

/** Returns a function that evaluates signals. It evaluates each signal only once, because rules share signals. */
const searchIn = (view: View): Search => {
  const known = new Map<Signal["find"], Values | null>()
  return ({ find }) => {
    if (!known.has(find)) known.set(find, find(view))
    return known.get(find) ?? null
  }
}

/** Returns the signals that the facts show, highest points first. Signals with the same sentence count once. */
const findAll = (signals: ReadonlyArray<Signal>, search: Search): ReadonlyArray<Found> => {
  const found = new Map<string, Found>()
  for (const signal of signals) {
    const values = search(signal)
    const other = found.get(signal.id)
    if (values !== null && (other === undefined || other.signal.points < signal.points))
      found.set(signal.id, { signal, values })
  }
  return [...found.values()].toSorted(
    (a, b) => b.signal.points - a.signal.points || (a.signal.id < b.signal.id ? -1 : 1)
  )
}

const sumOf = (found: ReadonlyArray<Found>): number => found.reduce((sum, { signal }) => sum + signal.points, 0)

const score = (rule: Rule, search: Search): Scored | null => {
  const grounds = findAll(rule.grounds, search)
  if (grounds.length === 0) return null
  const known = new Set(grounds.map(({ signal }) => signal.id))
  const supports = findAll(rule.supports, search).filter(({ signal }) => !known.has(signal.id))
  const evidence = [...grounds, ...supports]
  const against = findAll(rule.against, search)
  const points = Math.min(MOST_POINTS, sumOf(evidence) - sumOf(against))
  return points < SHOWN_FROM ? null : { rule, points, evidence, against }
}

const NAME_AREAS: ReadonlyArray<CauseArea> = ["registration", "delegation"]

const SERVICE_AREAS: ReadonlyArray<CauseArea> = [...NAME_AREAS, "dns", "network", "tls", "shared", "service"]

/** Returns whether the cause of a rule is possible for the subject of the diagnosis. */
const concerns = ({ class: name }: Rule, subject: DiagnosisSubject): boolean => {
  const { area } = causeClasses[name]
  if (subject === "site") return area !== "mail" && area !== "service"
  if (subject === "service") return SERVICE_AREAS.includes(area) && name !== "wrong_virtual_host"
  return area === "mail" || NAME_AREAS.includes(area) || name === "dnssec_broken"
}

const order = ({ rule }: Scored): number => causeClassNames.indexOf(rule.class)

const rank = (view: View, subject: DiagnosisSubject): ReadonlyArray<Scored> => {
  // If Mon's own network or program failed, the check says nothing about the site.
  const ours = view.facts.network !== undefined && view.facts.network.state !== "ok"
  const unusable = ours || (subject !== "email" && view.facts.check !== undefined && view.group === null)
  const rules = allRules.filter((rule) => (unusable ? rule.class === "own_network" : concerns(rule, subject)))
  const search = searchIn(view)
  const scored = rules.flatMap((rule) => score(rule, search) ?? [])
  return scored.toSorted((a, b) => b.points - a.points || order(a) - order(b)).slice(0, MOST_CAUSES)
}

const toEvidence = (found: ReadonlyArray<Found>, words: Words): ReadonlyArray<Evidence> =>
  found.map(({ signal: { fact, id, points }, values }) => ({
    code: id,
    fact,
    points,
    text: fill(words.evidence[id], values, words.terms)
  }))

const toCause = ({ against, evidence, points, rule }: Scored, view: View, words: Words): Cause => {
  const { nextStep, title } = words.causes[rule.class]
  // If several pieces of evidence have a value for the same placeholder, the first one counts.
  const values: Values = Object.fromEntries(evidence.toReversed().flatMap((one) => Object.entries(one.values)))
  const port = portOfUrl(view.facts.target?.url)
  const registrar = outside(view.facts.registration?.registrar ?? "")
  const named = { ...values, registrar, host: view.host ?? "", domain: view.domain ?? "", port }
  return {
    class: rule.class,
    title,
    confidence: points / 100,
    evidence: toEvidence(evidence, words),
    against: toEvidence(against, words),
    nextStep: fill(nextStep, named, words.terms),
    who: causeClasses[rule.class].who
  }
}

const acceptDiagnose = /* @__PURE__ */ argumentsOf("diagnose", () => ({
  facts: diagnosisFacts(),
  options: optional(optionsOf<DiagnosisOptions>({ language: optional(oneOf("en", "de")) }))
}))

/**
 * Ranks the causes that the facts support. The same facts always give the same diagnosis. An absent fact counts as
 * unknown. If Mon's own network may have failed, the diagnosis makes no statement about the site.
 *
 * @example
 * ```ts
 * const { causes, result } = diagnose({
 *   at: "2026-11-23T12:00:00Z",
 *   target: { url: "https://www.example.com/", domain: "example.com" },
 *   check: { outcome: "dns_nxdomain" },
 *   registration: { outcome: "registered", expiresAt: "2026-11-20T00:00:00Z", registrar: "Example Registrar" }
 * })
 * result // => "known"
 * causes[0]?.class // => "registration_expired"
 * causes[0]?.confidence // => 0.8
 * ```
 */
export const diagnose = (facts: DiagnosisFacts, options: DiagnosisOptions = {}): Diagnosis => {
  acceptDiagnose(facts, options)
  const view = viewOf(facts)
  const subject = facts.subject ?? (facts.check === undefined && facts.mail !== undefined ? "email" : "site")
  const words = wordsOf(options.language ?? "en", subject)
  const scored = rank(view, subject)
  const causes = scored.map((one) => toCause(one, view, words))
  const isKnown = (scored[0]?.points ?? 0) >= KNOWN_FROM
  return {
    rulesVersion: RULES_VERSION,
    result: isKnown ? "known" : "not_known",
    title: isKnown ? (causes[0]?.title ?? words.notKnown) : words.notKnown,
    causes,
    missing: missingFacts(facts, view.group, subject).map((fact) => ({ fact, text: words.missing[fact] }))
  }
}
