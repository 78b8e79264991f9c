import type { OnCallTarget, RouteTarget } from "@mon/model"

const ON_CALL = "on-call"

/** The people that a step can ask for, in the order in which they are shown. */
export const onCallChoices: ReadonlyArray<OnCallTarget["who"]> = ["now", "next", "everyone"]

/** Returns the text that identifies a target of a step. */
export const stepTargetKey = (target: RouteTarget): string =>
  typeof target === "string" ? target : `${ON_CALL}:${target.schedule}:${target.who}`

/** Returns whether a key identifies the people of an on-call schedule. */
export const isOnCallKey = (key: string): boolean => typeof stepTargetOfKey(key) !== "string"

export const stepTargetOfKey = (key: string): RouteTarget => {
  const [kind, schedule = "", named] = key.split(":")
  const who = onCallChoices.find((choice) => choice === named)
  return kind === ON_CALL && who !== undefined ? { schedule, who } : key
}
