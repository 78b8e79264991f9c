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
  /** The maximum number of monitors of one component. */
  monitorsOfComponent: 100,
  tagsOfComponent: 20,
  postTitleLength: 150,
  /** The maximum length of an update, in characters. */
  updateLength: 10_000,
  /**
   * The maximum number of updates that people add to a post: one every 15 minutes for a day. Mon may add further
   * updates when it ends posts that it has written.
   */
  updatesOfPost: 100,
  postsOfPage: 2_000,
  draftsOffered: 20,
  /** The maximum size of an uploaded logo, in bytes. `logoSide` is the maximum length of its longer side, in pixels. */
  logoBytes: 262_144,
  logoSide: 4_000,
  subscribers: {
    /** The maximum number of requests to subscribe one address within an hour, to all pages together. */
    requestsOfAddress: 3,
    /** The maximum number of requests to subscribe to one page within an hour. */
    requestsOfPage: 30,
    /**
     * The number of further requests to one page that are reserved for networks with few requests. The reserve prevents
     * a few networks with many requests from blocking the form for everybody.
     */
    reservedOfPage: 90,
    /** The time for which the link in the confirmation email works, in seconds. */
    tokenSeconds: 86_400,
    /** The maximum number of webhooks of one page that have the same registrable domain. */
    webhooksOfSite: 3,
    /**
     * The maximum number of challenges to the webhooks of one registrable domain within an hour, from all pages
     * together.
     */
    challengesOfSite: 10
  },
  /**
   * The limits of the data that is read to show a page. A process decodes this data on the thread that serves all
   * requests, and caches it for 500 pages. The limits of each file are `documentLimits` of @mon/status-page.
   */
  document: {
    /**
     * The maximum number of posts of the last 90 days, about five a day. Open posts and the most recently changed posts
     * come first.
     */
    posts: 500,
    /**
     * The maximum size of all posts with their updates, in bytes: 3,500 updates of 300 characters, or 26 updates of the
     * maximum length.
     */
    bytes: 1_048_576,
    /** The maximum number of maintenance windows. The windows that come next are first. */
    windows: 100,
    /** The maximum number of occurrences of a window: one for each of the 60 days that are shown. */
    occurrences: 60
  },
  pageSize: { minimum: 1, maximum: 100, default: 20 }
} as const
