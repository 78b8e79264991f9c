const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const pagesEn = {
  title: "Pages",
  count: (count: string) => `${count} ${count === "1" ? "page" : "pages"}`,
  add: "Add pages",
  list: "Pages",
  filter: "Filter by name or address",
  show: { all: "All", unseen: "Unseen changes", error: "Cannot be read", paused: "Paused" },
  sorts: { attention: "unseen first", changed: "last changed", name: "name", response: "slowest" },
  columns: { page: "Page", changed: "Last change", response: "Response", why: "What is new" },
  unseen: (count: number) => (count >= 100 ? "100+ unseen" : `${count} unseen`),
  never: "none known",
  none: "No matching pages",
  noneHint: (hidden: number) => `The filters hide ${hidden} ${plural(hidden, "page", "pages")}.`,
  welcome: {
    title: "Watch a page for changes",
    hint: "Watch prices, terms, job offers or a competitor's plans. Mon reads the page as often as you want and shows what changed, word by word and in a picture.",
    steps: [
      ["Paste the address of a page", "The first check runs immediately. Mon compares later checks with it."],
      [
        "Get an alert when it changes",
        "The alert shows the added and removed lines, and pictures from before and after."
      ],
      ["Mark changes as seen", "Unseen changes stay at the top of the list."]
    ] as ReadonlyArray<readonly [string, string]>
  },
  bulk: {
    bar: "Actions for the selected pages",
    readOnly: "You can see but not change some of these pages.",
    seen: "Mark as seen",
    markedSeen: (count: number) => `All changes on ${count} ${plural(count, "page", "pages")} are marked as seen.`,
    paused: (count: number) => `${count} ${plural(count, "page is", "pages are")} paused.`,
    resumed: (count: number) => `${count} ${plural(count, "page is", "pages are")} watched again.`,
    intervalSet: (interval: string, count: number) =>
      `${count} ${plural(count, "page is", "pages are")} now checked every ${interval}.`,
    intervalTitle: "Check the selected pages every",
    removed: (count: number) => `${count} ${plural(count, "page was", "pages were")} deleted.`,
    failed: (count: number, reason: string) => `${count} ${plural(count, "page", "pages")} unchanged: ${reason}`,
    removeTitle: (count: number) => `Delete ${count} ${plural(count, "page", "pages")}?`,
    removeOne: (name: string) => `Delete the page ${name}?`,
    removeHint: "Watching stops immediately. Changes and pictures are deleted. This cannot be undone."
  },
  tabs: {
    label: "Parts of this page",
    overview: "Overview",
    changes: "Changes",
    pictures: "Pictures",
    settings: "Settings"
  },
  open: "Open the page",
  checkNow: "Check now",
  checking: "Checking…",
  unchanged: "Checked. Nothing has changed.",
  foundChange: "Checked. The page has changed.",
  cannotRead: (why: string) => `The page cannot be read: ${why}`,
  pausedNotice: "This page is paused, so it is not checked and sends no alerts.",
  firstCheck: "The first check is running. Mon will compare later checks with it.",
  noChanges: "No known changes.",
  baseline: (date: string) =>
    `No check has found a change since ${date}. Mon compares every later check with the one before it.`,
  compared: "What is compared",
  comparedText: "The page's visible text, line by line. Markup, scripts and styles do not count.",
  comparedParts: (selectors: string) =>
    `The visible text of ${selectors}, line by line. Markup, scripts and styles do not count.`,
  comparedWithout: (selectors: string) => `Without ${selectors}.`,
  comparedLines: (count: number) =>
    count === 1 ? "Without the lines of one rule." : `Without the lines of ${count} rules.`,
  comparedPicture: "A picture of the whole page, which also shows changes that are not in the text.",
  noPictures: "Pictures are switched off in the settings.",
  every: "Interval",
  lastCheck: "Last check",
  nextCheck: "Next check",
  answer: "Last answer",
  changesTotal: "Changes",
  since: (count: number, date: string) => `${count} since ${date}`,
  latest: "Latest changes",
  allChanges: "All changes",
  sections: (count: number) => `${count} ${plural(count, "place", "places")}`,
  unchangedText: (percent: string) => `${percent} of the compared text is unchanged`,
  isNew: "Unseen",
  allSeen: "Mark all as seen",
  pictures: "Pictures",
  picturesNone:
    "No pictures (screenshots) of this page are stored. The server needs Chromium to take them, and deletes them after a number of days that depends on the plan.",
  reasons: { check: "Check", change: "Change", failure: "Failed check" },
  history: "Reachable, last 90 days",
  change: {
    title: (name: string) => `Change to ${name}`,
    older: "Older",
    newer: "Newer",
    seen: "Mark as seen",
    notSeen: "Mark as unseen",
    markedSeen: "Seen.",
    markedUnseen: "Unseen again.",
    text: "Text",
    view: "How the text is shown",
    views: { side: "Side by side", inline: "Inline", changed: "Changed lines" },
    before: "Before",
    after: "After",
    line: "Line",
    removedLine: "removed",
    addedLine: "added",
    skipped: (count: number) => `${count} unchanged ${plural(count, "line", "lines")}`,
    noText: "The text is the same. Only the picture has changed.",
    approximate: "The versions differ so much that the comparison may show more than what actually changed.",
    picture: "Picture",
    pictureView: "How the picture is shown",
    pictureViews: { slider: "Slider", side: "Side by side", blink: "Blink" },
    places: (count: number) => `${count} ${plural(count, "place differs", "places differ")}`,
    wholePage: (selectors: string) =>
      `The picture shows the whole page, so it can also differ outside of ${selectors}. Such differences are not reported as changes.`,
    samePicture: "The pictures are the same.",
    share: (percent: string) => `${percent} of the picture`,
    place: (number: number, count: number) => `Place ${number} of ${count}`,
    nextPlace: "Next place",
    position: "Slider position",
    swap: "Show the other one",
    noPicture: "There are no pictures from before or after this change.",
    onlyAfter: "There is no picture from before this change.",
    onlyBefore: "There is no picture from after this change."
  }
}

export type PagesWords = typeof pagesEn
