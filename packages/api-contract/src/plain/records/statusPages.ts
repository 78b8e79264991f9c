// Written by `npm run openapi`. Do not edit.
import type { ComponentOverride } from "./several.ts"

/** A new status page. */
export type CreateStatusPage = {
  readonly name: string
  readonly slug: string
  readonly description?: string | null
  readonly language?: "en" | "de"
  readonly timezone?: string
  readonly accentColor?: string
  readonly headerColor?: string | null
  readonly logo?: string | null
  readonly links?: ReadonlyArray<StatusPageLinkInput>
  readonly access?: "public" | "password" | "email_domains"
  readonly password?: string | null
  readonly emailDomains?: ReadonlyArray<string>
  readonly showsWindowNames?: boolean
  readonly automaticPosts?: "off" | "draft" | "publish" | "publish_and_notify"
  readonly groups?: ReadonlyArray<StatusPageGroupInput>
  readonly components?: ReadonlyArray<StatusPageComponentInput>
}

/** A component state that a person sets. */
export type OverrideComponent = {
  readonly state:
    | "operational"
    | "degraded_performance"
    | "partial_outage"
    | "major_outage"
    | "under_maintenance"
    | null
}

/** A status page, which does not have to be saved. */
export type PreviewStatusPage = {
  readonly name: string
  readonly slug: string
  readonly pageId?: string | null
  readonly description?: string | null
  readonly language?: "en" | "de"
  readonly timezone?: string
  readonly accentColor?: string
  readonly headerColor?: string | null
  readonly logo?: string | null
  readonly links?: ReadonlyArray<StatusPageLinkInput>
  readonly showsWindowNames?: boolean
  readonly groups?: ReadonlyArray<StatusPageGroupInput>
  readonly components?: ReadonlyArray<StatusPageComponentInput>
}

/** A status page with its groups and components. */
export type StatusPage = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly url: string
  readonly access: "public" | "password" | "email_domains"
  readonly stoppedBy: "plan" | null
  readonly openPosts: number
  readonly drafts: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly description: string | null
  readonly language: "en" | "de"
  readonly timezone: string
  readonly accentColor: string
  readonly headerColor: string | null
  readonly logo: StatusPageLogo | null
  readonly links: ReadonlyArray<StatusPageLink>
  readonly hasPassword: boolean
  readonly emailDomains: ReadonlyArray<string>
  readonly showsWindowNames: boolean
  readonly automaticPosts: "off" | "draft" | "publish" | "publish_and_notify"
  readonly host: StatusPageHost | null
  readonly subscribers: number
  readonly pausedSubscribers: number
  readonly groups: ReadonlyArray<StatusPageGroup>
  readonly components: ReadonlyArray<StatusPageComponent>
}

/** Something whose state readers want to know. */
export type StatusPageComponent = {
  readonly id: string
  readonly groupId: string | null
  readonly name: string
  readonly description: string | null
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly showsMonitors: boolean
  readonly showsUptime: boolean
  readonly onlyIfDegraded: boolean
  readonly state:
    | "operational"
    | "degraded_performance"
    | "partial_outage"
    | "major_outage"
    | "under_maintenance"
    | "unknown"
  readonly override: ComponentOverride | null
}

/** A component on a status page. */
export type StatusPageComponentInput = {
  readonly name: string
  readonly id?: string
  readonly groupId?: string | null
  readonly description?: string | null
  readonly monitorIds?: ReadonlyArray<string>
  readonly tagIds?: ReadonlyArray<string>
  readonly showsMonitors?: boolean
  readonly showsUptime?: boolean
  readonly onlyIfDegraded?: boolean
}

/**
 * Everything that readers would see. This is the `StatusPageDocument` from which the package @mon/status-page
 * writes every public format.
 */
export type StatusPageDocument = Readonly<Record<string, unknown>>

/** Components that belong together. */
export type StatusPageGroup = { readonly id: string; readonly name: string; readonly description: string | null }

/** A group of components on a status page. */
export type StatusPageGroupInput = { readonly id: string; readonly name: string; readonly description?: string | null }

/** A status page's custom host name. */
export type StatusPageHost = {
  readonly hostname: string
  readonly displayName: string
  readonly url: string
  readonly state: "waiting_for_txt" | "waiting_for_address" | "active" | "failing" | "taken" | "released"
  readonly stoppedBy: "plan" | null
  readonly address: "here" | "elsewhere" | "absent" | null
  readonly records: ReadonlyArray<StatusPageHostRecord>
  readonly failingSince: string | null
  readonly releasesAt: string | null
  readonly checkedAt: string | null
  readonly createdAt: string
}

/** A DNS record to publish. */
export type StatusPageHostRecord = {
  readonly purpose: "proof" | "address"
  readonly type: string
  readonly name: string
  readonly value: string
}

/** A link at the end of a status page. */
export type StatusPageLink = { readonly label: string; readonly url: string }

/** A link at the end of a status page. */
export type StatusPageLinkInput = { readonly label: string; readonly url: string }

/** The logo of a status page. */
export type StatusPageLogo = { readonly data: string; readonly width: number; readonly height: number }

/** A status page. */
export type StatusPageSummary = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly url: string
  readonly access: "public" | "password" | "email_domains"
  readonly stoppedBy: "plan" | null
  readonly openPosts: number
  readonly drafts: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly components: number
}

/** The fields to change. Fields that are absent stay unchanged. */
export type UpdateStatusPage = {
  readonly name?: string
  readonly slug?: string
  readonly description?: string | null
  readonly language?: "en" | "de"
  readonly timezone?: string
  readonly accentColor?: string
  readonly headerColor?: string | null
  readonly logo?: string | null
  readonly links?: ReadonlyArray<StatusPageLinkInput>
  readonly access?: "public" | "password" | "email_domains"
  readonly password?: string | null
  readonly emailDomains?: ReadonlyArray<string>
  readonly showsWindowNames?: boolean
  readonly automaticPosts?: "off" | "draft" | "publish" | "publish_and_notify"
  readonly groups?: ReadonlyArray<StatusPageGroupInput>
  readonly components?: ReadonlyArray<StatusPageComponentInput>
}
