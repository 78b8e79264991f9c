const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The English texts on the screen that adds domains. The screen that adds pages replaces some of them. */
export const addingDomainsEn = {
  title: "Add domains",
  fromTool: "Import from another tool",
  field: "Which sites?",
  hint: "Paste names or addresses, one per line or separated by commas. Mon adds https:// where it is missing.",
  found: (count: number) => `${count} new ${plural(count, "domain", "domains")}`,
  known: (count: number) => `${count} already monitored`,
  unclear: (text: string) => `Not a site: ${text}`,
  unclearCount: (count: number) => `${count} ${plural(count, "entry is not a site", "entries are not sites")}`,
  showUnclear: "Show entries that are not sites",
  tagsForAll: "Tags for all of them",
  untagged: (site: string, reason: string) => `${site} was added without its tags: ${reason}`,
  named: (count: number) => `${count} with ${plural(count, "its name", "their names")}`,
  tagged: (count: number) => `${count} with tags`,
  submit: (count: number) => (count === 0 ? "Add" : `Add ${count} ${plural(count, "domain", "domains")}`),
  other: {
    service: {
      found: (type: string) => `This is the address of a service, not of a site: ${type}.`,
      add: "Add it as a service"
    },
    job: { found: "This is a line of a crontab, not a site.", add: "Add it as a job" }
  },
  results: "Added domains",
  adding: "Adding…",
  checking: "Running the first check…",
  again: "Try again",
  done: "Show all domains",
  summary: (up: number, down: number, waiting: number) => `${up} up, ${down} down, ${waiting} waiting`
}
