import { aString, kindOf, type Kind, listOf, nullable, optional, shape, whole } from "@mon/bundled/arguments"
import { quietHoursKind } from "./quietHoursKind.ts"
import type { RouteRepeat, RouteStep, RouteTimes } from "./RouteTimes.ts"

const stepKind = (): Kind =>
  shape<RouteStep>("a step: an object with afterMinutes and targets", {
    afterMinutes: whole(0),
    targets: listOf(aString),
    hours: optional(nullable(quietHoursKind()))
  })

const repeatKind = (): Kind =>
  shape<RouteRepeat>("a repetition: an object with rounds, fromStep and waitMinutes", {
    rounds: whole(1),
    fromStep: whole(1),
    waitMinutes: whole(1)
  })

const isGrowing = (value: unknown): boolean =>
  (value as ReadonlyArray<RouteStep>).every(
    ({ afterMinutes }, index, steps) => index === 0 || afterMinutes > (steps[index - 1]?.afterMinutes ?? 0)
  )

const stepsKind = (): Kind => {
  const list = listOf(stepKind())
  const growing = kindOf("steps by growing afterMinutes", isGrowing)
  return { takes: list.takes, fault: (value) => list.fault(value) ?? growing.fault(value) }
}

export const routeTimeKinds = () => ({
  steps: stepsKind(),
  reminderMinutes: nullable(whole(1)),
  repeat: optional(nullable(repeatKind()))
})

export const routeTimesKind = (): Kind =>
  shape<RouteTimes>("a route: an object with steps and reminderMinutes", routeTimeKinds())
