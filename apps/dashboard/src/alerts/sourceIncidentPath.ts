/** The query of a link to an incident that another tool has opened. Without it, the screen first asks for a monitor's. */
export const FROM_TOOL = "from=tool"

/** Returns the path of the screen of an incident that another tool has opened. */
export const sourceIncidentPath = (id: string): string => `/incidents/${encodeURIComponent(id)}?${FROM_TOOL}`
