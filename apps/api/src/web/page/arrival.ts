import { DASHBOARD_PATH } from "./dashboardPaths.ts"

/**
 * The action of the form that has just led to the dashboard. The dashboard shows a message about it in the viewer's
 * language.
 */
export type Arrival = "joined" | "password" | "welcome"

/** Returns the path to the dashboard after a form has signed a person in. */
export const arrivalPath = (name: Arrival): string => `${DASHBOARD_PATH}?done=${name}`
