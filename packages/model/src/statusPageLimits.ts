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
  /** Monitors of one component. The limit for its tags is the same. */
  monitorsOfComponent: 100,
  tagsOfComponent: 20,
  postTitleLength: 150,
  /** Characters of an update. */
  updateLength: 10_000,
  /**
   * Updates that people add to a post: one every 15 minutes for a day. Mon may add further updates when it ends its own
   * posts.
   */
  updatesOfPost: 100,
  postsOfPage: 2_000,
  draftsOffered: 20,
  /** An uploaded logo: its size in bytes, and its longest side in pixels. */
  logoBytes: 262_144,
  logoSide: 4_000,
  subscribers: {
    /** Requests to subscribe one address within an hour, to all pages together. */
    requestsOfAddress: 3,
    /** Requests to subscribe to one page within an hour. */
    requestsOfPage: 30,
    /**
     * Further requests to one page, reserved for networks with few requests. So a few networks with many requests
     * cannot close the form for everybody.
     */
    reservedOfPage: 90,
    /** The time for which the link in the confirmation email works, in seconds. */
    tokenSeconds: 86_400,
    /** Webhooks of one page that have the same registrable domain. */
    webhooksOfSite: 3,
    /** Challenges to the webhooks of one registrable domain within an hour, from all pages together. */
    challengesOfSite: 10
  },
  /**
   * The limits of the data that is read to show a page. A process decodes it on the thread that serves all requests,
   * and caches 500 pages. The limits of each file are `documentLimits` of @mon/status-page.
   */
  document: {
    /** Posts of the last 90 days: five a day. Open posts and the latest changed posts come first. */
    posts: 500,
    /** All posts with their updates: 3,500 updates of 300 characters, or 26 of the longest. */
    bytes: 1_048_576,
    /** Maintenance windows. The next ones come first. */
    windows: 100,
    /** Occurrences of a window: one for each of the 60 days that are shown. */
    occurrences: 60
  },
  pageSize: { minimum: 1, maximum: 100, default: 20 }
} as const
