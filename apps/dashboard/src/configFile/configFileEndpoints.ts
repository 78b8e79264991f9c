import { change, readText } from "../api/client.ts"
import type { Answer } from "../api/endpoints.ts"

/** The changes that a file would make. */
export type ConfigPlan = Answer<"config", "plan">
/** The result of a plan that was applied. */
export type ConfigResult = Answer<"config", "apply">
/** A section of a file. */
export type ConfigSection = ConfigPlan["create"][number]["section"]

/** The API calls of the configuration file screen. Their paths match the API contract. */
export const configFileEndpoints = {
  export: (project: string) =>
    readText(`/config?format=yaml${project === "" ? "" : `&project=${encodeURIComponent(project)}`}`),
  plan: (document: string) => change<ConfigPlan>("POST", "/config/plan", { document }),
  apply: (planId: string, allowDelete: boolean) =>
    change<ConfigResult>("POST", "/config/apply", { planId, allowDelete })
}
