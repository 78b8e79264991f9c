/**
 * The complete content of one status page, as readers may see it. Every format is written from this document alone, so
 * nothing else can appear on the page: no id, address or error text of a monitor, and no name that was not chosen for
 * the page. Times are ISO 8601 in UTC with milliseconds, such as `2026-11-23T05:53:42.000Z`, so that they sort
 * chronologically as texts. Ids are UUIDs of the parts of the page.
 */
export interface StatusPageDocument {
  readonly id: string
  /** The last segment of the page's path. */
  readonly slug: string
  readonly name: string
  /** Plain text that is shown below the name. Null if there is none. */
  readonly description: string | null
  readonly language: StatusPageLanguage
  /** The IANA name of the time zone in which times are shown, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** The address of the page without a trailing slash, either below the service or on the page's own host name. */
  readonly url: string
  readonly colors: StatusPageColors
  /** The logo. Null if the page shows only its name. */
  readonly logo: StatusPageLogo | null
  /** The links at the end of the page, such as the website, the support and the legal notice. */
  readonly links: ReadonlyArray<StatusPageLink>
  readonly groups: ReadonlyArray<ComponentGroup>
  /** The components in the order of the page. Components of a group follow each other. */
  readonly components: ReadonlyArray<StatusComponent>
  /** The published posts, newest first: all open or planned posts, and all other posts of at least the last 90 days. */
  readonly posts: ReadonlyArray<StatusPost>
  /** The maintenance windows that cover components and are active or begin within 60 days. The earliest comes first. */
  readonly windows: ReadonlyArray<StatusWindow>
  readonly createdAt: string
  /** The time of the last change that is visible to readers. */
  readonly updatedAt: string
}

/** A language in which pages can be written. */
export type StatusPageLanguage = "de" | "en"

/** The colors as `#rrggbb`. If a color has too little contrast, the page uses the nearest color that has enough. */
export interface StatusPageColors {
  /** The color of links and of the line at the top. */
  readonly accent: string
  /** The background of the header. Null means the background of the page. */
  readonly header: string | null
}

/** The properties of a logo, without its bytes. */
export interface StatusPageLogo {
  /** At least 16 hex digits that identify the content. A changed logo gets another address. */
  readonly hash: string
  readonly contentType: "image/jpeg" | "image/png" | "image/webp"
  /** The width in pixels. */
  readonly width: number
  readonly height: number
}

/** A link that the owner chose. Only `http:`, `https:` and `mailto:` addresses become links. */
export interface StatusPageLink {
  readonly label: string
  readonly url: string
}

/** A group of related components. */
export interface ComponentGroup {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** The position among groups and components without a group, from 1. */
  readonly position: number
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * The state of a component: one of Statuspage's states, or `unknown` if no monitor watches the component or none has a
 * verdict.
 */
export type ComponentState =
  | "operational"
  | "degraded_performance"
  | "partial_outage"
  | "major_outage"
  | "under_maintenance"
  | "unknown"

/** A part of the service, such as the website, whose state readers want to know. */
export interface StatusComponent {
  readonly id: string
  /** The id of the component's group. Null if the component belongs to no group. */
  readonly groupId: string | null
  readonly name: string
  readonly description: string | null
  /** The position within its group, or among groups and components without a group, from 1. */
  readonly position: number
  /**
   * The state that readers see: the state that a person has set, or otherwise the state according to monitors and
   * maintenance.
   */
  readonly state: ComponentState
  /** The time at which the state began. Null if unknown. */
  readonly stateSince: string | null
  /** Whether a person has set the state. */
  readonly isOverridden: boolean
  /** Whether the component is hidden while it is operational. */
  readonly isShownOnlyIfDegraded: boolean
  /** The monitors that the owner chose to show, under the names chosen for the page. Empty if no monitor is shown. */
  readonly monitors: ReadonlyArray<NamedMonitor>
  /**
   * The most recent days, at most 90, ending with today. Null if the component has no monitors, or if the owner does
   * not show the days.
   */
  readonly days: ReadonlyArray<ComponentDay> | null
  /** The uptime in `days`, calculated by `uptimePercentOf`. Null if there was no watched time. */
  readonly uptimePercent: number | null
  /** The first day with data, such as `2026-08-25`. Null if no day has data. */
  readonly startDate: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** A monitor that the owner chose to show by name. */
export interface NamedMonitor {
  readonly name: string
  readonly state: ComponentState
}

/**
 * The seconds that a component spent in each condition on one day, as averages over its monitors. The sum of all
 * conditions is the time of the day since the first monitor existed.
 */
export interface ComponentDay {
  /** A UTC day such as `2026-11-22`. */
  readonly date: string
  readonly up: number
  readonly down: number
  /** The time in maintenance windows, which counts neither as up nor as down. */
  readonly maintenance: number
  /** The time without checks or without a verdict, which counts neither as up nor as down. */
  readonly unwatched: number
}

/** The state of an incident or of planned maintenance. `cancelled` means that the maintenance does not take place. */
export type PostState =
  | "investigating"
  | "identified"
  | "monitoring"
  | "resolved"
  | "postmortem"
  | "scheduled"
  | "in_progress"
  | "verifying"
  | "completed"
  | "cancelled"

/** The severity of an incident. */
export type Impact = "none" | "minor" | "major" | "critical"

/** A published post: an incident or planned maintenance. */
export interface StatusPost {
  readonly id: string
  readonly kind: "incident" | "maintenance"
  readonly title: string
  /** The state of the newest update. */
  readonly state: PostState
  readonly impact: Impact
  /** The start. For planned maintenance, the planned start. */
  readonly startedAt: string
  /** The time at which the problem was over for users. Null if the problem is not over. */
  readonly resolvedAt: string | null
  /** The time of the first update in the state `monitoring`. Null if there is none. */
  readonly monitoringAt: string | null
  /** The planned start. Only planned maintenance has one. */
  readonly scheduledFor: string | null
  /** The planned end. Only planned maintenance has one. */
  readonly scheduledUntil: string | null
  /** The ids of the components of this page that the post affects. */
  readonly componentIds: ReadonlyArray<string>
  /** The updates, newest first. Every post has at least one update. */
  readonly updates: ReadonlyArray<PostUpdate>
  /** The number of changes to the times or the title of planned maintenance. */
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** An update of a post. */
export interface PostUpdate {
  readonly id: string
  readonly state: PostState
  /** Plain text. URLs in it become links. */
  readonly body: string
  /** The time that readers see for the update. */
  readonly displayAt: string
  readonly createdAt: string
  readonly updatedAt: string
  /** The components whose state this update changed. */
  readonly changes: ReadonlyArray<ComponentChange>
  /** Whether subscribers were notified. */
  readonly notifiesSubscribers: boolean
}

/** A change of a component's state by an update. */
export interface ComponentChange {
  readonly componentId: string
  readonly oldState: ComponentState
  readonly newState: ComponentState
}

/** A maintenance window for components of the page, with all its times. */
export interface StatusWindow {
  readonly id: string
  /** The name that was chosen for the page. Null stands for "Planned maintenance" in the page's language. */
  readonly title: string | null
  /** The first time at which the window begins. */
  readonly startsAt: string
  readonly minutes: number
  /** The IANA time zone in which the recurrence is calculated. */
  readonly timeZone: string
  /** An RRULE of RFC 5545 without `RRULE:`. Null if the window does not recur. */
  readonly recurrence: string | null
  /** The current period, the next period, and all periods in the next 60 days. The earliest comes first. */
  readonly occurrences: ReadonlyArray<WindowOccurrence>
  readonly isCancelled: boolean
  /** The number of changes to the window since it was created. */
  readonly revision: number
  readonly componentIds: ReadonlyArray<string>
  readonly createdAt: string
  readonly updatedAt: string
}

/** One period in which a maintenance window is active. */
export interface WindowOccurrence {
  readonly startsAt: string
  readonly endsAt: string
}
