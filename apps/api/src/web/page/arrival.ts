import { DASHBOARD_PATH } from "./dashboardPaths.ts"

/**
 * The action of the form that has just led to the dashboard. The dashboard shows a message about the action in the
 * viewer's language.
 */
export type Arrival = "joined" | "password" | "welcome"

export const arrivalPath = (name: Arrival): string => `${DASHBOARD_PATH}?done=${name}`
