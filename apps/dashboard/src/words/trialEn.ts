/** The texts of a check that is not stored, in English: a trial of a domain, and the results of a preview of a page. */
export const trialEn = {
  title: "A check with these settings",
  run: "Try now",
  again: "Try again",
  hint: "Mon checks once with these settings and shows the answer. It stores nothing, and no alert is sent.",
  noAddress: "Enter a domain first.",
  address: "Domain",
  running: "Checking…",
  outdated: "You have changed something since this check.",
  refused: "Mon did not check.",
  limited:
    "You have reached the limit for this minute: trials, previews, manual checks and tests share it. Try again in a minute.",
  busy: "Mon is too busy. Try again in a minute.",
  slow: "Slow",
  phases: "DNS + connection + TLS + wait + download, ms",
  finalUrl: "Last address",
  expectations: "Expectations",
  holds: "Met:",
  fails: "Not met:",
  excerpt: "Beginning of the answer",
  hidden: "The text of the answer is not shown because the request has headers, a body or credentials.",
  goTo: (label: string) => `Go to “${label}”`
}
export type TrialWords = typeof trialEn
