import type { Incident } from "@mon/model"
import { secondsBetween } from "@mon/model/facts"
import { Link } from "wouter"
import { useIncidents, useMonitorPaths, useMonitors } from "../api/queries.ts"
import { Card } from "../ui/Card.tsx"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Overview.module.css"

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const LISTED = 5

/** Groups incidents by monitor. The newest incident of each group comes first. */
const byMonitor = (incidents: ReadonlyArray<Incident>): ReadonlyArray<readonly [Incident, ...Array<Incident>]> =>
  [...Map.groupBy(incidents, ({ domainId }) => domainId).values()].flatMap(([newest, ...older]) =>
    newest === undefined ? [] : [[newest, ...older] as const]
  )

const endOf = ({ resolvedAt }: Incident, now: number): number => (resolvedAt === null ? now : Date.parse(resolvedAt))

export const DayStrip = () => {
  const { format, words } = useLanguage()
  const now = useNow(MINUTE_MS) + MINUTE_MS
  const second = useNow()
  const { data } = useIncidents()
  const pathOf = useMonitorPaths()
  const monitors = useMonitors().data ?? []
  if (data === undefined) return null
  const recent = data.filter((incident) => endOf(incident, now) > now - DAY_MS)
  const flapping = new Map(monitors.flatMap(({ flapping: changes, id }) => (changes === null ? [] : [[id, changes]])))
  const groups = byMonitor(recent)
  const share = (ms: number) => (Math.max(0, Math.min(DAY_MS, ms - (now - DAY_MS))) / DAY_MS) * 100
  return (
    <Card title={words.overview.day}>
      {recent.length === 0 ? (
        <p className={css["soft"]}>{words.overview.noIncidents}</p>
      ) : (
        <>
          <svg className={css["strip"]} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
            <rect width="100" height="6" className={css["ground"]} />
            {recent.map((incident) => {
              const from = share(Date.parse(incident.startedAt))
              return (
                <rect
                  key={incident.id}
                  x={from}
                  width={Math.max(0.6, share(endOf(incident, now)) - from)}
                  height="6"
                  className={css["down"]}
                />
              )
            })}
          </svg>
          <ul className={css["ends"]}>
            {groups.slice(0, LISTED).map(([incident, ...older]) => {
              const { domainId, domainName, id, startedAt, status } = incident
              const changes = flapping.get(domainId)
              const ended = older.reduce((sum, one) => sum + one.durationSeconds, 0)
              const total = ended + secondsBetween(Date.parse(startedAt), endOf(incident, second))
              const color = changes === undefined ? css["soft"] : css["fair"]
              return (
                <li key={id}>
                  <span className={css["soft"]}>{format.recent(Date.parse(startedAt), now)}</span>
                  <Link href={older.length === 0 ? `/incidents/${id}` : `${pathOf(domainId)}/incidents`}>
                    <bdi>{domainName}</bdi>
                  </Link>
                  <span className={status === "open" ? css["bad"] : color}>
                    {changes === undefined && older.length > 0
                      ? `${words.overview.incidents(older.length + 1)} · `
                      : null}
                    {changes === undefined ? format.seconds(total) : words.overview.flaps(changes)}
                  </span>
                </li>
              )
            })}
          </ul>
          {groups.length > LISTED ? (
            <p className={css["rest"]}>
              <Link href="/incidents">{words.overview.moreMonitors(groups.length - LISTED)}</Link>
            </p>
          ) : null}
        </>
      )}
    </Card>
  )
}
