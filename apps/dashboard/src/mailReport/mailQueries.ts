import type { EmailHealthPoint, EmailHealthStanding } from "@mon/api-contract"
import type { Repair } from "@mon/model"
import { useQuery } from "@tanstack/react-query"
import { domainEndpoints } from "../api/domainEndpoints.ts"
import { change, read } from "../api/client.ts"
import { type Answer, byId } from "../api/endpoints.ts"
import { keys, queryClient } from "../api/queries.ts"
import { refresh } from "../api/changes.ts"

const SLOW_MS = 60_000

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

const reportKey = (target: MailTarget, isReviewed: boolean) => [
  ...("id" in target ? [...keys.domain(target.id), "email-health"] : [...STANDINGS, "of", target.name]),
  isReviewed ? "reviewed" : "plain"
]

const ask = (target: MailTarget, fresh: boolean, isReviewed: boolean): Promise<Report> =>
  "id" in target
    ? domainEndpoints.emailHealth(target.id, fresh, isReviewed)
    : change<Report>("POST", "/email-health", {
        domain: target.name,
        fresh,
        ...(isReviewed ? { reportsReviewed: true } : {})
      })

/**
 * Reads the report of a domain. `isReviewed`: the person has read the DMARC reports, so the plan contains a stricter
 * DMARC policy.
 */
export const useReport = (target: MailTarget, isReviewed = false, enabled = true) =>
  useQuery({
    queryKey: reportKey(target, isReviewed),
    queryFn: () => ask(target, false, isReviewed),
    staleTime: SLOW_MS,
    retry: false,
    enabled
  })

export const useMailHistory = (id: string) =>
  useQuery({
    queryKey: [...keys.domain(id), "email-health", "history"],
    queryFn: ({ signal }) =>
      read<ReadonlyArray<EmailHealthPoint>>(byId("/domains", id, "/email-health/history?limit=90"), signal),
    staleTime: SLOW_MS
  })

const repairsKey = (id: string) => [...keys.domain(id), "email-health", "repairs"]

/**
 * Returns the query for a domain's repairs, newest first. The query reads only one page, because a domain never has
 * more repairs.
 */
const repairsQuery = (id: string) => ({
  queryKey: repairsKey(id),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    read<ReadonlyArray<Repair>>(byId("/domains", id, "/repairs?limit=200"), signal),
  refetchInterval: SLOW_MS
})

const ofEmail = (repairs: ReadonlyArray<Repair>) => repairs.filter(({ kind }) => kind === "email")
const ofCertificate = (repairs: ReadonlyArray<Repair>) => repairs.find(({ kind }) => kind === "certificate")
const ofDns = (repairs: ReadonlyArray<Repair>) => repairs.find(({ kind }) => kind === "dns")

export const useRepairs = (id: string) => useQuery({ ...repairsQuery(id), select: ofEmail })

/** Reads the repair of a domain's invalid certificate. A domain has at most one such repair. */
export const useCertificateRepair = (id: string, enabled: boolean) =>
  useQuery({ ...repairsQuery(id), select: ofCertificate, enabled })

/** Reads the repair of a domain's changed DNS records. A domain has at most one such repair. */
export const useDnsRepair = (id: string) => useQuery({ ...repairsQuery(id), select: ofDns })

export const refreshRepairs = (id: string): Promise<void> => queryClient.invalidateQueries({ queryKey: repairsKey(id) })

/** The name servers' responses to queries for the plan's records. */
export type Verification = Answer<"emailHealth", "verify">

/**
 * Asks the service to query the name servers for the plan's records. If all servers have the records, the service also
 * makes a new check.
 */
export const verifyRepair = async (id: string, isReviewed: boolean): Promise<Verification> => {
  const query = isReviewed ? "?reportsReviewed=true" : ""
  const verification = await change<Verification>("POST", byId("/domains", id, `/email-health/verify${query}`))
  await refreshRepairs(id)
  if (verification.worth !== null || verification.records.length === 0) {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [...keys.domain(id), "email-health"] }),
      queryClient.invalidateQueries({ queryKey: STANDINGS, exact: true }),
      refresh()
    ])
  }
  return verification
}

export const checkAgain = async (target: MailTarget, isReviewed: boolean): Promise<void> => {
  const report = await ask(target, true, isReviewed)
  queryClient.setQueryData(reportKey(target, isReviewed), report)
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: reportKey(target, !isReviewed), exact: true }),
    queryClient.invalidateQueries({ queryKey: STANDINGS, exact: true }),
    ...("id" in target
      ? [
          queryClient.invalidateQueries({ queryKey: [...keys.domain(target.id), "email-health", "history"] }),
          queryClient.invalidateQueries({ queryKey: repairsKey(target.id) }),
          refresh()
        ]
      : [])
  ])
}
