import type { CreateRoute } from "@mon/api-contract"
import type { AlertRoute, AlertSeverity, RoutedFactKind, RouteStep } from "@mon/model"
import { toRequestHours } from "../alerts/weeklyHours.ts"
import { isOnCallKey, stepTargetKey, stepTargetOfKey } from "../alerts/stepTarget.ts"

/** A step that is being edited. `key` identifies the step while other steps are added and removed. */
export interface StepDraft {
  readonly key: number
  readonly afterMinutes: string
  readonly targets: ReadonlyArray<string>
  readonly hours: RouteStep["hours"]
}

/** Further rounds of the last steps, as they are typed. `fromStep` is a number of a step, from 1. */
export interface RepeatDraft {
  readonly rounds: string
  readonly fromStep: number
  readonly waitMinutes: string
}

export interface RouteDraft {
  readonly name: string
  readonly kinds: ReadonlyArray<RoutedFactKind>
  readonly severities: ReadonlyArray<AlertSeverity>
  readonly scope: AlertRoute["scope"]
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly steps: ReadonlyArray<StepDraft>
  readonly reminderMinutes: string
  /** Null: the steps are not repeated. */
  readonly repeat: RepeatDraft | null
  /** Who gets a step if nobody on call can be reached. */
  readonly fallback: ReadonlyArray<string>
}

/** The rounds that the form offers when the repetition is switched on. */
export const NEW_REPEAT: RepeatDraft = { rounds: "3", fromStep: 1, waitMinutes: "10" }

/**
 * Returns the draft of a stored route. The draft of a new route reports outages immediately, by email and to webhooks.
 */
export const draftOf = (route: AlertRoute | null): RouteDraft =>
  route === null
    ? {
        name: "",
        kinds: ["down"],
        severities: [],
        scope: "all",
        monitorIds: [],
        tagIds: [],
        steps: [{ key: 0, afterMinutes: "0", targets: ["email", "webhooks"], hours: null }],
        reminderMinutes: "",
        repeat: null,
        fallback: []
      }
    : {
        ...route,
        steps: route.steps.map(({ afterMinutes, hours, targets }, key) => ({
          key,
          afterMinutes: String(afterMinutes),
          targets: targets.map(stepTargetKey),
          hours
        })),
        reminderMinutes: route.reminderMinutes === null ? "" : String(route.reminderMinutes),
        repeat:
          route.repeat === null
            ? null
            : {
                rounds: String(route.repeat.rounds),
                fromStep: route.repeat.fromStep,
                waitMinutes: String(route.repeat.waitMinutes)
              },
        fallback: route.fallback
      }

export interface RouteTarget {
  readonly id: string
  readonly name: string
  /** Whether the default route contains the recipient. */
  readonly isDefault: boolean
}

/** Returns the names of the default route's targets that will not get the alerts of this route. */
export const takenAwayFrom = (
  { steps }: Pick<RouteDraft, "steps">,
  targets: ReadonlyArray<RouteTarget>
): ReadonlyArray<string> =>
  targets
    .filter(({ id, isDefault }) => isDefault && !steps.some((step) => step.targets.includes(id)))
    .map(({ name }) => name)

/** Returns whether a route takes alerts from other tools, which belong to no monitor. */
export const takesTools = ({ kinds, scope }: Pick<RouteDraft, "kinds" | "scope">): boolean =>
  scope === "all" && (kinds.length === 0 || kinds.includes("external_alert"))

export type DraftProblem =
  | { readonly what: "growing" }
  | { readonly what: "noChoice" }
  | { readonly what: "noTarget"; readonly step: number }
  | { readonly what: "noDay"; readonly step: number }

/** Returns the first problem of a draft that the form's controls cannot report themselves, or null. */
export const problemOf = ({ monitorIds, scope, steps, tagIds }: RouteDraft): DraftProblem | null => {
  if (scope === "chosen" && monitorIds.length + tagIds.length === 0) return { what: "noChoice" }
  const empty = steps.findIndex(({ targets }) => targets.length === 0)
  if (empty >= 0) return { what: "noTarget", step: empty + 1 }
  const idle = steps.findIndex(({ hours }) => hours?.days.length === 0)
  if (idle >= 0) return { what: "noDay", step: idle + 1 }
  const grows = steps.every(
    ({ afterMinutes }, index) => index === 0 || Number(afterMinutes) > Number(steps[index - 1]?.afterMinutes)
  )
  return grows ? null : { what: "growing" }
}

/** Returns whether the route has a fallback, or a step that notifies people on call and therefore can need one. */
export const offersFallback = ({ fallback, steps }: Pick<RouteDraft, "fallback" | "steps">): boolean =>
  fallback.length > 0 || steps.some(({ targets }) => targets.some(isOnCallKey))

/** Returns the repetition with a first step that exists. The step can have been removed since it was chosen. */
export const repeatOf = ({ repeat, steps }: Pick<RouteDraft, "repeat" | "steps">): RepeatDraft | null =>
  repeat === null ? null : { ...repeat, fromStep: Math.min(repeat.fromStep, steps.length) }

export const toRequest = ({ reminderMinutes, steps, ...draft }: RouteDraft): CreateRoute => {
  const { kinds, monitorIds, name, scope, severities, tagIds } = draft
  const repeat = repeatOf({ repeat: draft.repeat, steps })
  return {
    name: name.trim(),
    kinds,
    severities,
    scope,
    monitorIds: scope === "all" ? [] : monitorIds,
    tagIds: scope === "all" ? [] : tagIds,
    steps: steps.map(({ afterMinutes, hours, targets }) => ({
      afterMinutes: Number(afterMinutes),
      targets: targets.map(stepTargetOfKey),
      ...(hours === null ? {} : { hours: toRequestHours(hours) })
    })),
    reminderMinutes: reminderMinutes === "" ? null : Number(reminderMinutes),
    repeat:
      repeat === null
        ? null
        : { rounds: Number(repeat.rounds), fromStep: repeat.fromStep, waitMinutes: Number(repeat.waitMinutes) },
    fallback: draft.fallback
  }
}
