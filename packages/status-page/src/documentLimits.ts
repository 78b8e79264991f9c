/**
 * The most that each file of a status page contains, even if its owner writes more. A file is written on the thread
 * that serves all readers, so a full one must take far less than 50 ms. Omitted entries have a link, or the file says
 * how many there are. Bytes are counted in UTF-8.
 */
export const documentLimits = {
  /** Posts in a feed, newest first. Feed readers request the feed often, and store the entries that they have read. */
  feedEntries: 25,
  /** Open incidents on the main page. Nobody reads more of them one by one. */
  openIncidents: 25,
  /** Posts on the history page: one or two a day for the 90 days that it shows. */
  historyPosts: 150,
  /** Times on the maintenance page. A weekly window has 9 in the 60 days that are planned. */
  maintenanceTimes: 50,
  /** Incidents or maintenance in an answer, as in Statuspage. */
  statuspageEntries: 50,
  /** Events in the calendar. A recurring window is one event. */
  calendarEvents: 100,
  /** Time zones in the calendar, each with its clock changes. Further events have their times in UTC. */
  calendarZones: 12,
  /** Characters of a description in the calendar. The event has a link to the full text. */
  calendarText: 1_000,
  /** Component names in a post, an update or an event. */
  names: 20,
  /** Addresses in an update that become links. Further addresses are shown as text. */
  links: 100,
  /** Named monitors in a component. */
  monitorsOfComponent: 20,
  /** The markup of all named monitors on the main page, in bytes. */
  monitorBytes: 131_072,
  /** The markup of all posts in one file, in bytes: at least one of the longest updates, or hundreds of usual ones. */
  postBytes: 262_144,
  /**
   * The posts in one answer of Statuspage's API, in bytes. They are larger than markup, because each contains whole
   * components.
   */
  recordBytes: 524_288,
  /** A whole file, in bytes, by its kind. `page` and `json` contain all components of the page. */
  fileBytes: { page: 2_097_152, json: 1_310_720, feed: 393_216, calendar: 524_288, badge: 4_096 }
} as const
