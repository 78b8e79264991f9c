import { type Entries, isEntries } from "../reading/SourceObject.ts"

export interface AccountApi {
  readonly title: string
  readonly origin: string
  /** The lists to read, with the query of their first page. */
  readonly lists: ReadonlyArray<string>
  readonly headersOf: (apiKey: string) => Readonly<Record<string, string>>
  /**
   * Returns the link to the next page from a response. A value that is not a string means that there is no next page.
   */
  readonly nextOf: (answer: Entries) => unknown
  readonly key: string
}

const inHeader = (apiKey: string) => ({ "X-API-KEY": apiKey })

const bearer = (apiKey: string) => ({ Authorization: `Bearer ${apiKey}` })

const partOf = (answer: Entries, name: string): Entries => {
  const part = Object.hasOwn(answer, name) ? answer[name] : undefined
  return isEntries(part) ? part : {}
}

/** The tools whose API can be read. In the lists of these APIs, each monitor has all its settings. */
export const accountApis = {
  uptimerobot: {
    title: "UptimeRobot",
    origin: "https://api.uptimerobot.com",
    lists: ["/v3/monitors"],
    headersOf: bearer,
    nextOf: (answer) => answer["nextLink"],
    key: "Integrations & API: the read-only API key"
  },
  "better-stack": {
    title: "Better Stack",
    origin: "https://uptime.betterstack.com",
    // A page can have at most 250 entries (documentation of the API, pagination).
    lists: ["/api/v2/monitors?per_page=250", "/api/v2/heartbeats?per_page=250"],
    headersOf: bearer,
    nextOf: (answer) => partOf(answer, "pagination")["next"],
    key: "Settings > API tokens: an Uptime token for your team"
  },
  updown: {
    title: "updown.io",
    origin: "https://updown.io",
    lists: ["/api/checks"],
    headersOf: inHeader,
    nextOf: () => null,
    key: "Settings > API: the read-only key"
  },
  healthchecks: {
    title: "Healthchecks",
    origin: "https://healthchecks.io",
    lists: ["/api/v3/checks/"],
    headersOf: inHeader,
    nextOf: () => null,
    // Responses to a read-only key have no ping URLs, so their tokens could not be kept.
    key: "the project's Settings > API Access: the API key (not the read-only one)"
  }
} as const satisfies Readonly<Record<string, AccountApi>>

/** A tool whose API can be read. */
export type AccountSource = keyof typeof accountApis
