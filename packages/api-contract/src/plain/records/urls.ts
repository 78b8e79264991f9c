// Written by `npm run openapi`. Do not edit.
import type {
  ContentFault,
  Expectation,
  ExpectationInput,
  Fault,
  MonitorRequest,
  MonitorRequestInput,
  StoppedOption,
  TimelineBucket,
  TimelineDay,
  TimelineGap,
  TimelineIncident,
  TimelineMaintenance,
  Timings,
  TriedExpectation
} from "./several.ts"
import type { IncidentDiagnosis } from "./incidents.ts"

/** The URL monitors to delete. */
export type BulkDeleteUrls = { readonly urlIds: ReadonlyArray<string>; readonly confirmation: string }

/** A change to apply to several URL monitors. */
export type BulkUpdateUrls = {
  readonly urlIds: ReadonlyArray<string>
  readonly updates: {
    readonly name?: string
    readonly checkInterval?: number
    readonly timeoutSeconds?: number
    readonly timeout?: number
    readonly screenshotEnabled?: boolean
    readonly screenshotWaitMs?: number
    readonly request?: MonitorRequestInput | null
    readonly expect?: ReadonlyArray<ExpectationInput> | null
    readonly contentFaults?: "down" | "remark" | "off"
    readonly degradedAfterMs?: number | null
    readonly include?: ReadonlyArray<string> | null
    readonly exclude?: ReadonlyArray<string> | null
    readonly ignoreLines?: ReadonlyArray<IgnoredLineInput> | null
    readonly trigger?: PageTriggerInput | null
    readonly onlyLines?: "added" | "removed" | null
    readonly minimumChange?: MinimumChangeInput | null
    readonly render?: boolean
    readonly dependsOn?: ReadonlyArray<string>
  }
}

/** A changed section with the lines around it. */
export type ChangeHunk = {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: ReadonlyArray<ChangeLine>
}

/** A line of a changed section. */
export type ChangeLine = {
  readonly op: "equal" | "insert" | "delete"
  readonly text: string
  readonly spans: ReadonlyArray<ChangeSpan> | null
}

/** Part of a changed line. */
export type ChangeSpan = { readonly op: "equal" | "insert" | "delete"; readonly text: string }

/** A rectangle of the new screenshot. Pixels. */
export type ChangedBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A URL monitor after a manual check. */
export type CheckedUrl = {
  readonly id: string
  readonly url: string
  readonly name: string
  readonly status: "unknown" | "active" | "changed" | "error"
  readonly isPaused: boolean
  readonly isDegraded: boolean
  readonly access: "owner" | "write" | "read"
  readonly checkInterval: number
  readonly timeoutSeconds: number
  readonly screenshotEnabled: boolean
  readonly screenshotWaitMs: number
  readonly request: MonitorRequest | null
  readonly expect: ReadonlyArray<Expectation>
  readonly contentFaults: "down" | "remark" | "off"
  readonly degradedAfterMs: number | null
  readonly include: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly ignoreLines: ReadonlyArray<IgnoredLine>
  readonly trigger: PageTrigger | null
  readonly onlyLines: "added" | "removed" | null
  readonly minimumChange: MinimumChange | null
  readonly render: boolean
  readonly dependsOn: ReadonlyArray<string>
  readonly stoppedOptions: ReadonlyArray<StoppedOption>
  readonly lastCheckedAt: string | null
  readonly nextCheckAt: string | null
  readonly lastChangedAt: string | null
  readonly changeCount: number
  readonly lastStatusCode: number | null
  readonly lastResponseTimeMs: number | null
  readonly lastError: Fault | null
  readonly contentFault: ContentFault | null
  readonly tags: ReadonlyArray<UrlTag>
  readonly createdAt: string
  readonly updatedAt: string
  readonly diagnosis: IncidentDiagnosis | null
  readonly change: UrlChange | null
}

/** A page to monitor. */
export type CreateUrl = {
  readonly url: string
  readonly name?: string
  readonly checkInterval?: number
  readonly timeoutSeconds?: number
  readonly timeout?: number
  readonly screenshotEnabled?: boolean
  readonly screenshotWaitMs?: number
  readonly request?: MonitorRequestInput | null
  readonly expect?: ReadonlyArray<ExpectationInput> | null
  readonly contentFaults?: "down" | "remark" | "off"
  readonly degradedAfterMs?: number | null
  readonly include?: ReadonlyArray<string> | null
  readonly exclude?: ReadonlyArray<string> | null
  readonly ignoreLines?: ReadonlyArray<IgnoredLineInput> | null
  readonly trigger?: PageTriggerInput | null
  readonly onlyLines?: "added" | "removed" | null
  readonly minimumChange?: MinimumChangeInput | null
  readonly render?: boolean
  readonly dependsOn?: ReadonlyArray<string>
}

/** Lines to ignore. */
export type IgnoredLine =
  | { readonly text: string; readonly ignoreCase?: boolean }
  | { readonly matches: string; readonly ignoreCase?: boolean }

/** Lines to ignore. */
export type IgnoredLineInput =
  | { readonly text: string; readonly ignoreCase?: boolean }
  | { readonly matches: string; readonly ignoreCase?: boolean }

/** Lines that an option leaves out. */
export type LeftOutLines = {
  readonly option: "exclude" | "include" | "ignoreLines"
  readonly lineCount: number
  readonly lines: ReadonlyArray<string>
}

/** The smallest change that counts. */
export type MinimumChange = { readonly lines: number } | { readonly percent: number }

/** The smallest change that counts. */
export type MinimumChangeInput = { readonly lines: number } | { readonly percent: number }

/** One check of a page that is not stored, and what it compares. */
export type PagePreview = {
  readonly status: "active" | "error" | "unknown"
  readonly slow: boolean | null
  readonly statusCode: number | null
  readonly responseTimeMs: number | null
  readonly timings: Timings
  readonly finalUrl: string
  readonly error: Fault | null
  readonly expectations: ReadonlyArray<TriedExpectation>
  readonly certificateProblems: ReadonlyArray<string>
  readonly contentFault: ContentFault | null
  readonly contentType: string | null
  readonly title: string | null
  readonly lineCount: number
  readonly lines: ReadonlyArray<string>
  readonly leftOut: ReadonlyArray<LeftOutLines>
  readonly cause: "exclude" | "include" | "ignoreLines" | null
}

/** The text that must appear or disappear. */
export type PageTrigger =
  | { readonly appears: string; readonly ignoreCase?: boolean }
  | { readonly disappears: string; readonly ignoreCase?: boolean }

/** The text that must appear or disappear. */
export type PageTriggerInput =
  | { readonly appears: string; readonly ignoreCase?: boolean }
  | { readonly disappears: string; readonly ignoreCase?: boolean }

/** How many changes to a page the caller has not seen. */
export type SeenChanges = { readonly urlId: string; readonly unseenChanges: number }

/** A change to a page in a timeline. */
export type TimelineChange = { readonly id: string; readonly at: number }

/** The fields to change. Fields that are absent stay unchanged. */
export type UpdateUrl = {
  readonly name?: string
  readonly checkInterval?: number
  readonly timeoutSeconds?: number
  readonly timeout?: number
  readonly screenshotEnabled?: boolean
  readonly screenshotWaitMs?: number
  readonly request?: MonitorRequestInput | null
  readonly expect?: ReadonlyArray<ExpectationInput> | null
  readonly contentFaults?: "down" | "remark" | "off"
  readonly degradedAfterMs?: number | null
  readonly include?: ReadonlyArray<string> | null
  readonly exclude?: ReadonlyArray<string> | null
  readonly ignoreLines?: ReadonlyArray<IgnoredLineInput> | null
  readonly trigger?: PageTriggerInput | null
  readonly onlyLines?: "added" | "removed" | null
  readonly minimumChange?: MinimumChangeInput | null
  readonly render?: boolean
  readonly dependsOn?: ReadonlyArray<string>
}

/** A URL monitor. */
export type Url = {
  readonly id: string
  readonly url: string
  readonly name: string
  readonly status: "unknown" | "active" | "changed" | "error"
  readonly isPaused: boolean
  readonly isDegraded: boolean
  readonly access: "owner" | "write" | "read"
  readonly checkInterval: number
  readonly timeoutSeconds: number
  readonly screenshotEnabled: boolean
  readonly screenshotWaitMs: number
  readonly request: MonitorRequest | null
  readonly expect: ReadonlyArray<Expectation>
  readonly contentFaults: "down" | "remark" | "off"
  readonly degradedAfterMs: number | null
  readonly include: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly ignoreLines: ReadonlyArray<IgnoredLine>
  readonly trigger: PageTrigger | null
  readonly onlyLines: "added" | "removed" | null
  readonly minimumChange: MinimumChange | null
  readonly render: boolean
  readonly dependsOn: ReadonlyArray<string>
  readonly stoppedOptions: ReadonlyArray<StoppedOption>
  readonly lastCheckedAt: string | null
  readonly nextCheckAt: string | null
  readonly lastChangedAt: string | null
  readonly changeCount: number
  readonly lastStatusCode: number | null
  readonly lastResponseTimeMs: number | null
  readonly lastError: Fault | null
  readonly contentFault: ContentFault | null
  readonly tags: ReadonlyArray<UrlTag>
  readonly createdAt: string
  readonly updatedAt: string
}

/** A change to a monitored page. */
export type UrlChange = {
  readonly id: string
  readonly urlId: string
  readonly detectedAt: string
  readonly summary: string
  readonly changeCount: number
  readonly addedLines: number
  readonly removedLines: number
  readonly similarity: number
  readonly approximate: boolean
  readonly diff: string
  readonly hunks: ReadonlyArray<ChangeHunk>
  readonly visual: VisualChange | null
  readonly beforeScreenshotUrl: string | null
  readonly afterScreenshotUrl: string | null
  readonly isSeen: boolean
}

/** A URL monitor, with the likely causes of its failed check. */
export type UrlDetails = {
  readonly id: string
  readonly url: string
  readonly name: string
  readonly status: "unknown" | "active" | "changed" | "error"
  readonly isPaused: boolean
  readonly isDegraded: boolean
  readonly access: "owner" | "write" | "read"
  readonly checkInterval: number
  readonly timeoutSeconds: number
  readonly screenshotEnabled: boolean
  readonly screenshotWaitMs: number
  readonly request: MonitorRequest | null
  readonly expect: ReadonlyArray<Expectation>
  readonly contentFaults: "down" | "remark" | "off"
  readonly degradedAfterMs: number | null
  readonly include: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly ignoreLines: ReadonlyArray<IgnoredLine>
  readonly trigger: PageTrigger | null
  readonly onlyLines: "added" | "removed" | null
  readonly minimumChange: MinimumChange | null
  readonly render: boolean
  readonly dependsOn: ReadonlyArray<string>
  readonly stoppedOptions: ReadonlyArray<StoppedOption>
  readonly lastCheckedAt: string | null
  readonly nextCheckAt: string | null
  readonly lastChangedAt: string | null
  readonly changeCount: number
  readonly lastStatusCode: number | null
  readonly lastResponseTimeMs: number | null
  readonly lastError: Fault | null
  readonly contentFault: ContentFault | null
  readonly tags: ReadonlyArray<UrlTag>
  readonly createdAt: string
  readonly updatedAt: string
  readonly diagnosis: IncidentDiagnosis | null
}

/** A screenshot of a monitored page. */
export type UrlScreenshot = {
  readonly id: string
  readonly urlId: string
  readonly capturedAt: string
  readonly imageUrl: string
  readonly thumbnailUrl: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly format: string
  readonly reason: "check" | "change" | "failure"
}

/** A tag of the account. */
export type UrlTag = { readonly id: string; readonly name: string; readonly color: string }

/**
 * Response times, availability, changes and gaps of a URL monitor. A check that found the page, changed or not,
 * counts as `up`.
 */
export type UrlTimeline = {
  readonly range: "24h" | "7d" | "30d" | "90d"
  readonly start: number
  readonly end: number
  readonly bucketSeconds: number
  readonly fields: ReadonlyArray<string>
  readonly buckets: ReadonlyArray<TimelineBucket>
  readonly days: ReadonlyArray<TimelineDay>
  readonly incidents: ReadonlyArray<TimelineIncident>
  readonly gaps: ReadonlyArray<TimelineGap>
  readonly maintenance: ReadonlyArray<TimelineMaintenance>
  readonly changes: ReadonlyArray<TimelineChange>
}

/** Differences between the screenshots. */
export type VisualChange = { readonly changedRatio: number; readonly boxes: ReadonlyArray<ChangedBox> }
