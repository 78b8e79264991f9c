import type { CreateScheduledReport } from "@mon/api-contract"
import type { ScheduledReport } from "@mon/model"
import { useQuery } from "@tanstack/react-query"
import { reread } from "../api/accountQueries.ts"
import { change, read } from "../api/client.ts"

const PATH = "/scheduled-reports"
const KEY = ["scheduled-reports"]

export const useScheduledReports = (isAllowed: boolean) =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => read<ReadonlyArray<ScheduledReport>>(PATH, signal),
    enabled: isAllowed
  })

export const scheduleEndpoints = {
  create: (report: CreateScheduledReport) => change<ScheduledReport>("POST", PATH, report),
  update: (id: string, report: CreateScheduledReport) =>
    change<ScheduledReport>("PATCH", `${PATH}/${encodeURIComponent(id)}`, report),
  remove: (id: string) => change<unknown>("DELETE", `${PATH}/${encodeURIComponent(id)}`)
}

export const rereadSchedules = () => reread(KEY)
