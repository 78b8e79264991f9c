/** Limits of status pages. */
export const statusPageLimits = {
  nameLength: 100,
  descriptionLength: 500,
  slug: { minimum: 3, maximum: 60 },
  links: 10,
  linkLabelLength: 60,
  linkLength: 500,
  emailDomains: 20,
  password: { minimum: 8, maximum: 128 },
  groups: 50,
  components: 200,
  componentNameLength: 100,
  componentDescriptionLength: 300,
  /** Monitors, and tags, of a component. */
  monitorsOfComponent: 100,
  tagsOfComponent: 20,
  postTitleLength: 150,
  /** Characters of an update. */
  updateLength: 10_000,
  /** Updates that people add to a post: one every 15 minutes for a day. Mon may add how its own posts end. */
  updatesOfPost: 100,
  postsOfPage: 2_000,
  draftsOffered: 20,
  /** An uploaded logo, in bytes and in pixels of a side. */
  logoBytes: 262_144,
  logoSide: 4_000,
  subscribers: {
    /** Requests to subscribe an address, over all pages, within an hour. */
    requestsOfAddress: 3,
    /** Requests to subscribe to a page within an hour. */
    requestsOfPage: 30,
    /** Requests beyond them, from networks that have hardly asked: a few that ask often close no form for others. */
    reservedOfPage: 90,
    /** The time for which the link in the email works, in seconds. */
    tokenSeconds: 86_400,
    /** Webhooks of a page with the same registrable domain. */
    webhooksOfSite: 3,
    /** Challenges to webhooks of a registrable domain, over all pages, within an hour. */
    challengesOfSite: 10
  },
  /**
   * The limits of what is read of a page to show it. A process decodes and composes it on the thread that serves
   * everybody, and memory has 500 pages. Limits of each file are `documentLimits` of @mon/status-page.
   */
  document: {
    /** Posts of the last 90 days, the open ones and those that changed last: five a day. */
    posts: 500,
    /** All posts with their updates: 3,500 updates of 300 characters, or 26 of the longest. */
    bytes: 1_048_576,
    /** Maintenance windows, those that come first. */
    windows: 100,
    /** Times of a window: each day of the 60 that are shown. */
    occurrences: 60
  },
  pageSize: { minimum: 1, maximum: 100, default: 20 }
} as const
