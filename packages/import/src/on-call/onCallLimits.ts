/** The limits of schedules and routes in the API of Mon. */
export const onCallImportLimits = {
  /** The maximum length of the name of a schedule or a route, in characters. */
  name: 60,
  layers: 50,
  groups: 100,
  /** The maximum number of people in a group or an override. */
  people: 20,
  active: 50,
  overrides: 500,
  note: 200,
  steps: 10,
  targets: 20,
  /** The maximum delay of a step: a week. */
  afterMinutes: 10_080,
  rounds: 100,
  waitMinutes: 10_080
} as const
