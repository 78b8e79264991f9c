import type { CompareOptions, LinePattern, NoiseMaskName, PageOptions } from "@mon/diff-engine"
import type { PageRules } from "@mon/model"

/**
 * The noise that is ignored because it changes without the page changing: timestamps, relative times and generated
 * values. Dates and numbers count as changes.
 */
const MASKS: ReadonlyArray<NoiseMaskName> = [
  "date-time",
  "http-date",
  "time-of-day",
  "relative-time",
  "uuid",
  "hex",
  "token",
  "session-id"
]

type IgnoredLine = PageRules["ignoreLines"][number]

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)

/**
 * Compiles patterns, which are searched in linear time. Their engine is loaded on first use, because few pages have
 * patterns.
 */
const patternsOf = async (lines: ReadonlyArray<IgnoredLine>): Promise<ReadonlyArray<string | LinePattern>> => {
  if (lines.every((line) => "text" in line && line.ignoreCase !== true))
    return lines.flatMap((line) => ("text" in line ? [line.text] : []))
  const { textPattern } = await import("@mon/uptime-probe")
  return lines.map((line) =>
    "text" in line && line.ignoreCase !== true
      ? line.text
      : textPattern("text" in line ? escaped(line.text) : line.matches, line.ignoreCase)
  )
}

/** Returns the options for reading a page with these rules. */
export const pageOptionsOf = async ({ exclude, ignoreLines, include }: PageRules): Promise<PageOptions> => ({
  masks: MASKS,
  ...(include.length === 0 ? {} : { include }),
  ...(exclude.length === 0 ? {} : { exclude }),
  ...(ignoreLines.length === 0 ? {} : { ignoreLines: await patternsOf(ignoreLines) })
})

/** Returns the options for comparing a page by these rules, such as the changes that count. */
export const compareOptionsOf = ({ minimumChange, onlyLines, trigger }: PageRules): CompareOptions => ({
  ...(minimumChange === null ? {} : { minimumChange }),
  ...(onlyLines === null ? {} : { onlyLines }),
  ...(trigger === null ? {} : { trigger })
})

/**
 * The configuration of a reading. It contains everything that causes a new baseline when it changes. The configuration
 * of a monitor without rules has not changed since rules were introduced.
 */
export const configurationOf = (configuration: string, rules: PageRules, isRendered: boolean): string => {
  const { minimumChange, onlyLines, trigger } = rules
  const hasRules = minimumChange !== null || onlyLines !== null || trigger !== null
  return [
    configuration,
    ...(hasRules ? [JSON.stringify([minimumChange, onlyLines, trigger])] : []),
    ...(isRendered ? ["rendered"] : [])
  ].join(" ")
}
