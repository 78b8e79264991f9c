// Written by `npm run openapi`. Do not edit.
import type { ReceiverChange } from "./several.ts"

/** A plan to apply. */
export type ApplyConfig = { readonly planId: string; readonly allowDelete?: boolean }

/** Something that already exists and becomes part of the file. */
export type ConfigAdoption = {
  readonly section:
    | "tags"
    | "domains"
    | "urls"
    | "channels"
    | "routes"
    | "maintenanceWindows"
    | "statusPages"
    | "scheduledReports"
  readonly key: string
  readonly id: string
  readonly line: number | null
  readonly earlierKey: string | null
}

/** Something that will be created. */
export type ConfigCreation = {
  readonly section:
    | "tags"
    | "domains"
    | "urls"
    | "channels"
    | "routes"
    | "maintenanceWindows"
    | "statusPages"
    | "scheduledReports"
  readonly key: string
  readonly line: number | null
  readonly replaces: boolean
  readonly fields: Readonly<Record<string, unknown>>
}

/** Something that will be deleted. */
export type ConfigDeletion = {
  readonly section:
    | "tags"
    | "domains"
    | "urls"
    | "channels"
    | "routes"
    | "maintenanceWindows"
    | "statusPages"
    | "scheduledReports"
  readonly key: string
  readonly id: string
  readonly name: string
  readonly replaced: boolean
}

/** A field that someone changed after the file was applied. */
export type ConfigDrift = {
  readonly section:
    | "tags"
    | "domains"
    | "urls"
    | "channels"
    | "routes"
    | "maintenanceWindows"
    | "statusPages"
    | "scheduledReports"
  readonly key: string
  readonly field: string
  readonly line: number | null
  readonly applied: unknown
  readonly current: unknown
}

/** A field that will change. */
export type ConfigFieldChange = {
  readonly field: string
  readonly line: number | null
  readonly from: unknown
  readonly to: unknown
}

/** Something that the account has already. The file only adds, so it keeps its name and settings. */
export type ConfigKept = {
  readonly section:
    | "tags"
    | "domains"
    | "urls"
    | "channels"
    | "routes"
    | "maintenanceWindows"
    | "statusPages"
    | "scheduledReports"
  readonly key: string
  readonly id: string
  readonly line: number | null
  readonly name: string
}

/** What a configuration file would change. */
export type ConfigPlan = {
  readonly planId: string | null
  readonly expiresAt: string | null
  readonly project: string | null
  readonly changes: number
  readonly create: ReadonlyArray<ConfigCreation>
  readonly update: ReadonlyArray<ConfigUpdate>
  readonly adopt: ReadonlyArray<ConfigAdoption>
  readonly delete: ReadonlyArray<ConfigDeletion>
  readonly routeOrder: ConfigRouteOrder | null
  readonly drift: ReadonlyArray<ConfigDrift>
  readonly unmanaged: ReadonlyArray<ConfigUnmanaged>
  readonly kept: ReadonlyArray<ConfigKept>
  readonly receivers: ReadonlyArray<ReceiverChange>
  readonly refused: ReadonlyArray<ConfigRefusal>
}

/** Something that cannot be done. As long as there is anything like this, nothing is applied. */
export type ConfigRefusal = {
  readonly path: string
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** What was applied, in one transaction. */
export type ConfigResult = {
  readonly project: string
  readonly created: number
  readonly updated: number
  readonly adopted: number
  readonly deleted: number
  readonly appliedAt: string
  readonly warnings: ReadonlyArray<string>
}

/** The order of the routes in the file. */
export type ConfigRouteOrder = { readonly from: ReadonlyArray<string>; readonly to: ReadonlyArray<string> }

/** Something in the account that is not in any file. Mon does not touch it. */
export type ConfigUnmanaged = {
  readonly section:
    | "tags"
    | "domains"
    | "urls"
    | "channels"
    | "routes"
    | "maintenanceWindows"
    | "statusPages"
    | "scheduledReports"
  readonly id: string
  readonly name: string
}

/** Something that will change. */
export type ConfigUpdate = {
  readonly section:
    | "tags"
    | "domains"
    | "urls"
    | "channels"
    | "routes"
    | "maintenanceWindows"
    | "statusPages"
    | "scheduledReports"
  readonly key: string
  readonly id: string
  readonly line: number | null
  readonly changes: ReadonlyArray<ConfigFieldChange>
}

/** A configuration file. */
export type PlanConfig = { readonly document: string }
