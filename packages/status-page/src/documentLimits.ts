/**
 * The limits for the contents of each file of a status page, even if its owner writes more. A file is written on the
 * thread that serves all readers, so writing a file with the maximum contents must take far less than 50 ms. The file
 * links to omitted entries, or states how many there are. Bytes are counted in UTF-8.
 */
export const documentLimits = {
  /**
   * The maximum number of posts in a feed, newest first. Feed readers request the feed often, and store the entries
   * that they have read.
   */
  feedEntries: 25,
  /** The maximum number of open incidents on the main page. Nobody would read more incidents one by one. */
  openIncidents: 25,
  /** The maximum number of posts on the history page: one or two a day for the 90 days that it shows. */
  historyPosts: 150,
  /**
   * The maximum number of occurrences on the maintenance page. A weekly window has 9 in the 60 days that are planned.
   */
  maintenanceTimes: 50,
  /**
   * The maximum number of incidents or maintenance entries in an answer of Statuspage's API. Statuspage has the same
   * limit.
   */
  statuspageEntries: 50,
  /** The maximum number of events in the calendar. A recurring window is one event. */
  calendarEvents: 100,
  /**
   * The maximum number of time zones in the calendar, each with its clock changes. Events in further zones have their
   * times in UTC.
   */
  calendarZones: 12,
  /** The maximum number of characters in a description in the calendar. The event links to the full text. */
  calendarText: 1_000,
  /** The maximum number of component names in a post, an update or an event. */
  names: 20,
  /** The maximum number of addresses in an update that become links. Further addresses are shown as text. */
  links: 100,
  /** The maximum number of named monitors of a component. */
  monitorsOfComponent: 20,
  /** The maximum size of the markup of all named monitors on the main page, in bytes. */
  monitorBytes: 131_072,
  /**
   * The maximum size of the markup of all posts in one file, in bytes: at least one of the longest updates, or hundreds
   * of usual updates.
   */
  postBytes: 262_144,
  /**
   * The maximum size of the posts in one answer of Statuspage's API, in bytes. Posts in JSON take more bytes than
   * markup, because each post contains whole components.
   */
  recordBytes: 524_288,
  /**
   * The maximum size of a whole file in bytes, by the kind of file. `page` and `json` contain all components of the
   * page.
   */
  fileBytes: { page: 2_097_152, json: 1_310_720, feed: 393_216, calendar: 524_288, badge: 4_096 }
} as const
