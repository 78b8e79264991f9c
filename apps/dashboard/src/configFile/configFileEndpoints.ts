import { change, readText } from "../api/client.ts"
import type { Answer } from "../api/endpoints.ts"

export type ConfigPlan = Answer<"config", "plan">
export type ConfigResult = Answer<"config", "apply">
export type ConfigSection = ConfigPlan["create"][number]["section"]

export const configFileEndpoints = {
  export: (project: string) =>
    readText(`/config?format=yaml${project === "" ? "" : `&project=${encodeURIComponent(project)}`}`),
  plan: (document: string) => change<ConfigPlan>("POST", "/config/plan", { document }),
  apply: (planId: string, allowDelete: boolean) =>
    change<ConfigResult>("POST", "/config/apply", { planId, allowDelete })
}
