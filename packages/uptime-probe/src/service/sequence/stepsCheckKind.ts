import { type Kind, oneOf, optional, optionsOf } from "@mon/bundled/arguments"
import type { StepsRequest } from "../../steps/StepsRequest.ts"
import { stepsFields } from "../../steps/stepsKinds.ts"
import { BUILT_IN, namesIn } from "../../steps/Template.ts"
import { expectations, serviceOptions } from "../serviceKinds.ts"
import type { StepsCheck } from "./checkSteps.ts"

/** The most different hosts of a sequence. The address of the check contains all of them. */
const MOST_ORIGINS = 10

const problemOf = ({ secrets = {}, steps, values = {} }: StepsRequest): { path: string; problem: string } | null => {
  if (new Set(steps.map(({ url }) => new URL(url).origin)).size > MOST_ORIGINS)
    return { path: ".steps", problem: `must have at most ${MOST_ORIGINS} different hosts` }
  const known = new Set([...BUILT_IN, ...Object.keys(values), ...Object.keys(secrets)])
  for (const [index, step] of steps.entries()) {
    const missing = [...namesIn(step)].find((name) => !known.has(name))
    if (missing !== undefined)
      return {
        path: `.steps[${index}]`,
        problem: `must only use values that exist. No earlier step takes {{${missing}}}`
      }
    for (const name of Object.keys(step.take ?? {})) known.add(name)
  }
  return null
}

/** The kind of a check of HTTP in steps. Its steps use only values that they can have. */
export const stepsCheck = (): Kind => {
  const kind = optionsOf<StepsCheck>(
    {
      ...stepsFields(),
      ...serviceOptions(),
      type: oneOf("httpSteps"),
      expect: optional(expectations())
    },
    "an object with steps"
  )
  return {
    takes: kind.takes,
    fault: (value) => {
      const fault = kind.fault(value)
      if (fault !== null) return fault
      const problem = problemOf(value as StepsRequest)
      return problem === null ? null : { ...problem, code: "ERR_INVALID_ARG_VALUE" }
    }
  }
}
