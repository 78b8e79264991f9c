/** The English texts about a check that is not stored: a trial of a domain, or the preview of a page. */
export const trialEn = {
  title: "Check with these settings",
  run: "Try now",
  again: "Try again",
  hint: "Mon runs one check with these settings and shows the response. It stores nothing and sends no alerts.",
  noAddress: "Enter a domain first.",
  address: "Domain",
  running: "Checking…",
  outdated: "You have made changes since this check.",
  refused: "Mon did not check.",
  limited:
    "You have reached the limit for this minute. Trials, previews, manual checks and tests share this limit. Try again in a minute.",
  busy: "Mon is too busy. Try again in a minute.",
  slow: "Slow",
  phases: "DNS + connection + TLS + wait + download, ms",
  finalUrl: "Last address",
  expectations: "Expectations",
  holds: "Met:",
  fails: "Not met:",
  excerpt: "Start of the response",
  hidden: "The response text is not shown because the request has headers, a body or credentials.",
  goTo: (label: string) => `Go to “${label}”`
}
export type TrialWords = typeof trialEn
