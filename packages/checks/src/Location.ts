import * as Context from "effect/Context"

/** The location from which checks run, as shown in the history (MON_LOCATION). */
export const Location = Context.Reference<string>("@mon/checks/Location", { defaultValue: () => "default" })
