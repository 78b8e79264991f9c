// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { ApplyConfig, ConfigPlan, ConfigResult, PlanConfig } from "../records/config.ts"

/** The requests about config. */
export interface ConfigRequests {
  /** Plan a configuration file */
  readonly plan: (body: PlanConfig, options?: RequestOptions) => Promise<ConfigPlan>
  /** Apply a plan */
  readonly apply: (body: ApplyConfig, options?: RequestOptions) => Promise<ConfigResult>
  /** Export the configuration file */
  readonly export: (
    query?: { readonly format?: "yaml" | "json"; readonly project?: string },
    options?: RequestOptions
  ) => Promise<string>
}
