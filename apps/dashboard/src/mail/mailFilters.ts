import type { EmailHealthStanding } from "@mon/api-contract"
import { type ComponentName, componentNames, gainOf } from "../mailReport/gains.ts"

/** The filters of the list: a grade, domains without a result, or domains with the check switched off. */
export const gradeFilters = ["all", "F", "D", "C", "B", "A", "pending", "off"] as const
type GradeFilter = (typeof gradeFilters)[number]

export interface MailFilters {
  readonly text: string
  readonly grade: GradeFilter
  /** The code of a finding or the name of a component. Empty: all fixes. */
  readonly fix: string
  readonly view: "domain" | "fix"
}

export const mailFiltersOf = (search: string): MailFilters => {
  const query = new URLSearchParams(search)
  return {
    text: query.get("q") ?? "",
    grade: gradeFilters.find((grade) => grade === query.get("grade")) ?? "all",
    fix: query.get("fix") ?? "",
    view: query.get("view") === "fix" ? "fix" : "domain"
  }
}

export const mailSearchOf = ({ fix, grade, text, view }: MailFilters): string => {
  const query = new URLSearchParams({
    ...(text === "" ? {} : { q: text }),
    ...(grade === "all" ? {} : { grade }),
    ...(fix === "" ? {} : { fix }),
    ...(view === "domain" ? {} : { view })
  }).toString()
  return query === "" ? "" : `?${query}`
}

/**
 * A fix that could improve the score. It is for a finding of a component, or for the component as a whole if no finding
 * is known.
 */
export interface Fix {
  readonly key: string
  readonly component: ComponentName
  readonly gain: number
}

export const fixesOf = ({ components, score }: Pick<EmailHealthStanding, "components" | "score">): ReadonlyArray<Fix> =>
  components === null
    ? []
    : componentNames
        .map((component) => ({
          key: components[component].finding ?? component,
          component,
          gain: gainOf(components, score, component)
        }))
        .filter(({ gain }) => gain > 0)
        .toSorted((one, other) => other.gain - one.gain)

export interface FixGroup extends Fix {
  /** The domains that need the fix, lowest score first. `gain` is the largest gain of any of these domains. */
  readonly domains: ReadonlyArray<EmailHealthStanding>
}

/** Returns the fixes of all domains. The fix with the most points in total is first. */
export const fixGroups = (standings: ReadonlyArray<EmailHealthStanding>): ReadonlyArray<FixGroup> => {
  const all = standings.flatMap((standing) => fixesOf(standing).map((fix) => ({ fix, standing })))
  return [...Map.groupBy(all, ({ fix }) => fix.key)]
    .map(([key, members]) => ({
      key,
      component: members[0]?.fix.component ?? "mx",
      gain: Math.max(...members.map(({ fix }) => fix.gain)),
      sum: members.reduce((sum, { fix }) => sum + fix.gain, 0),
      domains: members.map(({ standing }) => standing).toSorted((one, other) => (one.score ?? 0) - (other.score ?? 0))
    }))
    .toSorted((one, other) => other.sum - one.sum)
}

const hasGrade = ({ emailHealthEnabled, grade }: EmailHealthStanding, wanted: GradeFilter): boolean =>
  wanted === "all" || wanted === (emailHealthEnabled ? (grade ?? "pending") : "off")

const hasFixAndText = ({
  fix,
  text
}: Pick<MailFilters, "fix" | "text">): ((standing: EmailHealthStanding) => boolean) => {
  const wanted = text.trim().toLowerCase()
  return (standing) =>
    (fix === "" || fixesOf(standing).some(({ key }) => key === fix)) &&
    (wanted === "" || standing.name.toLowerCase().includes(wanted) || standing.domain.toLowerCase().includes(wanted))
}

/** Counts, for each filter by grade, the domains that the list would show with the current text and fix. */
export const gradeCounts = (
  standings: ReadonlyArray<EmailHealthStanding>,
  filters: Pick<MailFilters, "fix" | "text">
): ReadonlyMap<GradeFilter, number> => {
  const others = standings.filter(hasFixAndText(filters))
  return new Map(gradeFilters.map((wanted) => [wanted, others.filter((standing) => hasGrade(standing, wanted)).length]))
}

/** Returns the domains that match the filters, lowest score first. Domains without a result come last. */
export const applyMailFilters = (
  standings: ReadonlyArray<EmailHealthStanding>,
  filters: MailFilters,
  collator: Intl.Collator
): ReadonlyArray<EmailHealthStanding> =>
  standings
    .filter(hasFixAndText(filters))
    .filter((standing) => hasGrade(standing, filters.grade))
    .toSorted((one, other) => (one.score ?? 1_000) - (other.score ?? 1_000) || collator.compare(one.name, other.name))
