import { aString, kindOf, type Kind, listOf, nullable, shape, whole } from "@mon/bundled/arguments"
import type { RouteStep, RouteTimes } from "./RouteTimes.ts"

const stepKind = (): Kind =>
  shape<RouteStep>("a step: an object with afterMinutes and targets", {
    afterMinutes: whole(0),
    targets: listOf(aString)
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

export const routeTimeKinds = () => ({ steps: stepsKind(), reminderMinutes: nullable(whole(1)) })

export const routeTimesKind = (): Kind =>
  shape<RouteTimes>("a route: an object with steps and reminderMinutes", routeTimeKinds())
