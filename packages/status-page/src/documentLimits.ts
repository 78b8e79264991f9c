/**
 * The most that each file of a status page contains, however much its owner writes. A file is written on the thread
 * that serves everybody, so a full one must take far less than 50 ms. Omitted entries have a link, or the file says
 * how many more there are. Bytes are those of UTF-8.
 */
export const documentLimits = {
  /** Posts in a feed, newest first. Readers of feeds ask often, and store what they have read. */
  feedEntries: 25,
  /** Open incidents on the main page. Who has more at once does not read them one by one. */
  openIncidents: 25,
  /** Posts on the page of the history: one or two a day for the 90 days that it shows. */
  historyPosts: 150,
  /** Times of maintenance on their page. A weekly window has 9 in the 60 days that are planned. */
  maintenanceTimes: 50,
  /** Incidents or maintenance in an answer, as at Statuspage. */
  statuspageEntries: 50,
  /** Events of the calendar. A recurring window is one event. */
  calendarEvents: 100,
  /** Time zones of the calendar, each with the changes of its clocks. Further events have their times in UTC. */
  calendarZones: 12,
  /** Characters of a description in the calendar. The event has a link to the whole text. */
  calendarText: 1_000,
  /** Names of components that a post, an update or an event lists. */
  names: 20,
  /** Addresses of an update that can become links. Further ones are shown as text. */
  links: 100,
  /** Named monitors of a component. */
  monitorsOfComponent: 20,
  /** The markup of all named monitors of the main page. */
  monitorBytes: 131_072,
  /** The posts of one file as markup: at least one of the longest updates, or hundreds of usual ones. */
  postBytes: 262_144,
  /** The posts of one answer of Statuspage's API. Its records are larger than markup: each names whole components. */
  recordBytes: 524_288,
  /** A whole file, by its kind. `page` and `json` contain all components of the page. */
  fileBytes: { page: 2_097_152, json: 1_310_720, feed: 393_216, calendar: 524_288, badge: 4_096 }
} as const
