import type { WordTable } from "../words/WordTable.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The English texts about the preview of a page, and about reasons why a page cannot be compared. */
export const previewEn = {
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
    nothingLeftOut: (label: string) => `${label}: no lines are currently excluded`,
    masked: "Times and generated values are replaced with placeholders such as <time-of-day>, so they never count.",
    cause: (label: string) => `To compare the page, remove “${label}”.`,
    goTo: (label: string) => `Go to “${label}”`
  },
  faults: {
    __proto__: null as never,
    filter_not_found: "A chosen part is not on the page",
    not_applicable: "An option does not apply to this page",
    empty: "Nothing is left to compare",
    blocked: "The site showed a different page",
    too_slow: "Reading the page takes too long",
    render_failed: "The browser could not show the page"
  } as WordTable
}
