import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { applyPlan } from "./applyPlan.ts"
import { exportFile } from "./exportFile.ts"
import { planFile } from "./planFile.ts"

export const configHandlers: GroupHandlers<"config"> = {
  plan: ({ caller, payload }) => Effect.map(planFile(caller, payload.document), ok),
  apply: ({ caller, payload }) => Effect.map(applyPlan(caller, payload), ok),
  export: ({ caller, query }) => exportFile(caller, query)
}
