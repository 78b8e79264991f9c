import { PlanName } from "./Plan.ts"
import { type Environment, readSetting } from "./Setting.ts"

/**
 * Reads an environment variable that names a plan.
 *
 * @example
 * ```ts
 * readPlan({ MON_DEFAULT_PLAN: "pro" }, "MON_DEFAULT_PLAN") // => "pro"
 * readPlan({}, "MON_DEFAULT_PLAN") // => "free"
 * ```
 *
 * @throws SettingError
 */
export const readPlan = (env: Environment, variable: string, fallback: PlanName = "free"): PlanName =>
  readSetting(env, variable, fallback, "free, pro or agency", (text) =>
    PlanName.literals.find((literal) => literal === text)
  )
