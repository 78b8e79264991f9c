import { defineTool, oneRecord, pick, presenter } from "../defineTool.ts"
import { fieldsOf } from "../input.ts"
import type { JsonObject } from "@mon/bundled/json-rpc"
import { readsStored } from "../Tool.ts"
import type { Detail } from "../untrusted.ts"

const showPlan = presenter({ endpoint: "config.plan" })

const summary = [
  "planId",
  "expiresAt",
  "project",
  "changes",
  "refused",
  "receivers",
  "delete",
  "create",
  "update",
  "routeOrder",
  "drift"
]

const countOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

/** Returns the summary of a plan. Adopted, kept and unmanaged objects are only counted. */
const shortPlan = (plan: JsonObject, detail: Detail): JsonObject => {
  const { adopt, kept, unmanaged } = plan
  return {
    ...showPlan(pick(plan, summary), detail),
    adopted: countOf(adopt),
    kept: countOf(kept),
    unmanaged: countOf(unmanaged)
  }
}

export const planConfig = defineTool({
  name: "plan_config",
  title: "Propose a change",
  description:
    'Shows what a configuration file (YAML or JSON) would create, change and delete, with line numbers. Nothing changes. Show the plan to a person before you apply it. Objects that are in no file are not touched, but objects from an earlier file of the same project that are missing in this one are deleted: start with the whole file for the project, or with a new project. Example: {"version": 1, "project": "agent", "domains": {"shop": {"url": "shop.example.com"}}}.',
  annotations: readsStored,
  endpoints: ["config.plan"],
  input: () => fieldsOf("config.plan", ["document"]),
  answer: oneRecord(shortPlan)
})

export const applyConfig = defineTool({
  name: "apply_config",
  title: "Apply a plan",
  description:
    "Makes all the changes in a plan from plan_config in one transaction: all or nothing. A plan can be applied once, within 15 minutes, with the key that made it, and only if the account has not changed since. Deletions need allowDelete. Ask a person first.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  endpoints: ["config.apply"],
  input: () => fieldsOf("config.apply", ["planId", "allowDelete"]),
  answer: oneRecord(presenter({ endpoint: "config.apply" }))
})
