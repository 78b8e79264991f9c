const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const ignoringEn = {
  open: "Ignore lines…",
  ofLine: (line: string) => `Ignore lines like this: ${line}`,
  title: "Ignore lines like this",
  line: "Changed line",
  which: "Which lines?",
  kinds: { form: "With different values", words: "With the same words", line: "Only this text" },
  pattern: "Pattern",
  patternHint: "Matching lines are ignored. In a pattern, \\d+ matches any number and .* matches any text.",
  ignoreCase: "Ignore case",
  effect: "What it would have ignored",
  invalid: "This pattern cannot be used yet.",
  tooSlow: "This pattern takes too long to run here, so its effect is not shown.",
  here: (ignored: number, all: number) =>
    `In this change: ${ignored} of ${all} changed ${plural(all, "line", "lines")}`,
  before: (date: string, ignored: number, all: number) =>
    `${date}: ${ignored} of ${all} changed ${plural(all, "line", "lines")}`,
  unreported: "would not have been reported",
  ignoredLine: "ignored",
  countedLine: "still counts",
  unchanged: (count: number) => `Also ${count} unchanged ${plural(count, "line", "lines")} nearby`,
  misses: "The pattern does not match the chosen line.",
  everything: "The pattern matches every line shown here. Make it narrower, or nothing is left to compare.",
  baseline: "The next check sets a new baseline, so changes before it are not reported.",
  save: "Ignore these lines",
  saved: "Lines like this will be ignored starting with the next check.",
  known: "Lines like this are already ignored."
}

export type IgnoringWords = typeof ignoringEn
