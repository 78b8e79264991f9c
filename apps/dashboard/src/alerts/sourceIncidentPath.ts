/**
 * The query of a link to an incident that another tool has opened. Without this query, the screen first reads the
 * incident as one of a monitor.
 */
export const FROM_TOOL = "from=tool"

/** Returns the path of the screen of an incident that another tool has opened. */
export const sourceIncidentPath = (id: string): string => `/incidents/${encodeURIComponent(id)}?${FROM_TOOL}`
