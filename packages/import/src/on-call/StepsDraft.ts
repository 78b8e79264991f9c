import type { Group } from "../document/Group.ts"
import type { ImportedHours, ImportedStep, ImportedTarget, OnCallGroupKind } from "./ImportedOnCall.ts"
import { onCallImportLimits as limits } from "./onCallLimits.ts"

interface AddedStep {
  readonly afterMinutes: number
  readonly targets: ReadonlyArray<ImportedTarget>
  readonly hours?: ImportedHours | undefined
  /** The field of the source that the step comes from. */
  readonly field: string
}

const keyOf = (value: unknown): string => JSON.stringify(value)

const unique = (targets: ReadonlyArray<ImportedTarget>): ReadonlyArray<ImportedTarget> => [
  ...new Map(targets.map((target) => [keyOf(target), target])).values()
]

/** The steps of a route. Steps at the same time become one step. */
export class StepsDraft {
  readonly #group: Group<OnCallGroupKind>
  #steps: Array<AddedStep> = []

  constructor(group: Group<OnCallGroupKind>) {
    this.#group = group
  }

  add(step: AddedStep): void {
    const { afterMinutes, field } = step
    if (step.targets.length === 0) return
    if (afterMinutes > limits.afterMinutes) {
      this.#group.leftOut(field, "Mon sends a step at most a week after the beginning of the alert.")
      return
    }
    const same = this.#steps.findIndex(
      (one) => one.afterMinutes === afterMinutes && keyOf(one.hours) === keyOf(step.hours)
    )
    const found = this.#steps[same]
    if (found === undefined) this.#steps.push(step)
    else this.#steps[same] = { ...found, targets: [...found.targets, ...step.targets] }
  }

  /** Returns the steps in the order of their times, and reports what does not fit into a route. */
  finish(): ReadonlyArray<ImportedStep> {
    const steps: Array<ImportedStep> = []
    let last = -1
    for (const { afterMinutes, field, hours, targets } of this.#steps.toSorted(
      (a, b) => a.afterMinutes - b.afterMinutes
    )) {
      if (steps.length === limits.steps) {
        this.#group.leftOut(field, `A route has at most ${limits.steps} steps.`)
        continue
      }
      const at = Math.max(afterMinutes, last + 1)
      if (at > afterMinutes)
        this.#group.changed(field, "steps", "Two steps of a route are at least a minute apart. This step is later.")
      last = at
      const all = unique(targets)
      if (all.length > limits.targets)
        this.#group.leftOut(field, `A step has at most ${limits.targets} targets. The others are left out.`)
      steps.push({
        afterMinutes: at,
        targets: all.slice(0, limits.targets),
        ...(hours === undefined ? {} : { hours })
      })
    }
    return this.#alwaysReaching(steps)
  }

  /** A route needs a step that is sent at any time. */
  #alwaysReaching(steps: ReadonlyArray<ImportedStep>): ReadonlyArray<ImportedStep> {
    const [first] = steps
    if (first === undefined || steps.some(({ hours }) => hours === undefined)) return steps
    this.#group.changed("(hours)", "steps", "A route needs a step that is sent at any time. It is the first step.")
    return [{ afterMinutes: first.afterMinutes, targets: first.targets }, ...steps.slice(1)]
  }
}
