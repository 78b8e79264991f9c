import { Metric } from "effect"

/** The gauge of copies that are not what they have to be. */
export const lateCopies = Metric.gauge("mon_status_copies_late", {
  description: "Status pages whose copy could not be written or removed at the last attempt"
})
