import { DASHBOARD_PATH } from "./dashboardPaths.ts"

/**
 * What has just been done by the form that led to the dashboard. The dashboard says it in the viewer's language, and
 * the overview without script says it with these sentences.
 */
export const arrivals = {
  welcome: "Welcome. Your account is ready.",
  password: "Your password is set, and you are signed in.",
  joined: "You have joined the team."
} as const

export type Arrival = keyof typeof arrivals

/** Whether the value of the query parameter `done` is known. */
export const isArrival = (name: string | null): name is Arrival => name !== null && Object.hasOwn(arrivals, name)

/** Where a form leads to that signs a person in. */
export const arrivalPath = (name: Arrival): string => `${DASHBOARD_PATH}?done=${name}`
