/** The differences between the rules of two tables. Each rule is a text of the form `class domain`. */
export interface RuleChanges {
  readonly before: number
  readonly after: number
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

export const changesBetween = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): RuleChanges => {
  const old = new Set(before)
  const current = new Set(after)
  return {
    before: old.size,
    after: current.size,
    added: [...current].filter((rule) => !old.has(rule)),
    removed: [...old].filter((rule) => !current.has(rule))
  }
}

/**
 * The share of removed rules above which a person must check the table. A list that loses so many rules within a week
 * was probably damaged or moved.
 */
const MOST_REMOVED = 0.05

/** Returns the reason why a person must check the new table before it is published, or null if there is none. */
export const doubt = ({ before, removed }: RuleChanges): string | null =>
  removed.length > before * MOST_REMOVED
    ? `${removed.length} of ${before} rules would go, more than ${MOST_REMOVED * 100} %. Check the lists before you publish.`
    : null

const SHOWN = 40

const part = (title: string, rules: ReadonlyArray<string>): string => {
  const shown = rules.slice(0, SHOWN).map((rule) => `- ${rule}`)
  const rest = rules.length > SHOWN ? [`- and ${rules.length - SHOWN} more`] : []
  return [`## ${title}: ${rules.length}`, "", ...shown, ...rest, ""].join("\n")
}

export const summaryOf = (changes: RuleChanges): string =>
  [
    `The table had ${changes.before} rules and has ${changes.after} now.`,
    "",
    part("Added", changes.added),
    part("Removed", changes.removed)
  ].join("\n")

/** Returns null if no rule changed. */
export const changesetOf = ({ added, removed }: RuleChanges): string | null =>
  added.length + removed.length === 0
    ? null
    : `---\n"@mon/disposable-check": patch\n---\n\nUse the lists of this week: ${added.length} rules are new, and ${removed.length} are gone.\n`
