import type { WordTable } from "./WordTable.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** English text about what counts on a page: the preview and the lines to ignore. */
export const pageRulesEn = {
  preview: {
    title: "Preview",
    run: "Show preview",
    again: "Preview again",
    hint: "Mon checks the page once with these settings and shows which lines it would compare. It stores nothing and sends no alerts.",
    noAddress: "Enter the address of a page first.",
    address: "Page",
    running: "Checking the page…",
    outdated: "You have made changes since this preview.",
    compared: (count: number, shown: string) => `${shown} ${plural(count, "line is", "lines are")} compared`,
    refused: "No preview is available.",
    limited:
      "You have reached the limit for this minute. Previews, manual checks and tests share this limit. Try again in a minute.",
    busy: "Mon is too busy to read the page. Try again in a minute.",
    lines: "Compared lines",
    linesOfFailed: "Lines on the page",
    hidden: "The page's text is not shown because the request has headers, a body or credentials.",
    firstLines: (shown: string, all: string) => `The first ${shown} of ${all} lines.`,
    leftOut: (label: string, count: number, shown: string) =>
      `${label}: ${shown} ${plural(count, "line is", "lines are")} excluded`,
    nothingLeftOut: (label: string) => `${label}: no lines are excluded now`,
    masked: "Times and generated values are replaced with placeholders such as <time-of-day>, so they never count.",
    cause: (label: string) => `To compare the page, remove “${label}”.`,
    goTo: (label: string) => `Go to “${label}”`
  },
  faults: {
    __proto__: null as never,
    filter_not_found: "A part is not on the page",
    not_applicable: "An option does not apply to this page",
    empty: "Nothing is left to compare",
    blocked: "The site showed a different page",
    too_slow: "Reading the page takes too long",
    render_failed: "The browser could not show the page"
  } as WordTable,
  ignoring: {
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
}

/** The form that every language has. */
export type PageRulesWords = typeof pageRulesEn
