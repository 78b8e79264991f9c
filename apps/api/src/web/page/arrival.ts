import { DASHBOARD_PATH } from "./dashboardPaths.ts"

/** What the form has just done that leads to the dashboard. The dashboard says it in the viewer's language. */
export type Arrival = "joined" | "password" | "welcome"

/** Where a form leads to that signs a person in. */
export const arrivalPath = (name: Arrival): string => `${DASHBOARD_PATH}?done=${name}`
