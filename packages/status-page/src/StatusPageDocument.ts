/**
 * The complete content of one status page, as readers may see it. Every format is written from this document alone, so
 * what it does not contain cannot appear: no id, address or error text of a monitor, and no name that was not chosen
 * for the page.
 *
 * Times are ISO 8601 in UTC with milliseconds, such as `2026-11-23T05:53:42.000Z`, so that they compare as texts. Ids
 * are UUIDs of the parts of the page.
 */
export interface StatusPageDocument {
  readonly id: string
  /** The last part of the page's path. */
  readonly slug: string
  readonly name: string
  /** Plain text below the name. Null: none. */
  readonly description: string | null
  readonly language: StatusPageLanguage
  /** An IANA name such as `Europe/Berlin`. Times are shown in it. */
  readonly timeZone: string
  /** The address of the page, without a trailing slash: below the service, or on the page's own host name. */
  readonly url: string
  readonly colors: StatusPageColors
  /** Null: the name stands alone. */
  readonly logo: StatusPageLogo | null
  /** Links at the end of the page, such as the website, the support and the legal notice. */
  readonly links: ReadonlyArray<StatusPageLink>
  readonly groups: ReadonlyArray<ComponentGroup>
  /** In the order of the page. Those of a group follow each other. */
  readonly components: ReadonlyArray<StatusComponent>
  /** Published posts, newest first: all that are open or planned, and the others of at least 90 days. */
  readonly posts: ReadonlyArray<StatusPost>
  /** Maintenance windows that cover components: those that are active or come within 60 days, the earliest first. */
  readonly windows: ReadonlyArray<StatusWindow>
  readonly createdAt: string
  /** The time of the last change to something that readers see. */
  readonly updatedAt: string
}

/** The languages in which pages can be written. */
export type StatusPageLanguage = "de" | "en"

/** Colors as `#rrggbb`. Where one has too little contrast, the page uses the nearest color that has enough. */
export interface StatusPageColors {
  /** Links and the line at the top. */
  readonly accent: string
  /** The ground of the header. Null: that of the page. */
  readonly header: string | null
}

/** A logo. Its bytes are served apart from the document. */
export interface StatusPageLogo {
  /** Hex digits that name the content, at least 16. A changed logo has another address. */
  readonly hash: string
  readonly contentType: "image/jpeg" | "image/png" | "image/webp"
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** A link that the owner chose. Only `http:`, `https:` and `mailto:` addresses become links. */
export interface StatusPageLink {
  readonly label: string
  readonly url: string
}

/** Components that belong together. */
export interface ComponentGroup {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** The place among groups and components without a group, from 1. */
  readonly position: number
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * The state of a component: the states of Statuspage, and `unknown` while nothing watches it or none of its monitors
 * has a verdict.
 */
export type ComponentState =
  | "operational"
  | "degraded_performance"
  | "partial_outage"
  | "major_outage"
  | "under_maintenance"
  | "unknown"

/** Something whose state readers want to know. */
export interface StatusComponent {
  readonly id: string
  /** Null: it stands alone. */
  readonly groupId: string | null
  readonly name: string
  readonly description: string | null
  /** The place in its group, or among groups and components without a group, from 1. */
  readonly position: number
  /** The state that readers see: the override, or else the state that follows from monitors and maintenance. */
  readonly state: ComponentState
  /** The time since which it has this state. Null: not known. */
  readonly stateSince: string | null
  /** Whether a person set the state. */
  readonly isOverridden: boolean
  /** Whether it appears only while it is not operational. */
  readonly isShownOnlyIfDegraded: boolean
  /** The monitors that the owner chose to name, with the names chosen for the page. Empty: none is named. */
  readonly monitors: ReadonlyArray<NamedMonitor>
  /** The last days, today last, at most 90. Null: the component has no monitors, or the owner does not show them. */
  readonly days: ReadonlyArray<ComponentDay> | null
  /** Percent of the watched time in `days`, see `uptimePercentOf`. Null: no watched time. */
  readonly uptimePercent: number | null
  /** The first day with data, such as `2026-08-25`. Null: none. */
  readonly startDate: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** A monitor that the owner chose to name. */
export interface NamedMonitor {
  readonly name: string
  readonly state: ComponentState
}

/**
 * The time that a component was in each condition on one day: averages over its monitors, in seconds. Their sum is the
 * time of the day that has passed since the first monitor existed.
 */
export interface ComponentDay {
  /** A UTC day such as `2026-11-22`. */
  readonly date: string
  readonly up: number
  readonly down: number
  /** In maintenance windows. Counts neither as up nor as down. */
  readonly maintenance: number
  /** Without checks or without a verdict. Counts neither as up nor as down. */
  readonly unwatched: number
}

/** The states of incidents, and those of maintenance. `cancelled`: planned maintenance that does not happen. */
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
  /** The start; of planned maintenance, the planned start. */
  readonly startedAt: string
  /** The time at which it was over for users. Null: it is not over. */
  readonly resolvedAt: string | null
  /** The time of the first update in state `monitoring`. Null: none. */
  readonly monitoringAt: string | null
  /** Only of maintenance. */
  readonly scheduledFor: string | null
  /** Only of maintenance. */
  readonly scheduledUntil: string | null
  /** Affected components of this page. */
  readonly componentIds: ReadonlyArray<string>
  /** Newest first, at least one. */
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
  /** The time that readers see. */
  readonly displayAt: string
  readonly createdAt: string
  readonly updatedAt: string
  /** The components that changed their state with this update. */
  readonly changes: ReadonlyArray<ComponentChange>
  /** Whether subscribers were notified. */
  readonly notifiesSubscribers: boolean
}

/** The change of a component with an update. */
export interface ComponentChange {
  readonly componentId: string
  readonly oldState: ComponentState
  readonly newState: ComponentState
}

/** A maintenance window over components of the page, with each time that it happens. */
export interface StatusWindow {
  readonly id: string
  /** Only a name that was chosen for the page. Null: "Planned maintenance" in the language of the page. */
  readonly title: string | null
  /** The first time that it happened or will happen. */
  readonly startsAt: string
  readonly minutes: number
  /** The IANA time zone that the recurrence follows. */
  readonly timeZone: string
  /** An RRULE of RFC 5545 without `RRULE:`. Null: it happens once. */
  readonly recurrence: string | null
  /** The active time, the next one, and all of the next 60 days, the earliest first. */
  readonly occurrences: ReadonlyArray<WindowOccurrence>
  readonly isCancelled: boolean
  /** The number of changes to the window since it was created. */
  readonly revision: number
  readonly componentIds: ReadonlyArray<string>
  readonly createdAt: string
  readonly updatedAt: string
}

/** One time of a maintenance window. */
export interface WindowOccurrence {
  readonly startsAt: string
  readonly endsAt: string
}
