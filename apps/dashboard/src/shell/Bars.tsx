import { useMutation } from "@tanstack/react-query"
import { type ReactNode, useSyncExternalStore } from "react"
import { Link } from "wouter"
import { endpoints } from "../api/endpoints.ts"
import { queryClient, useAccount, useMonitors, useStatus } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { Button } from "../ui/Button.tsx"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Shell.module.css"

const DAY_MS = 86_400_000
/** The number of days before the end of a plan at which reminders to the owner start. */
const REMINDER_DAYS = 14

const subscribe = (listener: () => void) => {
  globalThis.addEventListener("online", listener)
  globalThis.addEventListener("offline", listener)
  return () => {
    globalThis.removeEventListener("online", listener)
    globalThis.removeEventListener("offline", listener)
  }
}

const Bar = ({
  children,
  isUrgent = false,
  text
}: {
  readonly text: string
  readonly children?: ReactNode
  readonly isUrgent?: boolean
}) => (
  <div className={`${css["bar"]} ${isUrgent ? css["doubt"] : css["stale"]}`}>
    <p>{text}</p>
    {children === undefined ? null : <span className={css["links"]}>{children}</span>}
  </div>
)

/** Shows that the data on screen is outdated, because the service does not respond or the browser is offline. */
const Stale = () => {
  const { format, words } = useLanguage()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const { dataUpdatedAt, failureCount, isError } = useMonitors()
  if (dataUpdatedAt === 0 || (isOnline && !isError && failureCount === 0)) return null
  const time = format.clock(dataUpdatedAt)
  return <Bar text={isOnline ? words.bars.stale(time) : words.bars.offline(time)} />
}

const Paused = ({
  manages,
  since,
  until
}: {
  readonly since: string
  readonly until: string | null
  readonly manages: boolean
}) => {
  const { format, words } = useLanguage()
  const resume = useMutation({
    mutationFn: endpoints.resumeAlerts,
    onSuccess: async (state) => {
      queryClient.setQueryData(["pause"], state)
      await queryClient.invalidateQueries({ queryKey: ["status"] })
    }
  })
  return (
    <Bar
      text={words.bars.paused(
        format.dateTime(Date.parse(since)),
        until === null ? null : format.dateTime(Date.parse(until))
      )}
    >
      {manages ? (
        <Button onClick={() => resume.mutate()} disabled={resume.isPending}>
          {words.bars.resume}
        </Button>
      ) : null}
    </Bar>
  )
}

const Plan = ({ end }: { readonly end: string }) => {
  const { format, words } = useLanguage()
  const now = useNow(60_000)
  const left = Date.parse(end) - now
  if (left > REMINDER_DAYS * DAY_MS) return null
  return (
    <Bar
      text={left <= 0 ? words.bars.expired(format.date(Date.parse(end))) : words.bars.ends(Math.ceil(left / DAY_MS))}
    >
      <Link href="/billing">{words.bars.renew}</Link>
    </Bar>
  )
}

/** The largest number of addresses that the notice names. The settings list all addresses. */
const NAMED = 2

const Refused = ({ addresses }: { readonly addresses: ReadonlyArray<string> }) => {
  const { words } = useLanguage()
  if (addresses.length === 0) return null
  const named = addresses.slice(0, NAMED).join(", ")
  const text = addresses.length > NAMED ? `${named} (+${addresses.length - NAMED})` : named
  return (
    <Bar isUrgent text={words.bars.refused(text)}>
      <Link href="/settings/alerts">{words.bars.settings}</Link>
    </Bar>
  )
}

export const Bars = () => {
  const { words } = useLanguage()
  const account = useAccount().data
  const status = useStatus().data
  const isOwner = account?.role === "owner"
  const manages = useManages()
  const end = account?.planExpiresAt ?? null
  const pausedAt = status?.notificationsPausedAt ?? null
  const doubted = status?.service.networkInDoubt ?? []
  return (
    <div aria-live="polite">
      <Stale />
      {doubted.length > 0 ? <Bar isUrgent text={words.bars.doubt(doubted.join(", "))} /> : null}
      {pausedAt === null ? null : (
        <Paused since={pausedAt} until={status?.notificationsPausedUntil ?? null} manages={manages} />
      )}
      <Refused addresses={(account?.refusedAddresses ?? []).map(({ address }) => address)} />
      {isOwner && end !== null ? <Plan end={end} /> : null}
      {isOwner && status?.service.storesEmails === true ? (
        <Bar text={words.bars.noMail}>
          <a href="/outbox">{words.bars.outbox}</a>
        </Bar>
      ) : null}
    </div>
  )
}
