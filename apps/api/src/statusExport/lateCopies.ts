import { Metric } from "effect"

export const lateCopies = Metric.gauge("mon_status_copies_late", {
  description: "Status pages whose copy could not be written or removed at the last attempt"
})
