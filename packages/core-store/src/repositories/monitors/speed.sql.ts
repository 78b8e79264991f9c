/** Slow checks in a row that make a monitor degraded, and fast ones that end it. */
const CHECKS_TO_TURN = 3

/**
 * Whether a check ends the speed that a monitor had. `slow` is SQL for whether the check was slow (null: it says
 * nothing); `schedule` the row before the check.
 */
export const turnsSpeed = (slow: string, schedule: string): string =>
  `coalesce(${slow} <> ${schedule}.is_degraded and ${schedule}.speed_streak + 1 >= ${CHECKS_TO_TURN}, false)`

/** The new values of `is_degraded` and `speed_streak`. A failed check ends a streak; one without a verdict does not. */
export const speedColumns = (slow: string, schedule: string, isFailed: string): string => `
    is_degraded = case when ${turnsSpeed(slow, schedule)} then ${slow} else ${schedule}.is_degraded end,
    speed_streak = case
      when ${turnsSpeed(slow, schedule)} or ${slow} = ${schedule}.is_degraded or ${isFailed} then 0
      when ${slow} is null then ${schedule}.speed_streak
      else ${schedule}.speed_streak + 1 end`
