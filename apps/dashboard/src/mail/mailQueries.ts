import type { EmailHealthPoint, EmailHealthStanding } from "@mon/api-contract"
import { useQuery } from "@tanstack/react-query"
import { change, read } from "../api/client.ts"
import { type Answer, byId, endpoints } from "../api/endpoints.ts"
import { keys, queryClient } from "../api/queries.ts"
import { refresh } from "../domains/changes.ts"

const SLOW_MS = 60_000

/** The report that a screen shows. */
export type Report = Answer<"emailHealth", "ofDomain">

/** A monitored domain by its id, or any other domain by its name. */
export type MailTarget = { readonly id: string } | { readonly name: string }

const STANDINGS = ["email-health"] as const

export const useStandings = () =>
  useQuery({
    queryKey: STANDINGS,
    queryFn: ({ signal }) => read<ReadonlyArray<EmailHealthStanding>>("/email-health", signal),
    refetchInterval: SLOW_MS
  })

const reportKey = (target: MailTarget) =>
  "id" in target ? [...keys.domain(target.id), "email-health"] : [...STANDINGS, "of", target.name]

const ask = (target: MailTarget, fresh: boolean): Promise<Report> =>
  "id" in target
    ? endpoints.emailHealth(target.id, fresh)
    : change<Report>("POST", "/email-health", { domain: target.name, fresh })

export const useReport = (target: MailTarget) =>
  useQuery({ queryKey: reportKey(target), queryFn: () => ask(target, false), staleTime: SLOW_MS, retry: false })

/** The stored results of a domain, newest first. */
export const useMailHistory = (id: string) =>
  useQuery({
    queryKey: [...keys.domain(id), "email-health", "history"],
    queryFn: ({ signal }) =>
      read<ReadonlyArray<EmailHealthPoint>>(byId("/domains", id, "/email-health/history?limit=90"), signal),
    staleTime: SLOW_MS
  })

/** Makes a new check and shows its report in the place of the cached one. */
export const checkAgain = async (target: MailTarget): Promise<void> => {
  const report = await ask(target, true)
  queryClient.setQueryData(reportKey(target), report)
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: STANDINGS, exact: true }),
    ...("id" in target
      ? [queryClient.invalidateQueries({ queryKey: [...keys.domain(target.id), "email-health", "history"] }), refresh()]
      : [])
  ])
}
