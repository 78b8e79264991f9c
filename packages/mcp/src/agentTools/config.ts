import { defineTool, oneRecord, pick, presenter } from "../defineTool.ts"
import { fieldsOf } from "../input.ts"
import type { JsonObject } from "../JsonRpc.ts"
import { readsStored } from "../Tool.ts"
import type { Detail } from "../untrusted.ts"

const showPlan = presenter({ endpoint: "config.plan" })

const summary = [
  "planId",
  "expiresAt",
  "project",
  "changes",
  "refused",
  "delete",
  "create",
  "update",
  "routeOrder",
  "drift"
]

const countOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

/** What the plan does not touch is only counted. */
const shortPlan = (plan: JsonObject, detail: Detail): JsonObject => {
  const { adopt, unmanaged } = plan
  return { ...showPlan(pick(plan, summary), detail), adopted: countOf(adopt), unmanaged: countOf(unmanaged) }
}

/** `POST /config/plan`. */
export const planConfig = defineTool({
  name: "plan_config",
  title: "Propose a change",
  description:
    'Says what a configuration file (YAML or JSON) would create, change and delete, with its lines. Nothing changes. Show the plan to a person before you apply it. What no file contains is not touched, but what an earlier file of the same project contained and this one does not is deleted: begin with the whole file of the project, or with a project of its own. Example: {"version": 1, "project": "agent", "domains": {"shop": {"url": "shop.example.com"}}}.',
  annotations: readsStored,
  endpoints: ["config.plan"],
  input: () => fieldsOf("config.plan", ["document"]),
  answer: oneRecord(shortPlan)
})

/** `POST /config/apply`. */
export const applyConfig = defineTool({
  name: "apply_config",
  title: "Apply a plan",
  description:
    "Makes all changes of a plan of plan_config in one transaction: all or nothing. A plan can be applied once, within 15 minutes, by the key that made it, and only if the account has not changed since. Deletions need allowDelete. Ask a person first.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  endpoints: ["config.apply"],
  input: () => fieldsOf("config.apply", ["planId", "allowDelete"]),
  answer: oneRecord(presenter({ endpoint: "config.apply" }))
})
